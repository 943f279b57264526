// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class LengthsTest {
    private static final int MIN = 20;
    private static final int MAX = 60;

    private static final List<IntPredicate> SIGNS =
            List.of(s -> s < 0, s -> s <= 0, s -> s == 0, s -> s != 0, s -> s >= 0, s -> s > 0);

    /** What is left are the lengths around the packet's for which the same is decided. */
    @Test
    void leavesTheLengthsForWhichTheSameIsDecided() {
        for (int now : new int[] {MIN, MIN + 1, 40, MAX - 1, MAX}) {
            for (long factor : new long[] {1, -1, 3, -3, 16, -16}) {
                for (long constant = -1100; constant <= 1100; constant++) {
                    for (IntPredicate sign : SIGNS) {
                        check(now, constant, factor, sign);
                    }
                }
            }
        }
    }

    private static void check(int now, long constant, long factor, IntPredicate sign) {
        Lengths lengths = new Lengths(now, MIN, MAX);
        boolean is = of(now, constant, factor, sign);
        int min = now;
        while (min > MIN && of(min - 1, constant, factor, sign) == is) {
            min--;
        }
        int max = now;
        while (max < MAX && of(max + 1, constant, factor, sign) == is) {
            max++;
        }
        assertEquals(is, lengths.decide(constant, factor, sign));
        String what = constant + " + " + factor + " * " + now;
        assertEquals(min, lengths.min(), what);
        assertEquals(max, lengths.max(), what);
        // A second decision leaves a part of these.
        lengths.decide(-45, 1, s -> s > 0);
        assertEquals(now > 45 ? Math.max(min, 46) : min, lengths.min());
        assertEquals(now > 45 ? max : Math.min(max, 45), lengths.max());
    }

    private static boolean of(long n, long constant, long factor, IntPredicate sign) {
        return sign.test(Long.signum(constant + factor * n));
    }
}
