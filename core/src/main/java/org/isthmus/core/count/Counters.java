// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.count;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The values of the counters since the core started.
 *
 * <p>Threading: the core's thread.
 */
public final class Counters {
    private static final Counter[] ALL = Counter.values();

    private final long[] counts = new long[ALL.length];

    public void add(Counter what) {
        counts[what.ordinal()]++;
    }

    public void add(Counter what, long by) {
        counts[what.ordinal()] += by;
    }

    public long get(Counter what) {
        return counts[what.ordinal()];
    }

    /** By {@link #name}. */
    public Map<String, Long> all() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (Counter counter : ALL) {
            all.put(name(counter), counts[counter.ordinal()]);
        }
        return all;
    }

    /** The counter's name in the API: in snake case. */
    public static String name(Counter counter) {
        return counter.name().toLowerCase(Locale.ROOT);
    }
}
