// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.Arrays;

/**
 * Some bits of a key, packed into a number: {@link #of} is what <em>parallel bit extract</em> is to
 * a processor. They are in a few runs; bits between these are left out. Immutable.
 *
 * <p>Positions of bits count from the low end of a key's first word.
 */
final class PackedBits {
    private static final int MOST_RUNS = 4;

    private final int[] words = new int[MOST_RUNS];

    /** By how many bits a word is rotated to the right for its run to be where it is to be. */
    private final int[] rotations = new int[MOST_RUNS];

    private final long[] masks = new long[MOST_RUNS];
    private final int[] lowest = new int[MOST_RUNS];
    private final int[] lengths = new int[MOST_RUNS];
    private int runs;
    private int size;

    /** Bits above the lowest that are left out. */
    private final long[] others;

    /**
     * The highest of some bits, and some between them where there are more runs than it can have.
     *
     * @param chosen bits of a key's words
     * @param width bits of a key
     * @param most how many bits at most, up to 30
     */
    PackedBits(long[] chosen, int width, int most) {
        int last = 0;
        while (last < width && !has(chosen, last)) {
            last++;
        }
        boolean inRun = false;
        for (int bit = width - 1; bit >= last && size < most; bit--) {
            boolean continues = inRun && bit / Long.SIZE == words[runs - 1];
            if (continues && (has(chosen, bit) || runs == MOST_RUNS)) {
                lowest[runs - 1] = bit;
                lengths[runs - 1]++;
                size++;
            } else if (has(chosen, bit) && runs < MOST_RUNS) {
                words[runs] = bit / Long.SIZE;
                lowest[runs] = bit;
                lengths[runs++] = 1;
                size++;
                inRun = true;
            } else {
                inRun = false;
            }
        }
        int at = size;
        for (int i = 0; i < runs; i++) {
            at -= lengths[i];
            rotations[i] = lowest[i] - at;
            masks[i] = (1L << lengths[i]) - 1 << at;
        }
        others = new long[chosen.length];
        for (int bit = runs == 0 ? width : lowest[runs - 1]; bit < width; bit++) {
            others[bit / Long.SIZE] |= below(bit + 1) == below(bit) ? 1L << bit : 0;
        }
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof PackedBits
                && Arrays.equals(lowest, ((PackedBits) o).lowest)
                && Arrays.equals(lengths, ((PackedBits) o).lengths);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(lowest) * 31 + Arrays.hashCode(lengths);
    }

    private static boolean has(long[] words, int bit) {
        return (words[bit / Long.SIZE] >>> bit & 1) != 0;
    }

    /** How many bits. */
    int size() {
        return size;
    }

    /** The bits of a key. */
    int of(long[] key) {
        long packed = 0;
        for (int i = 0; i < runs; i++) {
            packed |= Long.rotateRight(key[words[i]], rotations[i]) & masks[i];
        }
        return (int) packed;
    }

    /**
     * The bits above the lowest that are left out, in words as a key has them; not to be changed.
     */
    long[] others() {
        return others;
    }

    /** How many of the bits are at positions lower than this. */
    int below(int position) {
        int n = 0;
        for (int i = 0; i < runs; i++) {
            n += Math.max(0, Math.min(position - lowest[i], lengths[i]));
        }
        return n;
    }
}
