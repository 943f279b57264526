// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.nio.ByteBuffer;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;

/** Ethernet frames with checksums in place. */
final class Frames {
    static final int SYN = 2;
    static final int ACK = 16;

    private Frames() {}

    static Ipv4Address v4(String text) {
        return Ipv4Address.parse(text);
    }

    static Ipv6Address v6(String text) {
        return Ipv6Address.parse(text);
    }

    private static ByteBuffer ethernet(MacAddress to, MacAddress from, int type, int length) {
        ByteBuffer b = ByteBuffer.allocate(14 + length);
        b.putShort((short) (to.bits() >>> 32)).putInt((int) to.bits());
        b.putShort((short) (from.bits() >>> 32)).putInt((int) from.bits());
        return b.putShort((short) type);
    }

    /** An ARP request of a host. */
    static byte[] arp(MacAddress mac, Ipv4Address sender, Ipv4Address target) {
        ByteBuffer b = ethernet(MacAddress.of(0xffff_ffff_ffffL), mac, 0x0806, 28);
        b.putShort((short) 1).putShort((short) 0x0800).put((byte) 6).put((byte) 4);
        b.putShort((short) 1);
        b.putShort((short) (mac.bits() >>> 32)).putInt((int) mac.bits()).putInt(sender.bits());
        b.putShort((short) 0).putInt(0).putInt(target.bits());
        return b.array();
    }

    /** A neighbour solicitation of a host (RFC 4861 section 4.3). */
    static byte[] solicitation(MacAddress mac, Ipv6Address sender, Ipv6Address target) {
        MacAddress group = MacAddress.of(0x3333_ff00_0000L | target.low() & 0xff_ffff);
        ByteBuffer b = ethernet(group, mac, 0x86dd, 72);
        Ipv6Address to =
                Ipv6Address.of(
                        0xff02_0000_0000_0000L, 0x0000_0001_ff00_0000L | target.low() & 0xff_ffff);
        ipv6(b, sender, to, 58, 255, 32);
        b.put((byte) 135).put((byte) 0).putShort((short) 0).putInt(0);
        b.putLong(target.high()).putLong(target.low());
        b.put((byte) 1)
                .put((byte) 1)
                .putShort((short) (mac.bits() >>> 32))
                .putInt((int) mac.bits());
        b.putShort(14 + 40 + 2, (short) ~sum(b, 22, 32, 58 + 32, 54, 32));
        return b.array();
    }

    static byte[] tcp(
            MacAddress to,
            MacAddress from,
            Ipv6Address source,
            int sourcePort,
            Ipv6Address destination,
            int port,
            int flags) {
        ByteBuffer b = ethernet(to, from, 0x86dd, 60);
        ipv6(b, source, destination, 6, 64, 20);
        tcp(b, sourcePort, port, flags);
        b.putShort(54 + 16, (short) ~sum(b, 22, 32, 6 + 20, 54, 20));
        return b.array();
    }

    static byte[] tcp(
            MacAddress to,
            MacAddress from,
            Ipv4Address source,
            int sourcePort,
            Ipv4Address destination,
            int port,
            int flags) {
        ByteBuffer b = ethernet(to, from, 0x0800, 40);
        b.put((byte) 0x45).put((byte) 0).putShort((short) 40).putInt(0x4000);
        b.put((byte) 64).put((byte) 6).putShort((short) 0);
        b.putInt(source.bits()).putInt(destination.bits());
        b.putShort(24, (short) ~sum(b, 0, 0, 0, 14, 20));
        tcp(b, sourcePort, port, flags);
        b.putShort(34 + 16, (short) ~sum(b, 26, 8, 6 + 20, 34, 20));
        return b.array();
    }

    /** Host Unreachable (3/1) of a host about the IPv4 packet in a frame. */
    static byte[] unreachable(MacAddress to, MacAddress from, Ipv4Address source, byte[] about) {
        int quote = 28;
        ByteBuffer b = ethernet(to, from, 0x0800, 28 + quote);
        b.put((byte) 0x45).put((byte) 0).putShort((short) (28 + quote)).putInt(0x4000);
        b.put((byte) 64).put((byte) 1).putShort((short) 0);
        b.putInt(source.bits()).putInt(address4(about, 26).bits());
        b.putShort(24, (short) ~sum(b, 0, 0, 0, 14, 20));
        b.put((byte) 3).put((byte) 1).putShort((short) 0).putInt(0).put(about, 14, quote);
        b.putShort(36, (short) ~sum(b, 0, 0, 0, 34, 8 + quote));
        return b.array();
    }

    private static void ipv6(
            ByteBuffer b, Ipv6Address from, Ipv6Address to, int next, int hops, int length) {
        b.putInt(0x6000_0000).putShort((short) length).put((byte) next).put((byte) hops);
        b.putLong(from.high()).putLong(from.low()).putLong(to.high()).putLong(to.low());
    }

    private static void tcp(ByteBuffer b, int source, int destination, int flags) {
        b.putShort((short) source).putShort((short) destination).putInt(1000).putInt(2000);
        b.put((byte) 0x50).put((byte) flags).putShort((short) 8192).putInt(0);
    }

    /** The ones' complement sum of two ranges and a start (RFC 1071). */
    private static int sum(ByteBuffer b, int at, int length, int start, int at2, int length2) {
        long sum = start;
        for (int i = 0; i < length; i += 2) {
            sum += b.getShort(at + i) & 0xffff;
        }
        for (int i = 0; i < length2; i += 2) {
            sum += b.getShort(at2 + i) & 0xffff;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (int) sum;
    }

    static boolean isTcp4(byte[] frame) {
        return frame.length >= 54 && u16(frame, 12) == 0x0800 && frame[23] == 6;
    }

    static boolean isTcp6(byte[] frame) {
        return frame.length >= 74 && u16(frame, 12) == 0x86dd && frame[20] == 6;
    }

    /** An ICMPv6 error. */
    static boolean isError6(byte[] frame) {
        return frame.length >= 62 && u16(frame, 12) == 0x86dd && frame[20] == 58 && frame[54] > 0;
    }

    static int u16(byte[] frame, int at) {
        return ByteBuffer.wrap(frame).getShort(at) & 0xffff;
    }

    static Ipv4Address address4(byte[] frame, int at) {
        return Ipv4Address.of(ByteBuffer.wrap(frame).getInt(at));
    }

    static Ipv6Address address6(byte[] frame, int at) {
        ByteBuffer b = ByteBuffer.wrap(frame);
        return Ipv6Address.of(b.getLong(at), b.getLong(at + 8));
    }

    /** Whether IP header and TCP checksums are right. */
    static boolean sound(byte[] frame) {
        ByteBuffer b = ByteBuffer.wrap(frame);
        if (isTcp4(frame)) {
            return sum(b, 0, 0, 0, 14, 20) == 0xffff && sum(b, 26, 8, 6 + 20, 34, 20) == 0xffff;
        }
        return sum(b, 22, 32, 6 + 20, 54, 20) == 0xffff;
    }
}
