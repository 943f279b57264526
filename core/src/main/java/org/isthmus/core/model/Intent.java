// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;
import java.util.Objects;
import org.isthmus.core.model.Eam.Host;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.PortPrefix;
import org.isthmus.core.net.Protocol;

/**
 * One thing a device shall do, in the terms of NAT64 and routing; the pipeline module turns it into
 * table entries. Two intents with the same {@link #key()} are states of the same thing. Immutable;
 * equal by value.
 */
public abstract class Intent {

    /** What stays the same while the intent's outcome changes. */
    public abstract Object key();

    /** Everything but the key. */
    protected List<Object> outcome() {
        return List.of();
    }

    /** When it is written to a device, and removed from it. */
    public abstract Stage stage();

    /** Intents of one sort have as many entries in the same tables. */
    public Object sort() {
        return getClass();
    }

    @Override
    public final boolean equals(Object o) {
        return o != null
                && o.getClass() == getClass()
                && ((Intent) o).key().equals(key())
                && ((Intent) o).outcome().equals(outcome());
    }

    @Override
    public final int hashCode() {
        return key().hashCode() * 31 + outcome().hashCode();
    }

    @Override
    public final String toString() {
        return key() + " -> " + outcome();
    }

    /** Frames to this MAC address are routed. */
    public static final class Station extends Intent {
        public final MacAddress mac;

        public Station(MacAddress mac) {
            this.mac = Objects.requireNonNull(mac);
        }

        @Override
        public Object key() {
            return List.of("station", mac);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }
    }

    /** ARP requests for these addresses are answered with this MAC address. */
    public static final class Served4 extends Intent {
        public final Ipv4Prefix prefix;
        public final MacAddress mac;

        public Served4(Ipv4Prefix prefix, MacAddress mac) {
            this.prefix = prefix;
            this.mac = mac;
        }

        @Override
        public Object key() {
            return List.of("served", prefix);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(mac);
        }
    }

    /** Neighbour solicitations for these addresses are answered with this MAC address. */
    public static final class Served6 extends Intent {
        public final Ipv6Prefix prefix;
        public final MacAddress mac;

        public Served6(Ipv6Prefix prefix, MacAddress mac) {
            this.prefix = prefix;
            this.mac = mac;
        }

        @Override
        public Object key() {
            return List.of("served", prefix);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(mac);
        }
    }

    /** An address of the switch: echo is answered, the rest goes up. */
    public static final class Local4 extends Intent {
        public final Ipv4Address address;

        public Local4(Ipv4Address address) {
            this.address = Objects.requireNonNull(address);
        }

        @Override
        public Object key() {
            return List.of("local", address);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }
    }

    /** An address of the switch: echo is answered, the rest goes up. */
    public static final class Local6 extends Intent {
        public final Ipv6Address address;

        public Local6(Ipv6Address address) {
            this.address = Objects.requireNonNull(address);
        }

        @Override
        public Object key() {
            return List.of("local", address);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }
    }

    /**
     * The sources of packets that come in by a port: validated, or not because a switch is there.
     */
    public static final class Edge extends Intent {
        /** In place of a group: what comes in was validated at another switch. */
        public static final int TRUSTED = -1;

        public final int port;
        public final int vlan;
        public final int neighborGroup;
        public final int packetGroup;

        private Edge(int port, int vlan, int neighborGroup, int packetGroup) {
            this.port = port;
            this.vlan = vlan;
            this.neighborGroup = neighborGroup;
            this.packetGroup = packetGroup;
        }

        /**
         * @param vlan 0: untagged
         * @param neighborGroup of the addresses that ARP and neighbour discovery may name there
         * @param packetGroup of the sources of all other packets; {@link Source#group}
         */
        public static Edge validated(int port, int vlan, int neighborGroup, int packetGroup) {
            return new Edge(port, vlan, neighborGroup, packetGroup);
        }

        /**
         * Where another switch is.
         *
         * @param vlan 0: untagged
         */
        public static Edge trusted(int port, int vlan) {
            return new Edge(port, vlan, TRUSTED, TRUSTED);
        }

        public boolean isTrusted() {
            return packetGroup == TRUSTED;
        }

        @Override
        public Object key() {
            return List.of("edge", port, vlan);
        }

        /** Trusted ports are known before all others are validated. */
        @Override
        public Stage stage() {
            return isTrusted() ? Stage.SWITCH : Stage.EDGE;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(neighborGroup, packetGroup);
        }
    }

    /** Ports and VLANs without an {@link Edge} let nothing in. */
    public static final class OthersClosed extends Intent {
        @Override
        public Object key() {
            return List.of("others-closed");
        }

        @Override
        public Stage stage() {
            return Stage.EDGE;
        }
    }

