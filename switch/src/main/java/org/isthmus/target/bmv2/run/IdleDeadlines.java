// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * When idle timeouts of rows may run out, the earliest first: a binary heap in arrays. A hit moves
 * no deadline; whoever takes a row that is due looks when it was hit, and adds it again. Rows that
 * left the table stay until they are due, or until they are a half of all.
 *
 * <p>Threading: one thread at a time.
 */
final class IdleDeadlines {
    /** Fewer rows that left the table are not worth a walk. */
    private static final int GONE_MIN = 64;

    private long[] deadlines = new long[16];
    private long[][] rows = new long[16][];
    private int size;

    /** How many have left the table. */
    private int gone;

    /**
     * @param deadline ns since the table began
     */
    void add(long[] row, long deadline) {
        if (size == rows.length) {
            deadlines = Arrays.copyOf(deadlines, 2 * size);
            rows = Arrays.copyOf(rows, 2 * size);
        }
        rise(size++, row, deadline);
    }

    private void rise(int from, long[] row, long deadline) {
        int at = from;
        while (at > 0 && deadlines[(at - 1) / 2] > deadline) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        rows[at] = row;
        deadlines[at] = deadline;
    }

    private void sink(int from, long[] row, long deadline) {
        int at = from;
        for (int child; (child = 2 * at + 1) < size; at = child) {
            if (child + 1 < size && deadlines[child + 1] < deadlines[child]) {
                child++;
            }
            if (deadlines[child] >= deadline) {
                break;
            }
            move(child, at);
        }
        rows[at] = row;
        deadlines[at] = deadline;
    }

    private void move(int from, int to) {
        rows[to] = rows[from];
        deadlines[to] = deadlines[from];
    }

    /**
     * Takes a row whose deadline is at or before a time; it may have left the table.
     *
     * @return null: there is none
     */
    long[] take(long now) {
        if (size == 0 || deadlines[0] > now) {
            return null;
        }
        long[] row = rows[0];
        size--;
        long[] last = rows[size];
        rows[size] = null;
        if (size > 0) {
            sink(0, last, deadlines[size]);
        }
        return row;
    }

    /**
     * A row that was added has left the table.
     *
     * @param isThere whether a row is in the table; asked when it pays to forget those that are not
     */
    void left(Predicate<long[]> isThere) {
        if (++gone < GONE_MIN || gone < size / 2) {
            return;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (isThere.test(rows[i])) {
                move(i, kept++);
            }
        }
        Arrays.fill(rows, kept, size, null);
        size = kept;
        gone = 0;
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i, rows[i], deadlines[i]);
        }
    }

    /** A row that was taken had left the table. */
    void tookGone() {
        gone--;
    }

    /** How many there are, those that left the table included. */
    int size() {
        return size;
    }
}
