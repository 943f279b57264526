// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Cuts a frame that its sender left to segmentation offload into the frames that it stands for, as
 * a network card does (virtio 1.2 section 5.1.6.2; RFC 9293 section 3.1, RFC 768). That is done
 * before a program sees them: one that changes addresses, lengths or the family, and updates
 * checksums by the difference, is right for whole frames alone.
 *
 * <p>For one thread; allocates nothing.
 */
final class Segmenter {
    /** In place of {@code checksumStart}: the checksum is right. */
    static final int FINISHED = -1;

    // gso_type of struct virtio_net_hdr
    private static final int TCP_IPV4 = 1;
    private static final int TCP_IPV6 = 4;
    private static final int UDP = 5;
    private static final int ECN = 0x80;

    /** The largest packet in the smallest segments that Linux sends (TCP_MIN_SND_MSS). */
    private static final int MAX_SEGMENTS = 65535 / 48;

    private static final int ETHERTYPE = 12;
    private static final int VLAN_TAG = 4;
    private static final int TPID_8021Q = 0x8100;
    private static final int TPID_8021AD = 0x88a8;
    private static final int ETHERTYPE_IPV4 = 0x0800;
    private static final int ETHERTYPE_IPV6 = 0x86dd;

    // IPv4 and IPv6 headers
    private static final int IPV4_LENGTH = 2;
    private static final int IPV4_IDENTIFICATION = 4;
    private static final int IPV4_PROTOCOL = 9;
    private static final int IPV4_CHECKSUM = 10;
    private static final int IPV4_ADDRESSES = 12;
    private static final int IPV4_HEADER = 20;
    private static final int IPV6_LENGTH = 4;
    private static final int IPV6_NEXT_HEADER = 6;
    private static final int IPV6_ADDRESSES = 8;
    private static final int IPV6_HEADER = 40;

    // protocol numbers
    private static final int PROTOCOL_TCP = 6;
    private static final int PROTOCOL_UDP = 17;
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int DESTINATION_OPTIONS = 60;

