// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import org.isthmus.target.conformance.VectorRunner;

/**
 * Frames that are whole: those of the packet vectors, and others of all kinds for the network of
 * {@link Addresses}. What comes follows from the random numbers alone.
 */
final class Generator {
    private static final int[] SIZES = {0, 1, 8, 40, 100, 512, 1200, 1300, 1452, 1472, 2900};
    private static final int[] FLAGS = {0x02, 0x12, 0x10, 0x18, 0x11, 0x04, 0x14};
    private static final int STATION_LENGTH = 14;

    private final List<Frame> vectors;
    private Random random;

    Generator() throws IOException {
        vectors = vectors();
    }

    private static List<Frame> vectors() throws IOException {
        byte[] from = Arrays.copyOf(Addresses.bytes(Addresses.WELL_KNOWN), 12);
        byte[] to = Arrays.copyOf(Addresses.bytes(Addresses.PREFIX), 12);
        List<Frame> frames = new ArrayList<>();
        for (Path file : VectorRunner.suites()) {
            for (JsonNode vector : VectorRunner.read(file).get("vectors")) {
                for (JsonNode sent : vector.get("send")) {
                    int port = sent.path("port").asInt(1);
                    byte[] packet = Hex.bytes(sent.get("packet").asText());
                    replace(packet, from, to);
                    frames.add(new Frame(port >= 1 && port <= 4 ? port : 1, packet));
                }
            }
        }
        return frames;
    }

    private static void replace(byte[] in, byte[] from, byte[] to) {
        for (int i = 0; i + from.length <= in.length; i++) {
            if (Arrays.equals(in, i, i + from.length, from, 0, from.length)) {
                System.arraycopy(to, 0, in, i, to.length);
            }
        }
    }

    /** A packet: one frame, or its fragments in any order. */
    List<Frame> next(Random r) {
        random = r;
        if (one(5)) {
            Frame f = vectors.get(below(vectors.size()));
            return List.of(new Frame(f.port, f.bytes.clone()));
        }
        if (one(25)) {
            return List.of(one(2) ? arp() : neighbor());
        }
        Addressed a = addressed();
        byte[] ip = a.isIpv6() ? ipv6(a) : ipv4(a);
        List<byte[]> packets = List.of(ip);
        int header = a.isIpv6() ? 40 : (ip[0] & 15) * 4;
        if (ip.length > header && one(8)) {
            packets = a.isIpv6() ? fragments6(ip) : fragments4(ip);
        }
        List<Frame> frames = new ArrayList<>();
        for (byte[] packet : packets) {
            frames.add(framed(a.port, packet));
        }
        return frames;
    }

    /** What a host answers to a frame that reached it; null: nothing. */
    Frame answer(Random r, Frame reached) {
        random = r;
        Packet p = Packet.of(reached.bytes);
        if (p == null
                || p.version == 0
                || p.fragment
                || p.end() - p.l4 < 8
                || p.isError()
                || p.isNeighborDiscovery()) {
            return null;
        }
        return new Frame(reached.port, one(2) ? error(p) : reply(p));
    }

    /** With source and destination, addresses and ports, changed for each other. */
    private static byte[] reply(Packet p) {
        byte[] b = p.b.clone();
        swap(b, 0, 6);
        boolean isIpv4 = p.version == 4;
        swap(b, p.l3 + (isIpv4 ? 12 : 8), isIpv4 ? 4 : 16);
        int type = p.u8(p.l4);
        if (p.protocol() == Packet.ICMP4 && type == 8) {
            b[p.l4] = 0;
        } else if (p.protocol() == Packet.ICMP6 && type == 128) {
            b[p.l4] = (byte) 129;
        } else if (p.protocol() == Packet.TCP || p.protocol() == Packet.UDP) {
            swap(b, p.l4, 2);
        }
        b[p.l3 + (isIpv4 ? 8 : 7)] = 64;
        writeHeaderChecksum(b, p.l3);
        if (p.state != Packet.State.UNPROTECTED) {
            Packet.of(b).writeChecksum();
        }
        return b;
    }

    private static void swap(byte[] b, int at, int length) {
        byte[] first = Arrays.copyOfRange(b, at, at + length);
        System.arraycopy(b, at + length, b, at, length);
        System.arraycopy(first, 0, b, at + length, length);
    }

