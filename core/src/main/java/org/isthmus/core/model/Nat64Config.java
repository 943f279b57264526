// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;
import org.isthmus.core.net.Ipv4Prefix;

/** The NAT64 part of netcfg. Immutable; checked by the reader. */
public final class Nat64Config {
    public final List<InstanceConfig> instances;
    public final List<PoolSpec> pools;
    public final List<Eam> eamt;
    public final List<StaticBinding> staticBindings;

    /**
     * 0 to 255: the TOS of what leaves as IPv4, while what leaves as IPv6 has traffic class 0 (RFC
     * 7915 sections 4.1, 5.1); -1: both are copied.
     */
    public final int tos;

    /** IPv4 UDP checksum 0 towards IPv6: computed, or the packet is dropped. */
    public final boolean computeZeroUdpChecksum;

    /**
     * Size in bytes to which IPv4 packets without DF are fragmented towards IPv6; at least 1280.
     */
    public final int lowestIpv6Mtu;

    /** Packet-ins per second that a switch may send for one punt reason. */
    public final int puntRate;

    /** Of these, those of one subscriber. */
    public final int subscriberPuntRate;

    /**
     * ICMP errors per second that a switch sends about packets, and its burst (RFC 4443 section 2.4
     * f, RFC 1812 section 4.3.2.8); 0: none.
     */
    public final int errorRate;

    /** The same to one sender: a subscriber of IPv6, an IPv4 address; at least 1. */
    public final int errorRatePerSender;

    /**
     * Seconds in which the fragments of a packet may come, from the first that came on (RFC 6146
     * section 3.4).
     */
    public final int fragmentTimeout;

    /** Of 2^10 bytes, that fragments of one sender may take while they wait for others. */
    public final int fragmentKilobytesPerSender;

    /** Of bindings that filter; 0: a sixteenth of what the translators have room for. */
    public final int sessionsPerSubscriber;

    /** Of TCP, whose state is followed; of more, the oldest are forgotten; at least 2. */
    public final int sessionsPerBinding;

    /**
     * Addresses in whose name errors of IPv6 routers without an IPv4 address are translated, chosen
     * at random (RFC 6791 section 5); empty: an address of the switch.
     */
    public final List<Ipv4Prefix> errorSources;

    /** Whether those errors have the router's IPv6 address in an extension (RFC 6791 section 4). */
    public final boolean errorOrigins;

    /**
     * Seconds for which the data plane of a switch without a session must have answered no probe
     * before its routes move; 0: they move with the end of the session.
     */
    public final int dataPlaneTimeout;

    public final AlarmThresholds alarms;

    /** Whether the mapping log has each binding, not only the blocks that they are in. */
    public final boolean logBindings;

    private Nat64Config(Builder b) {
        this.instances = List.copyOf(b.instances);
        this.pools = List.copyOf(b.pools);
        this.eamt = List.copyOf(b.eamt);
        this.staticBindings = List.copyOf(b.staticBindings);
        this.tos = b.tos;
        this.computeZeroUdpChecksum = b.computeZeroUdpChecksum;
        this.lowestIpv6Mtu = b.lowestIpv6Mtu;
        this.puntRate = b.puntRate;
        this.subscriberPuntRate = b.subscriberPuntRate;
        this.errorRate = b.errorRate;
        this.errorRatePerSender = b.errorRatePerSender;
        this.fragmentTimeout = b.fragmentTimeout;
        this.fragmentKilobytesPerSender = b.fragmentKilobytesPerSender;
        this.sessionsPerSubscriber = b.sessionsPerSubscriber;
        this.sessionsPerBinding = b.sessionsPerBinding;
        this.errorSources = List.copyOf(b.errorSources);
        this.errorOrigins = b.errorOrigins;
        this.dataPlaneTimeout = b.dataPlaneTimeout;
        this.alarms = b.alarms;
        this.logBindings = b.logBindings;
    }

    /**
     * Length of the prefix that what comes up is shared by: of instances whose subscribers differ,
     * the shortest, or a subscriber would have many shares.
     */
    public int subscriberPrefixLength() {
        return instances.stream()
                .mapToInt(i -> i.subscriberPrefixLength)
                .min()
                .orElse(Limits.SUBSCRIBER_PREFIX_LENGTH.byDefault);
    }

    /** Nothing is translated, and every option is as where it is not given. */
    public static Builder builder() {
        return new Builder();
    }

