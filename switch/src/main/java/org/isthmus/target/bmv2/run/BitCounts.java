// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

/**
 * In how many prefixes each bit is set, and how many are so long: to know the bits that distinguish
 * many of them. Not thread-safe.
 */
final class BitCounts {
    /**
     * A bit which no more than one in so many has otherwise than the rest distinguishes too few.
     */
    private static final int FEW = 32;

    private final int words;
    private final int[] ones;

    /** Prefixes by length. */
    private final int[] lengths;

    private int size;

    /**
     * @param words of a key
     * @param width bits of a key
     */
    BitCounts(int words, int width) {
        this.words = words;
        this.ones = new int[width];
        this.lengths = new int[width + 1];
    }

    /**
     * @param prefix its first words are the key, with no bits beyond the length
     * @param by 1 or -1
     */
    void count(long[] prefix, int length, int by) {
        size += by;
        lengths[length] += by;
        for (int i = 0; i < words; i++) {
            for (long bits = prefix[i]; bits != 0; bits &= bits - 1) {
                ones[i * Long.SIZE + Long.numberOfTrailingZeros(bits)] += by;
            }
        }
    }

    /** The bits by which many differ, in words as a key has them. */
    long[] distinguishing() {
        return where((set, having) -> Math.min(set, having - set) > size / FEW);
    }

    /** The value of each bit that more than half have. */
    long[] usual() {
        return where((set, having) -> set > having / 2);
    }

    /** Tells bits by how many prefixes have them set, and how many have them at all. */
    private interface Condition {
        boolean holds(int set, int having);
    }

    private long[] where(Condition condition) {
        long[] bits = new long[words];
        int having = lengths[lengths.length - 1];
        for (int bit = 0; bit < ones.length; bit++) {
            if (condition.holds(ones[bit], having)) {
                bits[bit / Long.SIZE] |= 1L << bit;
            }
            having += lengths[ones.length - 1 - bit];
        }
        return bits;
    }
}
