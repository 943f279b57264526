// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class WheelTest {
    /** Rows in arrays, which count how often they are looked at. */
    private static final class Rows implements Wheel.Rows {
        final int[] deadlines;
        final int[] next;
        final int[] previous;
        int looks;

        Rows(int count) {
            deadlines = new int[count];
            next = new int[count];
            previous = new int[count];
        }

        @Override
        public int deadline(int row) {
            looks++;
            return deadlines[row];
        }

        @Override
        public void deadline(int row, int seconds) {
            deadlines[row] = seconds;
        }

        @Override
        public int next(int row) {
            return next[row];
        }

        @Override
        public int previous(int row) {
            return previous[row];
        }

        @Override
        public void link(int row, int after, int before) {
            next[row] = after;
            previous[row] = before;
        }
    }

    @Test
    void givesEachRowWhenItIsDue() {
        long seed = Seeds.of(31);
        Random random = new Random(seed);
        Rows rows = new Rows(200);
        Wheel wheel = new Wheel(rows);
        int[] expected = new int[200];
        int now = 0;
        for (int step = 0; step < 20_000; step++) {
            int row = random.nextInt(200);
            int what = random.nextInt(4);
            if (what < 2) {
                expected[row] = now + 1 + random.nextInt(random.nextInt(50) == 0 ? 20_000 : 60);
                wheel.schedule(row, expected[row]);
            } else if (what == 2) {
                expected[row] = 0;
                wheel.cancel(row);
            } else {
                now += random.nextInt(random.nextInt(100) == 0 ? 9_000 : 4);
                TreeSet<Integer> due = new TreeSet<>();
                for (int i = 0; i < expected.length; i++) {
                    if (expected[i] != 0 && expected[i] <= now) {
                        due.add(i);
                        expected[i] = 0;
                    }
                }
                TreeSet<Integer> found = new TreeSet<>();
                wheel.advance(now, found::add);
                assertEquals(due, found, "seed " + seed + ", step " + step);
            }
        }
    }

    @Test
    void looksAtNoRowThatIsNotDue() {
        Rows rows = new Rows(100_000);
        Wheel wheel = new Wheel(rows);
        for (int row = 0; row < 100_000; row++) {
            wheel.schedule(row, row < 10 ? 1 : 2 + row % 7000);
        }
        rows.looks = 0;
        int[] due = {0};
        wheel.advance(1, row -> due[0]++);
        assertEquals(10, due[0]);
        assertTrue(rows.looks <= 20, rows.looks + " looks");
    }
}
