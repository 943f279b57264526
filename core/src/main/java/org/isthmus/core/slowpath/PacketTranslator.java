// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put64;
import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.packet.Bytes.u16;

import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;

/**
 * Translates one packet, or the part of it that an ICMP error quotes (RFC 7915 sections 4.1, 4.3,
 * 5.1, 5.3). Hop limits are copied: the pipeline decrements them when it routes the result.
 * Checksums are updated incrementally, so that a wrong one stays wrong.
 */
final class PacketTranslator {
    private PacketTranslator() {}

    /**
     * IPv4 to IPv6.
     *
     * @param t of the packet in b; its first fragment and no fragment at all have ports
     * @param trafficClass of the result
     * @param out cut short where it ends
     * @param at where the IPv6 header goes
     * @return where the packet ends in out; -1: ICMP that is no echo, or in fragments; a protocol
     *     of one family alone
     */
    static int to6(
            byte[] b,
            FrameTuple t,
            int trafficClass,
            Transport6 source,
            int sourcePort,
            Transport6 destination,
            int destinationPort,
            byte[] out,
            int at) {
        boolean icmp = t.protocol == FrameTuple.ICMP;
        if (t.isOfOtherFamily() || icmp && (t.fragment || !t.ports)) {
            return -1;
        }
        int upper = t.length - (t.l4Offset - t.l3Offset);
        int protocol = icmp ? FrameTuple.ICMP6 : t.protocol;
        put32(out, at, 6 << 28 | trafficClass << 20);
        put16(out, at + 4, upper + (t.fragment ? 8 : 0));
        put8(out, at + 6, t.fragment ? FrameTuple.FRAGMENT_HEADER : protocol);
        put8(out, at + 7, t.hopLimit);
        put64(out, at + 8, source.high);
        put64(out, at + 16, source.low);
        put64(out, at + 24, destination.high);
        put64(out, at + 32, destination.low);
        int p = at + 40;
        if (t.fragment) {
            put8(out, p, protocol);
            put8(out, p + 1, 0);
            put16(out, p + 2, t.fragmentOffset | (t.moreFragments ? 1 : 0));
            put32(out, p + 4, t.identification);
            p += 8;
        }
        int n = Math.min(t.end - t.l4Offset, out.length - p);
        System.arraycopy(b, t.l4Offset, out, p, n);
        if (t.fragmentOffset == 0) {
            long before = Checksum.sum(t.source4) + Checksum.sum(t.destination4);
            long after =
                    Checksum.sum(source.high)
                            + Checksum.sum(source.low)
                            + Checksum.sum(destination.high)
                            + Checksum.sum(destination.low);
            if (icmp) {
                int type = t.icmpType == 8 ? 128 : 129;
                before = 0;
                after += Checksum.sum(upper) + FrameTuple.ICMP6;
                icmp(out, p, n, IcmpTables.pair(type, 0), sourcePort, before, after);
            } else {
                transport(out, p, n, t.protocol, sourcePort, destinationPort, before, after);
            }
        }
        return p + n;
    }

    /**
     * IPv6 to IPv4; parameters and result as above. Extension headers are left out.
     *
     * @param tos of the result
     * @param identification writes identification and flags
     */
    static int to4(
            byte[] b,
            FrameTuple t,
            int tos,
            Transport4 source,
            int sourcePort,
            Transport4 destination,
            int destinationPort,
            Ipv4Identification identification,
            byte[] out,
            int at) {
        boolean icmp = t.protocol == FrameTuple.ICMP6;
        if (t.isOfOtherFamily()
                || FrameTuple.isExtension(t.protocol)
                || icmp && (t.fragment || !t.ports)) {
            return -1;
        }
        int upper = t.length - (t.l4Offset - t.l3Offset);
        // Only a packet in an error can claim more than fits.
        int total = Math.min(20 + upper, 65535);
        put8(out, at, 0x45);
        put8(out, at + 1, tos);
        put16(out, at + 2, total);
        identification.write(t, total, out, at);
        put8(out, at + 8, t.hopLimit);
        put8(out, at + 9, icmp ? FrameTuple.ICMP : t.protocol);
        put16(out, at + 10, 0);
        put32(out, at + 12, source.address);
        put32(out, at + 16, destination.address);
        put16(out, at + 10, Checksum.finish(Checksum.sum(out, at, at + 20)));
        int p = at + 20;
        int n = Math.min(t.end - t.l4Offset, out.length - p);
        System.arraycopy(b, t.l4Offset, out, p, n);
        if (t.fragmentOffset == 0) {
            long before =
                    Checksum.sum(t.sourceHigh)
                            + Checksum.sum(t.sourceLow)
                            + Checksum.sum(t.destinationHigh)
                            + Checksum.sum(t.destinationLow);
            long after = Checksum.sum(source.address) + Checksum.sum(destination.address);
            if (icmp) {
                int type = t.icmpType == 128 ? 8 : 0;
                before += Checksum.sum(upper) + FrameTuple.ICMP6;
                icmp(out, p, n, IcmpTables.pair(type, 0), sourcePort, before, 0);
            } else {
                transport(out, p, n, t.protocol, sourcePort, destinationPort, before, after);
            }
        }
        return p + n;
    }

    private static void icmp(
            byte[] out, int p, int n, int typeCode, int identifier, long before, long after) {
        // An echo header is there in full: otherwise it has no ports.
        assert n >= 8;
        long old = before + u16(out, p) + u16(out, p + 4);
        put16(out, p, typeCode);
        put16(out, p + 4, identifier);
        int sum = Checksum.update(u16(out, p + 2), old, after + typeCode + identifier);
        // An ICMPv4 echo reply of zeros would sum up to 0 with 0 (RFC 1624).
        put16(out, p + 2, sum == 0 ? 0xffff : sum);
    }

    private static void transport(
            byte[] out,
            int p,
            int n,
            int protocol,
            int sourcePort,
            int destinationPort,
            long before,
            long after) {
        boolean udp = protocol == FrameTuple.UDP;
        if (!udp && protocol != FrameTuple.TCP || n < 4) {
            return;
        }
        long old = before + u16(out, p) + u16(out, p + 2);
        put16(out, p, sourcePort);
        put16(out, p + 2, destinationPort);
        int at = p + (udp ? 6 : 16);
        if (n < at - p + 2 || udp && u16(out, at) == 0) {
            return;
        }
        int sum = Checksum.update(u16(out, at), old, after + sourcePort + destinationPort);
        put16(out, at, udp && sum == 0 ? 0xffff : sum);
    }
}