    /** What the sources of a prefix are to a group of ports. */
    public enum Origin {
        /** Hosts on the link, with which there is ARP and neighbour discovery. */
        ON_LINK,
        /** The same, and only addresses with a {@link SourceBinding}; others come up. */
        LEARNED,
        /** As {@link #LEARNED}, but others are dropped: there are as many as there may be. */
        FULL,
        /** Behind a router there, but for the addresses that are {@link Served4} and 6. */
        ROUTED,
        /** Not there: dropped, as are sources without a prefix in the group. */
        ELSEWHERE
    }

    /** Where the sources of packets come from; the longest prefix of a group counts. */
    public abstract static class Source extends Intent {
        public final int group;
        public final Origin origin;

        private Source(int group, Origin origin) {
            this.group = group;
            this.origin = origin;
        }

        /** The same prefix of the same group with another origin. */
        public abstract Source with(Origin other);

        @Override
        public final Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected final List<Object> outcome() {
            return List.of(origin);
        }
    }

    public static final class Source4 extends Source {
        public final Ipv4Prefix prefix;

        /**
         * @param group of ports with the same sources, not negative
         */
        public Source4(int group, Ipv4Prefix prefix, Origin origin) {
            super(group, origin);
            this.prefix = prefix;
        }

        @Override
        public Source with(Origin other) {
            return new Source4(group, prefix, other);
        }

        @Override
        public Object key() {
            return List.of("source", group, prefix);
        }
    }

    public static final class Source6 extends Source {
        public final Ipv6Prefix prefix;

        /**
         * @param group of ports with the same sources, not negative
         */
        public Source6(int group, Ipv6Prefix prefix, Origin origin) {
            super(group, origin);
            this.prefix = prefix;
        }

        @Override
        public Source with(Origin other) {
            return new Source6(group, prefix, other);
        }

        @Override
        public Object key() {
            return List.of("source", group, prefix);
        }
    }

    /**
     * An address in a network that is {@link Origin#LEARNED} or {@link Origin#FULL}: it is that of
     * a host there, or refused because a host elsewhere has it (RFC 6620).
     */
    public static final class SourceBinding extends Intent {
        public final int group;
        public final Ipv6Address address;
        public final boolean isRefused;

        /**
         * @param group of the one port where the address was heard; {@link Source#group}
         * @param address V4-mapped if it is IPv4
         */
        public SourceBinding(int group, Ipv6Address address, boolean isRefused) {
            this.group = group;
            this.address = address;
            this.isRefused = isRefused;
        }

        @Override
        public Object key() {
            return List.of("source-binding", group, address);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(isRefused);
        }
    }

    /** A NAT64 prefix (RFC 6052): extracted on the way to IPv4, embedded on the way back. */
    public static final class NatPrefix extends Intent {
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
    public static final class MssClamp extends Intent {
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
    public static final class Denied extends Intent {
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
    public static final class DeniedService extends Intent {
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
    public static final class Pool4 extends Intent {
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
    public static final class Eam extends Intent {
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

    /**
     * IPv6 to IPv4: this transport address leaves as that one; of a port set, each of the ports
     * that differ in the lowest bits alone leaves as the one with the same lowest bits.
     */
    public static final class Outbound extends Intent {
        /** The sort of those of port sets. */
        public static final String SET = "port-set6";

        public final int instance;
        public final Protocol protocol;
        public final long address6High;
        public final long address6Low;
        public final int port6;
        public final int address4;
        public final int port4;
        public final Filtering filtering;

        /** How many lowest bits of its ports are any: 0 to 10; 0 is one port. */
        public final int setBits;

        /**
         * One that any peer may answer, of one port.
         *
         * @param port6 0 to 65535, the identifier for ICMP
         * @param address4 network order
         * @param port4 0 to 65535, the identifier for ICMP
         */
        public Outbound(
                int instance,
                Protocol protocol,
                long address6High,
                long address6Low,
                int port6,
                int address4,
                int port4) {
            this(
                    instance,
                    protocol,
                    address6High,
                    address6Low,
                    port6,
                    address4,
                    port4,
                    Filtering.ENDPOINT_INDEPENDENT,
                    0);
        }

        /**
         * The same with other peers, or of a port set, which any peer may answer.
         *
         * @param filtering by which a {@link Session} is needed with each peer, or none
         * @param setBits above 0, the lowest bits of both ports are 0
         */
        public Outbound(
                int instance,
                Protocol protocol,
                long address6High,
                long address6Low,
                int port6,
                int address4,
                int port4,
                Filtering filtering,
                int setBits) {
            this.instance = instance;
            this.protocol = protocol;
            this.address6High = address6High;
            this.address6Low = address6Low;
            this.port6 = port6;
            this.address4 = address4;
            this.port4 = port4;
            this.filtering = filtering.of(protocol);
            this.setBits = setBits;
        }

