// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.Map;

/**
 * Counters of the core since it started, and current gauges; {@link org.isthmus.core.model.Counter}
 * and {@link org.isthmus.core.model.Gauge} explain them. Immutable.
 */
public final class Statistics {
    /** From a packet that found no binding until all translators have one; in seconds. */
    public static final String BINDING_SETUP = "binding_setup_seconds";

    /** By name in snake case, without a prefix; monotonic. */
    public final Map<String, Long> counters;

    /** By name in snake case, without a prefix. */
    public final Map<String, Long> gauges;

    /** By name in snake case, without a prefix. */
    public final Map<String, Histogram> histograms;

    public Statistics(
            Map<String, Long> counters,
            Map<String, Long> gauges,
            Map<String, Histogram> histograms) {
        this.counters = Map.copyOf(counters);
        this.gauges = Map.copyOf(gauges);
        this.histograms = Map.copyOf(histograms);
    }
}
