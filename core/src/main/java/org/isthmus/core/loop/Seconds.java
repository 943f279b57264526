// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

/**
 * Times of day as ints: seconds since 2025-01-01T00:00:00Z, at least 1, until 2059. They say when
 * something began, never when it ends.
 */
public final class Seconds {
    private static final long BASE = 1_735_689_600L;

    private Seconds() {}

    /** The second that holds a time. */
    public static int of(long epochMillis) {
        return (int) Math.min(Math.max(epochMillis / 1000 - BASE, 1), Integer.MAX_VALUE / 2);
    }

    /** The start of a second. */
    public static long toEpochMillis(int seconds) {
        return (BASE + seconds) * 1000;
    }
}
