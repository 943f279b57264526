// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counters of one device since its program started. A device counts under a reason what it did not
 * send on; two of the reasons are no drops, and are told apart here. Immutable.
 */
public final class DeviceStatistics {
    private final Map<String, Long> reasons;
    private final Map<String, Long> translated;
    private final Map<Integer, long[]> ports;

    /**
     * @param reasons packets by name of {@link DropReason}; a device of another release may have
     *     others
     * @param translated packets by table that translated them
     * @param ports by port: packets in, bytes in, packets out, bytes out
     */
    public DeviceStatistics(
            Map<String, Long> reasons, Map<String, Long> translated, Map<Integer, long[]> ports) {
        this.reasons = Map.copyOf(reasons);
        this.translated = Map.copyOf(translated);
        this.ports = Map.copyOf(ports);
    }

    /** As the device counts, by name of {@link DropReason}, with what is no drop. */
    public Map<String, Long> reasons() {
        return reasons;
    }

    /** Packets that were lost, by name of {@link DropReason}. */
    public Map<String, Long> drops() {
        Map<String, Long> lost = new LinkedHashMap<>(reasons);
        lost.remove(DropReason.PUNTED.name());
        lost.remove(DropReason.COPY_RATE.name());
        return lost;
    }

    /** Packets that were not sent on because the controller has them. */
    public long punted() {
        return reasons.getOrDefault(DropReason.PUNTED.name(), 0L);
    }

    /** Copies for the controller that were not made, above their rate; the packets went on. */
    public long copiesNotMade() {
        return reasons.getOrDefault(DropReason.COPY_RATE.name(), 0L);
    }

    public Map<String, Long> translated() {
        return translated;
    }

    public Map<Integer, long[]> ports() {
        return ports;
    }
}