    public Builder toBuilder() {
        return new Builder()
                .instances(instances)
                .pools(pools)
                .eamt(eamt)
                .staticBindings(staticBindings)
                .tos(tos)
                .computeZeroUdpChecksum(computeZeroUdpChecksum)
                .lowestIpv6Mtu(lowestIpv6Mtu)
                .puntRate(puntRate)
                .subscriberPuntRate(subscriberPuntRate)
                .errorRate(errorRate)
                .errorRatePerSender(errorRatePerSender)
                .fragmentTimeout(fragmentTimeout)
                .fragmentKilobytesPerSender(fragmentKilobytesPerSender)
                .sessionsPerSubscriber(sessionsPerSubscriber)
                .sessionsPerBinding(sessionsPerBinding)
                .errorSources(errorSources)
                .errorOrigins(errorOrigins)
                .dataPlaneTimeout(dataPlaneTimeout)
                .alarms(alarms)
                .logBindings(logBindings);
    }

    /** Of fields by their names. Not thread safe. */
    public static final class Builder {
        private List<InstanceConfig> instances = List.of();
        private List<PoolSpec> pools = List.of();
        private List<Eam> eamt = List.of();
        private List<StaticBinding> staticBindings = List.of();
        private int tos = Limits.TOS.byDefault;
        private boolean computeZeroUdpChecksum = true;
        private int lowestIpv6Mtu = Limits.LOWEST_IPV6_MTU.byDefault;
        private int puntRate = Limits.PUNT_RATE.byDefault;
        private int subscriberPuntRate = Limits.SUBSCRIBER_PUNT_RATE.byDefault;
        private int errorRate = Limits.ERROR_RATE.byDefault;
        private int errorRatePerSender = Limits.ERROR_RATE_PER_SENDER.byDefault;
        private int fragmentTimeout = Limits.FRAGMENT_TIMEOUT.byDefault;
        private int fragmentKilobytesPerSender = Limits.FRAGMENT_KILOBYTES_PER_SENDER.byDefault;
        private int sessionsPerSubscriber = Limits.SESSIONS_PER_SUBSCRIBER.byDefault;
        private int sessionsPerBinding = Limits.SESSIONS_PER_BINDING.byDefault;
        private List<Ipv4Prefix> errorSources = List.of();
        private boolean errorOrigins = true;
        private int dataPlaneTimeout = Limits.DATA_PLANE_TIMEOUT.byDefault;
        private AlarmThresholds alarms = AlarmThresholds.DEFAULT;
        private boolean logBindings;

        private Builder() {}

        public Builder instances(List<InstanceConfig> value) {
            instances = value;
            return this;
        }

        public Builder pools(List<PoolSpec> value) {
            pools = value;
            return this;
        }

        public Builder eamt(List<Eam> value) {
            eamt = value;
            return this;
        }

        public Builder staticBindings(List<StaticBinding> value) {
            staticBindings = value;
            return this;
        }

        public Builder tos(int value) {
            tos = value;
            return this;
        }

        public Builder computeZeroUdpChecksum(boolean value) {
            computeZeroUdpChecksum = value;
            return this;
        }

        public Builder lowestIpv6Mtu(int value) {
            lowestIpv6Mtu = value;
            return this;
        }

        public Builder puntRate(int value) {
            puntRate = value;
            return this;
        }

        public Builder subscriberPuntRate(int value) {
            subscriberPuntRate = value;
            return this;
        }

        public Builder errorRate(int value) {
            errorRate = value;
            return this;
        }

        public Builder errorRatePerSender(int value) {
            errorRatePerSender = value;
            return this;
        }

        public Builder fragmentTimeout(int value) {
            fragmentTimeout = value;
            return this;
        }

        public Builder fragmentKilobytesPerSender(int value) {
            fragmentKilobytesPerSender = value;
            return this;
        }

        public Builder sessionsPerSubscriber(int value) {
            sessionsPerSubscriber = value;
            return this;
        }

        public Builder sessionsPerBinding(int value) {
            sessionsPerBinding = value;
            return this;
        }

        public Builder errorSources(List<Ipv4Prefix> value) {
            errorSources = value;
            return this;
        }

        public Builder errorOrigins(boolean value) {
            errorOrigins = value;
            return this;
        }

        public Builder logBindings(boolean value) {
            logBindings = value;
            return this;
        }

        public Builder dataPlaneTimeout(int value) {
            dataPlaneTimeout = value;
            return this;
        }

        public Builder alarms(AlarmThresholds value) {
            alarms = value;
            return this;
        }

        public Nat64Config build() {
            return new Nat64Config(this);
        }
    }
}
