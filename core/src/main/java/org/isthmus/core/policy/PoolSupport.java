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
 * Whether every translator can do what pools want beside bindings: filter, where one that cannot
 * would let everyone in, hold SYNs, and have port sets. Stateless.
 */
final class PoolSupport {
    private PoolSupport() {}

    /**
     * @param programs of devices, as far as they are known; a device of an unknown program refuses
     *     the bindings if it cannot
     * @throws InvalidException one cannot
     */
    static void require(
            Collection<PoolSpec> pools, FabricConfig fabric, Map<DeviceId, Program> programs) {
        for (PoolSpec pool : pools) {
            if (pool.filtering.filters()) {
                String what = "is " + pool.filtering.text();
                sessions(pool, "filtering", what, fabric, programs);
            }
            if (pool.holdsSyns) {
                sessions(pool, "holdSyns", "holds SYNs", fabric, programs);
            }
            if (pool.portSets > 0) {
                require(
                        pool,
                        "portSets",
                        "has port sets",
                        Capability.PORT_SETS,
                        "no table of them",
                        fabric,
                        programs);
            }
        }
    }

    private static void sessions(
            PoolSpec pool,
            String field,
            String what,
            FabricConfig fabric,
            Map<DeviceId, Program> programs) {
        require(pool, field, what, Capability.FILTERING, "no table of sessions", fabric, programs);
    }

    private static void require(
            PoolSpec pool,
            String field,
            String what,
            Capability capability,
            String lack,
            FabricConfig fabric,
            Map<DeviceId, Program> programs) {
        for (FabricConfig.Device device : fabric.devices) {
            Program program = programs.get(device.id);
            if (device.translator
                    && program != null
                    && !program.capabilities().contains(capability)) {
                throw new InvalidException(
                        field,
                        "pool "
                                + pool.name
                                + " "
                                + what
                                + ", and the program of translator "
                                + device.id
                                + " has "
                                + lack);
            }
        }
    }
}
