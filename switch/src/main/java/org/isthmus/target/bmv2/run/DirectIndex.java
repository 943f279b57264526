// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * An array of rows from which some bits of a key choose: for most keys it takes one load and one
 * comparison to find the longest prefix, whatever the lengths. One thread writes; any number look
 * up meanwhile without locks.
 *
 * <p>The bits are the first by which many rows differ, about as many as number the rows. A row is
 * in the cells of all keys that it matches: in one if it is longer than these bits, else in a
 * range. Of rows that lie one in the other a cell has the longest. Where others share it, it has
 * {@link #MANY}, and keeps it: what is left when they go is found elsewhere until there is another
 * index.
 *
 * <p>So a row in a key's cell that matches is the longest; if it does not, another may match. If
 * there is none, no row matches but those that are {@link #outside}: those that are so short that a
 * change would write too many cells, and the few that have other values than the rest in bits that
 * are left out. These would be in the cells of rows that have nothing in common with them.
 */
final class DirectIndex {
    /** In place of rows. */
    static final long[] MANY = {};

    private static final int MAX_BITS = 22;

    /** A change should not write more. */
    private static final int MOST_CELLS = 1 << 10;

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[][].class);

    private final int words;
    private final int width;
    private final int priorityAt;
    private final PackedBits bits;
    private final long[][] cells;

    /** What rows have in bits that are left out. */
    private final long[] usual;

    /** Rows, those of them that are not found here, and how many went of those. */
    private int rows;

    private int hidden;
    private int stale;

    /** The greatest length that a row had which is outside; -1: there was none. */
    private volatile int outside = -1;

    /**
     * @param words of the key; the mask is in as many words after it
     * @param width bits of the key
     * @param priorityAt the word of a row with the length of its prefix
     * @param bits that choose a cell
     * @param usual what most rows have in the other bits
     */
    DirectIndex(int words, int width, int priorityAt, PackedBits bits, long[] usual) {
        this.words = words;
        this.width = width;
        this.priorityAt = priorityAt;
        this.bits = bits;
        this.usual = usual;
        this.cells = new long[1 << bits.size()][];
    }

    /**
     * The bits for so many rows.
     *
     * @param width bits of the key
     * @param distinguishing bits by which many of them differ
     */
    static PackedBits bits(int rows, int width, long[] distinguishing) {
        // Two to four cells a row; more of them are farther from a core than they are worth.
        int most = 1 + Integer.SIZE - Integer.numberOfLeadingZeros(rows);
        return new PackedBits(distinguishing, width, Math.min(most, MAX_BITS));
    }

    // ---- Lookups ----

    /** The row in the cell of a key, {@link #MANY} or null. */
    long[] find(long[] key) {
        return (long[]) CELL.getAcquire(cells, bits.of(key));
    }

    /**
     * The same for each key. Leaves those that have {@link #MANY}.
     *
     * @return how many are left
     */
    int find(Lookups l) {
        long[][] found = l.rows;
        int[] slots = l.slot;
        for (int i = 0; i < l.size; i++) {
            slots[i] = bits.of(l.keys[i]);
        }
        for (int i = 0; i < l.size; i++) {
            found[i] = cells[slots[i]];
        }
        VarHandle.acquireFence();
        int n = 0;
        for (int i = 0; i < l.size; i++) {
            l.left[n] = i;
            n += found[i] == MANY ? 1 : 0;
        }
        return n;
    }

    /** No row that is not here is longer; -1: all are here. */
    int outside() {
        return outside;
    }

    // ---- Changes ----

    /** How many cells there are. */
    int size() {
        return cells.length;
    }

    /** Whether so few rows are found here that it is of no use, or will be as others come. */
    boolean isCrowded() {
        return hidden + stale > rows / 8;
    }

    /**
     * Inserts a row, or puts it in the place of the one of its prefix.
     *
     * @param isNew whether there is none of its prefix
     */
    void put(long[] row, boolean isNew) {
        int by = isNew ? 1 : 0;
        rows += by;
        if (isOutside(row)) {
            hidden += by;
            outside = Math.max(outside, length(row));
            return;
        }
        int first = bits.of(row);
        hidden += by * shared(cells[first], row);
        int end = first + cells(row);
        for (int cell = first; cell < end; cell++) {
            set(cell, both(cells[cell], row));
        }
    }

    /** What a cell has with one row more. */
    private long[] both(long[] there, long[] row) {
        if (there == null) {
            return row;
        }
        if (there == MANY || !isNested(there, row)) {
            return MANY;
        }
        return length(row) >= length(there) ? row : there;
    }

    /** How many rows more are not found here when a row comes to what a cell has. */
    private int shared(long[] there, long[] row) {
        return there == MANY ? 1 : both(there, row) == MANY ? 2 : 0;
    }

    private boolean isNested(long[] a, long[] b) {
        long differ = 0;
        for (int i = 0; i < words; i++) {
            differ |= (a[i] ^ b[i]) & a[words + i] & b[words + i];
        }
        return differ == 0;
    }

    /**
     * Takes a row out.
     *
     * @param shorter the longest row that matches all that this one does and more; null: none
     */
    void remove(long[] row, long[] shorter) {
        rows--;
        if (isOutside(row)) {
            hidden--;
            return;
        }
        long[] left = shorter == null || isOutside(shorter) ? null : shorter;
        int first = bits.of(row);
        if (cells[first] == MANY) {
            hidden--;
            stale++;
        }
        int end = first + cells(row);
        for (int cell = first; cell < end; cell++) {
            if (cells[cell] == row) {
                set(cell, left);
            }
        }
    }

    private boolean isOutside(long[] row) {
        long[] others = bits.others();
        long differ = 0;
        for (int i = 0; i < words; i++) {
            differ |= (row[i] ^ usual[i] | ~row[words + i]) & others[i];
        }
        return differ != 0 || cells(row) > MOST_CELLS;
    }

    private int length(long[] row) {
        return (int) row[priorityAt];
    }

    /** How many keys' cells a row matches. */
    private int cells(long[] row) {
        return 1 << bits.below(width - length(row));
    }

    private void set(int cell, long[] row) {
        CELL.setRelease(cells, cell, row);
    }
}