        @Override
        public Object key() {
            Ipv6Address address6 = Ipv6Address.of(address6High, address6Low);
            return setBits == 0
                    ? List.of("bib6", instance, protocol, address6, port6)
                    : List.of(SET, instance, protocol, address6, port6, setBits);
        }

        @Override
        public Object sort() {
            return setBits == 0 ? getClass() : SET;
        }

        @Override
        public Stage stage() {
            return Stage.OUTBOUND;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(Ipv4Address.of(address4), port4, filtering);
        }
    }

    /** The packets of a subscriber's new flows are dropped: it gets no binding for now. */
    public static final class SubscriberLimit extends Intent {
        public final int instance;
        public final Protocol protocol;
        public final Ipv6Prefix subscriber;

        public SubscriberLimit(int instance, Protocol protocol, Ipv6Prefix subscriber) {
            this.instance = instance;
            this.protocol = protocol;
            this.subscriber = subscriber;
        }

        @Override
        public Object key() {
            return List.of("subscriber-limit", instance, protocol, subscriber);
        }

        /** Where the bindings of the subscriber are missing, nothing is dropped for their lack. */
        @Override
        public Stage stage() {
            return Stage.SERVICE;
        }
    }

    /** IPv4 to IPv6: this transport address enters as that one; a port set as above. */
    public static final class Inbound extends Intent {
        /** The sort of those of port sets. */
        public static final String SET = "port-set4";

        public final Protocol protocol;
        public final int address4;
        public final int port4;
        public final long address6High;
        public final long address6Low;
        public final int port6;
        public final Filtering filtering;

        /** As in {@link Outbound}. */
        public final int setBits;

        /** One that any peer may write to, of one port; units as in {@link Outbound}. */
        public Inbound(
                Protocol protocol,
                int address4,
                int port4,
                long address6High,
                long address6Low,
                int port6) {
            this(
                    protocol,
                    address4,
                    port4,
                    address6High,
                    address6Low,
                    port6,
                    Filtering.ENDPOINT_INDEPENDENT,
                    0);
        }

        /** The same with other peers, or of a port set, as in {@link Outbound}. */
        public Inbound(
                Protocol protocol,
                int address4,
                int port4,
                long address6High,
                long address6Low,
                int port6,
                Filtering filtering,
                int setBits) {
            this.protocol = protocol;
            this.address4 = address4;
            this.port4 = port4;
            this.address6High = address6High;
            this.address6Low = address6Low;
            this.port6 = port6;
            this.filtering = filtering.of(protocol);
            this.setBits = setBits;
        }

        @Override
        public Object key() {
            Ipv4Address address = Ipv4Address.of(address4);
            return setBits == 0
                    ? List.of("bib4", protocol, address, port4)
                    : List.of(SET, protocol, address, port4, setBits);
        }

        @Override
        public Object sort() {
            return setBits == 0 ? getClass() : SET;
        }

        @Override
        public Stage stage() {
            return Stage.INBOUND;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(Ipv6Address.of(address6High, address6Low), port6, filtering);
        }
    }

    /**
     * A peer that may send to a binding that is filtered, and that its host may send to. Set before
     * the forward side of the binding, and removed after it.
     */
    public static class Session extends Intent {
        public final Protocol protocol;
        public final int address4;
        public final int port4;
        public final int peer4;
        public final int peerPort;

        /**
         * @param address4 of the binding, network order
         * @param port4 of the binding, 0 to 65535, the identifier for ICMP
         * @param peer4 network order
         * @param peerPort 0 to 65535; 0 where it may be any, and for ICMP
         */
        public Session(Protocol protocol, int address4, int port4, int peer4, int peerPort) {
            this.protocol = protocol;
            this.address4 = address4;
            this.port4 = port4;
            this.peer4 = peer4;
            this.peerPort = peerPort;
        }

        @Override
        public final Object key() {
            return List.of(
                    table(),
                    protocol,
                    Ipv4Address.of(address4),
                    port4,
                    Ipv4Address.of(peer4),
                    peerPort);
        }

        String table() {
            return "session";
        }

        @Override
        public final Stage stage() {
            return Stage.INBOUND;
        }
    }

    /** The same once more, where the peer is a binding that is filtered as well. */
    public static final class HairpinSession extends Session {
        /** As in {@link Session}. */
        public HairpinSession(Protocol protocol, int address4, int port4, int peer4, int peerPort) {
            super(protocol, address4, port4, peer4, peerPort);
        }

        @Override
        String table() {
            return "hairpin-session";
        }
    }

