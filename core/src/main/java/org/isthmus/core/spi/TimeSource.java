// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.function.LongSupplier;

/**
 * The two times a host gives to the core. Lifetimes, holds and limits go by the one that only runs;
 * the time of day is for people, for the mapping log and for what is stored.
 *
 * <p>Threading: any thread.
 */
public interface TimeSource {
    /** The time of day in epoch milliseconds. May jump in either direction when a clock is set. */
    long epochMillis();

    /**
     * Milliseconds since any moment. Never goes back and never jumps, whatever becomes of the time
     * of day; of use within this process alone.
     */
    long millis();

    /** The clocks of this machine. */
    static TimeSource system() {
        return of(System::currentTimeMillis, () -> System.nanoTime() / 1_000_000);
    }

    /** The parameters are the two methods. */
    static TimeSource of(LongSupplier epochMillis, LongSupplier millis) {
        return new TimeSource() {
            @Override
            public long epochMillis() {
                return epochMillis.getAsLong();
            }

            @Override
            public long millis() {
                return millis.getAsLong();
            }
        };
    }
}
