// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;

/** Rows of masks and priorities that overlap, against a list that is searched whole. */
class TupleMatcherTest {
    private static final int STEPS = 3000;
    private static final int VALUES = 64;
    private static final int MANY = 5000;
    private static final long[] MASKS = {0x3f, 0x3c, 0x0f, 0x30, 0x03, 0};
    private static final int PRIORITY = 2;

    private final long seed = Seeds.of(System.nanoTime());
    private final Random random = new Random(seed);

    /** Value, mask, priority. */
    private final List<long[]> model = new ArrayList<>();

    private final TupleMatcher matcher = new TupleMatcher(1, PRIORITY, PRIORITY + 1);

    @Test
    void findsTheHighestPriority() {
        Lookups lookups = new Lookups(VALUES);
        for (int step = 0; step < STEPS; step++) {
            if (!model.isEmpty() && random.nextInt(5) < 2) {
                matcher.remove(model.remove(random.nextInt(model.size())));
            } else {
                long mask = MASKS[random.nextInt(MASKS.length)];
                // No two of a priority: which of them wins is not defined.
                long[] row = {random.nextInt(VALUES) & mask, mask, unused()};
                model.add(row);
                matcher.put(row);
            }
            assertEquals(model.size(), matcher.size());
            lookups.clear();
            for (int v = 0; v < VALUES; v++) {
                lookups.add(new long[] {v});
            }
            matcher.find(lookups);
            for (int v = 0; v < VALUES; v++) {
                long[] best = best(v);
                assertSame(best, matcher.find(new long[] {v}), "seed " + seed);
                assertSame(best, lookups.row(v), "together, seed " + seed);
                assertTrue(best == null || matcher.mayMatch(new long[] {v}), "seed " + seed);
            }
        }
    }

    @Test
    void knowsWhatNoRowCanMatch() {
        assertFalse(matcher.mayMatch(new long[] {0x10}));
        matcher.put(new long[] {0x10, 0x3c, 1});
        matcher.put(new long[] {0x14, 0x3f, 2});
        assertFalse(matcher.mayMatch(new long[] {0x20}), "both have 0x10");
        assertFalse(matcher.mayMatch(new long[] {0x18}), "neither has 0x08");
        assertTrue(matcher.mayMatch(new long[] {0x13}), "one has no such bits");
        matcher.put(new long[] {0x30, 0x30, 3});
        assertTrue(matcher.mayMatch(new long[] {0x38}), "one more has it");
        assertFalse(matcher.mayMatch(new long[] {0x20}), "all three have 0x10");
        matcher.remove(new long[] {0x30, 0x30, 3});
        assertFalse(matcher.mayMatch(new long[] {0x00}));
        matcher.remove(new long[] {0x14, 0x3f, 2});
        matcher.remove(new long[] {0x10, 0x3c, 1});
        assertFalse(matcher.mayMatch(new long[] {0x10}), "none is left");
        matcher.put(new long[] {0x20, 0x3f, 1});
        assertTrue(matcher.mayMatch(new long[] {0x20}), "only one is there");
    }

    /** So many that some are not in the group of slots that their hash names. */
    @Test
    void findsManyOfAMaskTogether() {
        Lookups lookups = new Lookups(2 * MANY);
        for (int v = 0; v < MANY; v++) {
            matcher.put(new long[] {v, -1, 1});
        }
        for (int v = 0; v < 2 * MANY; v++) {
            lookups.add(new long[] {v});
        }
        matcher.find(lookups);
        for (int v = 0; v < 2 * MANY; v++) {
            assertEquals(v < MANY ? v : -1, lookups.row(v) == null ? -1 : lookups.row(v)[0]);
        }
    }

    /** The row of a mask's highest priority goes while a lookup is between masks. */
    @Test
    void aLookupUnderWayFindsTheBestRowWhateverGoes() {
        matcher.put(new long[] {0x01, 0x3f, 4});
        matcher.put(new long[] {0x2a, 0x3f, 20});
        matcher.put(new long[] {0x20, 0x30, 3});
        matcher.put(new long[] {0x30, 0x30, 10});
        long[] best = {0x01, 0x0f, 8};
        matcher.put(best);
        Lookups lookups = new Lookups(1);
        lookups.add(new long[] {0x01});
        TupleMatcher.Version begun = matcher.begin(lookups, lookups.begin());
        matcher.remove(new long[] {0x30, 0x30, 10});
        matcher.end(lookups, begun);
        assertSame(best, lookups.row(0));
    }

    /** A row comes where a lookup has been, and then the one goes whose place it takes. */
    @Test
    void aLookupUnderWayFindsARowThatMoves() {
        long[] there = {0x20, 0x30, 3};
        matcher.put(new long[] {0x01, 0x3f, 4});
        matcher.put(there);
        Lookups lookups = new Lookups(1);
        lookups.add(new long[] {0x2a});
        TupleMatcher.Version begun = matcher.begin(lookups, lookups.begin());
        long[] here = {0x2a, 0x3f, 4};
        matcher.put(here);
        matcher.remove(there);
        matcher.end(lookups, begun);
        assertSame(here, lookups.row(0));
    }

    /**
     * A row that others hide goes, and then the one that hid it, while a lookup is between them.
     */
    @Test
    void aLookupUnderWayFindsNoRowThatWasHiddenWhileItWasThere() {
        long[] hides = {0x20, 0x30, 8};
        long[] hidden = {0x2a, 0x3f, 5};
        matcher.put(new long[] {0x01, 0x3f, 9});
        matcher.put(hides);
        matcher.put(hidden);
        Lookups lookups = new Lookups(1);
        lookups.add(new long[] {0x2a});
        TupleMatcher.Version begun = matcher.begin(lookups, lookups.begin());
        matcher.remove(hidden);
        matcher.remove(hides);
        matcher.end(lookups, begun);
        assertNull(lookups.row(0));
    }

    private long unused() {
        while (true) {
            long priority = random.nextInt(1 << 20);
            if (model.stream().noneMatch(row -> row[PRIORITY] == priority)) {
                return priority;
            }
        }
    }

    private long[] best(long key) {
        long[] best = null;
        for (long[] row : model) {
            if ((key & row[1]) == row[0] && (best == null || row[PRIORITY] > best[PRIORITY])) {
                best = row;
            }
        }
        return best;
    }
}
