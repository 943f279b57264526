// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Flows that are not cached, and why; they are not tried again soon. Not thread safe. */
final class Refusals {
    private static final int REMEMBERED = 4096;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(10);

    /** What names bytes of headers may be hundreds. */
    private static final int REASONS = 100;

    private final LongSupplier clock;

    /** Until when. */
    private final Map<FlowKey, Long> flows = new LinkedHashMap<>();

    private final Map<String, Long> reasons = new HashMap<>();
    private long count;

    Refusals(LongSupplier clock) {
        this.clock = clock;
    }

    boolean has(FlowKey key) {
        Long until = flows.get(key);
        return until != null && clock.getAsLong() - until < 0;
    }

    void add(FlowKey key, String reason) {
        count++;
        if (reasons.size() < REASONS || reasons.containsKey(reason)) {
            reasons.merge(reason, 1L, Long::sum);
        }
        flows.put(key, clock.getAsLong() + NANOS);
        if (flows.size() > REMEMBERED) {
            Iterator<FlowKey> eldest = flows.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    /** Lets go of those that may be tried again. */
    void forget() {
        long now = clock.getAsLong();
        flows.values().removeIf(until -> now - until >= 0);
    }

    /** How often a flow was refused so far. */
    long count() {
        return count;
    }

    /** All may be tried again. */
    void clear() {
        flows.clear();
    }

    @Override
    public String toString() {
        return new TreeMap<>(reasons).toString();
    }
}
