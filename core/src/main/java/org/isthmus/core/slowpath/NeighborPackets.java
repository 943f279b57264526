// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.i64;
import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put48;
import static org.isthmus.core.packet.Bytes.put64;
import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u48;
import static org.isthmus.core.packet.Bytes.u8;

import java.util.Collection;
import java.util.List;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;

/** ARP (RFC 826) and Neighbor Discovery (RFC 4861) messages; frames are complete but untagged. */
final class NeighborPackets {
    static final int ROUTER_SOLICITATION = 133;
    static final int NEIGHBOR_SOLICITATION = 135;
    static final int NEIGHBOR_ADVERTISEMENT = 136;

    /** Seconds hosts may use us as a router after an advertisement. */
    static final int ROUTER_LIFETIME = 1800;

    /** In the first byte of the flags of an advertisement. */
    private static final int SOLICITED = 0x40;

    private static final int PREFIX_VALID = 86400;
    private static final int PREFIX_PREFERRED = 14400;
    private static final long BROADCAST = 0xffff_ffff_ffffL;

    private NeighborPackets() {}

    /**
     * An ARP packet.
     *
     * @param operation 1: request, 2: reply
     * @param targetMac 0: not known, and the frame is a broadcast
     */
    static byte[] arp(int operation, long mac, int sender, long targetMac, int target) {
        byte[] f = new byte[60];
        Packets.ethernet(f, targetMac == 0 ? BROADCAST : targetMac, mac, FrameTuple.ETHER_ARP);
        put16(f, 14, 1);
        put16(f, 16, FrameTuple.ETHER_IPV4);
        put16(f, 18, 0x0604);
        put16(f, 20, operation);
        put48(f, 22, mac);
        put32(f, 28, sender);
        put48(f, 32, targetMac);
        put32(f, 38, target);
        return f;
    }

    /** Whether an ARP packet for IPv4 over Ethernet stands at an offset. */
    static boolean isArp(byte[] f, int at) {
        return f.length >= at + 28
                && u16(f, at) == 1
                && u16(f, at + 2) == FrameTuple.ETHER_IPV4
                && u16(f, at + 4) == 0x0604;
    }

    /**
     * A neighbour solicitation.
     *
     * @param targetMac 0: not known, and it goes to the solicited-node address
     */
    static byte[] solicitation(long mac, Ipv6Address source, long targetMac, Ipv6Address target) {
        byte[] f = new byte[Packets.L3 + 40 + 24 + 8];
        int icmp = Packets.L3 + 40;
        put8(f, icmp, NEIGHBOR_SOLICITATION);
        put64(f, icmp + 8, target.high());
        put64(f, icmp + 16, target.low());
        linkLayerAddress(f, icmp + 24, 1, mac);
        boolean multicast = targetMac == 0;
        long suffix = target.low() & 0xff_ffff;
        long high = multicast ? 0xff02L << 48 : target.high();
        long low = multicast ? 0x1_ff00_0000L | suffix : target.low();
        long destination = multicast ? 0x3333_ff00_0000L | suffix : targetMac;
        finish(f, mac, destination, source.high(), source.low(), high, low);
        return f;
    }

    /**
     * An advertisement of a neighbour reached through us: from a router, and solicited unless it
     * goes to all nodes (RFC 4861 section 7.1.2).
     */
    static byte[] advertisement(
            long mac, Ipv6Address source, long toMac, long toHigh, long toLow, Ipv6Address target) {
        byte[] f = new byte[Packets.L3 + 40 + 24 + 8];
        int icmp = Packets.L3 + 40;
        put8(f, icmp, NEIGHBOR_ADVERTISEMENT);
        put32(f, icmp + 4, toHigh >>> 56 == 0xff ? 0x8000_0000 : 0xc000_0000);
        put64(f, icmp + 8, target.high());
        put64(f, icmp + 16, target.low());
        linkLayerAddress(f, icmp + 24, 2, mac);
        finish(f, mac, toMac, source.high(), source.low(), toHigh, toLow);
        return f;
    }

