// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Matches by value and mask: tuple space search. Rows with one mask share a hash index; the indexes
 * are tried by their highest priority, and the search ends where no better row can come.
 */
final class TupleMatcher implements Matcher {

    /** The rows of one mask. */
    private static final class Tuple {
        final long[] mask;
        final RowIndex index;

        /** Rows by priority, to know the highest. */
        final TreeMap<Long, Integer> priorities = new TreeMap<>();

        /**
         * Rows that share value and mask with one of a higher priority, highest first. Lists are
         * replaced, never changed, so that any thread may walk them.
         */
        final Map<Key, List<long[]>> shadowed = new ConcurrentHashMap<>();

        /** Its place now, for the writer; null: it has none yet. */
        Ranked ranked;

        Tuple(long[] mask) {
            this.mask = mask;
            this.index = new RowIndex(mask);
        }
    }

    /**
     * A tuple in its place, by the highest priority that it had then. Immutable: a lookup under way
     * goes by the priorities that the order is of.
     */
    private static final class Ranked {
        private final Tuple tuple;
        private final RowIndex index;
        private final long highest;

        private Ranked(Tuple tuple, long highest) {
            this.tuple = tuple;
            this.index = tuple.index;
            this.highest = highest;
        }
    }

    /**
     * One for each row that comes or goes, begun before it does: a lookup of several tuples that
     * ends in the version it began in, or before rows of its key changed, found what was there at
     * one moment.
     */
    static final class Version {
        /** Sorted by highest priority, descending. Never changed. */
        private final Ranked[] ranking;

        /** The row that comes or goes. */
        private final long[] row;

        /** Written once, before it is the version. */
        private Version next;

        private Version(Ranked[] ranking, long[] row) {
            this.ranking = ranking;
            this.row = row;
        }
    }

    /** Words as a map key. */
    private static final class Key {
        final long[] words;

        Key(long[] row, int from, int to) {
            this.words = Arrays.copyOfRange(row, from, to);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key && Arrays.equals(words, ((Key) o).words);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(words);
        }
    }

    private final int words;
    private final int priorityAt;
    private final int hot;
    private final Map<Key, Tuple> byMask = new HashMap<>();

    private volatile Version version = new Version(new Ranked[0], null);

    private int size;

    /** Of all rows; null: there is none. */
    private volatile CommonBits common;

    /**
     * @param words of the key; the mask is in as many words after it
     * @param priorityAt the word of a row with its priority, higher wins
     * @param hot words of a row that packets may use
     */
    TupleMatcher(int words, int priorityAt, int hot) {
        this.words = words;
        this.priorityAt = priorityAt;
        this.hot = hot;
    }

    @Override
    public long[] find(long[] key) {
        while (true) {
            Version v = version;
            long[] row = find(v.ranking, 0, key, null);
            if (!changed(v, key)) {
                return row;
            }
        }
    }

    /**
     * The best row of a key, or null.
     *
     * @param priority there was none of a higher one
     * @param since when there was none
     */
    long[] find(long[] key, long priority, Version since) {
        Ranked[] all = version.ranking;
        int from = 0;
        while (from < all.length && all[from].highest > priority) {
            from++;
        }
        long[] row = find(all, from, key, null);
        return changed(since, key) ? find(key) : row;
    }

    /** What {@link #changed} compares with. */
    Version version() {
        return version;
    }

    /** Whether a row that matches the key came or went since then, or does so now. */
    boolean changed(Version since, long[] key) {
        Version now = version;
        Version v = since;
        while (v != now) {
            v = v.next;
            if (matches(v.row, key)) {
                return true;
            }
        }
        return false;
    }

    boolean matches(long[] row, long[] key) {
        long differ = 0;
        for (int i = 0; i < words; i++) {
            differ |= (row[i] ^ key[i]) & row[words + i];
        }
        return differ == 0;
    }

    /**
     * The best row of a key.
     *
     * @param from the first tuple to search
     * @param found the best one of those before, or null
     */
    private long[] find(Ranked[] all, int from, long[] key, long[] found) {
        long[] best = found;
        for (int i = from; i < all.length; i++) {
            Ranked t = all[i];
            if (best != null && best[priorityAt] >= t.highest) {
                return best;
            }
            long[] row = t.index.find(key);
            if (row != null && (best == null || row[priorityAt] > best[priorityAt])) {
                best = row;
            }
        }
        return best;
    }

    @Override
    public boolean mayMatch(long[] key) {
        CommonBits bits = common;
        return bits != null && bits.mayMatch(key);
    }

    @Override
    public void find(Lookups l) {
        end(l, begin(l, l.begin()));
    }

