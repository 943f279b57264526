// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

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

/** Which flows depend on what: by the lookups that were made for them. Not thread safe. */
final class FlowIndex {

    /** The words of a key. */
    private static final class Words {
        private final long[] words;

        Words(long[] words) {
            this.words = words;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Words && Arrays.equals(words, ((Words) o).words);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(words);
        }
    }

    private final Map<MatchTable, Map<Words, Set<CachedFlow>>> byKey = new HashMap<>();
    private final Map<Profile, Set<CachedFlow>> byProfile = new HashMap<>();

    void add(CachedFlow f) {
        for (Lookup l : f.flow.effects.lookups()) {
            byKey.computeIfAbsent(l.table, t -> new HashMap<>())
                    .computeIfAbsent(words(l.key), k -> new HashSet<>())
                    .add(f);
        }
        for (Profile p : f.flow.effects.profiles()) {
            byProfile.computeIfAbsent(p, k -> new HashSet<>()).add(f);
        }
    }

    private static Words words(long[] key) {
        return new Words(key == null ? new long[0] : key);
    }

    void remove(CachedFlow f) {
        for (Lookup l : f.flow.effects.lookups()) {
            Map<Words, Set<CachedFlow>> keys = byKey.get(l.table);
            Words key = words(l.key);
            Set<CachedFlow> flows = keys == null ? null : keys.get(key);
            if (flows != null && flows.remove(f) && flows.isEmpty()) {
                keys.remove(key);
                if (keys.isEmpty()) {
                    byKey.remove(l.table);
                }
            }
        }
        for (Profile p : f.flow.effects.profiles()) {
            Set<CachedFlow> flows = byProfile.get(p);
            if (flows != null && flows.remove(f) && flows.isEmpty()) {
                byProfile.remove(p);
            }
        }
    }

    /** Those that a row of a table may concern. */
    Collection<CachedFlow> of(MatchTable table, long[] row) {
        Map<Words, Set<CachedFlow>> keys = byKey.get(table);
        if (keys == null) {
            return List.of();
        }
        if (table.exact()) {
            long[] key = Arrays.copyOf(row, table.keyLayout().words());
            return List.copyOf(keys.getOrDefault(words(key), Set.of()));
        }
        Set<CachedFlow> found = new HashSet<>();
        keys.forEach(
                (key, flows) -> {
                    if (table.mayFind(row, key.words)) {
                        found.addAll(flows);
                    }
                });
        return found;
    }

    /** Those for which anything was looked up in a table. */
    Collection<CachedFlow> of(MatchTable table) {
        Set<CachedFlow> found = new HashSet<>();
        byKey.getOrDefault(table, Map.of()).values().forEach(found::addAll);
        return found;
    }

    Collection<CachedFlow> of(Profile profile) {
        return List.copyOf(byProfile.getOrDefault(profile, Set.of()));
    }
}
