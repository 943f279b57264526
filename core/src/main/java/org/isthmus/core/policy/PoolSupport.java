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
 * would let everyone in, hold SYNs, and have port sets. Immutable.
 */
final class PoolSupport {
    private static final String NO_SESSIONS = "no table of sessions";

    private final FabricConfig fabric;
    private final Map<DeviceId, Program> programs;

    /**
     * @param programs of devices, as far as they are known; a device of an unknown program refuses
     *     the bindings if it cannot
     */
    PoolSupport(FabricConfig fabric, Map<DeviceId, Program> programs) {
        this.fabric = fabric;
        this.programs = programs;
    }

    /**
     * @throws InvalidException a translator cannot
     */
    void require(Collection<PoolSpec> pools) {
        for (PoolSpec pool : pools) {
            String name = "pool " + pool.name;
            if (pool.filtering.filters()) {
                String what = name + " is " + pool.filtering.text();
                require(Capability.FILTERING, "filtering", what, NO_SESSIONS);
            }
            if (pool.holdsSyns) {
                require(Capability.FILTERING, "holdSyns", name + " holds SYNs", NO_SESSIONS);
            }
            if (pool.portSets > 0) {
                String what = name + " has port sets";
                require(Capability.PORT_SETS, "portSets", what, "no table of them");
            }
        }
    }

    /**
     * @param lack of a program that cannot
     */
    private void require(Capability capability, String field, String what, String lack) {
        for (FabricConfig.Device device : fabric.devices) {
            Program program = programs.get(device.id);
            if (device.translator
                    && program != null
                    && !program.capabilities().contains(capability)) {
                throw new InvalidException(
                        field,
                        what + ", and the program of translator " + device.id + " has " + lack);
            }
        }
    }
}
