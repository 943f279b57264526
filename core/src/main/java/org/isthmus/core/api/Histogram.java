// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** How often something was how large since the core started. Immutable. */
public final class Histogram {
    private final double[] bounds;
    private final long[] counts;
    private final double sum;

    /**
     * @param bounds the largest value of each bucket but the last, which has none; growing
     * @param counts of each bucket alone; one more than bounds
     * @param sum of all values
     */
    public Histogram(double[] bounds, long[] counts, double sum) {
        if (counts.length != bounds.length + 1) {
            throw new IllegalArgumentException(
                    counts.length + " counts for " + bounds.length + " bounds");
        }
        this.bounds = bounds.clone();
        this.counts = counts.clone();
        this.sum = sum;
    }

    public double[] bounds() {
        return bounds.clone();
    }

    public long[] counts() {
        return counts.clone();
    }

    public double sum() {
        return sum;
    }
}
