// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.Map;

/** Counters of one device since its program started. Immutable. */
public final class DeviceStatistics {
    private final Map<String, Long> drops;
    private final Map<String, Long> translated;
    private final Map<Integer, long[]> ports;

    /**
     * @param drops packets by name of drop reason
     * @param translated packets by table that translated them
     * @param ports by port: packets in, bytes in, packets out, bytes out
     */
    public DeviceStatistics(
            Map<String, Long> drops, Map<String, Long> translated, Map<Integer, long[]> ports) {
        this.drops = Map.copyOf(drops);
        this.translated = Map.copyOf(translated);
        this.ports = Map.copyOf(ports);
    }

    public Map<String, Long> drops() {
        return drops;
    }

    public Map<String, Long> translated() {
        return translated;
    }

    public Map<Integer, long[]> ports() {
        return ports;
    }
}
