// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.slowpath.SlowPathFixture.POOL;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathNetwork.LEAF;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.isthmus.core.count.Counters;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class FragmentsTest {
    private static final long LIFETIME_MILLIS = 1000L * Limits.FRAGMENT_TIMEOUT.byDefault;

    private static final int UDP = FrameTuple.UDP;

    private final Counters counters = new Counters();
    private final Fragments fragments = new Fragments(1, counters);

    private Fragments.Packet add(byte[] frame, int subscriberLength) {
        return fragments.add(LEAF, parse(frame), frame, subscriberLength, false);
    }

    private static byte[] from6(Ipv6Address source, int identification, int offset, int length) {
        byte[] b = new byte[8 + length];
        put32(b, 0, UDP << 24 | offset | 1);
        put32(b, 4, identification);
        return frame(ipv6(44, source, SERVER6, b));
    }

    private static byte[] from4(int source, int identification, int flagsAndOffset, int length) {
        byte[] f = frame(ipv4(UDP, source, POOL, new byte[length]));
        put16(f, 18, identification);
        put16(f, 20, flagsAndOffset);
        return f;
    }

    @Test
    void memoryIsBoundedWhoeverSends() {
        long seed = Seeds.of(5);
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            int length = 8 + random.nextInt(random.nextBoolean() ? 16 : 1400);
            byte[] f =
                    random.nextBoolean()
                            ? from4(random.nextInt(), i, 100, length)
                            : from6(Ipv6Address.of(random.nextLong(), 1), i, 800, length & ~7);
            assertNull(add(f, 64));
            assertTrue(fragments.bytes() <= Fragments.MAX_BYTES);
        }
        assertTrue(fragments.bytes() > Fragments.MAX_BYTES - 2500);
        assertEquals(0, counters.get(Counter.FRAGMENTS_OVER_SHARE));
        fragments.tick(LIFETIME_MILLIS);
        assertEquals(0, fragments.bytes());
        assertEquals(200_000, counters.get(Counter.FRAGMENTS_HELD));
        assertEquals(
                200_000,
                counters.get(Counter.FRAGMENTS_NO_ROOM) + counters.get(Counter.FRAGMENTS_EXPIRED));
    }

    @Test
    void aSubscriberIsOneSenderWhateverItsAddress() {
        for (int length : new int[] {56, 64}) {
            int share = (length == 56 ? 512 : 700) << 10;
            fragments.share(share);
            Ipv6Address one = Ipv6Address.parse("2001:db8:0:100::1");
            assertNull(add(from6(one, length, 800, 1000), length));
            int i = 0;
            while (counters.get(Counter.FRAGMENTS_OVER_SHARE) == 0) {
                assertNull(add(from6(Ipv6Address.of(one.high() + 1, i), i++, 800, 1000), length));
            }
            // 1800 bytes of it, by parts of 8, in words of 64.
            int came = 4 * 8;
            int size = Fragments.PACKET_BYTES + came + Fragments.FRAGMENT_BYTES + 14 + 48 + 1000;
            int packets = share / size;
            assertEquals(length == 56 ? packets : packets + 1, i);
            // Its first fragment finds it, or begins another one.
            Fragments.Packet p = add(from6(one, length, 0, 800), length);
            assertEquals(length == 56 ? 0 : 1, fragments.release(p).size());
            fragments.tick(length * LIFETIME_MILLIS);
            counters.add(Counter.FRAGMENTS_OVER_SHARE, -counters.get(Counter.FRAGMENTS_OVER_SHARE));
        }
    }

    @Test
    void aPacketOfTinyFragmentsStaysWithinTheShare() {
        int i = 1;
        while (counters.get(Counter.FRAGMENTS_OVER_SHARE) == 0) {
            assertNull(add(from4(SERVER, 1, i++, 8), 0));
        }
        assertEquals(0, fragments.bytes());
        assertEquals(i - 1, counters.get(Counter.FRAGMENTS_OVER_SHARE));
    }

    @Test
    void whatIsCompleteTakesNothing() {
        for (int[] order : new int[][] {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {0, 2, 1}}) {
            List<byte[]> all =
                    List.of(
                            from4(SERVER, 7, 0x2000, 800),
                            from4(SERVER, 7, 0x2000 | 100, 800),
                            from4(SERVER, 7, 200, 100));
            int released = 0;
            for (int i : order) {
                Fragments.Packet p = add(all.get(i), 0);
                if (p != null) {
                    released += 1 + fragments.release(p).size();
                }
            }
            assertEquals(3, released);
            assertEquals(0, fragments.bytes());
        }
        // One is missing, though as many bytes came as there should be.
        for (int i = 0; i < 2; i++) {
            Fragments.Packet p = add(from4(SERVER, 8, 0x2000, 800), 0);
            assertNotNull(p);
            fragments.release(p);
        }
        fragments.release(add(from4(SERVER, 8, 200, 100), 0));
        assertEquals(Fragments.PACKET_BYTES + 4 * 8, fragments.bytes());
        fragments.release(add(from4(SERVER, 8, 0x2000 | 100, 800), 0));
        assertEquals(0, fragments.bytes());
    }

    /** However far apart the parts are that came: nothing is held of them. */
    @Test
    void whatIsKnownOfAPacketIsInTheShare() {
        int i = 0;
        while (fragments.bytes() < 100 * Fragments.PACKET_BYTES) {
            fragments.release(add(from4(SERVER, i, 0x2000, 8), 0));
            fragments.release(add(from4(SERVER, i, 0x2000 | 8190, 8), 0));
            i++;
        }
        int each = Fragments.PACKET_BYTES + 8192 / 8;
        assertEquals(i * each, fragments.bytes());
        while (counters.get(Counter.FRAGMENTS_OVER_SHARE) == 0 && i < 10_000) {
            fragments.release(add(from4(SERVER, i, 0x2000, 8), 0));
            fragments.release(add(from4(SERVER, i, 0x2000 | 8190, 8), 0));
            assertTrue(fragments.bytes() <= 512 << 10);
            i++;
        }
    }
}