    /**
     * Finds, for those lookups that are left, the first row that may be theirs, and loads the rows
     * of all.
     *
     * @return for {@link #end}
     */
    Version begin(Lookups l, int left) {
        Version v = version;
        Ranked[] all = v.ranking;
        int n = left;
        for (int t = 0; t < all.length && n > 0; t++) {
            n = all[t].index.begin(l, n, t);
        }
        l.findNone(n);
        l.load(hot);
        return v;
    }

    /** Finds the rows of lookups that were begun. */
    void end(Lookups l, Version begun) {
        Ranked[] all = begun.ranking;
        for (int i = 0; i < l.size; i++) {
            int t = l.index[i];
            if (t < all.length) {
                long[] row = all[t].index.end(l, i);
                l.rows[i] = find(all, t + 1, l.keys[i], row);
            }
            if (changed(begun, l.keys[i])) {
                l.rows[i] = find(l.keys[i]);
            }
        }
    }

    @Override
    public long[] same(long[] row) {
        Tuple t = byMask.get(new Key(row, words, 2 * words));
        if (t == null) {
            return null;
        }
        long[] top = t.index.find(row);
        if (top == null || top[priorityAt] == row[priorityAt]) {
            return top;
        }
        for (long[] r : t.shadowed.getOrDefault(new Key(row, 0, words), List.of())) {
            if (r[priorityAt] == row[priorityAt]) {
                return r;
            }
        }
        return null;
    }

    @Override
    public void put(long[] row) {
        Tuple t = byMask.computeIfAbsent(new Key(row, words, 2 * words), k -> new Tuple(k.words));
        long priority = row[priorityAt];
        long[] existing = same(row);
        long[] top = t.index.find(row);
        if (existing != null) {
            if (existing == top) {
                t.index.put(row);
            } else {
                Key value = new Key(row, 0, words);
                List<long[]> list = new ArrayList<>(t.shadowed.get(value));
                list.set(list.indexOf(existing), row);
                t.shadowed.put(value, list);
            }
            return;
        }
        // Before the row is there, so that no lookup passes it by.
        common = size == 0 ? CommonBits.of(row, words) : common.with(row);
        size++;
        t.priorities.merge(priority, 1, Integer::sum);
        // Lookups stop early by the highest priority, so it must rise before the row is there.
        publish(t, row);
        if (top == null) {
            t.index.put(row);
        } else if (top[priorityAt] < priority) {
            t.index.put(row);
            shadow(t, top);
        } else {
            shadow(t, row);
        }
    }

    private void shadow(Tuple t, long[] row) {
        Key value = new Key(row, 0, words);
        List<long[]> list = new ArrayList<>(t.shadowed.getOrDefault(value, List.of()));
        int i = 0;
        while (i < list.size() && list.get(i)[priorityAt] > row[priorityAt]) {
            i++;
        }
        list.add(i, row);
        t.shadowed.put(value, list);
    }

    @Override
    public void remove(long[] row) {
        Key mask = new Key(row, words, 2 * words);
        Tuple t = byMask.get(mask);
        Key value = new Key(row, 0, words);
        List<long[]> old = t.shadowed.get(value);
        List<long[]> list = old == null ? null : new ArrayList<>(old);
        long[] existing = same(row);
        t.priorities.merge(row[priorityAt], -1, (a, b) -> a + b == 0 ? null : a + b);
        if (t.priorities.isEmpty()) {
            byMask.remove(mask);
        }
        publish(t, existing);
        if (existing == t.index.find(row)) {
            if (list == null) {
                t.index.remove(row);
            } else {
                t.index.put(list.remove(0));
            }
        } else {
            list.remove(existing);
        }
        if (list != null && list.isEmpty()) {
            t.shadowed.remove(value);
        } else if (list != null) {
            t.shadowed.put(value, list);
        }
        if (--size == 0) {
            common = null;
        }
    }

    /**
     * Begins a version for a row that is about to come or go.
     *
     * @param changed its tuple, with the priorities that it has then
     */
    private void publish(Tuple changed, long[] row) {
        Version v = new Version(ranking(changed), row);
        version.next = v;
        version = v;
    }

    /** The tuples, in another order if the highest priority of one has changed. */
    private Ranked[] ranking(Tuple changed) {
        if (!changed.priorities.isEmpty()) {
            long highest = changed.priorities.lastKey();
            if (changed.ranked != null && changed.ranked.highest == highest) {
                return version.ranking;
            }
            changed.ranked = new Ranked(changed, highest);
        }
        Ranked[] next = new Ranked[byMask.size()];
        int n = 0;
        for (Tuple t : byMask.values()) {
            next[n++] = t.ranked;
        }
        Arrays.sort(next, (a, b) -> Long.compare(b.highest, a.highest));
        return next;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forEach(Consumer<long[]> visitor) {
        for (Ranked r : version.ranking) {
            r.index.forEach(visitor);
            for (List<long[]> list : r.tuple.shadowed.values()) {
                list.forEach(visitor);
            }
        }
    }
}
