// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.packet.Bytes.u8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;

/**
 * Fragments packets, and puts them together. Results are frames whose Ethernet header is still
 * empty.
 */
final class Fragmenter {
    /** RFC 791: the largest header and 8 bytes. */
    private static final int MIN_MTU4 = 68;

    /** Bytes of an IPv4 packet. */
    private static final int MAX_LENGTH = 65535;

    private Fragmenter() {}

    /**
     * An IPv6 packet that came from IPv4 (RFC 7915 section 4.1).
     *
     * @param packet with room for an Ethernet header, and at most a Fragment Header in it
     * @param identification of the fragments; a packet that is a fragment keeps its own
     * @param mtu bytes of an IP packet, at least 1280
     */
    static List<byte[]> ipv6(byte[] packet, int identification, int mtu) {
        FrameTuple t = new FrameTuple();
        if (packet.length - Packets.L3 <= mtu
                || !t.parsePacket(packet, Packets.L3, packet.length, false)) {
            return List.of(packet);
        }
        int from = t.fragmentHeader >= 0 ? t.fragmentHeader + 8 : Packets.L3 + 40;
        int next =
                t.fragmentHeader >= 0 ? u8(packet, t.fragmentHeader) : u8(packet, Packets.L3 + 6);
        int id = t.fragmentHeader >= 0 ? t.identification : identification;
        int most = (mtu - 48) & ~7;
        List<byte[]> all = new ArrayList<>();
        for (int at = from; at < t.end; at += most) {
            int n = Math.min(most, t.end - at);
            boolean more = t.moreFragments || at + n < t.end;
            byte[] f = new byte[Packets.L3 + 48 + n];
            System.arraycopy(packet, 0, f, 0, Packets.L3 + 40);
            put16(f, Packets.L3 + 4, 8 + n);
            put8(f, Packets.L3 + 6, FrameTuple.FRAGMENT_HEADER);
            int h = Packets.L3 + 40;
            put8(f, h, next);
            put16(f, h + 2, t.fragmentOffset + at - from | (more ? 1 : 0));
            put32(f, h + 4, id);
            System.arraycopy(packet, at, f, h + 8, n);
            all.add(f);
        }
        return all;
    }

    /**
     * An IPv4 packet that may be fragmented (RFC 791 section 3.2).
     *
     * @param mtu bytes of an IP packet; less than 68 counts as that
     */
    static List<byte[]> ipv4(byte[] frame, FrameTuple t, int mtu) {
        List<byte[]> all = new ArrayList<>();
        int at = t.l4Offset;
        while (at < t.end) {
            byte[] header = at == t.l4Offset ? header(frame, t) : copied(frame, t);
            int most = (Math.max(mtu, MIN_MTU4) - header.length) & ~7;
            int n = t.end - at + header.length <= mtu ? t.end - at : most;
            boolean more = t.moreFragments || at + n < t.end;
            byte[] f = new byte[Packets.L3 + header.length + n];
            put16(f, 12, FrameTuple.ETHER_IPV4);
            System.arraycopy(header, 0, f, Packets.L3, header.length);
            put8(f, Packets.L3, 0x40 | header.length / 4);
            put16(f, Packets.L3 + 2, header.length + n);
            int offset = t.fragmentOffset + at - t.l4Offset;
            put16(f, Packets.L3 + 6, (more ? 0x2000 : 0) | offset / 8);
            put16(f, Packets.L3 + 10, 0);
            long sum = Checksum.sum(f, Packets.L3, Packets.L3 + header.length);
            put16(f, Packets.L3 + 10, Checksum.finish(sum));
            System.arraycopy(frame, at, f, Packets.L3 + header.length, n);
            all.add(f);
            at += n;
        }
        return all;
    }

    /**
     * The IPv4 packet that frames have all fragments of, in any order; some may be there twice.
     *
     * @param t is used to parse them
     * @return null: a part is missing, there with other bytes as well, or behind the longest packet
     */
    static byte[] whole4(List<byte[]> fragments, FrameTuple t) {
        int count = fragments.size();
        long[] order = new long[count];
        int data = 0;
        for (int i = 0; i < count; i++) {
            t.parse(fragments.get(i));
            order[i] = (long) t.fragmentOffset << 32 | i;
            data = Math.max(data, t.fragmentOffset + t.end - t.l4Offset);
        }
        Arrays.sort(order);
        byte[] first = fragments.get((int) order[0]);
        t.parse(first);
        byte[] header = header(first, t);
        if (header.length + data > MAX_LENGTH) {
            return null;
        }
        byte[] whole = new byte[Packets.L3 + header.length + data];
        int begin = Packets.L3 + header.length;
        int end = 0;
        for (int i = 0; i < count; i++) {
            byte[] f = fragments.get((int) order[i]);
            t.parse(f);
            int there = t.end - t.l4Offset;
            int to = t.fragmentOffset + there;
            if (t.fragmentOffset > end || t.moreFragments != to < data) {
                return null;
            }
            int at = begin + t.fragmentOffset;
            if (t.fragmentOffset == end) {
                System.arraycopy(f, t.l4Offset, whole, at, there);
                end = to;
            } else if (to > end || !Arrays.equals(f, t.l4Offset, t.end, whole, at, at + there)) {
                return null;
            }
        }
        put16(whole, 12, FrameTuple.ETHER_IPV4);
        System.arraycopy(header, 0, whole, Packets.L3, header.length);
        put16(whole, Packets.L3 + 2, header.length + data);
        put16(whole, Packets.L3 + 6, 0);
        put16(whole, Packets.L3 + 10, 0);
        long sum = Checksum.sum(whole, Packets.L3, Packets.L3 + header.length);
        put16(whole, Packets.L3 + 10, Checksum.finish(sum));
        return whole;
    }

    private static byte[] header(byte[] frame, FrameTuple t) {
        byte[] h = new byte[t.l4Offset - t.l3Offset];
        System.arraycopy(frame, t.l3Offset, h, 0, h.length);
        return h;
    }

    /** The header of a later fragment: only options with the copied flag. */
    private static byte[] copied(byte[] frame, FrameTuple t) {
        byte[] h = new byte[60];
        System.arraycopy(frame, t.l3Offset, h, 0, 20);
        int to = 20;
        int at = t.l3Offset + 20;
        while (at + 1 < t.l4Offset && frame[at] != 0) {
            int n = frame[at] == 1 ? 1 : u8(frame, at + 1);
            if (n < 1 || at + n > t.l4Offset) {
                break;
            }
            if ((frame[at] & 0x80) != 0) {
                System.arraycopy(frame, at, h, to, n);
                to += n;
            }
            at += n;
        }
        byte[] out = new byte[(to + 3) & ~3];
        System.arraycopy(h, 0, out, 0, to);
        return out;
    }
}
