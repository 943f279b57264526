// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.fastpath.trace.Effects.Lookup;

/**
 * Which flows depend on what: by the lookups that were made for them. A lookup that was made for
 * many is kept once. Not thread safe.
 */
final class FlowIndex {
    /** Hosts choose what is looked up, and are not to choose what has the same hash. */
    private static final long SECRET = new SecureRandom().nextLong() | 1;

    /** Lookups in one table, by their keys: open addressing, with steps of one. */
    private static final class OfTable {
        private SharedLookup[] slots = new SharedLookup[16];
        private int size;

        private static int hash(long[] key) {
            long h = 0;
            for (int i = 0; key != null && i < key.length; i++) {
                h = (h ^ key[i]) * SECRET;
                h ^= h >>> 32;
            }
            return (int) h;
        }

        private int next(int at) {
            return at + 1 & slots.length - 1;
        }

        private int first(long[] key) {
            return hash(key) & slots.length - 1;
        }

        SharedLookup of(Lookup l) {
            int at = first(l.key);
            for (; slots[at] != null; at = next(at)) {
                if (slots[at].is(l)) {
                    return slots[at];
                }
            }
            SharedLookup added = new SharedLookup(l);
            slots[at] = added;
            size++;
            if (size > slots.length / 4 * 3) {
                resize(slots.length * 2);
            }
            return added;
        }

        private void resize(int to) {
            SharedLookup[] all = slots;
            slots = new SharedLookup[to];
            for (SharedLookup s : all) {
                if (s != null) {
                    place(s);
                }
            }
        }

        private void place(SharedLookup s) {
            int at = first(s.key);
            while (slots[at] != null) {
                at = next(at);
            }
            slots[at] = s;
        }

        void remove(SharedLookup s) {
            int at = first(s.key);
            while (slots[at] != s) {
                at = next(at);
            }
            slots[at] = null;
            size--;
            // What follows without a gap may have come to stand there because of it.
            for (at = next(at); slots[at] != null; at = next(at)) {
                SharedLookup moved = slots[at];
                slots[at] = null;
                place(moved);
            }
            if (slots.length > 16 && size < slots.length / 8) {
                resize(slots.length / 2);
            }
        }

        void byKey(long[] key, Collection<CachedFlow> found) {
            for (int at = first(key); slots[at] != null; at = next(at)) {
                if (Arrays.equals(words(slots[at].key), key)) {
                    slots[at].addTo(found);
                }
            }
        }
    }

    private static final OfTable NOTHING = new OfTable();

    private static final long[] NO_KEY = {};

    private static long[] words(long[] key) {
        return key == null ? NO_KEY : key;
    }

    private final Map<MatchTable, OfTable> tables = new HashMap<>();

    void add(CachedFlow f, List<Lookup> lookups) {
        SharedLookup[] shared = new SharedLookup[lookups.size()];
        int[] places = new int[shared.length];
        for (int i = 0; i < shared.length; i++) {
            Lookup l = lookups.get(i);
            shared[i] = tables.computeIfAbsent(l.table, t -> new OfTable()).of(l);
            places[i] = shared[i].add(f);
        }
        f.depend(shared, places);
    }

    void remove(CachedFlow f) {
        for (int i = 0; i < f.lookups(); i++) {
            SharedLookup s = f.lookup(i);
            s.remove(f.place(i));
            if (s.isEmpty()) {
                OfTable of = tables.get(s.table);
                of.remove(s);
                if (of.size == 0) {
                    tables.remove(s.table);
                }
            }
        }
    }

    /** Those that a row of a table may concern. */
    Collection<CachedFlow> of(MatchTable table, long[] row) {
        OfTable of = tables.getOrDefault(table, NOTHING);
        if (table.exact()) {
            List<CachedFlow> found = new ArrayList<>();
            of.byKey(Arrays.copyOf(row, table.keyLayout().words()), found);
            return found;
        }
        Set<CachedFlow> found = new HashSet<>();
        for (SharedLookup s : of.slots) {
            if (s != null && table.mayFind(row, words(s.key))) {
                s.addTo(found);
            }
        }
        return found;
    }

    /** Those for which anything was looked up in a table. */
    Collection<CachedFlow> of(MatchTable table) {
        Set<CachedFlow> found = new HashSet<>();
        for (SharedLookup s : tables.getOrDefault(table, NOTHING).slots) {
            if (s != null) {
                s.addTo(found);
            }
        }
        return found;
    }

    Collection<CachedFlow> of(Profile profile) {
        Set<CachedFlow> found = new HashSet<>();
        for (MatchTable table : tables.keySet()) {
            if (table.profile() == profile) {
                found.addAll(of(table));
            }
        }
        return found;
    }

    /** Lookups that are kept. */
    int size() {
        return tables.values().stream().mapToInt(t -> t.size).sum();
    }
}
