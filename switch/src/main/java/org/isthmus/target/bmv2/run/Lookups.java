// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

/**
 * Lookups of several packets in one table. They are made in rounds that do not wait for each other,
 * so that a core has as many cache misses under way as it can: those of the index, then those of
 * the rows. For one thread; used again and again.
 */
public final class Lookups {
    private static final int LINE_WORDS = 8;

    final long[][] keys;
    final long[][] rows;
    int size;

    /** Which lookups go on, and the rows that they see next. */
    final int[] left;

    final long[][] seen;

    /** Makes the loads count for something. */
    private long near;

    /**
     * @param most lookups at a time
     */
    public Lookups(int most) {
        keys = new long[most][];
        rows = new long[most][];
        left = new int[most];
        seen = new long[most][];
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

    /** Loads rows into the caches. */
    void touch(long[][] some, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            long[] row = some[i];
            if (row != null && row.length > 0) {
                int last = row.length - 1;
                sum += row[0] + row[Math.min(LINE_WORDS, last)] + row[last];
            }
        }
        near = sum;
    }
}
