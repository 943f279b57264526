// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;
import org.isthmus.core.model.Eam.Host;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PortPrefix;
import org.isthmus.core.net.Protocol;

/**
 * What follows from the configuration of NAT64: prefixes, pools, mappings and rules of instances,
 * and choices of RFC 7915. Immutable; equal by value.
 */
public abstract class TranslationIntent extends Intent {
    private TranslationIntent() {}

    /** A NAT64 prefix (RFC 6052): extracted on the way to IPv4, embedded on the way back. */
    public static final class NatPrefix extends TranslationIntent {
        public final Ipv6Prefix prefix;
        public final int instance;

        /**
         * @param prefix of length 32, 40, 48, 56, 64 or 96
         * @param instance 0 to 255, the NAT64 instance that owns the prefix
         */
        public NatPrefix(Ipv6Prefix prefix, int instance) {
            this.prefix = prefix;
            this.instance = instance;
        }

        @Override
        public Object key() {
            return List.of("nat64-prefix", prefix);
        }

        @Override
        public Stage stage() {
            return Stage.SERVICE;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(instance);
        }
    }

    /** SYN segments of an instance come up if they may have an MSS option. */
    public static final class MssClamp extends TranslationIntent {
        public final int instance;

        /**
         * @param instance 1 to 255
         */
        public MssClamp(int instance) {
            this.instance = instance;
        }

        @Override
        public Object key() {
            return List.of("mss-clamp", instance);
        }

        @Override
        public Stage stage() {
            return Stage.RULE;
        }

        @Override
        protected List<Object> outcome() {
            return List.of();
        }
    }

    /** IPv4 destinations an instance does not translate to (RFC 6052 section 3.1, RFC 6888). */
    public static final class Denied extends TranslationIntent {
        public final int instance;
        public final Ipv4Prefix prefix;

        public Denied(int instance, Ipv4Prefix prefix) {
            this.instance = instance;
            this.prefix = prefix;
        }

        @Override
        public Object key() {
            return List.of("denied", instance, prefix);
        }

        @Override
        public Stage stage() {
            return Stage.RULE;
        }
    }

    /** Ports of IPv4 destinations that an instance does not translate to (RFC 6888 REQ-6). */
    public static final class DeniedService extends TranslationIntent {
        public final int instance;
        public final Ipv4Prefix prefix;
        public final Protocol protocol;
        public final PortPrefix ports;

        /**
         * @param instance 1 to 255
         * @param ports all of them if the protocol is ICMP
         */
        public DeniedService(int instance, Ipv4Prefix prefix, Protocol protocol, PortPrefix ports) {
            this.instance = instance;
            this.prefix = prefix;
            this.protocol = protocol;
            this.ports = ports;
        }

        @Override
        public Object key() {
            return List.of("denied-service", instance, prefix, protocol, ports);
        }

        @Override
        public Stage stage() {
            return Stage.RULE;
        }
    }

    /** IPv4 addresses that belong to an instance's pools. */
    public static final class Pool4 extends TranslationIntent {
        public final Ipv4Prefix prefix;
        public final int instance;
        public final boolean holdsSyns;

        /** One that holds no SYNs. */
        public Pool4(Ipv4Prefix prefix, int instance) {
            this(prefix, instance, false);
        }

        /**
         * @param holdsSyns whether SYNs that nobody waits for come up
         */
        public Pool4(Ipv4Prefix prefix, int instance, boolean holdsSyns) {
            this.prefix = prefix;
            this.instance = instance;
            this.holdsSyns = holdsSyns;
        }

        @Override
        public Object key() {
            return List.of("pool4", prefix);
        }

        @Override
        public Stage stage() {
            return Stage.SERVICE;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(instance, holdsSyns);
        }
    }

    /** An explicit address mapping (RFC 7757): towards its hosts, and as which they are seen. */
    public static final class Eam extends TranslationIntent {
        public final Ipv4Prefix prefix4;
        public final Ipv6Prefix prefix6;
        public final int instance;
        public final Host host;

        public Eam(Ipv4Prefix prefix4, Ipv6Prefix prefix6, int instance, Host host) {
            this.prefix4 = prefix4;
            this.prefix6 = prefix6;
            this.instance = instance;
            this.host = host;
        }

        @Override
        public Object key() {
            // The family of the hosts says which table it is in; the instance is matched in
            // another.
            return List.of("eam", prefix4, prefix6, instance, host);
        }

        @Override
        public Object sort() {
            return host;
        }

        @Override
        public Stage stage() {
            return Stage.RULE;
        }
    }

    /** Switch-wide choices of RFC 7915. */
    public static final class Options extends TranslationIntent {
        /**
         * 0 to 255: the TOS of what leaves as IPv4, while what leaves as IPv6 has traffic class 0
         * (RFC 7915 sections 4.1, 5.1); -1: both are copied.
         */
        public final int tos;

        /** IPv4 UDP checksum 0 towards IPv6: true computes it, false drops the packet. */
        public final boolean computeZeroUdpChecksum;

        /** What IPv4 without DF is fragmented to on its way to IPv6: bytes, at least 1280. */
        public final int lowestIpv6Mtu;

        public Options(int tos, boolean computeZeroUdpChecksum, int lowestIpv6Mtu) {
            this.tos = tos;
            this.computeZeroUdpChecksum = computeZeroUdpChecksum;
            this.lowestIpv6Mtu = lowestIpv6Mtu;
        }

        @Override
        public Object key() {
            return List.of("options");
        }

        @Override
        public Stage stage() {
            return Stage.RULE;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(tos, computeZeroUdpChecksum, lowestIpv6Mtu);
        }
    }
}
