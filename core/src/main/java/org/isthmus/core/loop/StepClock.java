// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import java.util.function.LongSupplier;

/**
 * The times at the start of the loop's current step: one that only runs, by which everything ends
 * or begins, and the time of day, which may jump.
 *
 * <p>Threading: the core's thread.
 */
public final class StepClock {
    /** The core is made at this time: a day, so that 0 is long ago. */
    private static final long START_MILLIS = 86_400_000;

    private final LongSupplier epochClock;
    private final LongSupplier clock;
    private final long origin;
    private long epochMillis;
    private long millis;

    /**
     * @param epochClock the time of day in epoch milliseconds
     * @param clock milliseconds since any moment, which never go back nor jump
     */
    public StepClock(LongSupplier epochClock, LongSupplier clock) {
        this.epochClock = epochClock;
        this.clock = clock;
        this.origin = clock.getAsLong() - START_MILLIS;
        step();
    }

    /** Reads the clocks, at the start of a step. */
    public void step() {
        epochMillis = epochClock.getAsLong();
        millis = clock.getAsLong() - origin;
    }

    /** Milliseconds since a day before the core was made, whatever becomes of the time of day. */
    public long millis() {
        return millis;
    }

    /** As {@link #millis}, but now, to tell how long something takes that is over in no time. */
    public long readMillis() {
        return clock.getAsLong() - origin;
    }

    /** {@link #millis} in seconds. */
    public int seconds() {
        return (int) (millis / 1000);
    }

    /** The time of day in epoch milliseconds, for people, the mapping log and the store. */
    public long epochMillis() {
        return epochMillis;
    }

    /** The time of day in {@link Seconds}, to say when something began. */
    public int epochSeconds() {
        return Seconds.of(epochMillis);
    }

    /** The time of day, as it is now set, at a time of {@link #seconds}. */
    public long toEpochMillis(int seconds) {
        return epochMillis + (seconds * 1000L - millis);
    }
}
