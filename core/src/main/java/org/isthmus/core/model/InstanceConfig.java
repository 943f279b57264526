// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.time.Duration;
import java.util.List;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/**
 * A NAT64 instance: one NAT64 prefix with the rules of its pools. Immutable; checked by the reader.
 * Lifetimes are at least what is said here, except in tests, whose instances may have shorter ones.
 */
public final class InstanceConfig {
    public final String name;

    /** 1 to 255; identifies the instance in the switches' tables. */
    public final int id;

    /** Of length 32, 40, 48, 56, 64 or 96 (RFC 6052). */
    public final Ipv6Prefix prefix;

    /** Length of the prefix that makes a subscriber, 1 to 128; 64 by default. */
    public final int subscriberPrefixLength;

    /** Ports in a block, a power of two from 8 to 65536; 64 by default. */
    public final int blockSize;

    /** Blocks one subscriber may hold per protocol; 16 by default. */
    public final int blocksPerSubscriber;

    /** New bindings a subscriber may make per second, 0: no limit. */
    public final int bindingsPerSecond;

    /** Lifetime of UDP bindings after the last outbound packet; at least 2 min (RFC 4787 REQ-5). */
    public final Duration udpTimeout;

    /** The same for ICMP queries; at least 60 s (RFC 5508 REQ-2). */
    public final Duration icmpTimeout;

    /** For established TCP; at least 2 h 4 min (RFC 5382 REQ-5). */
    public final Duration tcpEstablishedTimeout;

    /** For transitory TCP; at least 4 min (RFC 5382 REQ-5). */
    public final Duration tcpTransitoryTimeout;

    /**
     * The same while it opens; as {@link #tcpTransitoryTimeout} by default (RFC 7857 section 2.1).
     */
    public final Duration tcpOpeningTimeout;

    /** How long a released port serves no other subscriber; 120 s by default (RFC 6888 REQ-8). */
    public final Duration portHold;

    /**
     * How many released ports of a subscriber may be held, for each protocol; of more, those that
     * were released first serve it again (RFC 6888 REQ-8). {@link Limits#HELD_PORTS}: any number.
     */
    public final int heldPorts;

    /** How long a block stays its subscriber's once none of its ports is in use or held. */
    public final Duration blockHold;

    public final Quotas quotas;

    /**
     * Bytes to which the MSS option of TCP segments with SYN is lowered; {@link Limits#MSS_AUTO}:
     * what the MTUs of both sides let through; 0: it is left alone.
     */
    public final int mssClamp;

    /** Destinations not translated to. */
    public final List<Ipv4Prefix> denied;

    /** Nor to these, of other destinations. */
    public final List<DeniedService> deniedServices;

    private InstanceConfig(Builder b) {
        this.name = b.name;
        this.prefix = b.prefix;
        this.id = b.id;
        this.subscriberPrefixLength = b.subscriberPrefixLength;
        this.blockSize = b.blockSize;
        this.blocksPerSubscriber = b.blocksPerSubscriber;
        this.bindingsPerSecond = b.bindingsPerSecond;
        this.udpTimeout = b.udpTimeout;
        this.icmpTimeout = b.icmpTimeout;
        this.tcpEstablishedTimeout = b.tcpEstablishedTimeout;
        this.tcpTransitoryTimeout = b.tcpTransitoryTimeout;
        this.tcpOpeningTimeout =
                b.tcpOpeningTimeout == null ? b.tcpTransitoryTimeout : b.tcpOpeningTimeout;
        this.portHold = b.portHold;
        this.heldPorts = b.heldPorts;
        this.blockHold = b.blockHold;
        this.quotas = b.quotas;
        this.mssClamp = b.mssClamp;
        this.denied = List.copyOf(b.denied);
        this.deniedServices = List.copyOf(b.deniedServices);
    }

    /** How long an empty block stays its subscriber's after the end of the last binding in it. */
    public Duration emptyBlockHold() {
        return portHold.plus(blockHold);
    }

    /** Every option is as where it is not given, the id 1. */
    public static Builder builder(String name, Ipv6Prefix prefix) {
        return new Builder(name, prefix);
    }

    /** Of fields by their names. Not thread safe. */
    public static final class Builder {
        private final String name;
        private final Ipv6Prefix prefix;
        private int id = 1;
        private int subscriberPrefixLength = Limits.SUBSCRIBER_PREFIX_LENGTH.byDefault;
        private int blockSize = Limits.BLOCK_SIZE.byDefault;
        private int blocksPerSubscriber = Limits.BLOCKS_PER_SUBSCRIBER.byDefault;
        private int bindingsPerSecond = Limits.BINDINGS_PER_SECOND.byDefault;
        private Duration udpTimeout = Duration.ofSeconds(Limits.UDP_TIMEOUT.byDefault);
        private Duration icmpTimeout = Duration.ofSeconds(Limits.ICMP_TIMEOUT.byDefault);
        private Duration tcpEstablishedTimeout =
                Duration.ofSeconds(Limits.TCP_ESTABLISHED_TIMEOUT.byDefault);
        private Duration tcpTransitoryTimeout =
                Duration.ofSeconds(Limits.TCP_TRANSITORY_TIMEOUT.byDefault);
        private Duration tcpOpeningTimeout;
        private Duration portHold = Duration.ofSeconds(Limits.PORT_HOLD.byDefault);
        private int heldPorts = Limits.HELD_PORTS.byDefault;
        private Duration blockHold = Duration.ofSeconds(Limits.BLOCK_HOLD.byDefault);
        private Quotas quotas = Quotas.NONE;
        private int mssClamp = Limits.MSS_CLAMP.byDefault;
        private List<Ipv4Prefix> denied = List.of();
        private List<DeniedService> deniedServices = List.of();

        private Builder(String name, Ipv6Prefix prefix) {
            this.name = name;
            this.prefix = prefix;
        }

        public Builder id(int value) {
            id = value;
            return this;
        }

        public Builder subscriberPrefixLength(int value) {
            subscriberPrefixLength = value;
            return this;
        }

        public Builder blockSize(int value) {
            blockSize = value;
            return this;
        }

        public Builder blocksPerSubscriber(int value) {
            blocksPerSubscriber = value;
            return this;
        }

        public Builder bindingsPerSecond(int value) {
            bindingsPerSecond = value;
            return this;
        }

        public Builder udpTimeout(Duration value) {
            udpTimeout = value;
            return this;
        }

        public Builder icmpTimeout(Duration value) {
            icmpTimeout = value;
            return this;
        }

        public Builder tcpEstablishedTimeout(Duration value) {
            tcpEstablishedTimeout = value;
            return this;
        }

        public Builder tcpTransitoryTimeout(Duration value) {
            tcpTransitoryTimeout = value;
            return this;
        }

        /**
         * @param value null: {@link #tcpTransitoryTimeout}
         */
        public Builder tcpOpeningTimeout(Duration value) {
            tcpOpeningTimeout = value;
            return this;
        }

        public Builder portHold(Duration value) {
            portHold = value;
            return this;
        }

        public Builder heldPorts(int value) {
            heldPorts = value;
            return this;
        }

        public Builder blockHold(Duration value) {
            blockHold = value;
            return this;
        }

        public Builder quotas(Quotas value) {
            quotas = value;
            return this;
        }

        public Builder mssClamp(int value) {
            mssClamp = value;
            return this;
        }

        public Builder denied(List<Ipv4Prefix> value) {
            denied = value;
            return this;
        }

        public Builder deniedServices(List<DeniedService> value) {
            deniedServices = value;
            return this;
        }

        public InstanceConfig build() {
            return new InstanceConfig(this);
        }
    }
}
