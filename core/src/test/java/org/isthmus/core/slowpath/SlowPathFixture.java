// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put64;
import static org.isthmus.core.packet.Bytes.put8;

import java.util.Arrays;
import java.util.Random;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;

/**
 * Packets, and the bindings they belong to: one host with a binding, one with an EAM; an IPv4 host
 * with an EAM.
 */
final class SlowPathFixture implements Mappings {
    static final Ipv6Address CLIENT = Ipv6Address.parse("2001:db8:1::7");
    static final int POOL = v4("203.0.113.7");
    static final int SERVER = v4("198.51.100.9");
    static final Ipv6Address SERVER6 = Ipv6Address.parse("64:ff9b::198.51.100.9");
    static final Ipv6Address EAM6 = Ipv6Address.parse("2001:db8:1::e");
    static final int EAM4 = v4("203.0.113.200");
    static final int EAM_SERVER = v4("198.51.100.44");
    static final Ipv6Address EAM_SERVER6 = Ipv6Address.parse("2001:db8:4444::44");
    static final Ipv6Prefix PREFIX = Ipv6Prefix.parse("64:ff9b::/96");
    static final int PORT6 = 40000;
    static final int PORT4 = 1042;

    int lowestIpv6Mtu = 1280;
    int tos = -1;
    boolean computesUdpChecksums = true;
    int mssClamp;

    /** Of all EAMs. */
    int eamInstance = 1;

    /** A peer that the binding has no session with. */
    int refused4;

    static int v4(String text) {
        return Ipv4Address.parse(text).bits();
    }

    @Override
    public boolean toIpv6(Protocol protocol, int address4, int port4, Transport6 out) {
        if (address4 != POOL || port4 != PORT4) {
            return false;
        }
        out.high = CLIENT.high();
        out.low = CLIENT.low();
        out.port = PORT6;
        out.instance = 1;
        return true;
    }

    @Override
    public boolean admits(Protocol protocol, int address4, int port4, int peer4, int peerPort) {
        return peer4 != refused4;
    }

    @Override
    public boolean toIpv4(
            int instance, Protocol protocol, long high, long low, int port6, Transport4 out) {
        if (instance != 1 || high != CLIENT.high() || low != CLIENT.low() || port6 != PORT6) {
            return false;
        }
        out.address = POOL;
        out.port = PORT4;
        out.instance = 1;
        return true;
    }

    @Override
    public boolean eamToHost6(int address4, Transport6 out) {
        return address4 == EAM4 && set(out, EAM6);
    }

    @Override
    public boolean eamToHost4(long high, long low, Transport4 out) {
        return EAM_SERVER6.equals(Ipv6Address.of(high, low)) && set(out, EAM_SERVER);
    }

    @Override
    public boolean eamOfHost6(int instance, long high, long low, Transport4 out) {
        return instance == eamInstance && EAM6.equals(Ipv6Address.of(high, low)) && set(out, EAM4);
    }

    @Override
    public boolean eamOfHost4(int instance, int address4, Transport6 out) {
        return instance == eamInstance && address4 == EAM_SERVER && set(out, EAM_SERVER6);
    }

    private boolean set(Transport4 out, int address) {
        out.address = address;
        out.instance = eamInstance;
        return true;
    }

    private boolean set(Transport6 out, Ipv6Address address) {
        out.high = address.high();
        out.low = address.low();
        out.instance = eamInstance;
        return true;
    }

    @Override
    public int instanceOf(long high, long low) {
        return PREFIX.contains(high, low) ? 1 : 0;
    }

    @Override
    public Ipv6Prefix prefix(int instance) {
        return PREFIX;
    }

    @Override
    public int subscriberPrefixLength(int instance) {
        return 64;
    }

    @Override
    public boolean denied(int instance, int address4, Protocol protocol, int port) {
        return address4 >>> 24 == 10 || protocol == Protocol.UDP && port == 25;
    }

    @Override
    public int lowestIpv6Mtu() {
        return lowestIpv6Mtu;
    }

    @Override
    public boolean computesUdpChecksums() {
        return computesUdpChecksums;
    }

    @Override
    public boolean clampsMss() {
        return mssClamp != 0;
    }

    @Override
    public int mssClamp(int instance) {
        return mssClamp;
    }

    @Override
    public int tos() {
        return tos;
    }