    // TCP and UDP headers
    private static final int TCP_SEQUENCE = 4;
    private static final int TCP_DATA_OFFSET = 12;
    private static final int TCP_FLAGS = 13;
    private static final int TCP_CHECKSUM = 16;
    private static final int TCP_HEADER = 20;
    private static final int FIN_PSH = 0x09;
    private static final int CWR = 0x80;
    private static final int UDP_LENGTH = 4;
    private static final int UDP_CHECKSUM = 6;
    private static final int UDP_HEADER = 8;

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] segment;

    private byte[] frame;
    private int from;
    private int ip;
    private int transport;
    private int headers;
    private boolean ipv4;
    private boolean tcp;
    private boolean congestion;

    /** The sum of the whole's pseudo header. */
    private int pseudo;

    /** Bytes of payload in a segment. */
    private int size;

    /** The next payload byte in the frame, and the number of its segment. */
    private int at;

    private int end;
    private int number;

    /**
     * @param longest bytes of a segment's frame at most
     */
    Segmenter(int longest) {
        segment = new byte[longest];
    }

    /**
     * Begins with a frame, which stays as it is until {@link #next} returns 0.
     *
     * @param gsoType, gsoSize, checksumStart, checksumOffset of its struct virtio_net_hdr; the
     *     checksum is that of the pseudo header of the whole, or checksumStart is {@link #FINISHED}
     * @return false: it is nothing that can be cut into frames that fit
     */
    boolean begin(
            byte[] buf,
            int off,
            int len,
            int gsoType,
            int gsoSize,
            int checksumStart,
            int checksumOffset) {
        int kind = gsoType & ~ECN;
        tcp = kind == TCP_IPV4 || kind == TCP_IPV6;
        int field = tcp ? TCP_CHECKSUM : UDP_CHECKSUM;
        boolean finished = checksumStart == FINISHED;
        if (!tcp && kind != UDP || !finished && checksumOffset != field) {
            return false;
        }
        frame = buf;
        from = off;
        transport = finished ? behindIp(len) : checksumStart;
        ip = ETHERTYPE + 2;
        if (transport < ip || transport + (tcp ? TCP_HEADER : UDP_HEADER) > len) {
            return false;
        }
        while (ip + VLAN_TAG <= transport && isTag(u16(ip - 2))) {
            ip += VLAN_TAG;
        }
        int type = u16(ip - 2);
        ipv4 = type == ETHERTYPE_IPV4;
        if (!ipv4 && type != ETHERTYPE_IPV6 || tcp && ipv4 != (kind == TCP_IPV4)) {
            return false;
        }
        if (transport < ip + (ipv4 ? IPV4_HEADER : IPV6_HEADER)) {
            return false;
        }
        headers = transport + (tcp ? (u8(transport + TCP_DATA_OFFSET) >> 4) * 4 : UDP_HEADER);
        end = ip + (ipv4 ? u16(ip + IPV4_LENGTH) : IPV6_HEADER + u16(ip + IPV6_LENGTH));
        size = gsoSize;
        congestion = (gsoType & ECN) != 0;
        at = headers;
        number = 0;
        // Where a list of whole packets stands for several (rx-gro-list), the field has the first
        // one's.
        // Behind a routing header, or an option that is one, the last destination is summed.
        boolean plain = transport == ip + (ipv4 ? IPV4_HEADER : IPV6_HEADER);
        pseudo = plain ? pseudo() : u16(transport + field);
        return headers >= transport + (tcp ? TCP_HEADER : UDP_HEADER)
                && protocolAtTransport() == (tcp ? PROTOCOL_TCP : PROTOCOL_UDP)
                && end > headers
                && end <= len
                && size > 0
                && headers + Math.min(size, end - headers) <= segment.length
                && (end - headers - 1) / size < MAX_SEGMENTS;
    }

    /** Where what is right behind an IP header without options begins. */
    private int behindIp(int len) {
        int at = ETHERTYPE + 2;
        while (at + VLAN_TAG < len && isTag(u16(at - 2))) {
            at += VLAN_TAG;
        }
        return at + (u16(at - 2) == ETHERTYPE_IPV4 ? IPV4_HEADER : IPV6_HEADER);
    }

    private int pseudo() {
        int addresses = ip + (ipv4 ? IPV4_ADDRESSES : IPV6_ADDRESSES);
        int behind = ip + (ipv4 ? IPV4_HEADER : IPV6_HEADER);
        return Checksums.sum(frame, from + addresses, from + behind)
                + (tcp ? PROTOCOL_TCP : PROTOCOL_UDP)
                + end
                - transport;
    }

    /**
     * What begins at {@link #transport} by the IP header and extension headers in front of it; -1:
     * nothing does, as in a tunnel, whose inner headers have lengths and checksums of their own.
     */
    private int protocolAtTransport() {
        if (ipv4) {
            return transport == ip + (u8(ip) & 15) * 4 ? u8(ip + IPV4_PROTOCOL) : -1;
        }
        int next = u8(ip + IPV6_NEXT_HEADER);
        int header = ip + IPV6_HEADER;
        while (header < transport
                && (next == HOP_BY_HOP || next == ROUTING || next == DESTINATION_OPTIONS)) {
            next = u8(header);
            header += (u8(header + 1) + 1) * 8;
        }
        return header == transport ? next : -1;
    }

    private static boolean isTag(int type) {
        return type == TPID_8021Q || type == TPID_8021AD;
    }

    private int u8(int i) {
        return frame[from + i] & 0xff;
    }

    private int u16(int i) {
        return (short) SHORTS.get(frame, from + i) & 0xffff;
    }

    private void put16(int i, int value) {
        SHORTS.set(segment, i, (short) value);
    }

    /** Writes the next segment to {@link #segment} and returns its bytes; 0: that were all. */
    int next() {
        if (at == end) {
            return 0;
        }
        int n = Math.min(size, end - at);
        boolean last = at + n == end;
        int length = headers + n;
        System.arraycopy(frame, from, segment, 0, headers);
        System.arraycopy(frame, from + at, segment, headers, n);
        if (ipv4) {
            put16(ip + IPV4_LENGTH, length - ip);
            put16(ip + IPV4_IDENTIFICATION, u16(ip + IPV4_IDENTIFICATION) + number);
            put16(ip + IPV4_CHECKSUM, 0);
            put16(ip + IPV4_CHECKSUM, ~Checksums.sum(segment, ip, transport));
        } else {
            put16(ip + IPV6_LENGTH, length - ip - IPV6_HEADER);
        }
        if (tcp) {
            int sequence = (int) INTS.get(frame, from + transport + TCP_SEQUENCE);
            INTS.set(segment, transport + TCP_SEQUENCE, sequence + at - headers);
            int drop = (last ? 0 : FIN_PSH) | (congestion && number > 0 ? CWR : 0);
            segment[transport + TCP_FLAGS] &= (byte) ~drop;
        } else {
            put16(transport + UDP_LENGTH, length - transport);
        }
        int field = transport + (tcp ? TCP_CHECKSUM : UDP_CHECKSUM);
        // The pseudo header has the length of what it is for (RFC 1624).
        int sum = pseudo + (~(end - transport) & 0xffff) + length - transport;
        sum = (sum & 0xffff) + (sum >> 16);
        put16(field, (sum & 0xffff) + (sum >> 16));
        Checksums.complete(segment, transport, field, length);
        at += n;
        number++;
        return length;
    }

    /** Begins with the frame that {@link #next} wrote. */
    byte[] segment() {
        return segment;
    }
}