    /** An ICMP error about it, from its destination or a router on the way. */
    private byte[] error(Packet p) {
        boolean isIpv4 = p.version == 4;
        int length = Math.min(p.end() - p.l3, one(4) ? 28 + below(60) : isIpv4 ? 548 : 1232);
        byte[] quote = Arrays.copyOfRange(p.b, p.l3, p.l3 + length);
        int source = isIpv4 ? 16 : 24;
        byte[] from = Arrays.copyOfRange(quote, source, source + (isIpv4 ? 4 : 16));
        if (one(3)) {
            from = Addresses.bytes(isIpv4 ? "198.51.100.129" : "2001:db8:1::5");
        }
        int destination = isIpv4 ? 12 : 8;
        byte[] to = Arrays.copyOfRange(quote, destination, destination + from.length);
        Addressed a = new Addressed(0, from, to, isIpv4 ? Packet.ICMP4 : Packet.ICMP6);
        byte[] upper = message(isIpv4 ? pick(3, 3, 11, 12) : pick(1, 2, 3, 4), quote);
        byte[] packet = isIpv4 ? ipv4(a, upper, 0) : ipv6(a, upper, 0);
        byte[] frame = new byte[p.l3 + packet.length];
        System.arraycopy(p.b, 0, frame, 0, p.l3);
        swap(frame, 0, 6);
        System.arraycopy(packet, 0, frame, p.l3, packet.length);
        return frame;
    }

    private byte[] message(int type, byte[] quote) {
        ByteBuffer b = ByteBuffer.allocate(8 + quote.length);
        b.put((byte) type).put((byte) (one(2) ? 0 : below(6))).putShort((short) 0);
        b.putInt(one(2) ? 0 : below(2) == 0 ? 1280 + below(300) : below(0x10000));
        return b.put(quote).array();
    }

