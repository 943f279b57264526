// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.liveness;

import static org.isthmus.core.packet.Bytes.i64;
import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put64;
import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u8;

import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;

/**
 * The frames of probes: ICMPv6 echo between the link-local addresses of switches (RFC 4443 section
 * 4), which every pipeline answers by itself. A token that hosts do not know tells them from echo
 * of others. Stateless.
 */
final class Probe {
    private static final int ICMP = Packets.L3 + 40;
    private static final int ROUND = ICMP + 6;
    private static final int TOKEN = ICMP + 8;
    private static final int LENGTH = TOKEN + 8;
    private static final int REQUEST = 128;
    private static final int REPLY = 129;

    private Probe() {}

    /**
     * A question to the switch at the far end of a link.
     *
     * @param round 16 bits
     */
    static byte[] request(MacAddress from, MacAddress to, int round, long token) {
        return frame(REQUEST, from, to, round, token, LENGTH);
    }

    /**
     * The same in a packet of a size, padded with zeros; its answer is {@link #isFull}.
     *
     * @param mtu bytes of the IP packet, 1280 or more
     */
    static byte[] fullRequest(MacAddress from, MacAddress to, int round, long token, int mtu) {
        return frame(REQUEST, from, to, round, token, Packets.L3 + mtu);
    }

    /** An answer of a switch to itself, which its pipeline gives to the controller. */
    static byte[] own(MacAddress of, int round, long token) {
        return frame(REPLY, of, of, round, token, LENGTH);
    }

    private static byte[] frame(
            int type, MacAddress from, MacAddress to, int round, long token, int length) {
        byte[] f = new byte[length];
        Ipv6Address source = V4Mapped.linkLocal(from);
        Ipv6Address destination = V4Mapped.linkLocal(to);
        put8(f, ICMP, type);
        put16(f, ROUND, round);
        put64(f, TOKEN, token);
        Packets.ethernet(f, to.bits(), from.bits(), FrameTuple.ETHER_IPV6);
        Packets.ipv6(
                f,
                0,
                FrameTuple.ICMP6,
                255,
                source.high(),
                source.low(),
                destination.high(),
                destination.low());
        Packets.icmp6Checksum(f);
        return f;
    }

    static boolean isReply(byte[] f, long token) {
        return f.length >= LENGTH
                && i64(f, TOKEN) == token
                && u16(f, 12) == FrameTuple.ETHER_IPV6
                && u8(f, Packets.L3 + 6) == FrameTuple.ICMP6
                && u8(f, ICMP) == REPLY;
    }

    /** Whether a reply is to a {@link #fullRequest}; no other comes in a frame of such a length. */
    static boolean isFull(byte[] f) {
        return f.length >= Packets.L3 + Limits.MTU.min;
    }

    static boolean isFrom(byte[] f, MacAddress sender) {
        Ipv6Address source = V4Mapped.linkLocal(sender);
        return i64(f, Packets.L3 + 8) == source.high() && i64(f, Packets.L3 + 16) == source.low();
    }

    static int round(byte[] f) {
        return u16(f, ROUND);
    }
}
