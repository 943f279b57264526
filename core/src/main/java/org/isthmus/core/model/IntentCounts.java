// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * How many intents there are of each {@link Intent#sort}; or, of a change, how many more, which may
 * be negative. Not thread safe.
 */
public final class IntentCounts {
    private static final class Count {
        final Intent sample;
        long number;

        Count(Intent sample) {
            this.sample = sample;
        }
    }

    private final Map<Object, Count> bySort = new LinkedHashMap<>();

    /** Adds a number of intents of the same sort as one. */
    public IntentCounts add(Intent like, long number) {
        if (number != 0) {
            bySort.computeIfAbsent(like.sort(), s -> new Count(like)).number += number;
        }
        return this;
    }

    /** Adds each of some intents. */
    public IntentCounts add(Collection<? extends Intent> intents) {
        intents.forEach(i -> add(i, 1));
        return this;
    }

    /** Adds the counts of another. */
    public IntentCounts add(IntentCounts other) {
        other.forEach(this::add);
        return this;
    }

    /** Takes the counts of another away. */
    public IntentCounts subtract(IntentCounts other) {
        other.forEach((like, number) -> add(like, -number));
        return this;
    }

    /** Visits each sort by one intent of it, with their number. */
    public void forEach(ObjLongConsumer<Intent> visitor) {
        bySort.values().forEach(c -> visitor.accept(c.sample, c.number));
    }

    /** Of all sorts. */
    public long total() {
        return bySort.values().stream().mapToLong(c -> c.number).sum();
    }
}