    /** A transport message with zeros as checksum. */
    static byte[] transport(int protocol, int sourcePort, int destinationPort, int length) {
        byte[] b = new byte[length];
        new Random(length).nextBytes(b);
        put16(b, 0, sourcePort);
        put16(b, 2, destinationPort);
        if (protocol == FrameTuple.UDP) {
            put16(b, 4, length);
            put16(b, 6, 0);
        } else {
            put16(b, 12, 0x5010);
            put16(b, 16, 0);
        }
        return b;
    }

    static byte[] icmp(int type, int code, int rest, byte[] body) {
        byte[] b = new byte[8 + body.length];
        put8(b, 0, type);
        put8(b, 1, code);
        put32(b, 4, rest);
        System.arraycopy(body, 0, b, 8, body.length);
        return b;
    }

    private static int checksumAt(int protocol) {
        return protocol == FrameTuple.UDP ? 6 : protocol == FrameTuple.TCP ? 16 : 2;
    }

    private static boolean summed(int protocol) {
        return protocol == 1 || protocol == 6 || protocol == 17 || protocol == 58;
    }

    /** An IPv4 packet with right checksums. */
    static byte[] ipv4(int protocol, int source, int destination, byte[] upper) {
        byte[] p = new byte[20 + upper.length];
        put8(p, 0, 0x45);
        put8(p, 1, 0x2e);
        put16(p, 2, p.length);
        put16(p, 4, 0x1234);
        put16(p, 6, 0x4000);
        put8(p, 8, 60);
        put8(p, 9, protocol);
        put32(p, 12, source);
        put32(p, 16, destination);
        put16(p, 10, Checksum.finish(Checksum.sum(p, 0, 20)));
        System.arraycopy(upper, 0, p, 20, upper.length);
        if (summed(protocol)) {
            long pseudo =
                    protocol == 1
                            ? 0
                            : Checksum.pseudo4(source, destination, protocol, upper.length);
            int sum = Checksum.finish(pseudo + Checksum.sum(p, 20, p.length));
            put16(p, 20 + checksumAt(protocol), protocol == 17 && sum == 0 ? 0xffff : sum);
        }
        return p;
    }

    /** An IPv6 packet with right checksums. */
    static byte[] ipv6(int protocol, Ipv6Address source, Ipv6Address destination, byte[] upper) {
        byte[] p = new byte[40 + upper.length];
        put32(p, 0, 0x62e0_0000);
        put16(p, 4, upper.length);
        put8(p, 6, protocol);
        put8(p, 7, 60);
        put64(p, 8, source.high());
        put64(p, 16, source.low());
        put64(p, 24, destination.high());
        put64(p, 32, destination.low());
        System.arraycopy(upper, 0, p, 40, upper.length);
        if (summed(protocol)) {
            long sum = Checksum.sum(p, 8, p.length) + upper.length + protocol;
            int checksum = Checksum.finish(sum);
            put16(
                    p,
                    40 + checksumAt(protocol),
                    protocol == 17 && checksum == 0 ? 0xffff : checksum);
        }
        return p;
    }

    /** What follows a header of so many bytes. */
    static byte[] upper(byte[] packet, int header) {
        return Arrays.copyOfRange(packet, header, packet.length);
    }

    /** A frame from a host to a router. */
    static byte[] frame(byte[] packet) {
        byte[] f = new byte[14 + packet.length];
        Packets.ethernet(
                f,
                0x0200_0000_0001L,
                0x0a00_0000_0007L,
                packet[0] >>> 4 == 4 ? FrameTuple.ETHER_IPV4 : FrameTuple.ETHER_IPV6);
        System.arraycopy(packet, 0, f, 14, packet.length);
        return f;
    }

    static FrameTuple parse(byte[] frame) {
        FrameTuple t = new FrameTuple();
        if (!t.parse(frame)) {
            throw new AssertionError("not a well-formed packet");
        }
        return t;
    }

    /** Whether a packet's transport checksum is right; it must be there in full. */
    static boolean right(byte[] b, FrameTuple t) {
        long pseudo =
                t.ipv6
                        ? Checksum.pseudo6(
                                t.sourceHigh,
                                t.sourceLow,
                                t.destinationHigh,
                                t.destinationLow,
                                t.protocol,
                                t.end - t.l4Offset)
                        : t.protocol == 1
                                ? 0
                                : Checksum.pseudo4(
                                        t.source4, t.destination4, t.protocol, t.end - t.l4Offset);
        boolean header = t.ipv6 || Checksum.valid(Checksum.sum(b, t.l3Offset, t.l3Offset + 20));
        return header && Checksum.valid(pseudo + Checksum.sum(b, t.l4Offset, t.end));
    }
}
