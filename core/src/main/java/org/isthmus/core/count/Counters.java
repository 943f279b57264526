// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.count;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.PuntReason;

/**
 * The values of the counters since the core started.
 *
 * <p>Threading: the core's thread.
 */
public final class Counters {
    private static final Counter[] ALL = Counter.values();
    private static final PuntReason[] REASONS = PuntReason.values();

    /** How long bindings took, from their first packet until all translators have them. */
    public final Durations setups = new Durations();

    private final long[] counts = new long[ALL.length];
    private final long[] punted = new long[REASONS.length];

    public void add(Counter what) {
        counts[what.ordinal()]++;
    }

    public void add(Counter what, long by) {
        counts[what.ordinal()] += by;
    }

    /** Counts a packet that a switch sent up. */
    public void punted(PuntReason why) {
        punted[why.ordinal()]++;
    }

    /** Of one that is counted elsewhere. */
    public void set(Counter what, long value) {
        counts[what.ordinal()] = value;
    }

    public long get(Counter what) {
        return counts[what.ordinal()];
    }

    /** By {@link Counter#id} and {@link PuntReason#counter}. */
    public Map<String, Long> all() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (Counter counter : ALL) {
            all.put(counter.id(), counts[counter.ordinal()]);
        }
        for (PuntReason why : REASONS) {
            all.put(why.counter(), punted[why.ordinal()]);
        }
        return all;
    }
}
