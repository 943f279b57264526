// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.isthmus.core.loop.StepClock;

/**
 * Rows of a wheel whose deadline is due, a few at a time: the next ones when all is done that
 * follows from the last, so that what is set up meanwhile waits for a few of them, and not for all
 * that end in a second. What takes longer than a second has others beside it.
 *
 * <p>Threading: the core's thread.
 */
final class DueRows {
    /** Rows at a time: little more for a switch than a batch of set-ups. */
    static final int CHUNK = 128;

    /** Does what is to be done about rows. */
    interface Work {
        /**
         * @param rows without a deadline from now on
         * @param done to be called once
         */
        void begin(int[] rows, Runnable done);
    }

    private final Wheel wheel;
    private final StepClock clock;
    private final IntPredicate filter;
    private final Work work;
    private final int[] due = new int[CHUNK];
    private int size;

    /** Work is being begun; what is done at once does not begin the next, but has it begun. */
    private boolean begins;

    private boolean goesOn;

    /**
     * @param filter whether there is anything to be done about a row, which has no deadline now
     */
    DueRows(Wheel wheel, StepClock clock, IntPredicate filter, Work work) {
        this.wheel = wheel;
        this.clock = clock;
        this.filter = filter;
        this.work = work;
    }

    /** Begins with the next that are due. Called about once a second, and by what is done. */
    void next() {
        goesOn = true;
        if (begins) {
            return;
        }
        begins = true;
        try {
            while (goesOn) {
                goesOn = false;
                begin();
            }
        } finally {
            begins = false;
        }
    }

    private void begin() {
        size = 0;
        boolean all = wheel.advance(clock.seconds(), CHUNK, this::due);
        if (size > 0) {
            work.begin(Arrays.copyOf(due, size), this::next);
        } else {
            goesOn = !all;
        }
    }

    private void due(int row) {
        if (filter.test(row)) {
            due[size++] = row;
        }
    }
}
