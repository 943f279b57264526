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
        long[] distinguishing = new long[words];
        int having = lengths[lengths.length - 1];
        for (int bit = 0; bit < ones.length; bit++) {
            int others = Math.min(ones[bit], having - ones[bit]);
            if (others > size / FEW) {
                distinguishing[bit / Long.SIZE] |= 1L << bit;
            }
            having += lengths[ones.length - 1 - bit];
        }
        return distinguishing;
    }

    /** The value of each bit that more than half have. */
    long[] usual() {
        long[] usual = new long[words];
        int having = lengths[lengths.length - 1];
        for (int bit = 0; bit < ones.length; bit++) {
            usual[bit / Long.SIZE] |= ones[bit] > having / 2 ? 1L << bit : 0;
            having += lengths[ones.length - 1 - bit];
        }
        return usual;
    }
}
