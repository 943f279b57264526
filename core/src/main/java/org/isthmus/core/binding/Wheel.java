// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.Arrays;

/**
 * Deadlines of rows, to the second: a wheel of lists that run through the rows themselves. A
 * deadline beyond one turn is passed over until its turn comes.
 */
public final class Wheel {
    private static final int TURN = 1 << 13; // over two hours, the longest usual timeout

    /** Receives a row whose deadline is due, and has been removed. */
    public interface Due {
        void due(int slot);
    }

    /** What a row has of the wheel: its deadline, 0 for none, and its neighbours in a list. */
    interface Rows {
        int deadline(int row);

        void deadline(int row, int seconds);

        /** The next row of its list; {@link Bib#NONE} at the end. */
        int next(int row);

        int previous(int row);

        void link(int row, int next, int previous);
    }

    private final Rows rows;
    private final int[] heads = new int[TURN];

    /** The latest that was said of the time, seconds. */
    private int now;

    /** The last second of which no row is due any more. */
    private int passed;

    private int size;

    Wheel(Rows rows) {
        this.rows = rows;
        Arrays.fill(heads, Bib.NONE);
    }

    /**
     * Sets or moves a row's deadline.
     *
     * @param deadline in seconds of the core's clock; one that has passed is due at the next
     *     advance
     */
    public void schedule(int slot, int deadline) {
        cancel(slot);
        int second = Math.max(deadline, now + 1);
        rows.deadline(slot, second);
        int at = second & TURN - 1;
        int head = heads[at];
        rows.link(slot, head, Bib.NONE);
        if (head != Bib.NONE) {
            rows.link(head, rows.next(head), slot);
        }
        heads[at] = slot;
        size++;
    }

    /** Removes a row's deadline, if it has one. */
    public void cancel(int slot) {
        int deadline = rows.deadline(slot);
        if (deadline == 0) {
            return;
        }
        int next = rows.next(slot);
        int previous = rows.previous(slot);
        if (previous == Bib.NONE) {
            heads[deadline & TURN - 1] = next;
        } else {
            rows.link(previous, next, rows.previous(previous));
        }
        if (next != Bib.NONE) {
            rows.link(next, rows.next(next), previous);
        }
        rows.deadline(slot, 0);
        rows.link(slot, Bib.NONE, Bib.NONE);
        size--;
    }

    /** How many rows have a deadline. */
    public int size() {
        return size;
    }

    /**
     * Hands over rows whose deadline is at or before a time; they may be scheduled anew or removed
     * meanwhile, others may not.
     *
     * @param seconds of the core's clock; time that runs backwards hands over nothing
     * @param most rows to hand over
     * @return whether those were all, and not the first ones
     */
    public boolean advance(int seconds, int most, Due due) {
        now = Math.max(now, seconds);
        // After a long pause one turn sees every list.
        passed = Math.max(passed, seconds - TURN);
        int left = most;
        for (; passed < seconds && size > 0; passed++) {
            int slot = heads[passed + 1 & TURN - 1];
            while (slot != Bib.NONE) {
                int next = rows.next(slot);
                if (rows.deadline(slot) <= seconds) {
                    if (left-- == 0) {
                        return false;
                    }
                    cancel(slot);
                    due.due(slot);
                }
                slot = next;
            }
        }
        passed = Math.max(passed, seconds);
        return true;
    }

    long bytes() {
        return 16 + 4L * TURN;
    }
}
