// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prefixes that lie in each other, against a list that is searched whole. */
class PrefixMatcherTest {
    private static final int STEPS = 4000;
    private static final int KEYS = 64;
    private static final int MANY = 20_000;
    private static final int ROUNDS = 400;

    private final long seed = Seeds.of(System.nanoTime());
    private final Random random = new Random(seed);
    private final Lookups lookups = new Lookups(KEYS);

    /** A matcher of keys of so many bits, with all that it ought to have. */
    private final class Table {
        final int width;
        final int words;
        final PrefixMatcher matcher;
        final List<long[]> rows = new ArrayList<>();

        Table(int width) {
            this.width = width;
            this.words = Words.count(width);
            this.matcher = new PrefixMatcher(words, width, 2 * words, 2 * words + 1);
        }

        /** Value, mask, length, and a word to tell it from another of the same prefix. */
        long[] row(long[] value, int length) {
            long[] row = new long[2 * words + 2];
            for (int i = 0; i < words; i++) {
                int free = Math.max(width - length - i * Long.SIZE, 0);
                long mask = free >= Long.SIZE ? 0 : -1L << free;
                int beyond = (i + 1) * Long.SIZE - width;
                mask &= beyond > 0 ? -1L >>> beyond : -1;
                row[i] = value[i] & mask;
                row[words + i] = mask;
            }
            row[2 * words] = length;
            row[2 * words + 1] = random.nextLong();
            return row;
        }

        void put(long[] row) {
            rows.removeIf(r -> isSame(r, row));
            rows.add(row);
            matcher.put(row);
        }

        private boolean isSame(long[] a, long[] b) {
            return a[2 * words] == b[2 * words] && Arrays.equals(a, 0, words, b, 0, words);
        }

        long[] longest(long[] key) {
            long[] best = null;
            for (long[] row : rows) {
                boolean matches = true;
                for (int i = 0; i < words; i++) {
                    matches &= ((row[i] ^ key[i]) & row[words + i]) == 0;
                }
                if (matches && (best == null || row[2 * words] > best[2 * words])) {
                    best = row;
                }
            }
            return best;
        }

        /** A key with few bits that others do not have, and perhaps bits beyond. */
        long[] key() {
            long[] key = new long[words];
            for (int n = random.nextInt(6); n > 0; n--) {
                int bit = random.nextInt(width);
                key[bit / Long.SIZE] ^= 1L << bit;
            }
            if (random.nextInt(3) == 0) {
                key[0] ^= random.nextInt(64);
            }
            if (random.nextBoolean() && !rows.isEmpty()) {
                long[] near = rows.get(random.nextInt(rows.size()));
                for (int i = 0; i < words; i++) {
                    key[i] ^= near[i];
                }
            }
            return key;
        }

