// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts since the start. Not thread safe. */
final class Counters {
    private final long[] counts = new long[Count.values().length];

    void add(Count what) {
        counts[what.ordinal()]++;
    }

    long get(Count what) {
        return counts[what.ordinal()];
    }

    /** By name in snake case. */
    Map<String, Long> all() {
        Map<String, Long> all = new TreeMap<>();
        for (Count c : Count.values()) {
            all.put(c.name().toLowerCase(Locale.ROOT), counts[c.ordinal()]);
        }
        return all;
    }
}
