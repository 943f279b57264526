// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.count;

import org.isthmus.core.api.Histogram;

/**
 * How often something took how long, in fixed steps from a millisecond to ten seconds.
 *
 * <p>Threading: the core's thread.
 */
public final class Durations {
    private static final int[] BOUNDS = {
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000
    };

    private final long[] counts = new long[BOUNDS.length + 1];
    private long sum;

    /**
     * @param millis 0 or more
     * @param times how many took as long
     */
    public void add(long millis, int times) {
        int i = 0;
        while (i < BOUNDS.length && millis > BOUNDS[i]) {
            i++;
        }
        counts[i] += times;
        sum += millis * times;
    }

    /** In seconds. */
    public Histogram toApi() {
        double[] bounds = new double[BOUNDS.length];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = BOUNDS[i] / 1000.0;
        }
        return new Histogram(bounds, counts, sum / 1000.0);
    }
}
