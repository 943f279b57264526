// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.FabricConfig;

/**
 * Interfaces that take in packets above their MTU: on a switch that sees frames before its
 * neighbour has segmented them (TSO, GSO), or one whose neighbour has a larger MTU.
 *
 * <p>Threading: the core's thread.
 */
public final class PacketsAboveMtu {
    /** An interface that took none in for so long takes none in any more. */
    static final long KEPT_MILLIS = 600_000;

    private final Map<FabricConfig.Interface, Long> seen = new LinkedHashMap<>();

    /** One came in. */
    public void seen(FabricConfig.Interface on, long now) {
        seen.put(on, now);
    }

    /** Those of the interfaces that took some in lately. */
    public List<FabricConfig.Interface> all(List<FabricConfig.Interface> interfaces, long now) {
        seen.entrySet()
                .removeIf(
                        e -> now - e.getValue() >= KEPT_MILLIS || !interfaces.contains(e.getKey()));
        return new ArrayList<>(seen.keySet());
    }
}
