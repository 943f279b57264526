// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.Map;

/** Counters of the core since it started, and current gauges. Immutable. */
public final class Statistics {
    /** By name in snake case, without a prefix; monotonic. */
    public final Map<String, Long> counters;

    /** By name in snake case, without a prefix. */
    public final Map<String, Long> gauges;

    public Statistics(Map<String, Long> counters, Map<String, Long> gauges) {
        this.counters = Map.copyOf(counters);
        this.gauges = Map.copyOf(gauges);
    }
}
