// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.Collection;
import java.util.Map;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Program;

/**
 * Whether every translator can filter what pools want filtered, and hold their SYNs: one that
 * cannot would let everyone in. Stateless.
 */
final class FilteringSupport {
    private FilteringSupport() {}

    /**
     * @param programs of devices, as far as they are known; a device of an unknown program refuses
     *     the bindings if it cannot
     * @throws InvalidException one cannot
     */
    static void require(
            Collection<PoolSpec> pools, FabricConfig fabric, Map<DeviceId, Program> programs) {
        for (PoolSpec pool : pools) {
            boolean filters = pool.filtering.filters();
            if (!filters && !pool.holdsSyns) {
                continue;
            }
            for (FabricConfig.Device device : fabric.devices) {
                Program program = programs.get(device.id);
                if (device.translator
                        && program != null
                        && !program.capabilities().contains(Capability.FILTERING)) {
                    throw new InvalidException(
                            filters ? "filtering" : "holdSyns",
                            "pool "
                                    + pool.name
                                    + (filters ? " is " + pool.filtering.text() : " holds SYNs")
                                    + ", and the program of translator "
                                    + device.id
                                    + " has no table of sessions");
                }
            }
        }
    }
}
