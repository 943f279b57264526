// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
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
                int most = 1 + random.nextInt(20);
                int times = 1;
                while (!wheel.advance(now, most, found::add)) {
                    assertEquals(most * times++, found.size(), "seed " + seed + ", step " + step);
                }
                assertEquals(due, found, "seed " + seed + ", step " + step);
            }
        }
    }

    @Test
    void whatIsLeftComesLaterAndOnce() {
        Wheel wheel = new Wheel(new Rows(3));
        List<Integer> due = new ArrayList<>();
        wheel.schedule(0, 5);
        wheel.schedule(1, 5);
        wheel.schedule(2, 6);
        assertFalse(wheel.advance(6, 1, due::add));
        // What is scheduled meanwhile, for a time that has passed, is not due before another.
        wheel.schedule(due.get(0), 5);
        assertFalse(wheel.advance(6, 1, due::add));
        assertTrue(wheel.advance(6, 1, due::add));
        assertEquals(List.of(1, 0, 2), due);
        assertTrue(wheel.advance(6, 3, due::add));
        assertTrue(wheel.advance(7, 3, due::add));
        assertEquals(List.of(1, 0, 2, 1), due);
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
        assertTrue(wheel.advance(1, 10, row -> due[0]++));
        assertEquals(10, due[0]);
        assertTrue(rows.looks <= 20, rows.looks + " looks");
    }
}