    private int below(int bound) {
        return random.nextInt(bound);
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private int pick(int... from) {
        return from[random.nextInt(from.length)];
    }

    private String pick(String... from) {
        return from[random.nextInt(from.length)];
    }

    /** Who sends what to whom. */
    private static final class Addressed {
        final int port;
        final byte[] source;
        final byte[] destination;

        /** As in IPv4: ICMP is 1. */
        final int protocol;

        int sourcePort;
        int destinationPort;

        Addressed(int port, byte[] source, byte[] destination, int protocol) {
            this.port = port;
            this.source = source;
            this.destination = destination;
            this.protocol = protocol;
        }

        boolean isIpv6() {
            return source.length == 16;
        }
    }

    private static byte[] in6(String address4) {
        byte[] a = Addresses.bytes(Addresses.PREFIX);
        System.arraycopy(Addresses.bytes(address4), 0, a, 12, 4);
        return a;
    }

    private Addressed addressed() {
        int protocol = pick(Packet.TCP, Packet.TCP, Packet.UDP, Packet.UDP, Packet.ICMP4, -1);
        if (protocol < 0) {
            protocol = one(4) ? below(256) : Packet.ICMP4;
        }
        int k = below(3);
        String client = pick(Addresses.CLIENTS);
        Addressed a;
        switch (below(12)) {
            case 0: // to a static binding
            case 1:
                a = of(3, pick(Addresses.SERVERS), Addresses.POOL[k], protocol);
                a.destinationPort = Addresses.PORTS4[k];
                return a;
            case 2: // from one
                a = of(1, Addresses.CLIENTS[k], in6(pick(Addresses.SERVERS)), protocol);
                a.sourcePort = Addresses.PORTS6[k];
                return a;
            case 3: // hairpin
                a = of(1, Addresses.CLIENTS[k], in6(pick(Addresses.POOL)), protocol);
                a.sourcePort = Addresses.PORTS6[k];
                a.destinationPort = pick(Addresses.PORTS4);
                return a;
            case 4: // EAM
                a = of(3, pick(Addresses.SERVERS), pick(Addresses.MAPPED4), protocol);
                break;
            case 5:
                a =
                        of(
                                2,
                                pick(Addresses.MAPPED),
                                one(3)
                                        ? Addresses.bytes(Addresses.SERVER_IN_6)
                                        : in6(
                                                one(3)
                                                        ? pick(Addresses.MAPPED4)
                                                        : pick(Addresses.SERVERS)),
                                protocol);
                break;
            case 6: // of all prefix lengths
                a = of(1, client, Addresses.bytes(pick(Addresses.EMBEDDED)), protocol);
                a.sourcePort = 4242;
                break;
            case 7: // not translated
                a =
                        one(2)
                                ? of(2, pick(Addresses.MAPPED), Addresses.bytes(client), protocol)
                                : of(3, "198.51.100.9", pick(Addresses.SERVERS), protocol);
                break;
            case 8: // to the switch
                a =
                        one(2)
                                ? of(3, "198.51.100.9", pick(Addresses.OWN4), protocol)
                                : of(
                                        1,
                                        client,
                                        one(4)
                                                ? in6(pick(Addresses.OWN4))
                                                : Addresses.bytes(pick(Addresses.OWN6)),
                                        protocol);
                break;
            default: // a session
                a = of(portOf(client), client, in6(pick(Addresses.SERVERS)), protocol);
        }
        if (a.sourcePort == 0) {
            a.sourcePort = 1024 + below(512);
        }
        a.destinationPort = pick(53, 80, 443, 7);
        return a;
    }

    private static int portOf(String client) {
        return client.startsWith("2001:db8:2:") ? 2 : client.startsWith("2001:db8:6:") ? 4 : 1;
    }

    private Addressed of(int port, String source, String destination, int protocol) {
        return of(port, source, Addresses.bytes(destination), protocol);
    }

    private Addressed of(int port, String source, byte[] destination, int protocol) {
        int number = source.contains(":") && protocol == Packet.ICMP4 ? Packet.ICMP6 : protocol;
        return new Addressed(
                one(20) ? 1 + below(4) : port, Addresses.bytes(source), destination, number);
    }

    private byte[] payload() {
        byte[] p = new byte[one(3) ? pick(SIZES) : below(64)];
        random.nextBytes(p);
        return p;
    }

    private byte[] upper(Addressed a) {
        byte[] data = payload();
        ByteBuffer b;
        switch (a.protocol) {
            case Packet.TCP:
                byte[] options = tcpOptions();
                b = ByteBuffer.allocate(20 + options.length + data.length);
                b.putShort((short) a.sourcePort).putShort((short) a.destinationPort);
                b.putInt(random.nextInt()).putInt(random.nextInt());
                b.put((byte) (5 + options.length / 4 << 4)).put((byte) pick(FLAGS));
                b.putShort((short) 8192).putInt(0).put(options);
                break;
            case Packet.UDP:
                b = ByteBuffer.allocate(8 + data.length);
                b.putShort((short) a.sourcePort).putShort((short) a.destinationPort);
                b.putShort((short) (8 + data.length)).putShort((short) 0);
                break;
            case Packet.ICMP4:
            case Packet.ICMP6:
                if (one(3)) {
                    return message(pick(1, 2, 3, 4, 5, 11, 12), quote(a));
                }
                b = ByteBuffer.allocate(8 + data.length);
                boolean request = one(2);
                b.put((byte) (a.isIpv6() ? request ? 128 : 129 : request ? 8 : 0));
                b.put((byte) 0).putShort((short) 0);
                b.putShort((short) (a.isIpv6() ? a.sourcePort : a.destinationPort));
                b.putShort((short) below(9));
                break;
            default:
                return data;
        }
        return b.put(data).array();
    }

    private byte[] tcpOptions() {
        if (one(2)) {
            return new byte[0];
        }
        byte[] mss = {2, 4, (byte) below(256), (byte) below(256), 1, 3, 3, (byte) below(15)};
        return one(3) ? Arrays.copyOf(mss, 40) : mss;
    }

    /** What the receiver of an error is to have sent. */
    private byte[] quote(Addressed about) {
        int protocol = pick(Packet.TCP, Packet.UDP, about.protocol);
        Addressed sent = new Addressed(0, about.destination, about.source, protocol);
        sent.sourcePort = about.destinationPort;
        sent.destinationPort = about.sourcePort;
        if (protocol == about.protocol) {
            // An echo, since errors are about none.
            ByteBuffer echo = ByteBuffer.allocate(24);
            echo.put((byte) (sent.isIpv6() ? 128 : 8)).put((byte) 0).putShort((short) 0);
            echo.putShort((short) sent.sourcePort);
            return sent.isIpv6() ? ipv6(sent, echo.array(), 0) : ipv4(sent, echo.array(), 0);
        }
        byte[] whole = sent.isIpv6() ? ipv6(sent) : ipv4(sent);
        return Arrays.copyOf(whole, Math.min(whole.length, one(3) ? 28 + below(40) : 548));
    }

    private byte[] ipv4(Addressed a) {
        return ipv4(a, upper(a), one(8) ? 4 * (1 + below(10)) : 0);
    }

    private byte[] ipv4(Addressed a, byte[] upper, int options) {
        int header = 20 + options;
        ByteBuffer b = ByteBuffer.allocate(header + upper.length);
        b.put((byte) (0x40 + header / 4)).put((byte) (one(4) ? below(256) : 0));
        b.putShort((short) b.capacity()).putShort((short) below(0x10000));
        b.putShort((short) (one(2) ? 0x4000 : 0));
        b.put((byte) (one(20) ? below(3) : 64)).put((byte) a.protocol).putShort((short) 0);
        b.put(a.source).put(a.destination);
        options(b, header);
        b.put(upper);
        writeHeaderChecksum(b.array(), 0);
        return checksummed(b.array(), a.protocol);
    }

    private void options(ByteBuffer b, int end) {
        while (b.position() < end) {
            int left = end - b.position();
            int length = 3 + below(8);
            if (one(3) || length > left) {
                b.put((byte) (one(6) ? 0 : 1));
            } else {
                int kind = pick(7, 68, 131, 137, 148);
                b.put((byte) kind).put((byte) length).put((byte) (one(2) ? 4 : length + 1));
                b.position(b.position() + length - 3);
            }
        }
    }

    private byte[] ipv6(Addressed a) {
        return ipv6(a, upper(a), one(6) ? 1 + below(6) : 0);
    }

    private byte[] ipv6(Addressed a, byte[] upper, int headers) {
        ByteBuffer b = ByteBuffer.allocate(40 + headers * 24 + upper.length);
        b.putInt(6 << 28 | (one(4) ? below(1 << 28) : 0)).putShort((short) 0);
        int nextAt = b.position();
        b.put((byte) a.protocol).put((byte) (one(20) ? below(3) : 64));
        b.put(a.source).put(a.destination);
        for (int i = 0; i < headers; i++) {
            int at = b.position();
            b.put(nextAt, (byte) (i == 0 && one(2) ? 0 : pick(43, 60, 60, 44)));
            int length = b.get(nextAt) == 44 ? 8 : 8 * (1 + below(3));
            b.put((byte) a.protocol);
            if (b.get(nextAt) == 44) {
                b.put((byte) 0).putShort((short) 0).putInt(random.nextInt());
            } else {
                b.put((byte) (length / 8 - 1)).put((byte) (one(2) ? 0 : 1));
                b.put((byte) (one(8) ? 1 : 0));
            }
            b.position(at + length);
            nextAt = at;
        }
        b.put(upper);
        b.putShort(4, (short) (b.position() - 40));
        return checksummed(Arrays.copyOf(b.array(), b.position()), a.protocol);
    }

    private byte[] checksummed(byte[] ip, int protocol) {
        if (protocol == Packet.UDP && one(6)) {
            return ip;
        }
        byte[] frame = ethernet(ip, 0, false);
        Packet.of(frame).writeChecksum();
        return Arrays.copyOfRange(frame, STATION_LENGTH, frame.length);
    }

    static void writeHeaderChecksum(byte[] b, int at) {
        int header = (b[at] & 15) * 4;
        if ((b[at] & 0xf0) == 0x40 && header >= 20 && b.length >= at + header) {
            b[at + 10] = 0;
            b[at + 11] = 0;
            long sum = ~Packet.sum(0, b, at, at + header);
            b[at + 10] = (byte) (sum >>> 8);
            b[at + 11] = (byte) sum;
        }
    }

    private List<byte[]> fragments4(byte[] ip) {
        List<byte[]> all = new ArrayList<>();
        int header = (ip[0] & 15) * 4;
        int part = part(ip.length - header);
        for (int at = header; at < ip.length; at += part) {
            int length = Math.min(part, ip.length - at);
            byte[] f = Arrays.copyOf(ip, header + length);
            System.arraycopy(ip, at, f, header, length);
            ByteBuffer b = ByteBuffer.wrap(f);
            b.putShort(2, (short) f.length);
            boolean isLast = at + length == ip.length;
            b.putShort(6, (short) ((at - header) / 8 | (isLast ? 0 : 0x2000)));
            writeHeaderChecksum(f, 0);
            all.add(f);
        }
        return shuffled(all);
    }

    private List<byte[]> fragments6(byte[] ip) {
        List<byte[]> all = new ArrayList<>();
        int part = part(ip.length - 40);
        int id = random.nextInt();
        for (int at = 40; at < ip.length; at += part) {
            int length = Math.min(part, ip.length - at);
            ByteBuffer b = ByteBuffer.allocate(48 + length);
            b.put(ip, 0, 40).putShort(4, (short) (8 + length)).put(6, (byte) 44);
            b.put(ip[6]).put((byte) 0);
            boolean isLast = at + length == ip.length;
            b.putShort((short) (at - 40 | (isLast ? 0 : 1))).putInt(id);
            all.add(b.put(ip, at, length).array());
        }
        return shuffled(all);
    }

    private int part(int length) {
        return Math.max(8, length / (1 + below(4)) & ~7);
    }

    private List<byte[]> shuffled(List<byte[]> all) {
        List<byte[]> some = new ArrayList<>(all.subList(0, Math.min(all.size(), 12)));
        if (one(3)) {
            Collections.shuffle(some, random);
        }
        if (some.size() > 1 && one(8)) {
            some.remove(below(some.size()));
        }
        return some;
    }

    private Frame framed(int port, byte[] ip) {
        int vlan = port == 4 && one(2) ? 7 : one(40) ? 1 + below(9) : 0;
        return new Frame(port, ethernet(ip, vlan, !one(4)));
    }

    private static byte[] ethernet(byte[] ip, int vlan, boolean pad) {
        int header = vlan > 0 ? 18 : 14;
        ByteBuffer b =
                ByteBuffer.allocate(pad ? Math.max(60, header + ip.length) : header + ip.length);
        b.putShort((short) (Addresses.ROUTER >>> 32)).putInt((int) Addresses.ROUTER);
        b.putShort((short) 0x0200).putInt(0x0201);
        if (vlan > 0) {
            b.putShort((short) 0x8100).putShort((short) vlan);
        }
        return b.putShort((short) (ip[0] >>> 4 == 4 ? 0x0800 : 0x86dd)).put(ip).array();
    }

    private Frame arp() {
        int port = pick(3, 3, 4);
        ByteBuffer b = ByteBuffer.allocate(60);
        b.putShort((short) 0xffff).putInt(-1).putShort((short) 0x0200).putInt(0x0200 + port);
        b.putShort((short) 0x0806).putShort((short) 1).putShort((short) 0x0800);
        b.put((byte) 6).put((byte) 4).putShort((short) pick(1, 1, 2));
        b.putShort((short) 0x0200).putInt(0x0200 + port);
        b.put(Addresses.bytes(pick(Addresses.SERVERS))).putShort((short) 0).putInt(0);
        b.put(Addresses.bytes(pick("198.51.100.1", "203.0.113.7", "192.0.2.4", "198.51.103.1")));
        return new Frame(port, b.array());
    }

    private Frame neighbor() {
        int port = pick(1, 1, 2, 4);
        String target = pick("2001:db8:1::ff", "2001:db8:2::1", "2001:db8:6::1", "2001:db8:1::1");
        int type = pick(133, 135, 135, 136);
        ByteBuffer b = ByteBuffer.allocate(type == 133 ? 16 : 32);
        b.put((byte) type).put((byte) 0).putShort((short) 0).putInt(0);
        if (type != 133) {
            b.put(Addresses.bytes(target));
        }
        b.put((byte) (type == 136 ? 2 : 1)).put((byte) 1).putShort((short) 0x0200).putInt(0x0201);
        byte[] from = Addresses.bytes(one(8) ? "::" : pick(Addresses.CLIENTS));
        byte[] to = Addresses.bytes(one(2) ? "ff02::1:ff00:ff" : target);
        byte[] ip = ipv6(new Addressed(port, from, to, Packet.ICMP6), b.array(), 0);
        ip[7] = (byte) 255;
        return framed(port, ip);
    }
}
