// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.POOL;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.icmp;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class FrameTupleTest {
    private final FrameTuple t = new FrameTuple();

    @Test
    void readsIpv4() {
        byte[] f = frame(ipv4(6, SERVER, POOL, transport(6, 80, 1042, 20)));
        put8(f, 47, 0x12);
        assertTrue(t.parse(f));
        assertFalse(t.ipv6);
        assertEquals(SERVER, t.source4);
        assertEquals(POOL, t.destination4);
        assertEquals(80, t.sourcePort);
        assertEquals(1042, t.destinationPort);
        assertEquals(0x12, t.tcpFlags);
        assertEquals(14, t.l3Offset);
        assertEquals(34, t.l4Offset);
        assertEquals(60, t.hopLimit);
        assertTrue(t.ports && t.dontFragment && !t.fragment);
    }

    @Test
    void readsIpv6BehindTagAndExtensionHeaders() {
        byte[] upper = new byte[8 + 16 + 20];
        put8(upper, 0, 60);
        put8(upper, 8, 17);
        put8(upper, 9, 1);
        System.arraycopy(transport(17, 53, 40000, 20), 0, upper, 24, 20);
        byte[] f = Packets.tagged(frame(ipv6(0, SERVER6, CLIENT, upper)), 100);
        assertTrue(t.parse(f));
        assertEquals(100, t.vlan);
        assertEquals(FrameTuple.ETHER_IPV6, t.etherType);
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        assertEquals(17, t.protocol);
        assertEquals(53, t.sourcePort);
        assertEquals(40000, t.destinationPort);
        assertEquals(18 + 40 + 24, t.l4Offset);
        assertEquals(0x2e, t.trafficClass);
        assertEquals(-1, t.segmentsLeft);
    }

    @Test
    void findsSegmentsLeft() {
        byte[] upper = new byte[24 + 20];
        put32(upper, 0, 17 << 24 | 2 << 16 | 3);
        byte[] f = frame(ipv6(43, SERVER6, CLIENT, upper));
        assertTrue(t.parse(f));
        assertEquals(14 + 40 + 3, t.segmentsLeft);
    }

    @Test
    void readsFragments() {
        byte[] upper = new byte[8 + 16];
        put8(upper, 0, 17);
        put16(upper, 2, 1480 | 1);
        put32(upper, 4, 0xcafe1234);
        assertTrue(t.parse(frame(ipv6(44, SERVER6, CLIENT, upper))));
        assertTrue(t.fragment && t.moreFragments && !t.ports);
        assertEquals(1480, t.fragmentOffset);
        assertEquals(0xcafe1234, t.identification);
        put16(upper, 2, 0);
        assertTrue(t.parse(frame(ipv6(44, SERVER6, CLIENT, upper))));
        // RFC 6946: an atomic fragment is a whole packet.
        assertFalse(t.fragment);
        assertTrue(t.ports && t.fragmentHeader == 54);

        byte[] p = ipv4(17, SERVER, POOL, new byte[16]);
        put16(p, 6, 0x00b9);
        assertTrue(t.parse(frame(p)));
        assertTrue(t.fragment && !t.moreFragments && !t.ports);
        assertEquals(1480, t.fragmentOffset);
        assertEquals(0x1234, t.identification);
    }

    /** RFC 1858, RFC 6146 section 3.4: else the checksum may be in another fragment. */
    @Test
    void readsNoPortsOfFirstFragmentsWithoutAWholeHeader() {
        for (int length : new int[] {0, 7, 8, 16, 19, 20}) {
            byte[] upper = new byte[8 + length];
            put8(upper, 0, 6);
            put16(upper, 2, 1);
            readsPorts(length, frame(ipv6(44, SERVER6, CLIENT, upper)));
            byte[] p = ipv4(47, SERVER, POOL, new byte[length]);
            put8(p, 9, 6);
            put16(p, 6, 0x2000);
            readsPorts(length, frame(p));
        }
    }

    /** Whatever is no fragment of IP (RFC 791 section 2.3) is malformed. */
    private void readsPorts(int length, byte[] first) {
        assertEquals(length >= 8, t.parse(first));
        assertEquals(length == 20, t.ports);
        assertEquals(length < 20, t.isTinyFragment());
    }

    @Test
    void tellsQueriesFromErrors() {
        assertTrue(t.parse(frame(ipv4(1, SERVER, POOL, icmp(8, 0, 0x00070001, new byte[4])))));
        assertTrue(t.ports && !t.icmpError);
        assertEquals(7, t.sourcePort);
        assertEquals(7, t.destinationPort);
        for (int type = 0; type < 256; type++) {
            parse4(type);
            boolean error = type == 3 || type == 4 || type == 5 || type == 11 || type == 12;
            assertEquals(error, t.icmpError, "ICMPv4 " + type);
            assertTrue(t.parse(frame(ipv6(58, SERVER6, CLIENT, icmp(type, 0, 0, new byte[4])))));
            assertEquals(type < 128, t.icmpError, "ICMPv6 " + type);
        }
    }

    private void parse4(int type) {
        assertTrue(t.parse(frame(ipv4(1, SERVER, POOL, icmp(type, 0, 0, new byte[4])))));
    }

    @Test
    void leavesOutLinkPadding() {
        byte[] f = frame(ipv4(17, SERVER, POOL, transport(17, 1, 2, 9)));
        assertEquals(f.length, parse(Arrays.copyOf(f, 60)).end);
    }

    @Test
    void refusesWhatIsNotWellFormed() {
        byte[] f = frame(ipv4(17, SERVER, POOL, transport(17, 1, 2, 9)));
        byte[] f4 = f.clone();
        assertFalse(t.parse(Arrays.copyOf(f, f.length - 1)));
        assertFalse(t.parse(new byte[13]));
        f[14] = 0x44;
        assertFalse(t.parse(f));
        f[14] = 0x65;
        assertFalse(t.parse(f));
        byte[] arp = NeighborPackets.arp(1, 1, 2, 0, 3);
        assertFalse(t.parse(arp));
        assertEquals(FrameTuple.ETHER_ARP, t.etherType);
        assertFalse(t.parse(frame(ipv4(6, SERVER, POOL, new byte[19]))));
        byte[] options = SlowPathPackets.withOptions(f4, 148, 4, 0, 0);
        assertTrue(t.parse(options));
        options[14 + 11]++;
        assertFalse(t.parse(options));
    }

    @Test
    void survivesAnything() {
        long seed = Seeds.of(5);
        Random random = new Random(seed);
        byte[][] seeds = {
            frame(ipv4(6, SERVER, POOL, transport(6, 80, 1042, 40))),
            frame(ipv6(0, SERVER6, CLIENT, new byte[64])),
            frame(ipv6(44, SERVER6, CLIENT, new byte[64])),
        };
        for (int i = 0; i < 200_000; i++) {
            byte[] f = seeds[i % 3].clone();
            for (int k = random.nextInt(6); k >= 0; k--) {
                f[random.nextInt(f.length)] = (byte) (random.nextBoolean() ? 44 : random.nextInt());
            }
            f = Arrays.copyOf(f, random.nextInt(f.length + 1));
            if (t.parse(f)) {
                boolean inside =
                        t.l3Offset < t.l4Offset && t.l4Offset <= t.end && t.end <= f.length;
                assertTrue(inside, "seed " + seed + " run " + i);
            }
            if (f.length > 14 && t.parsePacket(f, 14, f.length, true)) {
                assertTrue(t.l4Offset <= t.end && t.end <= f.length, "seed " + seed + " run " + i);
            }
        }
    }
}
