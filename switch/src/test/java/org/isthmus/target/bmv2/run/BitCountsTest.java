// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class BitCountsTest {
    private final BitCounts counts = new BitCounts(2, 70);

    private void count(long high, long low, int length, int by) {
        counts.count(new long[] {low, high}, length, by);
    }

    @Test
    void namesBitsThatManyHaveOtherwise() {
        for (int i = 0; i < 64; i++) {
            count(0x20, 0x8001 | i << 4, 70, 1);
        }
        assertArrayEquals(new long[] {0x3f0, 0}, counts.distinguishing());
    }

    @Test
    void fewAreNotMany() {
        for (int i = 0; i < 64; i++) {
            count(1, i % 2 << 8, 70, 1);
        }
        count(0x21, 0, 70, 1);
        count(0x21, 1, 70, 1);
        assertArrayEquals(new long[] {0x100, 0}, counts.distinguishing());
        count(0x21, 2, 70, 1);
        assertArrayEquals(new long[] {0x100, 0x20}, counts.distinguishing());
        count(0x21, 2, 70, -1);
        assertArrayEquals(new long[] {0x100, 0}, counts.distinguishing());
    }

    /** Rows that are too short to have a bit are none that have it otherwise. */
    @Test
    void shortOnesDoNotHaveTheirLastBits() {
        count(1, 0, 6, 1);
        count(1, 8, 67, 1);
        assertArrayEquals(new long[] {0, 0}, counts.distinguishing());
        count(1, 0, 67, 1);
        assertArrayEquals(new long[] {8, 0}, counts.distinguishing());
    }
}
