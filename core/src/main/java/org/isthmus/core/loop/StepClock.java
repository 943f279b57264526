// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import java.util.function.LongSupplier;

/**
 * The time at the start of the loop's current step.
 *
 * <p>Threading: the core's thread.
 */
public final class StepClock {
    private final LongSupplier clock;
    private long millis;

    /**
     * @param clock epoch milliseconds that never go back, whatever becomes of the time of day
     */
    public StepClock(LongSupplier clock) {
        this.clock = clock;
        this.millis = clock.getAsLong();
    }

    /** Reads the clock, at the start of a step. */
    public void step() {
        millis = clock.getAsLong();
    }

    /** Epoch milliseconds. */
    public long millis() {
        return millis;
    }

    /** In {@link Seconds}. */
    public int seconds() {
        return Seconds.of(millis);
    }
}
