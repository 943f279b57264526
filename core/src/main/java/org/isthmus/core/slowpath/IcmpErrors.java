// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.u16;

import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;

/** Makes ICMP errors about packets (RFC 792, RFC 1812 section 4.3.2, RFC 4443 section 2.4). */
final class IcmpErrors {
    /** The class of what it is about (RFC 5508 section 7.7), without its ECN. */
    private static final int DS_FIELD = 0xfc;

    /** 64 on the wire: the pipeline takes one off when it routes the error. */
    private static final int HOP_LIMIT = 65;

    private static final int MAX4 = 576;
    private static final int MAX6 = 1280;

    private IcmpErrors() {}

    /** Whether an error may be sent about a packet at all. */
    static boolean allowed(byte[] frame, FrameTuple t) {
        boolean group = (frame[0] & 1) != 0;
        if (group || t.icmpError) {
            return false;
        }
        if (t.ipv6) {
            boolean redirect = t.protocol == FrameTuple.ICMP6 && t.icmpType == 137;
            // RFC 4443 excepts no later fragment, but this one may be of an error.
            boolean unknown = t.protocol == FrameTuple.ICMP6 && t.fragmentOffset != 0;
            return !redirect
                    && !unknown
                    && t.destinationHigh >>> 56 != 0xff
                    && t.sourceHigh >>> 56 != 0xff
                    && (t.sourceHigh | t.sourceLow) != 0;
        }
        int first = t.source4 >>> 24;
        return t.fragmentOffset == 0
                && first != 0
                && first != 127
                && first < 224
                && t.destination4 >>> 28 < 14;
    }

    /**
     * Whether a packet to a binding that is refused is dropped in silence: IPv4's first fragment of
     * UDP without a checksum, which only the whole packet would allow computing (RFC 6146 section
     * 3.4).
     */
    static boolean isSilent(byte[] frame, FrameTuple t) {
        return !t.ipv6
                && t.fragment
                && t.protocol == FrameTuple.UDP
                && t.end - t.l4Offset >= 8
                && u16(frame, t.l4Offset + 6) == 0;
    }

    /**
     * An ICMPv4 error to the sender of a packet; the Ethernet header is still empty.
     *
     * @param rest the second word of the ICMP header
     * @param source an address of the device
     * @param identification writes identification and flags
     */
    static byte[] icmp4(
            byte[] frame,
            FrameTuple t,
            int type,
            int code,
            int rest,
            int source,
            Ipv4Identification identification) {
        int quote = Math.min(t.end - t.l3Offset, MAX4 - 28);
        int icmp = Packets.L3 + 20;
        byte[] out = new byte[icmp + 8 + quote];
        System.arraycopy(frame, t.l3Offset, out, icmp + 8, quote);
        put16(out, icmp, IcmpTables.pair(type, code));
        put32(out, icmp + 4, rest);
        Packets.ipv4(
                out, t.trafficClass & DS_FIELD, 0, FrameTuple.ICMP, HOP_LIMIT, source, t.source4);
        identification.write(out.length - Packets.L3, out, Packets.L3);
        Packets.ipv4Checksum(out, Packets.L3);
        Packets.icmp4Checksum(out);
        return out;
    }

    /** An ICMPv6 error to the sender of a packet; as above. */
    static byte[] icmp6(
            byte[] frame, FrameTuple t, int type, int code, int rest, long high, long low) {
        int quote = Math.min(t.end - t.l3Offset, MAX6 - 48);
        int icmp = Packets.L3 + 40;
        byte[] out = new byte[icmp + 8 + quote];
        System.arraycopy(frame, t.l3Offset, out, icmp + 8, quote);
        put16(out, icmp, IcmpTables.pair(type, code));
        put32(out, icmp + 4, rest);
        Packets.ipv6(
                out,
                t.trafficClass & DS_FIELD,
                FrameTuple.ICMP6,
                HOP_LIMIT,
                high,
                low,
                t.sourceHigh,
                t.sourceLow);
        Packets.icmp6Checksum(out);
        return out;
    }
}
