// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.nio.ByteBuffer;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.packet.Packets;

/** Frames that hosts send; their checksums are not right. Stateless. */
public final class HostFrames {
    private HostFrames() {}

    public static byte[] udp(String source, int port, String destination4, int destinationPort) {
        ByteBuffer b = header6(source, destination4, 17, 12);
        b.putShort((short) port).putShort((short) destinationPort);
        return b.putShort((short) 12).putShort((short) 1).putInt(0).array();
    }

    /** A fragment of a datagram of 24 bytes: the first 16, or the rest. */
    static byte[] fragment(
            String source, int port, String destination4, int destinationPort, boolean first) {
        int length = first ? 16 : 8;
        ByteBuffer b = header6(source, destination4, 44, 8 + length);
        b.put((byte) 17).put((byte) 0).putShort((short) (first ? 1 : 16)).putInt(0x4242);
        if (first) {
            b.putShort((short) port).putShort((short) destinationPort);
            b.putShort((short) 24).putShort((short) 1);
        }
        return b.array();
    }

    /** The packet with so many Destination Options headers of 8 bytes. */
    static byte[] behindOptions(byte[] frame, int headers) {
        ByteBuffer b = ByteBuffer.allocate(frame.length + 8 * headers);
        b.put(frame, 0, 54);
        for (int i = 1; i <= headers; i++) {
            b.putLong((i == headers ? frame[20] & 0xffL : 60L) << 56 | 0x0104L << 32);
        }
        b.put(frame, 54, frame.length - 54);
        b.putShort(18, (short) (b.getShort(18) + 8 * headers)).put(20, (byte) 60);
        return b.array();
    }

    static byte[] echo(String source, int identifier, String destination4) {
        ByteBuffer b = header6(source, destination4, 58, 8);
        b.put((byte) 128).put((byte) 0).putShort((short) 1);
        return b.putShort((short) identifier).putShort((short) 1).array();
    }

    public static byte[] tcp(
            String source, int port, String destination4, int destinationPort, int flags) {
        ByteBuffer b = header6(source, destination4, 6, 20);
        b.putShort((short) port).putShort((short) destinationPort).putInt(1).putInt(0);
        return b.putShort((short) (0x5000 | flags)).putShort((short) 1000).putInt(0).array();
    }

    private static ByteBuffer header6(String source, String destination4, int next, int length) {
        ByteBuffer b = ByteBuffer.allocate(54 + length);
        b.put(new byte[] {2, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 9}).putShort((short) 0x86dd);
        b.putInt(0x6000_0000).putShort((short) length).put((byte) next).put((byte) 64);
        Ipv6Address s = Ipv6Address.parse(source);
        Ipv6Address d = Ipv6Address.parse("2001:db8:64::" + destination4);
        b.putLong(s.high()).putLong(s.low()).putLong(d.high()).putLong(d.low());
        return b;
    }

    /** A host advertises an address (RFC 4861 section 4.4). */
    static byte[] advertisement(Ipv6Address address, long mac) {
        byte[] f = new byte[Packets.L3 + 40 + 24];
        Bytes.put8(f, Packets.L3 + 40, 136);
        Bytes.put32(f, Packets.L3 + 44, 0x2000_0000);
        Bytes.put64(f, Packets.L3 + 48, address.high());
        Bytes.put64(f, Packets.L3 + 56, address.low());
        Packets.ethernet(f, 0x3333_0000_0001L, mac, 0x86dd);
        Packets.ipv6(f, 0, 58, 255, address.high(), address.low(), 0xff02L << 48, 1);
        Packets.icmp6Checksum(f);
        return f;
    }

    static byte[] tcp4(
            int source4, int sourcePort, int destination4, int destinationPort, int flags) {
        ByteBuffer b = ByteBuffer.allocate(54);
        b.put(new byte[] {2, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 9}).putShort((short) 0x0800);
        b.putInt(0x4500_0028).putInt(0).put((byte) 64).put((byte) 6).putShort((short) 0);
        b.putInt(source4).putInt(destination4);
        b.putShort((short) sourcePort).putShort((short) destinationPort).putInt(1).putInt(0);
        b.putShort((short) (0x5000 | flags)).putShort((short) 1000).putInt(0);
        return b.array();
    }
}
