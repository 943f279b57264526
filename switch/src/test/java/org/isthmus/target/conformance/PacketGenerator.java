// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.isthmus.target.api.Frame;

/**
 * Packets for a {@link Scenario}: most are well formed and meet its entries, a part of them is then
 * damaged. The sequence follows from the seed.
 */
public final class PacketGenerator {
    private static final int[] ICMP4 = {8, 8, 8, 0, 0, 3, 5, 11, 12, 13};
    private static final int[] ICMP6 = {128, 128, 128, 129, 129, 1, 2, 3, 4, 130, 137};

    private final Random random;

    public PacketGenerator(long seed) {
        random = new Random(seed);
    }

    public Frame next() {
        int port = 1 + random.nextInt(4);
        byte[] bytes = ethernet();
        if (random.nextInt(3) == 0) {
            bytes = damage(bytes);
        }
        if (random.nextInt(16) == 0) {
            // As the controller gives it back: packet_out_t with submit = 1.
            ByteBuffer b = ByteBuffer.allocate(2 + bytes.length);
            b.putShort((short) 0x0040).put(bytes);
            return new Frame(SwitchUnderTest.CPU_PORT, b.array());
        }
        return new Frame(port, bytes);
    }

    private int below(int bound) {
        return random.nextInt(bound);
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private <T> T pick(T[] from) {
        return from[random.nextInt(from.length)];
    }

    private int pick(int... from) {
        return from[random.nextInt(from.length)];
    }

    static byte[] bytes(String address) {
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address, e);
        }
    }

    private byte[] payload(int length) {
        byte[] p = new byte[length];
        random.nextBytes(p);
        return p;
    }

    private byte[] damage(byte[] frame) {
        byte[] f = frame.clone();
        switch (below(4)) {
            case 0:
                return java.util.Arrays.copyOf(f, 1 + below(f.length));
            case 1:
                return java.util.Arrays.copyOf(f, f.length + 1 + below(64));
            case 2:
                // Mostly within the headers.
                f[below(Math.min(f.length, 90))] = (byte) below(256);
                return f;
            default:
                for (int n = 1 + below(4); n > 0; n--) {
                    f[below(f.length)] ^= (byte) (1 << below(8));
                }
                return f;
        }
    }

    private byte[] ethernet() {
        byte[] body;
        int type;
        long destination = Scenario.STATION;
        int kind = below(20);
        if (kind == 0) {
            type = 0x0806;
            body = arp();
            destination = one(2) ? 0xffff_ffff_ffffL : destination;
        } else if (kind == 1) {
            type = 0x86dd;
            body = neighbor();
            destination = one(2) ? 0x3333_ff00_0001L : destination;
        } else if (kind < 11) {
            type = 0x86dd;
            body = ipv6();
        } else {
            type = 0x0800;
            body = ipv4();
        }
        if (one(50)) {
            destination = random.nextLong() >>> 16;
        }
        boolean tagged = one(6);
        ByteBuffer b = ByteBuffer.allocate(14 + (tagged ? 4 : 0) + body.length);
        b.putShort((short) (destination >>> 32)).putInt((int) destination);
        b.putShort((short) 0x0200).putInt(0x2000 + below(4));
        if (tagged) {
            b.putShort((short) 0x8100).putShort((short) below(0x10000));
        }
        b.putShort((short) type).put(body);
        return b.array();
    }

    private byte[] arp() {
        ByteBuffer b = ByteBuffer.allocate(28);
        b.putShort((short) 1).putShort((short) 0x0800).put((byte) 6).put((byte) 4);
        b.putShort((short) pick(1, 1, 2));
        b.putShort((short) 0x0200).putInt(0x2001).put(bytes(pick(Scenario.PEERS)));
        b.putShort((short) 0).putInt(0);
        b.put(bytes(one(2) ? Scenario.LOCAL4 : pick(Scenario.POOL)));
        return b.array();
    }

    private byte[] neighbor() {
        boolean option = one(2);
        int type = pick(135, 135, 136, 133);
        ByteBuffer icmp = ByteBuffer.allocate((type == 133 ? 8 : 24) + (option ? 8 : 0));
        icmp.put((byte) type).put((byte) 0).putShort((short) 0).putInt(0);
        if (type != 133) {
            icmp.put(bytes(one(2) ? Scenario.LOCAL6 : Scenario.PREFIXES[5] + "5.6.7.8"));
        }
        if (option) {
            icmp.put((byte) pick(1, 2)).put((byte) 1).putShort((short) 0x0200).putInt(0x2001);
        }
        byte[] source = bytes(one(4) ? "::" : pick(Scenario.HOSTS));
        byte[] destination = bytes(one(2) ? "ff02::1:ff00:1" : Scenario.LOCAL6);
        return ipv6(source, destination, 58, one(8) ? 64 : 255, icmp.array(), false);
    }

    private byte[] embedded(int instance, byte[] v4) {
        byte[] a = bytes(Scenario.PREFIXES[instance]);
        int at = Scenario.LENGTHS[instance] / 8;
        for (int i = 0; i < 4; i++, at++) {
            if (at == 8) {
                at++;
            }
            a[at] = v4[i];
        }
        return a;
    }

    private byte[] ipv6() {
        byte[] source = bytes(one(5) ? pick(Scenario.OTHERS) : pick(Scenario.HOSTS));
        byte[] destination;
        switch (below(10)) {
            case 0:
                destination = bytes(Scenario.LOCAL6);
                break;
            case 1:
            case 2:
                destination = bytes(pick(Scenario.OTHERS));
                break;
            case 3:
                destination = bytes(pick(Scenario.HOSTS));
                break;
            case 4:
                destination = embedded(5, bytes(pick(Scenario.POOL)));
                break;
            case 5:
                destination = embedded(below(6), bytes(pick(Scenario.PEERS)));
                break;
            default:
                destination = embedded(5, bytes(pick(Scenario.PEERS)));
        }
        if (one(60)) {
            source = embedded(below(6), bytes(pick(Scenario.PEERS)));
        }
        int protocol = pick(6, 6, 17, 17, 58, 58, 47);
        byte[] transport =
                transport(protocol, pick(Scenario.PORTS6), pick(53, 80, 1024, 7), size());
        return ipv6(source, destination, protocol, hops(), transport, one(5));
    }

    private int size() {
        return one(4) ? below(1500) : below(100);
    }

    private int hops() {
        return one(20) ? below(3) : 64;
    }

    private byte[] ipv6(
            byte[] source,
            byte[] destination,
            int protocol,
            int hops,
            byte[] transport,
            boolean extended) {
        boolean fragment = extended && one(2);
        int headers = extended ? below(4) : 0;
        int[] types = new int[headers];
        byte[][] extensions = new byte[headers][];
        int length = transport.length + (fragment ? 8 : 0);
        for (int i = 0; i < headers; i++) {
            types[i] = i == 0 ? pick(0, 43, 60) : pick(43, 60);
            extensions[i] = payload(8 * (1 + below(3)));
            extensions[i][1] = (byte) (extensions[i].length / 8 - 1);
            if (types[i] == 43 && !one(3)) {
                extensions[i][3] = 0;
            }
            length += extensions[i].length;
        }
        ByteBuffer b = ByteBuffer.allocate(40 + length);
        b.putInt(6 << 28 | below(256) << 20 | below(1 << 20)).putShort((short) length);
        int last = fragment ? 44 : protocol;
        b.put((byte) (headers > 0 ? types[0] : last)).put((byte) hops);
        b.put(source).put(destination);
        for (int i = 0; i < headers; i++) {
            extensions[i][0] = (byte) (i + 1 < headers ? types[i + 1] : last);
            b.put(extensions[i]);
        }
        if (fragment) {
            b.put((byte) protocol).put((byte) 0);
            b.putShort((short) ((one(2) ? 0 : below(100)) << 3 | below(2)));
            b.putInt(random.nextInt());
        }
        if (!one(12)) {
            checksum(transport, protocol, source, destination);
        }
        return b.put(transport).array();
    }

    private byte[] ipv4() {
        byte[] source =
                bytes(one(12) ? pick("127.0.0.1", "224.0.0.1", "0.0.0.0") : pick(Scenario.PEERS));
        byte[] destination;
        switch (below(8)) {
            case 0:
                destination = bytes(Scenario.LOCAL4);
                break;
            case 1:
            case 2:
                destination = bytes(pick(Scenario.PEERS));
                break;
            default:
                destination = bytes(pick(Scenario.POOL));
        }
        int protocol = pick(6, 6, 17, 17, 1, 1, 47);
        byte[] options = new byte[one(8) ? 4 * (1 + below(10)) : 0];
        options(options);
        byte[] transport =
                transport(
                        protocol == 1 ? -1 : protocol,
                        pick(53, 80, 1024, 7),
                        pick(Scenario.PORTS4),
                        size());
        boolean fragment = one(10);
        int length = 20 + options.length + transport.length;
        ByteBuffer b = ByteBuffer.allocate(length);
        b.put((byte) (0x45 + options.length / 4)).put((byte) below(256)).putShort((short) length);
        b.putShort((short) below(65536));
        b.putShort(
                (short)
                        (fragment
                                ? (one(2) ? 0x2000 : 0) | (one(2) ? 0 : below(100))
                                : one(2) ? 0x4000 : 0));
        b.put((byte) hops()).put((byte) protocol).putShort((short) 0);
        b.put(source).put(destination).put(options);
        if (!one(40)) {
            b.putShort(10, fold(~sum(0, b.array(), 0, 20 + options.length)));
        }
        if (!one(12)) {
            checksum(transport, protocol, source, destination);
        }
        return b.put(transport).array();
    }

    private void options(byte[] options) {
        if (one(4)) {
            random.nextBytes(options);
            return;
        }
        int at = 0;
        while (at < options.length) {
            int left = options.length - at;
            int length = 3 + below(8);
            if (one(3) || length > left) {
                options[at++] = 1;
            } else {
                options[at] = (byte) pick(7, 68, 131, 137, 148);
                options[at + 1] = (byte) length;
                options[at + 2] = (byte) (one(2) ? 4 : length + 1);
                at += length;
            }
        }
    }

    /**
     * @param protocol -1 is ICMP for IPv4
     */
    private byte[] transport(int protocol, int source, int destination, int length) {
        byte[] data = payload(length);
        ByteBuffer b;
        switch (protocol) {
            case 6:
                b = ByteBuffer.allocate(20 + length);
                b.putShort((short) source).putShort((short) destination);
                b.putInt(random.nextInt()).putInt(random.nextInt());
                b.putShort((short) (0x5000 | pick(0x02, 0x12, 0x10, 0x18, 0x11, 0x04, 0x14)));
                b.putShort((short) 512).putInt(0);
                break;
            case 17:
                b = ByteBuffer.allocate(8 + length);
                b.putShort((short) source).putShort((short) destination);
                b.putShort((short) (8 + length)).putShort((short) 0);
                break;
            case -1:
            case 58:
                b = ByteBuffer.allocate(8 + length);
                b.put((byte) (protocol == 58 ? pick(ICMP6) : pick(ICMP4)));
                b.put((byte) (one(6) ? below(16) : 0)).putShort((short) 0);
                b.putShort((short) (protocol == 58 ? source : destination)).putShort((short) 9);
                break;
            default:
                b = ByteBuffer.allocate(length);
        }
        return b.put(data).array();
    }

    private void checksum(byte[] transport, int protocol, byte[] source, byte[] destination) {
        int at = protocol == 6 ? 16 : protocol == 17 ? 6 : protocol == 1 || protocol == 58 ? 2 : -1;
        if (at < 0 || transport.length < at + 2 || (protocol == 17 && one(5))) {
            return;
        }
        long sum = 0;
        if (protocol != 1) {
            sum = sum(sum, source, 0, source.length);
            sum = sum(sum, destination, 0, destination.length) + transport.length + protocol;
        }
        ByteBuffer.wrap(transport)
                .putShort(at, (short) 0)
                .putShort(at, fold(~sum(sum, transport, 0, transport.length)));
    }

    /** Adds 16-bit words to a one's complement sum; the result is folded to 16 bits. */
    static long sum(long sum, byte[] b, int from, int to) {
        for (int i = from; i < to; i += 2) {
            sum += (b[i] & 255) << 8 | (i + 1 < to ? b[i + 1] & 255 : 0);
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return sum;
    }

    /**
     * An IPv4 frame with identification and header checksum zero; null where the header checksum is
     * wrong or DF is set.
     */
    static byte[] withoutIdentification(byte[] frame) {
        int ip = (frame[12] & 255) == 0x81 ? 18 : 14;
        if (frame.length < ip + 20
                || (frame[ip + 6] & 0x40) != 0
                || sum(0, frame, ip, ip + 20) != 0xffff) {
            return null;
        }
        byte[] f = frame.clone();
        f[ip + 4] = 0;
        f[ip + 5] = 0;
        f[ip + 10] = 0;
        f[ip + 11] = 0;
        return f;
    }

    private static short fold(long complement) {
        return (short) complement;
    }

    private String pick(String a, String b, String c) {
        return pick(new String[] {a, b, c});
    }
}
