// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.util.function.LongPredicate;

/** Lengths of IP packets for which all decisions so far are the same. */
final class Lengths {
    private final long now;
    private long min;
    private long max;

    /**
     * @param now bytes of the packet that is traced
     */
    Lengths(int now, int min, int max) {
        this.now = now;
        this.min = min;
        this.max = max;
    }

    long min() {
        return min;
    }

    long max() {
        return max;
    }

    /**
     * Decides for this packet, and leaves the lengths for which it is the same.
     *
     * @param condition of the length
     */
    boolean decide(LongPredicate condition) {
        boolean is = condition.test(now);
        long lower = now;
        while (lower > min && condition.test(lower - 1) == is) {
            lower--;
        }
        long upper = now;
        while (upper < max && condition.test(upper + 1) == is) {
            upper++;
        }
        min = lower;
        max = upper;
        return is;
    }
}
