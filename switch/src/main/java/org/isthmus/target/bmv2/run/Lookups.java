// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

/**
 * Lookups of several packets in one table. They are made in rounds that do not wait for each other,
 * so that a core has as many cache misses under way as it can: those of the tags, those of the
 * slots, then those of the rows. A round is a loop that computes, or one that loads and does hardly
 * anything else: the shorter it is, the more loads fit a core's window. For one thread; used again
 * and again.
 */
public final class Lookups {
    private static final int LINE_WORDS = 8;

    final long[][] keys;
    final long[][] rows;
    int size;

    /** Of a table with several indexes: in which of them. */
    final int[] index;

    /**
     * Which lookups go on; for the first of these hash, tags and the slot that may have the row.
     */
    final int[] left;

    final long[] hash;
    final long[] tags;
    final int[] slot;

    /** Makes the loads count for something. */
    private long near;

    /**
     * @param most lookups at a time
     */
    public Lookups(int most) {
        keys = new long[most][];
        rows = new long[most][];
        index = new int[most];
        left = new int[most];
        hash = new long[most];
        tags = new long[most];
        slot = new int[most];
    }

    public void clear() {
        size = 0;
    }

    /** Adds a lookup; its number is how many there were. */
    public void add(long[] key) {
        keys[size++] = key;
    }

    public int size() {
        return size;
    }

    /** What was found by the lookup of this number, or null. */
    public long[] row(int number) {
        return rows[number];
    }

    /** Leaves all; how many there are. */
    int begin() {
        for (int i = 0; i < size; i++) {
            left[i] = i;
            index[i] = 0;
        }
        return size;
    }

    /** The first of those that are left, so many, have no row. */
    void findNone(int n) {
        for (int i = 0; i < n; i++) {
            rows[left[i]] = null;
        }
    }

    /**
     * Loads the first words of the rows into the caches.
     *
     * @param hot how many words, or all of a shorter row
     */
    void load(int hot) {
        // Two lines of a row at a time, as many rows have: one look at the reference for both.
        long sum = words(0, hot - 1);
        for (int word = LINE_WORDS; word < hot - 1; word += 2 * LINE_WORDS) {
            sum += words(word, Math.min(word + LINE_WORDS, hot - 1));
        }
        near = sum;
    }

    /** Loads two words of each row; of a shorter one its length, beside the first, and the last. */
    private long words(int one, int other) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            long[] row = rows[i];
            if (row != null && other < row.length) {
                sum += row[one] + row[other];
            } else if (row != null) {
                sum += row[row.length - 1];
            }
        }
        return sum;
    }
}
