// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put8;
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
import static org.isthmus.core.slowpath.SlowPathPackets.HOST4;
import static org.isthmus.core.slowpath.SlowPathPackets.UDP;
import static org.isthmus.core.slowpath.SlowPathPackets.client;
import static org.isthmus.core.slowpath.SlowPathPackets.error;
import static org.isthmus.core.slowpath.SlowPathPackets.in;
import static org.isthmus.core.slowpath.SlowPathPackets.server;
import static org.isthmus.core.slowpath.SlowPathPackets.withOptions;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Packets;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class SlowPathTest {
    private SlowPathNetwork network = new SlowPathNetwork();

    /** Only what is translated comes to the routes with such a destination. */
    @Test
    void whatIsTranslatedToItselfComesUp() {
        network.fabric
                .neighbors()
                .learn(
                        network.fabric.interfaceAt(LEAF, 3, 30),
                        V4Mapped.of(v4("198.51.100.254")),
                        MacAddress.of(7));
        Ipv6Address far = V4Mapped.of(v4("192.0.2.200"));
        assertEquals(
                RoutingIntent.Via.NEXT,
                network.fabric.paths().lookup(LEAF, far).via,
                "a default route");
        Ipv6Address own = V4Mapped.of(v4("192.0.2.1"));
        assertEquals(RoutingIntent.Via.CONNECTED, network.fabric.paths().lookup(LEAF, own).via);
        assertEquals(
                RoutingIntent.Via.NEXT,
                network.fabric.paths().lookup(SlowPathNetwork.SPINE, own).via);
        own = V4Mapped.of(v4("192.0.2.11"));
        assertNotEquals(
                RoutingIntent.Via.CONNECTED,
                network.fabric.paths().lookup(SlowPathNetwork.SPINE, own).via,
                "it translates nothing");
    }

    @Test
    void countsWhatNoNeighborShouldSend() {
        in(network, 1, PuntReason.TOO_BIG, client(1460));
        assertEquals(0, network.count(Counter.PACKETS_ABOVE_MTU));
        // Its sender has another MTU, or has not cut it yet.
        in(network, 1, PuntReason.TOO_BIG, client(1461));
        assertEquals(1, network.count(Counter.PACKETS_ABOVE_MTU));
        // Between switches larger ones are fine.
        in(network, 10, PuntReason.TOO_BIG, client(5000));
        assertEquals(1, network.count(Counter.PACKETS_ABOVE_MTU));
    }

    @Test
    void cutsWhatMayBeCut() {
        // IPv4 to IPv6, also where the next link's MTU would allow it whole.
        byte[] original = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 1400));
        in(network, 3, PuntReason.TOO_BIG, server(1400, false));
        assertEquals(2, network.submitted.size());
        assertEquals(0x1234, parse(network.submitted.get(0).frame).identification);
        assertArrayEquals(upper(original, 40), network.mended(1280));
        // Where the configured MTU is above the minimum.
        network.fixture.lowestIpv6Mtu = 1400;
        in(network, 3, PuntReason.TOO_BIG, server(1400, false));
        assertEquals(1400, parse(network.submitted.get(0).frame).length);
        assertArrayEquals(upper(original, 40), network.mended(1400));
        // The next link has a smaller MTU.
        network = new SlowPathNetwork(1304, 1500);
        network.fixture.lowestIpv6Mtu = 1400;
        in(network, 3, PuntReason.TOO_BIG, server(1400, false));
        assertEquals(1304, parse(network.submitted.get(0).frame).length);
        assertArrayEquals(upper(original, 40), network.mended(1304));
        // IPv4 to IPv4.
        network = new SlowPathNetwork(1400, 1400);
        byte[] p = ipv4(UDP, SERVER, HOST4, transport(UDP, 1, 2, 1480));
        put16(p, 6, 0);
        in(network, 3, PuntReason.TOO_BIG, frame(p));
        assertArrayEquals(upper(p, 20), network.mended(1400));
        // IPv6 to IPv4 without DF, over a link below what IPv6 takes.
        network = new SlowPathNetwork(1500, 1000);
        in(network, 1, PuntReason.TOO_BIG, client(1200));
        original = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 1200));
        assertArrayEquals(upper(original, 20), network.mended(1000));
        // That is 1280 bytes, and no more.
        in(network, 1, PuntReason.TOO_BIG, client(1240));
        original = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 1240));
        assertArrayEquals(upper(original, 20), network.mended(1000));
        in(network, 1, PuntReason.TOO_BIG, client(1241));
        assertEquals(2, parse(network.submittedOne()).icmpType);
    }

    @Test
    void computesMissingUdpChecksums() {
        byte[] f = server(31, true);
        put16(f, 40, 0);
        in(network, 3, PuntReason.UDP_CHECKSUM_ZERO, Arrays.copyOf(f, 80));
        assertArrayEquals(
                upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 31)), 40),
                network.mended(1280));
        // DF: not to be fragmented, however large.
        byte[] large = server(1400, true);
        put16(large, 40, 0);
        in(network, 3, PuntReason.UDP_CHECKSUM_ZERO, large);
        assertEquals(1, network.submitted.size());
        assertArrayEquals(
                upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 1400)), 40),
                network.mended(1440));
        // Without DF it is.
        large = server(1400, false);
        put16(large, 40, 0);
        in(network, 3, PuntReason.UDP_CHECKSUM_ZERO, large);
        assertArrayEquals(
                upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 1400)), 40),
                network.mended(1280));
        // One that would be 0 is the other zero.
        byte[] other = server(32, true);
        int checksum = u16(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 32)), 46);
        int word = u16(other, 42) + checksum;
        put16(other, 42, (word & 0xffff) + (word >>> 16));
        put16(other, 40, 0);
        in(network, 3, PuntReason.UDP_CHECKSUM_ZERO, other);
        assertEquals(0xffff, u16(network.submittedOne(), 14 + 46));
        // Its own length is not that of the packet.
        put16(f, 38, 30);
        in(network, 3, PuntReason.UDP_CHECKSUM_ZERO, f);
        assertTrue(network.submitted.isEmpty());
    }

    /** They are left out, right or not (RFC 7915 section 4.1). */
    @Test
    void translatesWhatHasOptions() {
        byte[] expected = upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30)), 40);
        for (int[] options :
                new int[][] {
                    {148, 4, 0, 0},
                    {1, 131, 7, 8, 192, 0, 2, 77},
                    {0, 131, 7, 4},
                    {148, 9, 0, 0},
                    {148, 1, 131, 0},
                    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 148}
                }) {
            in(network, 3, PuntReason.IPV4_OPTIONS, withOptions(options));
            assertArrayEquals(expected, network.mended(1280));
        }
    }

    @Test
    void asksForThePathOfWhatItTranslates() {
        network = new SlowPathNetwork(1500, 1400);
        network.fabric
                .neighbors()
                .learn(
                        network.fabric.interfaceAt(LEAF, 3, 30),
                        V4Mapped.of(EAM_SERVER),
                        MacAddress.of(7));
        in(network, 1, PuntReason.TOO_BIG, frame(ipv6(UDP, EAM6, EAM_SERVER6, new byte[1452])));
        error(network.submittedOne(), 2, 0, 1420);
    }

    @Test
    void isNotAskedForOtherReasons() {
        assertThrows(
                IllegalArgumentException.class,
                () -> in(network, 1, PuntReason.BIB_MISS, client(30)));
        network.slowPath.packetIn(DeviceId.of("device:other"), 1, PuntReason.LOCAL, client(30));
    }

    @Test
    void survivesAnything() {
        long seed = Seeds.of(7);
        Random random = new Random(seed);
        PuntReason[] reasons =
                Arrays.stream(PuntReason.values())
                        .filter(r -> r != PuntReason.BIB_MISS && r != PuntReason.SESSION_MISS)
                        .filter(r -> r != PuntReason.UNSOLICITED_SYN)
                        .filter(r -> r != PuntReason.TCP_STATE)
                        .toArray(PuntReason[]::new);
        byte[] inside = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 30));
        byte[][] seeds = {
            client(30),
            server(30, false),
            server(1300, false),
            Packets.tagged(server(30, true), 30),
            frame(ipv4(UDP, SERVER, EAM4, transport(UDP, 53, 9, 1300))),
            frame(ipv6(UDP, EAM6, SERVER6, transport(UDP, 9, 53, 1300))),
            frame(ipv6(UDP, EAM6, EAM_SERVER6, transport(UDP, 9, 53, 1300))),
            frame(ipv4(1, SERVER, POOL, icmp(3, 4, 1480, inside))),
            frame(ipv6(43, CLIENT, SERVER6, new byte[64])),
            frame(ipv6(44, CLIENT, SERVER6, new byte[64])),
            NeighborPackets.arp(1, 7, HOST4, 0, v4("10.1.0.1")),
            NeighborPackets.solicitation(7, CLIENT, 0, Ipv6Address.parse("2001:db8:1::1")),
        };
        for (int i = 0; i < 120_000; i++) {
            byte[] f = seeds[random.nextInt(seeds.length)].clone();
            for (int k = random.nextInt(6); k > 0; k--) {
                put8(f, random.nextInt(Math.min(f.length, 100)), random.nextInt());
            }
            if (random.nextInt(8) == 0) {
                f = Arrays.copyOf(f, random.nextInt(f.length + 1));
            }
            PuntReason reason = reasons[random.nextInt(reasons.length)];
            try {
                in(network, 1 + random.nextInt(4), reason, f);
                network.slowPath.refuse(LEAF, 1, f, random.nextBoolean());
                if (i % 100 == 0) {
                    network.slowPath.tick(i * 10L);
                    network.acknowledge();
                }
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + " run " + i + " " + reason, e);
            }
            network.sent.clear();
            for (SlowPathNetwork.Sent s : network.submitted) {
                assertTrue(s.frame.length >= 34, "seed " + seed + " run " + i);
            }
            network.submitted.clear();
        }
        assertTrue(network.count(Counter.ERRORS_SENT) > 100);
        assertTrue(network.count(Counter.ICMP_TRANSLATED) > 100);
    }
}