    /** Where a route leads. */
    public enum Via {
        /** A next hop, by its id. */
        NEXT,
        /** A network on this device whose neighbour is not known: ask the controller. */
        CONNECTED,
        /** Nowhere: drop. */
        BLACKHOLE
    }

    /** Where packets to some destinations go. */
    public abstract static class Route extends Intent {
        public final Via via;
        public final int next;

        private Route(Via via, int next) {
            this.via = via;
            this.next = next;
        }

        @Override
        public final Stage stage() {
            return Stage.ROUTE;
        }

        @Override
        protected final List<Object> outcome() {
            return List.of(via, next);
        }
    }

    public static final class Route4 extends Route {
        public final Ipv4Prefix prefix;

        /**
         * @param next id of a {@link Next}; 0 unless via is NEXT
         */
        public Route4(Ipv4Prefix prefix, Via via, int next) {
            super(via, next);
            this.prefix = prefix;
        }

        @Override
        public Object key() {
            return List.of("route", prefix);
        }
    }

    public static final class Route6 extends Route {
        public final Ipv6Prefix prefix;

        /**
         * @param next id of a {@link Next}; 0 unless via is NEXT
         */
        public Route6(Ipv6Prefix prefix, Via via, int next) {
            super(via, next);
            this.prefix = prefix;
        }

        @Override
        public Object key() {
            return List.of("route", prefix);
        }
    }

    /** Next hops of equal cost among which flows are spread. */
    public static final class Next extends Intent {
        /** 1 to 65535, unique on the device. */
        public final int id;

        public final List<Hop> hops;

        public Next(int id, List<Hop> hops) {
            this.id = id;
            this.hops = List.copyOf(hops);
        }

        @Override
        public Object key() {
            return List.of("next", id);
        }

        @Override
        public Stage stage() {
            return Stage.NEXT_HOP;
        }

        /** Each hop has a place of its own. */
        @Override
        public Object sort() {
            return List.of(Next.class, hops.size());
        }

        @Override
        protected List<Object> outcome() {
            return List.copyOf(hops);
        }
    }

    /** One way out of a device. Immutable; equal by value. */
    public static final class Hop {
        public final int port;
        public final MacAddress source;
        public final MacAddress destination;

        /** 0: untagged. */
        public final int vlan;

        /** Bytes of the IP packet. */
        public final int mtu;

        public Hop(int port, MacAddress source, MacAddress destination, int vlan, int mtu) {
            this.port = port;
            this.source = source;
            this.destination = destination;
            this.vlan = vlan;
            this.mtu = mtu;
        }

        private List<Object> parts() {
            return List.of(port, source, destination, vlan, mtu);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Hop && ((Hop) o).parts().equals(parts());
        }

        @Override
        public int hashCode() {
            return parts().hashCode();
        }

        @Override
        public String toString() {
            return parts().toString();
        }
    }

    /**
     * What the switch's choice among the hops of a {@link Next} depends on besides the flow.
     * Switches with the same one all choose alike (hash polarisation).
     */
    public static final class FlowSeed extends Intent {
        /** Any 32 bits. */
        public final int seed;

        public FlowSeed(int seed) {
            this.seed = seed;
        }

        @Override
        public Object key() {
            return List.of("flow-seed");
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(seed);
        }
    }

    /** Switch-wide choices of RFC 7915. */
    public static final class Options extends Intent {
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

    /** How many packets of one reason may come up. */
    public static final class PuntRate extends Intent {
        public final PuntReason reason;
        public final long packetsPerSecond;
        public final long burst;

        public PuntRate(PuntReason reason, long packetsPerSecond, long burst) {
            this.reason = reason;
            this.packetsPerSecond = packetsPerSecond;
            this.burst = burst;
        }

        @Override
        public Object key() {
            return List.of("punt-rate", reason);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(packetsPerSecond, burst);
        }
    }

    /** Which addresses share what may come up of one subscriber: those of a prefix. */
    public static final class Subscriber extends Intent {
        public final int prefixLength;

        /**
         * @param prefixLength 1 to 128
         */
        public Subscriber(int prefixLength) {
            this.prefixLength = prefixLength;
        }

        @Override
        public Object key() {
            return List.of("subscriber");
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(prefixLength);
        }
    }

    /** How many packets of one reason may come up of the subscribers whose hash is that. */
    public static final class PuntShare extends Intent {
        /** Hashes of subscriber and reason are 0 to that, exclusive. */
        public static final int SHARES = 1024;

        public final int share;
        public final long packetsPerSecond;
        public final long burst;

        public PuntShare(int share, long packetsPerSecond, long burst) {
            this.share = share;
            this.packetsPerSecond = packetsPerSecond;
            this.burst = burst;
        }

        @Override
        public Object key() {
            return List.of("punt-share", share);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(packetsPerSecond, burst);
        }
    }
}
