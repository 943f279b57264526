// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;

/** The index against a map, with rows that come, change and go. */
class RowIndexTest {
    private static final int STEPS = 60_000;
    private static final int KEYS = 3000;
    private static final int KEPT = 500;
    private static final int CHECKED = 97;

    /** Rows that 4,096 slots may have before there are more of them. */
    private static final int FULL = 2560;

    /** Of the second word only the low half is key. */
    private static final long[] MASK = {-1, 0xffff_ffffL};

    private final long seed = Seeds.of(System.nanoTime());
    private final Random random = new Random(seed);
    private final RowIndex index = new RowIndex(MASK);
    private final Map<Integer, long[]> model = new HashMap<>();

    private long[] row(int key) {
        return new long[] {key * 0x1_0000_0001L, key & 7, random.nextLong()};
    }

    private static long[] key(int key, long noise) {
        return new long[] {key * 0x1_0000_0001L, key & 7 | noise << 32};
    }

    @Test
    void holdsWhatWasPutAndNotRemoved() {
        for (int step = 0; step < STEPS; step++) {
            int key = random.nextInt(KEYS);
            // It grows and shrinks in turn, down to nothing.
            boolean grows = step / (2 * KEYS) % 2 == 0;
            if (random.nextInt(8) < (grows ? 6 : 1)) {
                long[] row = row(key);
                index.put(row);
                model.put(key, row);
            } else if (model.remove(key) != null) {
                index.remove(key(key, 0));
            }
            assertEquals(model.size(), index.size(), "seed " + seed);
            assertSame(model.get(key), index.find(key(key, random.nextInt())), "seed " + seed);
            if (step % CHECKED == 0) {
                compare();
            }
        }
    }

    private void compare() {
        Set<long[]> seen = new HashSet<>();
        index.forEach(seen::add);
        assertEquals(new HashSet<>(model.values()), seen, "seed " + seed);
        Lookups together = new Lookups(KEYS);
        for (int key = 0; key < KEYS; key++) {
            together.add(key(key, 1));
        }
        // Rows are shorter than others of the table at times.
        index.find(together, 1 + random.nextInt(24));
        for (int key = 0; key < KEYS; key++) {
            assertSame(model.get(key), together.row(key), "together, seed " + seed);
        }
    }

    @Test
    void noChangeWaitsUntilAllRowsAreCopied() {
        while (index.size() < FULL) {
            index.put(row(index.size()));
        }
        int most = 0;
        for (int key = FULL, left = index.groupsToCopy(); left > 0; key++) {
            index.put(row(key));
            most = Math.max(most, left - index.groupsToCopy());
            left = index.groupsToCopy();
        }
        assertEquals(4, most);
        for (int key = 0; key < index.size(); key++) {
            assertEquals(key(key, 0)[0], index.find(key(key, 1))[0]);
        }
    }

    @Test
    void rowsThatStayAreFoundWhileOthersComeAndGo() {
        for (int key = 0; key < KEPT; key++) {
            index.put(row(key));
        }
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Integer> reader =
                CompletableFuture.supplyAsync(
                        () -> {
                            int lost = 0;
                            do {
                                for (int key = 0; key < KEPT; key++) {
                                    long[] row = index.find(key(key, 0));
                                    lost += row == null || row[0] != key(key, 0)[0] ? 1 : 0;
                                }
                            } while (!done.get());
                            return lost;
                        });
        for (int step = 0; step < STEPS; step++) {
            int key = random.nextInt(KEYS);
            long[] row = row(key);
            if (key < KEPT || index.find(row) == null) {
                index.put(row);
            } else {
                index.remove(row);
            }
        }
        done.set(true);
        assertEquals(0, reader.join(), "seed " + seed);
    }
}
