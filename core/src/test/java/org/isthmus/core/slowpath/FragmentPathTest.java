// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put64;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM4;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM6;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM_SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM_SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.POOL;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT4;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT6;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.icmp;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.upper;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.isthmus.core.slowpath.SlowPathNetwork.LEAF;
import static org.isthmus.core.slowpath.SlowPathNetwork.MAC;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class FragmentPathTest {
    private static final long LIFETIME_MILLIS = 1000L * Limits.FRAGMENT_TIMEOUT.byDefault;

    private static final int UDP = FrameTuple.UDP;

    private static final int FLOODER = v4("192.0.2.66");
    private static final Ipv6Address FLOODER6 = Ipv6Address.parse("2001:db8:2::66");

    /** Bytes of UDP, its header included, in the largest IPv4 packet. */
    private static final int LARGEST = 65515;

    private final SlowPathNetwork network = new SlowPathNetwork();

    private void in(int port, PuntReason reason, byte[] frame) {
        network.slowPath.packetIn(LEAF, port, reason, frame);
    }

    /** An IPv4 packet in fragments, the last first. */
    private static List<byte[]> fragments4(byte[] packet, int mtu) {
        put16(packet, 6, 0);
        byte[] f = frame(packet);
        List<byte[]> all = new ArrayList<>(Fragmenter.ipv4(f, parse(f), mtu));
        all.forEach(x -> Packets.macs(x, MAC, 7));
        Collections.reverse(all);
        return all;
    }

    @Test
    void translatesFragmentsInAnyOrder() {
        byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 3000));
        List<byte[]> all = fragments4(p, 1500);
        assertEquals(3, all.size());
        for (int i = 0; i < 3; i++) {
            assertTrue(network.submitted.isEmpty(), "ports are not known yet");
            in(3, PuntReason.FRAGMENT, all.get(i));
        }
        assertArrayEquals(
                upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 3000)), 40),
                network.mended(1280));
        assertEquals(3, network.count(Counter.FRAGMENTS_TRANSLATED));

        byte[] six = frame(ipv6(6, CLIENT, SERVER6, transport(6, PORT6, 80, 3000)));
        List<byte[]> cut = Fragmenter.ipv6(six, 0x00010099, 1280);
        cut.forEach(f -> put16(f, 12, FrameTuple.ETHER_IPV6));
        for (int i : new int[] {1, 0, 2}) {
            in(1, PuntReason.FRAGMENT, cut.get(i));
        }
        FrameTuple t = parse(network.submitted.get(0).frame);
        assertEquals(0x99, t.identification);
        assertEquals(POOL, t.source4);
        assertArrayEquals(
                upper(ipv4(6, POOL, SERVER, transport(6, PORT4, 80, 3000)), 20),
                network.mended(1500));
    }

    /** RFC 6146 section 3.4: each packet goes by the ports of its own first fragment. */
    @Test
    void anIdentificationMayComeAgainBeforeAllOfItsPacketCame() {
        for (int port : new int[] {53, 99}) {
            byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, port, PORT4, 3000));
            List<byte[]> all = fragments4(p, 1500);
            in(3, PuntReason.FRAGMENT, all.get(2));
            assertEquals(port, parse(network.submitted.get(0).frame).sourcePort);
            network.submitted.clear();
        }
        in(3, PuntReason.FRAGMENT, fragments4(toPort(9), 1500).get(2));
        assertTrue(network.submitted.isEmpty(), "nobody has that port");
        for (int port : new int[] {80, 443}) {
            byte[] six = frame(ipv6(6, CLIENT, SERVER6, transport(6, PORT6, port, 3000)));
            byte[] f = Fragmenter.ipv6(six, 0x00010099, 1280).get(0);
            put16(f, 12, FrameTuple.ETHER_IPV6);
            in(1, PuntReason.FRAGMENT, f);
            assertEquals(port, parse(network.submitted.get(0).frame).destinationPort);
            network.submitted.clear();
        }
    }

    private static byte[] toPort(int port) {
        return ipv4(UDP, SERVER, POOL, transport(UDP, 53, port, 3000));
    }

    /** RFC 1858: what a filter would have to see of TCP may come in the next fragment. */
    @Test
    void tinyFirstFragmentsAreNotTranslated() {
        byte[] upper = transport(FrameTuple.TCP, 80, PORT4, 48);
        for (int at = 0; at < 48; at += 16) {
            byte[] p = ipv4(47, SERVER, POOL, Arrays.copyOfRange(upper, at, at + 16));
            p[9] = FrameTuple.TCP;
            put16(p, 6, (at < 32 ? 0x2000 : 0) | at / 8);
            in(3, PuntReason.FRAGMENT, frame(p));
        }
        byte[] six = new byte[8 + 16];
        put32(six, 0, FrameTuple.TCP << 24 | 1);
        put16(six, 8, PORT6);
        in(1, PuntReason.FRAGMENT, frame(ipv6(44, CLIENT, SERVER6, six)));
        // Where it needs no binding either.
        byte[] mapped = ipv4(47, SERVER, EAM4, new byte[16]);
        mapped[9] = FrameTuple.TCP;
        put16(mapped, 6, 0x2000);
        in(3, PuntReason.IPV4_OPTIONS, SlowPathPackets.withOptions(frame(mapped), 148, 4, 0, 0));
        assertTrue(network.submitted.isEmpty());
        assertEquals(3, network.count(Counter.MALFORMED));
    }

    /** RFC 7915 section 4.1: cut is what has no DF. */
    @Test
    void cutsNoFragmentsThatMustNotBe() {
        byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 3000));
        for (byte[] f : fragments4(p, 1500)) {
            put16(f, 20, 0x4000 | u16(f, 20));
            put16(f, 24, 0);
            put16(f, 24, Checksum.finish(Checksum.sum(f, 14, 34)));
            in(3, PuntReason.FRAGMENT, f);
        }
        assertEquals(3, network.submitted.size());
        assertEquals(
                List.of(1528, 88, 1528),
                network.submitted.stream()
                        .map(s -> parse(s.frame).length)
                        .collect(Collectors.toList()));
        assertArrayEquals(
                upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 3000)), 40),
                network.mended(1528));
    }

    /** An IPv4 packet of UDP without a checksum in three fragments, the last first. */
    private static List<byte[]> withoutChecksum(int identification) {
        byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 3000));
        put16(p, 26, 0);
        put16(p, 4, identification);
        return fragments4(p, 1500);
    }

    /** RFC 6146 section 3.4. */
    @Test
    void cutsFragmentsAboveTheLowestMtuAlone() {
        network.fixture.lowestIpv6Mtu = 1500;
        byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 4000));
        for (byte[] f : fragments4(p, 1400)) {
            in(3, PuntReason.FRAGMENT, f);
        }
        assertEquals(3, network.submitted.size());
        network.mended(1500);
    }

    @Test
    void computesTheUdpChecksumOfAPacketInFragments() {
        byte[] expected = upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 3000)), 40);
        int id = 0x70;
        for (int[] order : new int[][] {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}}) {
            List<byte[]> all = withoutChecksum(id++);
            for (int i : order) {
                assertTrue(network.submitted.isEmpty(), "all of it is needed");
                in(3, PuntReason.FRAGMENT, all.get(i));
            }
            assertArrayEquals(expected, network.mended(1280));
        }
        assertEquals(12, network.count(Counter.FRAGMENTS_TRANSLATED));
        // Behind the packet in its frame is nothing of it.
        for (byte[] f : withoutChecksum(id)) {
            in(3, PuntReason.FRAGMENT, Arrays.copyOf(f, f.length + 9));
        }
        assertArrayEquals(expected, network.mended(1280));
    }

    @Test
    void computesNoUdpChecksumOfHalfAPacket() {
        List<byte[]> all = withoutChecksum(0x70);
        network.slowPath.tick(1);
        in(3, PuntReason.FRAGMENT, all.get(2));
        in(3, PuntReason.FRAGMENT, all.get(1));
        network.slowPath.tick(1 + LIFETIME_MILLIS);
        assertEquals(2, network.count(Counter.FRAGMENTS_EXPIRED));
        // As many bytes as there should be, and one part twice.
        all = withoutChecksum(0x71);
        in(3, PuntReason.FRAGMENT, all.get(2));
        in(3, PuntReason.FRAGMENT, all.get(2));
        in(3, PuntReason.FRAGMENT, all.get(0));
        assertTrue(network.submitted.isEmpty());
        // Of which packet one part is cannot be known.
        all = withoutChecksum(0x72);
        byte[] other = all.get(1).clone();
        other[other.length - 1] ^= 1;
        in(3, PuntReason.FRAGMENT, other);
        all.forEach(f -> in(3, PuntReason.FRAGMENT, f));
        assertEquals(4, network.count(Counter.FRAGMENTS_DROPPED));
        assertTrue(network.submitted.isEmpty());
    }

    /** As a network may do to any packet. */
    @Test
    void fragmentsMayComeTwice() {
        byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 3000));
        byte[] expected = upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 3000)), 40);
        List<byte[]> all = fragments4(p, 1500);
        in(3, PuntReason.FRAGMENT, all.get(2));
        network.submitted.clear();
        for (int i : new int[] {2, 0, 1}) {
            in(3, PuntReason.FRAGMENT, all.get(i));
        }
        assertArrayEquals(expected, network.mended(1280));
        // Without a checksum all of it is needed.
        int id = 0x70;
        for (int[] order : new int[][] {{2, 2, 1, 0}, {1, 1, 0, 0, 2}, {0, 2, 0, 2, 1}}) {
            all = withoutChecksum(id++);
            for (int i : order) {
                assertTrue(network.submitted.isEmpty());
                in(3, PuntReason.FRAGMENT, all.get(i));
            }
            assertArrayEquals(expected, network.mended(1280));
        }
    }

    @Test
    void dropsPacketsWithoutUdpChecksumByConfiguration() {
        network.fixture.computesUdpChecksums = false;
        List<byte[]> all = withoutChecksum(0x70);
        all.forEach(f -> in(3, PuntReason.FRAGMENT, f));
        assertEquals(3, network.count(Counter.FRAGMENTS_DROPPED));
        List<byte[]> inOrder = withoutChecksum(0x71);
        Collections.reverse(inOrder);
        inOrder.forEach(f -> in(3, PuntReason.FRAGMENT, f));
        assertEquals(6, network.count(Counter.FRAGMENTS_DROPPED));
        assertTrue(network.submitted.isEmpty());
    }

    @Test
    void setsTosAndTrafficClassAsConfigured() {
        network.fixture.tos = 0x20;
        fragments4(ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 3000)), 1500)
                .forEach(f -> in(3, PuntReason.FRAGMENT, f));
        network.submitted.forEach(s -> assertEquals(0, parse(s.frame).trafficClass));
        assertTrue(network.mended(1280).length > 0);

        byte[] six = frame(ipv6(6, CLIENT, SERVER6, transport(6, PORT6, 80, 3000)));
        List<byte[]> cut = Fragmenter.ipv6(six, 0x00010099, 1280);
        cut.forEach(f -> put16(f, 12, FrameTuple.ETHER_IPV6));
        cut.forEach(f -> in(1, PuntReason.FRAGMENT, f));
        network.submitted.forEach(s -> assertEquals(0x20, parse(s.frame).trafficClass));
        assertTrue(network.mended(1500).length > 0);
    }

    @Test
    void fragmentsOfPeersThatAreFilteredAreDropped() {
        network.fixture.refused4 = SERVER;
        fragments4(ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 3000)), 1500)
                .forEach(f -> in(3, PuntReason.FRAGMENT, f));
        assertTrue(network.submitted.isEmpty());
        assertEquals(3, network.count(Counter.FRAGMENTS_FILTERED));
    }

    @Test
    void translatesFragmentsToIpv4HostsWithAnEam() {
        byte[] six = frame(ipv6(6, EAM6, EAM_SERVER6, transport(6, 9, 80, 3000)));
        List<byte[]> cut = Fragmenter.ipv6(six, 0x00010099, 1280);
        cut.forEach(f -> put16(f, 12, FrameTuple.ETHER_IPV6));
        cut.forEach(f -> in(1, PuntReason.FRAGMENT, f));
        FrameTuple t = parse(network.submitted.get(0).frame);
        assertEquals(EAM4, t.source4);
        assertEquals(EAM_SERVER, t.destination4);
        assertArrayEquals(
                upper(ipv4(6, EAM4, EAM_SERVER, transport(6, 9, 80, 3000)), 20),
                network.mended(1500));

        fragments4(ipv4(UDP, EAM_SERVER, EAM4, transport(UDP, 80, 9, 2000)), 1500)
                .forEach(f -> in(3, PuntReason.FRAGMENT, f));
        t = parse(network.submitted.get(0).frame);
        assertEquals(EAM_SERVER6, Ipv6Address.of(t.sourceHigh, t.sourceLow));
        assertEquals(EAM6, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        network.mended(1280);
        // Native IPv6 traffic is not translated.
        cut = Fragmenter.ipv6(frame(ipv6(6, CLIENT, EAM6, transport(6, PORT6, 9, 3000))), 7, 1280);
        cut.forEach(f -> put16(f, 12, FrameTuple.ETHER_IPV6));
        cut.forEach(f -> in(1, PuntReason.FRAGMENT, f));
        assertTrue(network.submitted.isEmpty());
    }

    /** An IPv6 packet in fragments, in order. */
    private static List<byte[]> fragments6(byte[] packet, int identification, int mtu) {
        List<byte[]> all = new ArrayList<>(Fragmenter.ipv6(frame(packet), identification, mtu));
        all.forEach(f -> put16(f, 12, FrameTuple.ETHER_IPV6));
        return all;
    }

    @Test
    void theLargestPacketsCompleteInTheSmallestFragments() {
        // 124 fragments, and those of the smallest MTU that IPv4 allows.
        for (int mtu : new int[] {552, 68}) {
            for (boolean first : new boolean[] {true, false}) {
                byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, LARGEST));
                put16(p, 4, first ? mtu : mtu + 1);
                List<byte[]> all = fragments4(p, mtu);
                assertTrue(all.size() >= 124);
                if (first) {
                    Collections.reverse(all);
                }
                all.forEach(f -> in(3, PuntReason.FRAGMENT, f));
                assertArrayEquals(
                        upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, LARGEST)), 40),
                        network.mended(1280));
            }
        }
    }

    /** A fragment, not the first, of a packet that never gets one. */
    private static byte[] stray(Random random) {
        byte[] body = new byte[8 + random.nextInt(1400)];
        if (random.nextBoolean()) {
            byte[] f = frame(ipv4(UDP, FLOODER, POOL, body));
            put16(f, 18, random.nextInt());
            put16(f, 20, 1 + random.nextInt(1000));
            return f;
        }
        byte[] fragment = new byte[8 + body.length];
        put32(fragment, 0, UDP << 24 | (1 + random.nextInt(1000)) << 3 | 1);
        put32(fragment, 4, random.nextInt());
        byte[] f = frame(ipv6(44, FLOODER6, SERVER6, fragment));
        // Any of the addresses of its network.
        put64(f, 14 + 16, random.nextLong());
        return f;
    }

    @Test
    void aFloodLosesNobodyElsesPacket() {
        long seed = Seeds.of(11);
        Random random = new Random(seed);
        long now = 0;
        for (int i = 0; i < 60; i++) {
            boolean six = random.nextBoolean();
            int length = 2000 + random.nextInt(random.nextInt(4) == 0 ? 63_500 : 8000);
            byte[] expected;
            List<byte[]> all;
            if (six) {
                byte[] p = ipv6(6, CLIENT, SERVER6, transport(6, PORT6, 80, length));
                all = fragments6(p, i, 1280 + random.nextInt(221));
                expected = upper(ipv4(6, POOL, SERVER, transport(6, PORT4, 80, length)), 20);
            } else {
                byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, length));
                put16(p, 4, i);
                all = fragments4(p, 552 + random.nextInt(949));
                expected = upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, length)), 40);
            }
            Collections.shuffle(all, random);
            for (byte[] f : all) {
                for (int k = random.nextInt(100); k > 0; k--) {
                    in(1, PuntReason.FRAGMENT, stray(random));
                }
                network.slowPath.tick(now += random.nextInt(3));
                in(six ? 1 : 3, PuntReason.FRAGMENT, f);
            }
            String what = "seed " + seed + " packet " + i;
            assertArrayEquals(expected, network.mended(six ? 1520 : 1280), what);
        }
        assertTrue(network.count(Counter.FRAGMENTS_OVER_SHARE) > 10_000);
    }

    @Test
    void fragmentsWaitAsLongAsIsConfigured() {
        network.slowPath.tick(1);
        List<byte[]> all =
                fragments4(ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 3000)), 1500);
        in(3, PuntReason.FRAGMENT, all.get(0));
        network.slowPath.configure(Nat64Config.builder().fragmentTimeout(9).build());
        network.slowPath.tick(9000);
        assertEquals(0, network.count(Counter.FRAGMENTS_EXPIRED));
        network.slowPath.tick(9001);
        assertEquals(1, network.count(Counter.FRAGMENTS_EXPIRED));
        in(3, PuntReason.FRAGMENT, all.get(0));
        // Less than FRAGMENT_MIN is no configuration; what waits is told at once.
        network.slowPath.tick(11_001);
        network.slowPath.configure(Nat64Config.builder().fragmentTimeout(2).build());
        network.slowPath.tick(11_002);
        assertEquals(2, network.count(Counter.FRAGMENTS_EXPIRED));
    }

    /** RFC 6888 REQ-5a. */
    @Test
    void aSenderHasAsMuchMemoryAsIsConfigured() {
        List<byte[]> all =
                fragments4(ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 3000)), 1500);
        for (int kilobytes : new int[] {512, 1024}) {
            long before = network.count(Counter.FRAGMENTS_OVER_SHARE);
            network.slowPath.configure(
                    Nat64Config.builder().fragmentKilobytesPerSender(kilobytes).build());
            for (int i = 0; i < 300; i++) {
                byte[] later = all.get(1).clone();
                put16(later, 18, i);
                in(3, PuntReason.FRAGMENT, later);
            }
            long lost = network.count(Counter.FRAGMENTS_OVER_SHARE) - before;
            assertEquals(kilobytes == 512, lost > 0, "lost " + lost);
            network.slowPath.tick(100_000L * kilobytes);
        }
    }

    @Test
    void dropsFragmentsItCannotTranslate() {
        // The first never comes.
        List<byte[]> all =
                fragments4(ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 3000)), 1500);
        network.slowPath.tick(1);
        in(3, PuntReason.FRAGMENT, all.get(0));
        network.slowPath.tick(2001);
        assertEquals(0, network.count(Counter.FRAGMENTS_EXPIRED));
        network.slowPath.tick(1 + LIFETIME_MILLIS);
        assertEquals(1, network.count(Counter.FRAGMENTS_EXPIRED));
        // Nothing is bound there.
        all = fragments4(ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4 + 1, 2000)), 1500);
        all.forEach(f -> in(3, PuntReason.FRAGMENT, f));
        assertEquals(2, network.count(Counter.FRAGMENTS_DROPPED));
        // The prefix must not carry it.
        byte[] p = ipv4(UDP, v4("10.0.0.1"), POOL, transport(UDP, 53, PORT4, 2000));
        in(3, PuntReason.FRAGMENT, fragments4(p, 1500).get(1));
        assertEquals(3, network.count(Counter.FRAGMENTS_DROPPED));
        // ICMP, and addresses the prefix must not carry.
        in(
                3,
                PuntReason.FRAGMENT,
                fragments4(ipv4(1, SERVER, POOL, icmp(8, 0, PORT4 << 16, new byte[2000])), 1500)
                        .get(1));
        byte[] six =
                frame(
                        ipv6(
                                UDP,
                                CLIENT,
                                Ipv6Address.parse("64:ff9b::10.0.0.1"),
                                transport(UDP, PORT6, 53, 2000)));
        byte[] first = Fragmenter.ipv6(six, 1, 1280).get(0);
        put16(first, 12, FrameTuple.ETHER_IPV6);
        in(1, PuntReason.FRAGMENT, first);
        byte[] back = ipv4(UDP, v4("10.0.0.1"), POOL, transport(UDP, 53, PORT4, 2000));
        in(3, PuntReason.FRAGMENT, fragments4(back, 1500).get(1));
        assertEquals(6, network.count(Counter.FRAGMENTS_DROPPED));
        assertTrue(network.submitted.isEmpty());
    }

    /** RFC 6888 REQ-6: all fragments have the ports of the first. */
    @Test
    void dropsFragmentsToAndFromDeniedPorts() {
        byte[] six = frame(ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 25, 2000)));
        for (byte[] f : Fragmenter.ipv6(six, 1, 1280)) {
            put16(f, 12, FrameTuple.ETHER_IPV6);
            in(1, PuntReason.FRAGMENT, f);
        }
        byte[] four = ipv4(UDP, SERVER, POOL, transport(UDP, 25, PORT4, 2000));
        fragments4(four, 1500).forEach(f -> in(3, PuntReason.FRAGMENT, f));
        assertEquals(4, network.count(Counter.FRAGMENTS_DROPPED));
        assertTrue(network.submitted.isEmpty());
    }
}
