// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;

class PackedBitsTest {
    private static final int ROUNDS = 2000;

    private final long seed = Seeds.of(System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void leavesOutWhatIsBetween() {
        PackedBits bits = new PackedBits(new long[] {0xf0f0}, 64, 30);
        assertEquals(8, bits.size());
        assertEquals(0xa5, bits.of(new long[] {0xdead_affeL & ~0xffffL | 0xab5c}));
        assertEquals(0, bits.below(4));
        assertEquals(2, bits.below(6));
        assertEquals(4, bits.below(12));
        assertEquals(8, bits.below(64));
    }

    @Test
    void takesTheHighest() {
        PackedBits bits = new PackedBits(new long[] {-1, 0xff}, 128, 12);
        assertEquals(12, bits.size());
        assertEquals(0xabc, bits.of(new long[] {0xcL << 60, 0xab}));
        assertEquals(0, bits.below(60));
        assertEquals(1, bits.below(61));
    }

    /** More runs than there can be: the last one has what is between, too. */
    @Test
    void endsWithALongRun() {
        PackedBits bits = new PackedBits(new long[] {0b1010_1010_1010L}, 64, 30);
        assertEquals(3 + 5, bits.size());
        assertEquals(0b111_10000, bits.of(new long[] {0b1010_1010_0000L}));
    }

    @Test
    void knowsWhatItLeavesOut() {
        PackedBits bits = new PackedBits(new long[] {0xf0f0, 1}, 68, 30);
        assertArrayEquals(new long[] {~0xffffL | 0x0f00, 0xe}, bits.others());
        bits = new PackedBits(new long[2], 68, 30);
        assertArrayEquals(new long[2], bits.others());
    }

    @Test
    void hasNoneOfNone() {
        PackedBits bits = new PackedBits(new long[2], 128, 30);
        assertEquals(0, bits.size());
        assertEquals(0, bits.of(new long[] {-1, -1}));
        assertEquals(0, bits.below(128));
    }

    /** Bits keep their order, so that prefixes stay prefixes. */
    @Test
    void keepsTheOrder() {
        for (int round = 0; round < ROUNDS; round++) {
            int words = 1 + random.nextInt(3);
            long[] chosen = new long[words];
            for (int i = 0; i < words; i++) {
                chosen[i] = random.nextLong() & random.nextLong() << random.nextInt(64);
            }
            int most = random.nextInt(31);
            PackedBits bits = new PackedBits(chosen, words * 64, most);
            assertTrue(bits.size() <= most, "seed " + seed);
            int before = bits.size();
            for (int bit = words * 64 - 1; bit >= 0; bit--) {
                long[] key = new long[words];
                key[bit / 64] = 1L << bit;
                int of = bits.of(key);
                assertEquals(before, bits.below(bit + 1), "seed " + seed);
                if (of != 0) {
                    assertEquals(1 << --before, of, "seed " + seed);
                }
            }
            assertEquals(0, before, "seed " + seed);
        }
    }
}
