// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM4;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM6;
import static org.isthmus.core.slowpath.SlowPathFixture.POOL;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT4;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT6;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.right;
import static org.isthmus.core.slowpath.SlowPathNetwork.LEAF;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class MssClampTest {
    private static final int TCP = 6;
    private static final int SYN = 2;
    private static final int ACK = 16;

    private SlowPathNetwork network = new SlowPathNetwork();

    /** The frame after the clamp; its checksum must be right. */
    private byte[] clamped(byte[] packet) {
        byte[] f = frame(packet);
        new MssClamp(network.fabric, network.fixture, network.counters).clamp(LEAF, f);
        assertTrue(right(f, parse(f)));
        return f;
    }

    private int mss(byte[] packet, int at) {
        byte[] f = clamped(packet);
        return u16(f, parse(f).l4Offset + 20 + at);
    }

    private void unchanged(byte[] packet) {
        assertArrayEquals(frame(packet), clamped(packet));
    }

    /** A segment with options, which are padded to words. */
    private static byte[] segment(int from, int to, int flags, int... options) {
        byte[] b = new byte[20 + (options.length + 3 & ~3)];
        put16(b, 0, from);
        put16(b, 2, to);
        put16(b, 12, b.length / 4 << 12 | flags);
        for (int i = 0; i < options.length; i++) {
            put8(b, 20 + i, options[i]);
        }
        return b;
    }

    private static byte[] syn6(int... options) {
        return ipv6(TCP, CLIENT, SERVER6, segment(PORT6, 80, SYN, options));
    }

    @Test
    void lowersWhatIsLarger() {
        network.fixture.mssClamp = 1220;
        assertEquals(1220, mss(syn6(2, 4, 1440 >> 8, 1440 & 255), 2));
        // Behind others, also where it begins in the middle of a word.
        assertEquals(1220, mss(syn6(1, 2, 4, 1440 >> 8, 1440 & 255), 3));
        assertEquals(1220, mss(syn6(3, 3, 7, 1, 1, 2, 4, 255, 255), 7));
        assertEquals(
                1220,
                mss(
                        ipv4(
                                TCP,
                                SERVER,
                                POOL,
                                segment(80, PORT4, SYN | ACK, 2, 4, 1460 >> 8, 1460 & 255)),
                        2));
        assertEquals(4, network.count(Counter.MSS_CLAMPED));
    }

    @Test
    void leavesOthersAlone() {
        network.fixture.mssClamp = 1220;
        unchanged(syn6(2, 4, 1220 >> 8, 1220 & 255));
        unchanged(syn6());
        unchanged(syn6(4, 2, 0, 2, 4, 255, 255, 0));
        unchanged(syn6(2, 3, 255, 0));
        unchanged(syn6(8, 0, 2, 4, 255, 255));
        unchanged(syn6(3, 40, 2, 4));
        unchanged(ipv6(TCP, CLIENT, SERVER6, segment(PORT6, 80, ACK, 2, 4, 255, 255)));
        // Native packets.
        unchanged(
                ipv6(
                        TCP,
                        CLIENT,
                        Ipv6Address.parse("2001:db8:9::1"),
                        segment(PORT6, 80, SYN, 2, 4, 255, 255)));
        unchanged(ipv4(TCP, SERVER, POOL, segment(80, PORT4 + 1, SYN | ACK, 2, 4, 255, 255)));
        network.fixture.mssClamp = 0;
        unchanged(syn6(2, 4, 255, 255));
        assertEquals(0, network.count(Counter.MSS_CLAMPED));
    }

    /** RFC 6691: less the headers of either side, without their options. */
    @Test
    void goesByTheMtusOfBothSides() {
        int[][] cases = {
            {1500, 1500, 1440}, {1500, 1400, 1360}, {1280, 1500, 1220}, {1500, 68, 28}
        };
        for (int[] c : cases) {
            network = new SlowPathNetwork(c[0], c[1]);
            network.fixture.mssClamp = Limits.MSS_AUTO;
            assertEquals(c[2], mss(syn6(2, 4, 255, 255), 2));
            byte[] answer = segment(80, PORT4, SYN | ACK, 2, 4, 255, 255);
            assertEquals(c[2], mss(ipv4(TCP, SERVER, POOL, answer), 2));
            byte[] stateless = segment(80, 9, SYN, 2, 4, 255, 255);
            assertEquals(c[2], mss(ipv4(TCP, SERVER, EAM4, stateless), 2));
        }
        // Both are IPv6 hosts.
        network = new SlowPathNetwork(1500, 1000);
        network.fixture.mssClamp = Limits.MSS_AUTO;
        byte[] hairpin = segment(PORT6, 80, SYN, 2, 4, 255, 255);
        Ipv6Address eam = Ipv6Address.parse("64:ff9b::203.0.113.200");
        assertEquals(1440, mss(ipv6(TCP, CLIENT, eam, hairpin), 2));
        assertEquals(1440, mss(ipv6(TCP, EAM6, eam, hairpin), 2));
    }

    @Test
    void survivesAnyOptions() {
        long seed = Seeds.of(1);
        Random random = new Random(seed);
        network.fixture.mssClamp = 1220;
        for (int i = 0; i < 20_000; i++) {
            int[] options = new int[random.nextInt(12)];
            for (int j = 0; j < options.length; j++) {
                options[j] = random.nextInt(random.nextBoolean() ? 5 : 256);
            }
            byte[] f = frame(syn6(options));
            // The header may claim more than there is.
            put8(f, 14 + 40 + 12, random.nextInt(256));
            new MssClamp(network.fabric, network.fixture, network.counters).clamp(LEAF, f);
        }
        assertTrue(network.count(Counter.MSS_CLAMPED) > 20, "seed " + seed);
    }
}
