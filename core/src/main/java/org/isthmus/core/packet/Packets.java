// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.packet;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put48;
import static org.isthmus.core.packet.Bytes.put64;
import static org.isthmus.core.packet.Bytes.put8;

/** Writes headers of untagged frames that extend to the end of the array. */
public final class Packets {
    public static final int L3 = 14;

    private Packets() {}

    public static void ethernet(byte[] frame, long destination, long source, int etherType) {
        put16(frame, 12, etherType);
        macs(frame, destination, source);
    }

    public static void macs(byte[] frame, long destination, long source) {
        put48(frame, 0, destination);
        put48(frame, 6, source);
    }

    /**
     * The frame with a VLAN tag.
     *
     * @param vlan 0: the frame itself
     */
    public static byte[] tagged(byte[] frame, int vlan) {
        if (vlan == 0) {
            return frame;
        }
        byte[] out = new byte[frame.length + 4];
        System.arraycopy(frame, 0, out, 0, 12);
        put16(out, 12, FrameTuple.ETHER_VLAN);
        put16(out, 14, vlan);
        System.arraycopy(frame, 12, out, 16, frame.length - 12);
        return out;
    }

    /** An IPv4 header without options that allows fragmentation, and the EtherType. */
    public static void ipv4(
            byte[] frame,
            int tos,
            int identification,
            int protocol,
            int ttl,
            int source,
            int destination) {
        put16(frame, 12, FrameTuple.ETHER_IPV4);
        put8(frame, L3, 0x45);
        put8(frame, L3 + 1, tos);
        put16(frame, L3 + 2, frame.length - L3);
        put16(frame, L3 + 4, identification);
        put16(frame, L3 + 6, 0);
        put8(frame, L3 + 8, ttl);
        put8(frame, L3 + 9, protocol);
        put32(frame, L3 + 12, source);
        put32(frame, L3 + 16, destination);
        ipv4Checksum(frame, L3);
    }

    /** Of a header without options. */
    public static void ipv4Checksum(byte[] b, int l3) {
        put16(b, l3 + 10, 0);
        put16(b, l3 + 10, Checksum.finish(Checksum.sum(b, l3, l3 + 20)));
    }

    /** An IPv6 header without extension headers, and the EtherType. */
    public static void ipv6(
            byte[] frame,
            int trafficClass,
            int nextHeader,
            int hopLimit,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow) {
        put16(frame, 12, FrameTuple.ETHER_IPV6);
        put32(frame, L3, 6 << 28 | trafficClass << 20);
        put16(frame, L3 + 4, frame.length - L3 - 40);
        put8(frame, L3 + 6, nextHeader);
        put8(frame, L3 + 7, hopLimit);
        put64(frame, L3 + 8, sourceHigh);
        put64(frame, L3 + 16, sourceLow);
        put64(frame, L3 + 24, destinationHigh);
        put64(frame, L3 + 32, destinationLow);
    }

    /** Of an ICMP message behind a header without options. */
    public static void icmp4Checksum(byte[] frame) {
        int l4 = L3 + 20;
        put16(frame, l4 + 2, 0);
        put16(frame, l4 + 2, Checksum.finish(Checksum.sum(frame, l4, frame.length)));
    }

    /** Of an ICMPv6 message right behind the IPv6 header. */
    public static void icmp6Checksum(byte[] frame) {
        int l4 = L3 + 40;
        put16(frame, l4 + 2, 0);
        // The addresses stand in the header as they do in the pseudo-header.
        long sum = Checksum.sum(frame, L3 + 8, frame.length);
        put16(frame, l4 + 2, Checksum.finish(sum + frame.length - l4 + FrameTuple.ICMP6));
    }
}
