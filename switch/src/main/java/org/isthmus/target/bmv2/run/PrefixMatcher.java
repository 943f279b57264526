// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.function.Consumer;

/**
 * Matches by the longest prefix. Tuples have all rows, one tuple for each length; packets ask a
 * {@link DirectIndex} first, and the tuples for what is not found there.
 *
 * <p>An index is made for the rows of its time. When there are many more or fewer, or others, one
 * more is filled beside it, some rows with each change, so that no change waits for all. Where most
 * rows would share their cells, there is none: the tuples alone are as fast then.
 */
final class PrefixMatcher implements Matcher {
    /** Rows that a change copies. */
    private static final int COPIED = 64;

    /** When one row in so many has changed, it is seen whether another index would find more. */
    private static final int LOOKED_AT = 8;

    /** So many changes for each row are worth another index of the same bits. */
    private static final int RENEWED = 8;

    /** An index that has lost its rows but for one in so many takes too much memory. */
    private static final int SHRUNK = 8;

    private final int words;
    private final int width;
    private final int priorityAt;
    private final TupleMatcher tuples;

    /** What packets ask first; null: the tuples. */
    private volatile DirectIndex index;

    /** To be the index when it has all rows; null: none is being filled. */
    private DirectIndex next;

    /** What {@link #next} is filled from: the rows that there were when it was made. */
    private long[][] rows;

    private int copied;

    /** Of the last index that was made: what it was made for, and changes since then. */
    private PackedBits bits;

    private int indexSize;
    private int changes;

    private final BitCounts counts;

    /**
     * @param words of the key; the mask is in as many words after it
     * @param width bits of the key
     * @param priorityAt the word of a row with the length of its prefix
     * @param hot words of a row that packets may use
     */
    PrefixMatcher(int words, int width, int priorityAt, int hot) {
        this.words = words;
        this.width = width;
        this.priorityAt = priorityAt;
        this.tuples = new TupleMatcher(words, priorityAt, hot);
        this.counts = new BitCounts(words, width);
    }

    @Override
    public long[] find(long[] key) {
        TupleMatcher.Version v = tuples.version();
        DirectIndex d = index;
        if (d == null) {
            return tuples.find(key);
        }
        long[] row = d.find(key);
        if (row == null) {
            int outside = d.outside();
            return outside < 0 ? null : tuples.find(key, outside, v);
        }
        return row != DirectIndex.MANY && tuples.matches(row, key) ? row : tuples.find(key);
    }

    @Override
    public boolean mayMatch(long[] key) {
        return tuples.mayMatch(key);
    }

    @Override
    public void find(Lookups l) {
        DirectIndex d = index;
        TupleMatcher.Version v = tuples.begin(l, d == null ? l.begin() : d.find(l));
        for (int i = 0; i < l.size; i++) {
            long[] row = l.rows[i];
            long[] key = l.keys[i];
            if (row == null || !tuples.matches(row, key) || tuples.changed(v, key)) {
                l.rows[i] = find(key);
            }
        }
    }

    @Override
    public long[] same(long[] row) {
        return tuples.same(row);
    }

    @Override
    public void put(long[] row) {
        int before = size();
        tuples.put(row);
        boolean isNew = size() > before;
        if (isNew) {
            counts.count(row, (int) row[priorityAt], 1);
        }
        if (index != null) {
            index.put(row, isNew);
        }
        if (next != null) {
            next.put(row, isNew);
        }
        changed();
    }

    @Override
    public void remove(long[] row) {
        long[] old = same(row);
        tuples.remove(old);
        counts.count(old, (int) old[priorityAt], -1);
        long[] shorter = tuples.find(old, old[priorityAt] - 1, tuples.version());
        if (index != null) {
            index.remove(old, shorter);
        }
        if (next != null) {
            next.remove(old, shorter);
        }
        changed();
    }

    private void changed() {
        changes++;
        if (changes % (indexSize / LOOKED_AT + 1) == 0) {
            look();
        }
        if (next != null) {
            copy(Math.min(copied + COPIED, rows.length));
        }
    }

    /** Begins another index if it would find more. */
    private void look() {
        boolean shrunk = size() < indexSize / SHRUNK;
        int n = shrunk ? size() : Math.max(size(), indexSize);
        PackedBits best = DirectIndex.bits(n, width, counts.distinguishing());
        int renewed = index == null || index.isCrowded() ? indexSize : RENEWED * indexSize;
        if (!shrunk && best.equals(bits) && changes <= renewed) {
            return;
        }
        bits = best;
        indexSize = size();
        changes = 0;
        next = new DirectIndex(words, width, priorityAt, bits, counts.usual());
        rows = new long[indexSize][];
        copied = 0;
        int[] at = {0};
        forEach(row -> rows[at[0]++] = row);
    }

    private void copy(int end) {
        for (; copied < end; copied++) {
            long[] row = rows[copied];
            // What came or was replaced later is there, and what went is not to be.
            if (same(row) == row) {
                next.put(row, true);
            }
        }
        if (copied == rows.length) {
            index = next.isCrowded() ? null : next;
            next = null;
            rows = null;
        }
    }

    /** What packets ask first, or null. */
    DirectIndex index() {
        return index;
    }

    @Override
    public int size() {
        return tuples.size();
    }

    @Override
    public void forEach(Consumer<long[]> visitor) {
        tuples.forEach(visitor);
    }
}