        void check() {
            assertEquals(rows.size(), matcher.size());
            lookups.clear();
            long[][] keys = new long[KEYS][];
            for (int i = 0; i < KEYS; i++) {
                keys[i] = key();
                lookups.add(keys[i]);
            }
            matcher.find(lookups);
            for (int i = 0; i < KEYS; i++) {
                long[] best = longest(keys[i]);
                assertSame(best, matcher.find(keys[i]), "seed " + seed);
                assertSame(best, lookups.row(i), "together, seed " + seed);
                assertTrue(best == null || matcher.mayMatch(keys[i]), "seed " + seed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 16, 32, 48, 64, 66, 128, 150})
    void findsTheLongest(int width) {
        Table t = new Table(width);
        for (int step = 0; step < STEPS; step++) {
            // It grows and shrinks in turn, down to nothing.
            boolean grows = step / (STEPS / 4) % 2 == 0;
            if (!t.rows.isEmpty() && random.nextInt(8) < (grows ? 2 : 7)) {
                long[] row = t.rows.remove(random.nextInt(t.rows.size()));
                assertSame(row, t.matcher.same(row), "seed " + seed);
                t.matcher.remove(row.clone());
                assertNull(t.matcher.same(row), "seed " + seed);
            } else {
                t.put(t.row(t.key(), random.nextInt(width + 1)));
            }
            if (step % 4 == 0) {
                t.check();
            }
        }
        Set<long[]> all = new HashSet<>(t.rows);
        t.matcher.forEach(row -> assertTrue(all.remove(row), "seed " + seed));
        assertEquals(Set.of(), all, "seed " + seed);
    }

    /** While another index is filled, rows of the one before come, change and go. */
    @Test
    void findsTheLongestWhileAnIndexIsFilled() {
        Table t = new Table(32);
        for (int i = 0; i < MANY; i++) {
            add(t, t.row(new long[] {i << 8}, 24));
        }
        DirectIndex before = t.matcher.index();
        List<long[]> gone = new ArrayList<>();
        for (int i = 0; t.matcher.index() == before; i++) {
            assertTrue(i < MANY, "there is no other index");
            add(t, t.row(new long[] {MANY + i << 8}, 24));
            gone.add(t.rows.set(i, t.rows.get(i).clone()));
            t.matcher.put(t.rows.get(i));
            gone.add(t.rows.remove(t.rows.size() - 1 - i));
            t.matcher.remove(gone.get(gone.size() - 1));
        }
        for (long[] row : gone) {
            assertSame(t.longest(row), t.matcher.find(row));
        }
        t.check();
    }

    /** Keys that packets find with one load, of the first rows of a table. */
    private static int direct(Table t, int rows) {
        DirectIndex index = t.matcher.index();
        int n = 0;
        for (int i = 0; index != null && i < rows; i++) {
            long[] found = index.find(t.rows.get(i));
            n += found == t.rows.get(i) ? 1 : 0;
        }
        return n;
    }

    private void add(Table t, long[] row) {
        t.rows.add(row);
        t.matcher.put(row);
    }

    /** Some rows that begin otherwise do not take the bits that the others need. */
    @Test
    void findsMostWithOneLoad() {
        Table t = new Table(128);
        for (int i = 0; i < MANY; i++) {
            long subnet = 0x2001_0db8_0000_0000L | (i & 7L) << 28 | i >> 3;
            add(t, t.row(new long[] {0, subnet}, 64));
        }
        add(t, t.row(new long[2], 0));
        add(t, t.row(new long[] {1, 0xfd00_1234_5678_9abcL}, 128));
        add(t, t.row(new long[] {0, 0x0064_ff9b_0000_0000L}, 96));
        assertEquals(MANY, direct(t, MANY), MANY / 100.0);
    }

    /** Addresses in turn: bits come that no row had when the index was made. */
    @Test
    void findsMostWithOneLoadAsAPlanGrows() {
        Table t = new Table(32);
        int least = MANY;
        for (int i = 0; i < MANY; i++) {
            add(t, t.row(new long[] {0x0a00_0000 + i}, 32));
            if (i % 1000 == 999) {
                least = Math.min(least, direct(t, i + 1) * 1000 / (i + 1));
            }
        }
        assertTrue(least > 400, least + " of a thousand");
        assertEquals(MANY, direct(t, MANY), MANY / 100.0);
    }

    /** All rows go, and others come that differ by other bits. */
    @Test
    void findsMostWithOneLoadAfterChanges() {
        Table t = new Table(32);
        for (int i = 0; i < MANY; i++) {
            add(t, t.row(new long[] {i << 8}, 24));
        }
        for (int i = 0; i < MANY; i++) {
            t.matcher.remove(t.rows.get(i));
            t.rows.set(i, t.row(new long[] {0x0a00_0000 + i}, 32));
            t.matcher.put(t.rows.get(i));
        }
        for (int i = 0; i < MANY / 4; i++) {
            t.rows.set(i, t.rows.get(i).clone());
            t.matcher.put(t.rows.get(i));
        }
        assertEquals(MANY, direct(t, MANY), MANY / 100.0);
    }

    /** Cells that rows shared once are their own again when others of the same bits have come. */
    @Test
    void findsMostWithOneLoadWhereRowsCameAndWent() {
        Table t = new Table(32);
        int n = 1 << 10;
        for (int i = 0; i < n; i++) {
            add(t, t.row(new long[] {i << 8}, 24));
        }
        for (int round = 0; round < 8; round++) {
            for (int i = 0; i < n; i++) {
                long[] second = t.row(new long[] {i << 8}, 25);
                t.matcher.put(second);
                long[] third = t.row(new long[] {i << 8 | 0x80}, 25);
                t.matcher.put(third);
                t.matcher.remove(third);
                t.matcher.remove(second);
            }
        }
        assertTrue(direct(t, n) > n / 2);
    }

    /** Rows that all share few cells would cost a load for nothing. */
    @Test
    void hasNoIndexThatFindsFew() {
        Table t = new Table(128);
        long[] networks = random.longs(4).toArray();
        for (int i = 0; i < MANY; i++) {
            add(t, t.row(new long[] {i, networks[i % 4] << 24}, 128));
        }
        assertNull(t.matcher.index(), "seed " + seed);
        t.check();
    }

    @Test
    void findsWithOneLoadWhatCoversAgain() {
        Table t = new Table(32);
        for (int i = 0; i < MANY; i++) {
            t.matcher.put(t.row(new long[] {i << 10}, 24));
        }
        long[] above = t.row(new long[] {0x10000}, 15);
        long[] row = t.row(new long[] {0x10000}, 17);
        t.matcher.put(above);
        t.matcher.put(row);
        long[] key = {0x10000 | 5 << 10};
        t.matcher.remove(t.matcher.same(t.row(key, 24)));
        assertSame(row, t.matcher.index().find(key));
        t.matcher.remove(row);
        assertSame(above, t.matcher.index().find(key));
    }

    /** A change does not write much of the index. */
    @Test
    void whatCoversMuchIsOutside() {
        Table t = new Table(32);
        for (int i = 0; i < MANY; i++) {
            t.matcher.put(t.row(new long[] {i << 8}, 24));
        }
        assertEquals(-1, t.matcher.index().outside());
        t.matcher.put(t.row(new long[] {0}, 14));
        assertEquals(-1, t.matcher.index().outside());
        long[] wide = t.row(new long[] {0}, 13);
        t.matcher.put(wide);
        assertEquals(13, t.matcher.index().outside());
        long[] key = {0x50000};
        t.matcher.remove(t.matcher.same(t.row(key, 24)));
        assertSame(wide, t.matcher.find(key));
    }

    /** A table that was large does not keep what that took. */
    @Test
    void indexShrinks() {
        Table t = new Table(32);
        for (int i = 0; i < MANY; i++) {
            add(t, t.row(new long[] {i}, 32));
        }
        int large = t.matcher.index().size();
        // One in sixteen stays: those that are left differ by all bits that all did.
        List<long[]> gone = new ArrayList<>();
        for (int i = 0; i < MANY; i += 16) {
            List<long[]> some = new ArrayList<>(t.rows.subList(i, i + 16));
            some.remove(random.nextInt(16));
            gone.addAll(some);
        }
        Collections.shuffle(gone, random);
        gone.forEach(t.matcher::remove);
        t.rows.removeAll(new HashSet<>(gone));
        for (int i = 0; i < MANY / 4; i++) {
            t.matcher.put(t.rows.get(0));
        }
        assertTrue(t.matcher.index().size() * 4 <= large);
        t.check();
    }

    @Test
    void knowsWhatNoRowCanMatch() {
        Table t = new Table(32);
        assertFalse(t.matcher.mayMatch(new long[] {0}));
        t.put(t.row(new long[] {0x0a010000}, 16));
        t.put(t.row(new long[] {0x0a020300}, 24));
        assertFalse(t.matcher.mayMatch(new long[] {0x0b010000}));
        assertTrue(t.matcher.mayMatch(new long[] {0x0a010000}));
        t.put(t.row(new long[] {0}, 0));
        assertTrue(t.matcher.mayMatch(new long[] {0x0b010000}));
    }

    /** Rows that stay are found while others around them come and go, above and below. */
    @Test
    void losesNoRowWhileOthersChange() throws Exception {
        Table t = new Table(32);
        List<long[]> kept = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            kept.add(t.row(new long[] {0x0a000000 + (i << 16)}, 16));
            t.matcher.put(kept.get(i));
        }
        AtomicBoolean ends = new AtomicBoolean();
        CompletableFuture<Void> reader =
                CompletableFuture.runAsync(
                        () -> {
                            Random keys = new Random(seed);
                            Lookups l = new Lookups(KEYS);
                            while (!ends.get()) {
                                l.clear();
                                for (int i = 0; i < KEYS; i++) {
                                    l.add(new long[] {0x0a000000 + keys.nextInt(1 << 20)});
                                }
                                t.matcher.find(l);
                                for (int i = 0; i < KEYS; i++) {
                                    long[] row = l.row(i);
                                    assertNotNull(row, "seed " + seed);
                                    assertTrue(row[2] >= 16, "seed " + seed);
                                    assertNotNull(t.matcher.find(new long[] {row[0]}));
                                }
                            }
                        });
        List<long[]> others = new ArrayList<>();
        for (int step = 0; step < 200_000 && !reader.isDone(); step++) {
            if (random.nextInt(100) < (step / 20_000 % 2 == 0 ? 40 : 60) && !others.isEmpty()) {
                int last = others.size() - 1;
                long[] row = others.set(random.nextInt(others.size()), others.get(last));
                others.remove(last);
                t.matcher.remove(row);
            } else {
                int value = 0x0a000000 + random.nextInt(1 << 20);
                long[] row = t.row(new long[] {value}, 8 + random.nextInt(25));
                if (row[2] != 16 && t.matcher.same(row) == null) {
                    t.matcher.put(row);
                    others.add(row);
                }
            }
        }
        ends.set(true);
        reader.get();
    }

    /** A prefix takes the place of another again and again: the longer, then the shorter. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4, 20})
    void findsARowWhereverItMoves(int shorter) {
        Table t = new Table(32);
        // So many that there is an index, in which the shortest prefixes are not.
        for (int i = 0; i < KEYS * KEYS; i++) {
            t.matcher.put(t.row(new long[] {0x0a000000 + (i << 8)}, 24));
        }
        long[] one = t.row(new long[] {0x0a800000}, shorter);
        long[] other = t.row(new long[] {0x0a800000}, 26);
        t.matcher.put(one);
        AtomicBoolean ends = new AtomicBoolean();
        CompletableFuture<Void> reader =
                CompletableFuture.runAsync(
                        () -> {
                            long[] key = {0x0a800001};
                            Lookups l = new Lookups(1);
                            l.add(key);
                            while (!ends.get()) {
                                t.matcher.find(l);
                                assertNotNull(l.row(0), "together");
                                assertNotNull(t.matcher.find(key));
                            }
                        });
        for (int step = 0; step < 200_000 && !reader.isDone(); step++) {
            t.matcher.put(other);
            t.matcher.remove(one);
            t.matcher.put(one);
            t.matcher.remove(other);
        }
        ends.set(true);
        reader.join();
    }
}
