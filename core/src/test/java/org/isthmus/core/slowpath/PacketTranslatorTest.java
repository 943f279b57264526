// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.icmp;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.right;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Whole packets there and back again, and fragments put together again. */
class PacketTranslatorTest {
    private static final Ipv4Identification IDENTIFICATION = new Ipv4Identification(new Random(1));

    private final Transport6 a6 = new Transport6();
    private final Transport6 b6 = new Transport6();
    private final Transport4 a4 = new Transport4();
    private final Transport4 b4 = new Transport4();

    @Test
    void comesBackAsItWas() {
        long seed = Seeds.of(20);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String run = "seed " + seed + " run " + i;
            a6.high = random.nextLong();
            a6.low = random.nextLong();
            b6.high = random.nextLong();
            b6.low = random.nextLong();
            a4.address = random.nextInt();
            b4.address = random.nextInt();
            byte[] packet = packet(random);
            boolean wrong = random.nextInt(4) == 0;
            if (wrong) {
                packet[packet.length - 1] ^= 1;
            }
            int ttl = random.nextInt(256);
            packet[8] = (byte) ttl;
            byte[] f = frame(packet);
            FrameTuple t = parse(f);
            boolean echo = t.protocol == 1;
            int port = random.nextInt(65536);
            byte[] out = new byte[14 + 40 + t.end - t.l4Offset];
            assertEquals(
                    out.length,
                    PacketTranslator.to6(
                            f, t, 0x55, a6, port, b6, echo ? port : t.destinationPort, out, 14));
            put16(out, 12, FrameTuple.ETHER_IPV6);
            FrameTuple t6 = parse(out);
            assertEquals(!wrong, right(out, t6), run);
            assertEquals(0x55, t6.trafficClass);
            assertEquals(ttl, t6.hopLimit);
            assertEquals(echo ? 58 : t.protocol, t6.protocol);
            byte[] back = new byte[f.length];
            assertEquals(
                    f.length,
                    PacketTranslator.to4(
                            out,
                            t6,
                            0xaa,
                            a4,
                            t.sourcePort,
                            b4,
                            t.destinationPort,
                            IDENTIFICATION,
                            back,
                            14));
            put16(back, 12, FrameTuple.ETHER_IPV4);
            FrameTuple t4 = parse(back);
            assertEquals(!wrong, right(back, t4), run);
            assertEquals(0xaa, t4.trafficClass);
            assertEquals(ttl, t4.hopLimit);
            assertEquals(t.length > 1260, t4.dontFragment);
            assertEquals(a4.address, t4.source4);
            assertEquals(b4.address, t4.destination4);
            // All but the addresses, and the checksum that follows them.
            int checksum = t.protocol == 17 ? 6 : t.protocol == 6 ? 16 : 2;
            put16(f, t.l4Offset + checksum, 0);
            put16(back, t4.l4Offset + checksum, 0);
            assertArrayEquals(
                    Arrays.copyOfRange(f, t.l4Offset, f.length),
                    Arrays.copyOfRange(back, t4.l4Offset, back.length),
                    run);
        }
    }

    private byte[] packet(Random random) {
        int n = 20 + random.nextInt(random.nextInt(5) == 0 ? 1400 : 60);
        switch (random.nextInt(3)) {
            case 0:
                return ipv4(
                        1,
                        random.nextInt(),
                        random.nextInt(),
                        icmp(random.nextBoolean() ? 8 : 0, 0, random.nextInt(), new byte[n]));
            case 1:
                return ipv4(
                        6,
                        random.nextInt(),
                        random.nextInt(),
                        transport(6, random.nextInt(65536), random.nextInt(65536), n));
            default:
                return ipv4(
                        17,
                        random.nextInt(),
                        random.nextInt(),
                        transport(17, random.nextInt(65536), random.nextInt(65536), n));
        }
    }

    @Test
    void refusesOtherIcmpAndItsFragments() {
        byte[] f = frame(ipv4(1, 1 << 30, 2 << 30, icmp(13, 0, 0, new byte[12])));
        assertEquals(-1, PacketTranslator.to6(f, parse(f), 0, a6, 0, b6, 0, new byte[200], 0));
        f = frame(ipv4(1, 1 << 30, 2 << 30, icmp(8, 0, 0, new byte[12])));
        put16(f, 20, 0x2000);
        assertEquals(-1, PacketTranslator.to6(f, parse(f), 0, a6, 0, b6, 0, new byte[200], 0));
        byte[] first = new byte[8 + 24];
        put16(first, 0, FrameTuple.ICMP6 << 8);
        put16(first, 2, 1);
        first[8] = (byte) 128;
        f = frame(SlowPathFixture.ipv6(44, SlowPathFixture.CLIENT, SlowPathFixture.SERVER6, first));
        FrameTuple t = parse(f);
        assertTrue(t.ports && t.fragment);
        assertEquals(
                -1, PacketTranslator.to4(f, t, 0, a4, 0, b4, 0, IDENTIFICATION, new byte[200], 0));
    }

    /** RFC 768; RFC 1624 section 3 of an ICMPv4 message of zeros. */
    @Test
    void noChecksumIsZero() {
        byte[] udp = frame(ipv4(17, 1 << 30, 2 << 30, transport(17, 7, 8, 24)));
        FrameTuple t = parse(udp);
        byte[] out = new byte[14 + 40 + 24];
        put16(out, 12, FrameTuple.ETHER_IPV6);
        int other = 0;
        for (int port = 0; port < 65536; port++) {
            PacketTranslator.to6(udp, t, 0, a6, port, b6, 8, out, 14);
            int checksum = u16(out, 14 + 46);
            assertTrue(checksum != 0, "port " + port);
            other += checksum == 0xffff ? 1 : 0;
        }
        assertTrue(other > 0);
        byte[] echo =
                frame(
                        SlowPathFixture.ipv6(
                                58,
                                SlowPathFixture.CLIENT,
                                SlowPathFixture.SERVER6,
                                icmp(129, 0, 0, new byte[16])));
        byte[] back = new byte[14 + 20 + 24];
        put16(back, 12, FrameTuple.ETHER_IPV4);
        PacketTranslator.to4(echo, parse(echo), 0, a4, 0, b4, 0, IDENTIFICATION, back, 14);
        assertEquals(0xffff, u16(back, 14 + 22));
        assertTrue(right(back, parse(back)));
    }

    @Test
    void keepsFragmentsTogether() {
        byte[] packet = ipv4(17, 1 << 30, 2 << 30, transport(17, 7, 8, 24));
        put16(packet, 6, 0x2000 | 5);
        byte[] f = frame(packet);
        byte[] out = new byte[14 + 48 + 24];
        assertEquals(out.length, PacketTranslator.to6(f, parse(f), 0, a6, 1, b6, 2, out, 14));
        put16(out, 12, FrameTuple.ETHER_IPV6);
        FrameTuple t = parse(out);
        assertEquals(40, t.fragmentOffset);
        assertTrue(t.moreFragments);
        assertEquals(0x1234, t.identification);
        // A later fragment has no ports to change.
        assertEquals(7, u16(out, 14 + 48));
        byte[] back = new byte[14 + 20 + 24];
        PacketTranslator.to4(out, t, 0, a4, 0, b4, 0, IDENTIFICATION, back, 14);
        put16(back, 12, FrameTuple.ETHER_IPV4);
        FrameTuple t4 = parse(back);
        assertEquals(40, t4.fragmentOffset);
        assertEquals(0x1234, t4.identification);
        assertTrue(t4.moreFragments && !t4.dontFragment);
    }

    @Test
    void cutsAndMendsIpv4() {
        long seed = Seeds.of(31);
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            byte[] upper = new byte[100 + random.nextInt(3000)];
            random.nextBytes(upper);
            byte[] packet = ipv4(17, 5, 6, upper);
            put16(packet, 6, 0);
            put16(packet, 10, 0);
            put16(packet, 10, Checksum.finish(Checksum.sum(packet, 0, 20)));
            byte[] f = frame(packet);
            int mtu = 68 + random.nextInt(1500);
            List<byte[]> cut = new ArrayList<>(Fragmenter.ipv4(f, parse(f), mtu));
            if (random.nextBoolean()) {
                // Some are fragmented again.
                byte[] one = cut.remove(0);
                cut.addAll(Fragmenter.ipv4(one, parse(one), 68));
            }
            Collections.shuffle(cut, random);
            assertArrayEquals(
                    Arrays.copyOfRange(packet, 20, packet.length),
                    mend(cut, Math.max(mtu, 68)),
                    "seed " + seed + " run " + i);
        }
    }

    @Test
    void cutsAndMendsIpv6() {
        long seed = Seeds.of(32);
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            byte[] f =
                    frame(
                            SlowPathFixture.ipv6(
                                    17,
                                    SlowPathFixture.CLIENT,
                                    SlowPathFixture.SERVER6,
                                    transport(17, 1, 2, 1300 + random.nextInt(4000))));
            List<byte[]> cut = new ArrayList<>(Fragmenter.ipv6(f, 77, 1280));
            cut.forEach(c -> put16(c, 12, FrameTuple.ETHER_IPV6));
            assertEquals(77, parse(cut.get(0)).identification);
            Collections.shuffle(cut, random);
            assertArrayEquals(Arrays.copyOfRange(f, 54, f.length), mend(cut, 1280), "seed " + seed);
        }
    }

    /** RFC 4787 REQ-13a. */
    @Test
    void fragmentsAreInOrder() {
        byte[] four = frame(ipv4(17, 5, 6, transport(17, 1, 2, 4000)));
        put16(four, 20, 0);
        byte[] six =
                frame(
                        SlowPathFixture.ipv6(
                                17,
                                SlowPathFixture.CLIENT,
                                SlowPathFixture.SERVER6,
                                transport(17, 1, 2, 4000)));
        List<byte[]> all = new ArrayList<>(Fragmenter.ipv4(four, parse(four), 1000));
        all.addAll(Fragmenter.ipv6(six, 77, 1280));
        assertEquals(5 + 4, all.size());
        int expected = 0;
        for (byte[] f : all) {
            put16(f, 12, f[14] >>> 4 == 4 ? FrameTuple.ETHER_IPV4 : FrameTuple.ETHER_IPV6);
            FrameTuple t = parse(f);
            assertEquals(expected, t.fragmentOffset);
            expected = t.moreFragments ? expected + t.end - t.l4Offset : 0;
        }
    }

    /** Reassembles; fails if something is missing, twice, or too large. */
    private static byte[] mend(List<byte[]> fragments, int mtu) {
        byte[] all = new byte[70_000];
        boolean[] seen = new boolean[70_000];
        int length = 0;
        for (byte[] f : fragments) {
            FrameTuple t = parse(f);
            assertTrue(t.length <= mtu, t.length + " above " + mtu);
            assertTrue(t.ipv6 || Checksum.valid(Checksum.sum(f, 14, t.l4Offset)));
            for (int i = t.l4Offset; i < t.end; i++) {
                int at = t.fragmentOffset + i - t.l4Offset;
                assertFalse(seen[at], "twice");
                seen[at] = true;
                all[at] = f[i];
            }
            if (!t.moreFragments) {
                length = t.fragmentOffset + t.end - t.l4Offset;
            }
        }
        for (int i = 0; i < length; i++) {
            assertTrue(seen[i], "missing");
        }
        return Arrays.copyOf(all, length);
    }

    @Test
    void copiesOptionsThatSayIt() {
        byte[] p = new byte[28 + 100];
        p[0] = 0x47;
        put16(p, 2, p.length);
        p[8] = 9;
        p[9] = 17;
        // A router alert is copied, a timestamp is not.
        p[20] = (byte) 148;
        p[21] = 4;
        p[24] = 68;
        p[25] = 4;
        put16(p, 10, Checksum.finish(Checksum.sum(p, 0, 28)));
        byte[] f = frame(p);
        List<byte[]> cut = Fragmenter.ipv4(f, parse(f), 76);
        assertEquals(28, parse(cut.get(0)).l4Offset - 14);
        assertEquals(24, parse(cut.get(1)).l4Offset - 14);
        assertEquals(148, cut.get(1)[34] & 255);
        assertArrayEquals(new byte[100], mend(cut, 76));
    }
}
