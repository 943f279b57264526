// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;
import org.isthmus.core.net.SpecialPurpose;
import org.isthmus.core.packet.FrameTuple;

/**
 * Address translation of the slow path: an EAM takes precedence over RFC 6052 (RFC 7757 section
 * 3.2) and over a binding. The peer of a binding is embedded in the NAT64 prefix, and so is the
 * peer in a hairpinned flow, an IPv6 host, since packets for it are sent there (RFC 7757 section
 * 4.2.1). Allocates nothing; not thread safe.
 */
final class AddressMap {
    private final Mappings mappings;
    private final Transport4 scratch4 = new Transport4();
    private final Transport6 scratch6 = new Transport6();

    /** Whether the host looked up last has an EAM. */
    private boolean eam;

    /** Whether the peer looked up last has an EAM. */
    private boolean peerEam;

    AddressMap(Mappings mappings) {
        this.mappings = mappings;
    }

    /** The IPv6 address of a peer of the host looked up last. */
    void peerToIpv6(int address4, int instance, Transport6 out) {
        if (!eam || !mappings.eamOfHost4(instance, address4, out)) {
            Ipv6Prefix prefix = mappings.prefix(instance);
            out.high = Rfc6052.embedHigh(prefix, address4);
            out.low = Rfc6052.embedLow(prefix, address4);
            out.instance = instance;
        }
    }

    /** Bytes of an IPv6 packet that needs no fragmentation, at least 1280. */
    int lowestIpv6Mtu() {
        return mappings.lowestIpv6Mtu();
    }

    /** Whether IPv4 UDP without a checksum gets one, or is dropped (RFC 7915 section 4.5). */
    boolean computesUdpChecksums() {
        return mappings.computesUdpChecksums();
    }

    /** The TOS of an IPv6 packet once it is IPv4 (RFC 7915 section 5.1). */
    int tosTo4(int trafficClass) {
        return mappings.tos() < 0 ? trafficClass : mappings.tos();
    }

    /** The traffic class of an IPv4 packet once it is IPv6 (RFC 7915 section 4.1). */
    int trafficClassTo6(int tos) {
        return mappings.tos() < 0 ? tos : 0;
    }

    /** The length of the IPv6 prefix that is one subscriber of the instance, 1 to 128. */
    int subscriberPrefixLength(int instance) {
        return mappings.subscriberPrefixLength(instance);
    }

    /**
     * Whether packets may be translated to a peer: it is no loopback, multicast or link-local
     * address, and the instance may embed it.
     *
     * @param high of the peer's IPv6 address
     * @param port of the peer; see {@link #denied}
     */
    boolean legal(
            long high,
            long low,
            int instance,
            int address4,
            int protocol,
            int port,
            boolean ports) {
        return SpecialPurpose.isRouted(address4)
                && !(inside(high, low) && denied(instance, address4, protocol, port, ports));
    }

    /**
     * Whether the instance must not translate to that port of the address.
     *
     * @param protocol by the number of either family
     * @param ports whether the packet has them
     */
    boolean denied(int instance, int address4, int protocol, int port, boolean ports) {
        return mappings.denied(
                instance, address4, Protocol.of(protocol), ports ? port : DeniedService.NO_PORT);
    }

    /** The IPv4 address of a peer; false: neither an EAM nor a NAT64 prefix holds it. */
    boolean peerToIpv4(long high, long low, Transport4 out) {
        peerEam = mappings.eamToHost4(high, low, out);
        return peerEam || mappings.embeddedToIpv4(high, low, out);
    }

    /** Whether the IPv4 address of the peer looked up last comes from an EAM. */
    boolean isPeerMapped() {
        return peerEam;
    }

    /** Whether the IPv6 host that a packet comes from, or goes to, has an EAM. */
    boolean isHostMapped(FrameTuple t) {
        if (!t.ipv6) {
            return mappings.eamToHost6(t.destination4, scratch6);
        }
        return mappings.peerToIpv4(t.destinationHigh, t.destinationLow, scratch4)
                && mappings.eamOfHost6(scratch4.instance, t.sourceHigh, t.sourceLow, scratch4);
    }

    /**
     * The IPv6 address of a router that sends an error to the host looked up last: that of the peer
     * if it is the peer, else its own where it is an IPv6 router with an EAM of the instance (RFC
     * 7757 section 4.2.2), whose error was IPv4 in between.
     *
     * @param peer4 as {@link #peerToIpv6}
     */
    void routerToIpv6(int address4, int peer4, int instance, Transport6 out) {
        boolean isMapped =
                address4 != peer4 && mappings.eamToHost6(address4, out) && out.instance == instance;
        if (!isMapped) {
            peerToIpv6(address4, instance, out);
        }
    }

    /** The IPv4 address of a router on the IPv6 side of an instance; false: it has none. */
    boolean routerToIpv4(int instance, long high, long low, Transport4 out) {
        return mappings.eamOfHost6(instance, high, low, out);
    }

    /**
     * The transport address of an IPv6 host by an EAM, which keeps the port, or by the BIB.
     *
     * @param ports whether the packet has them
     */
    boolean hostToIpv6(int protocol, int address4, int port4, boolean ports, Transport6 out) {
        eam = mappings.eamToHost6(address4, out);
        if (eam) {
            out.port = port4;
            return true;
        }
        Protocol p = ports ? Protocol.of(protocol) : null;
        return p != null && mappings.toIpv6(p, address4, port4, out);
    }

    /**
     * Whether a peer may send to what {@link #hostToIpv6} found last: to an EAM anyone may.
     *
     * @param protocol of a packet with ports
     */
    boolean admits(int protocol, int address4, int port4, int peer4, int peerPort) {
        return eam || mappings.admits(Protocol.of(protocol), address4, port4, peer4, peerPort);
    }

    /**
     * The IPv4 transport address of an IPv6 host, by an EAM or the BIB; as above. To a peer by its
     * EAM, only an EAM will do: it would answer a binding from the NAT64 prefix.
     */
    boolean hostToIpv4(
            int instance,
            int protocol,
            long high,
            long low,
            int port6,
            boolean ports,
            Transport4 out) {
        if (mappings.eamOfHost6(instance, high, low, out)) {
            out.port = port6;
            return true;
        }
        Protocol p = ports && !peerEam ? Protocol.of(protocol) : null;
        return p != null && mappings.toIpv4(instance, p, high, low, port6, out);
    }

    /** Whether the prefix of an instance must not hold an IPv4 address (RFC 6052 section 3.1). */
    boolean isUnfit(int instance, int address4) {
        return mappings.denied(instance, address4, null, DeniedService.NO_PORT);
    }

    /** Whether the address is inside a NAT64 prefix. */
    boolean inside(long high, long low) {
        return mappings.instanceOf(high, low) != 0;
    }
}