    /**
     * A router advertisement with the interface's MTU and /64 networks, its DNS servers (RFC 8106),
     * and the NAT64 prefixes (RFC 8781).
     *
     * @param toMac 0: to all nodes
     */
    static byte[] routerAdvertisement(
            FabricConfig.Interface on,
            MacAddress router,
            Collection<Ipv6Prefix> nat64,
            long toMac,
            long toHigh,
            long toLow) {
        long mac = router.bits();
        long networks = on.networks6.stream().filter(p -> p.length() == 64).count();
        List<Ipv6Address> servers = on.routerAdvertisements.dnsServers;
        int dns = servers.isEmpty() ? 0 : 8 + 16 * servers.size();
        int length = 16 + 8 + 8 + 32 * (int) networks + dns + 16 * nat64.size();
        byte[] f = new byte[Packets.L3 + 40 + length];
        int icmp = Packets.L3 + 40;
        put8(f, icmp, 134);
        put8(f, icmp + 4, 64);
        put16(f, icmp + 6, ROUTER_LIFETIME);
        int at = icmp + 16;
        linkLayerAddress(f, at, 1, mac);
        at += 8;
        put16(f, at, 5 << 8 | 1);
        put32(f, at + 4, on.mtu);
        at += 8;
        for (Ipv6Prefix p : on.networks6) {
            if (p.length() == 64) {
                put16(f, at, 3 << 8 | 4);
                put8(f, at + 2, 64);
                put8(f, at + 3, 0xc0);
                put32(f, at + 4, PREFIX_VALID);
                put32(f, at + 8, PREFIX_PREFERRED);
                put64(f, at + 16, p.high());
                at += 32;
            }
        }
        if (dns > 0) {
            put16(f, at, 25 << 8 | dns / 8);
            put32(f, at + 4, ROUTER_LIFETIME);
            at += 8;
            for (Ipv6Address server : servers) {
                put64(f, at, server.high());
                put64(f, at + 8, server.low());
                at += 16;
            }
        }
        for (Ipv6Prefix p : nat64) {
            put16(f, at, 38 << 8 | 2);
            // Units of 8 seconds in the upper 13 bits, the length's code below.
            put16(f, at + 2, ROUTER_LIFETIME / 8 << 3 | lengthCode(p.length()));
            put64(f, at + 4, p.high());
            put32(f, at + 12, (int) (p.low() >>> 32));
            at += 16;
        }
        Ipv6Address source = V4Mapped.linkLocal(router);
        boolean all = toMac == 0;
        finish(
                f,
                mac,
                all ? 0x3333_0000_0001L : toMac,
                source.high(),
                source.low(),
                all ? 0xff02L << 48 : toHigh,
                all ? 1 : toLow);
        return f;
    }

    private static int lengthCode(int length) {
        return length == 96 ? 0 : 1 + (64 - length) / 8;
    }

    private static void linkLayerAddress(byte[] f, int at, int type, long mac) {
        put16(f, at, type << 8 | 1);
        put48(f, at + 2, mac);
    }

    private static void finish(
            byte[] f, long mac, long toMac, long fromHigh, long fromLow, long toHigh, long toLow) {
        Packets.ethernet(f, toMac, mac, FrameTuple.ETHER_IPV6);
        Packets.ipv6(f, 0, FrameTuple.ICMP6, 255, fromHigh, fromLow, toHigh, toLow);
        Packets.icmp6Checksum(f);
    }

    /** The checks of RFC 4861 sections 6.1.1, 7.1.1 and 7.1.2 that all messages share. */
    static boolean isDiscovery(byte[] f, FrameTuple t) {
        return t.ipv6
                && t.protocol == FrameTuple.ICMP6
                && !t.fragment
                && t.hopLimit == 255
                && t.icmpCode == 0
                && !isSolicitedGroup(f, t)
                && areOptionsWhole(f, t)
                && Checksum.valid(
                        Checksum.pseudo6(
                                        t.sourceHigh,
                                        t.sourceLow,
                                        t.destinationHigh,
                                        t.destinationLow,
                                        FrameTuple.ICMP6,
                                        t.end - t.l4Offset)
                                + Checksum.sum(f, t.l4Offset, t.end));
    }

    /** None has length 0, and the last ends with the packet. */
    private static boolean areOptionsWhole(byte[] f, FrameTuple t) {
        int at = options(t);
        while (at + 8 <= t.end && u8(f, at + 1) > 0) {
            at += u8(f, at + 1) * 8;
        }
        return at == t.end;
    }

    private static int options(FrameTuple t) {
        return t.l4Offset + (t.icmpType == ROUTER_SOLICITATION ? 8 : 24);
    }

    /** What goes to all was asked for by nobody (RFC 4861 section 7.1.2). */
    private static boolean isSolicitedGroup(byte[] f, FrameTuple t) {
        return t.icmpType == NEIGHBOR_ADVERTISEMENT
                && t.destinationHigh >>> 56 == 0xff
                && t.end > t.l4Offset + 4
                && (u8(f, t.l4Offset + 4) & SOLICITED) != 0;
    }

    /** The target of a solicitation or advertisement; null if cut short. */
    static Ipv6Address target(byte[] f, FrameTuple t) {
        int at = t.l4Offset + 8;
        return t.end < at + 16 ? null : Ipv6Address.of(i64(f, at), i64(f, at + 8));
    }

    /**
     * A link-layer address option of a message that {@linkplain #isDiscovery has passed the
     * checks}.
     *
     * @param type 1: of the source, 2: of the target
     * @return 0: none
     */
    static long linkLayerOption(byte[] f, FrameTuple t, int type) {
        for (int at = options(t); at < t.end; at += u8(f, at + 1) * 8) {
            if (u8(f, at) == type && u8(f, at + 1) == 1) {
                return u48(f, at + 2);
            }
        }
        return 0;
    }

    /** Of an ARP packet at an offset: the sender's addresses. */
    static long arpSenderMac(byte[] f, int at) {
        return u48(f, at + 8);
    }

    static int arpSender(byte[] f, int at) {
        return i32(f, at + 14);
    }

    static int arpTarget(byte[] f, int at) {
        return i32(f, at + 24);
    }

    static boolean isArpRequest(byte[] f, int at) {
        return u16(f, at + 6) == 1;
    }
}
