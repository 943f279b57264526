// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.util.function.IntPredicate;

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
     * Decides for this packet, by the sign of a sum, and leaves the lengths for which it is decided
     * so.
     *
     * @param factor of the length n in the sum constant + factor * n; not 0
     */
    boolean decide(long constant, long factor, IntPredicate sign) {
        if (factor < 0) {
            return decide(-constant, -factor, s -> sign.test(-s));
        }
        boolean is = sign.test(Long.signum(constant + factor * now));
        long atMost0 = Math.floorDiv(-constant, factor);
        long below0 = Math.floorDiv(-constant - 1, factor);
        if (sign.test(-1) != is) {
            without(Long.MIN_VALUE, below0);
        }
        if (sign.test(0) != is) {
            without(below0 + 1, atMost0);
        }
        if (sign.test(1) != is) {
            without(atMost0 + 1, Long.MAX_VALUE);
        }
        return is;
    }

    /** Leaves those on this packet's side of some lengths, of which it has none. */
    private void without(long from, long to) {
        if (from > to) {
            return;
        }
        if (to < now) {
            min = Math.max(min, to + 1);
        } else {
            max = Math.min(max, from - 1);
        }
    }
}
