// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Program;
import org.isthmus.core.sync.DesiredState;

/**
 * Whether the devices of a configuration have room for it. What a device has too much of already is
 * no reason to refuse one that adds nothing to it.
 *
 * <p>Threading: the core's thread.
 */
public final class PlannedRoom {
    private final DesiredState desired;
    private final Bib bib;
    private final Capacity capacity;
    private final Capacity.Demand demand;

    public PlannedRoom(DesiredState desired, Bib bib, Capacity capacity, Capacity.Demand demand) {
        this.desired = desired;
        this.bib = bib;
        this.capacity = capacity;
        this.demand = demand;
    }

    /**
     * Refuses a configuration that does not fit.
     *
     * @param pools of operators, besides those of the configuration
     * @param table all mappings, those of the configuration and of operators
     * @param bindings static ones that are added, less those that are removed
     * @throws ExhaustedException with the path of the part without which there would be room
     */
    void require(
            Nat64Config nat64,
            FabricConfig fabric,
            Map<DeviceId, Program> programs,
            List<PoolSpec> pools,
            Eamt table,
            int bindings) {
        List<PoolSpec> all = new ArrayList<>(nat64.pools);
        all.addAll(pools);
        try {
            check(nat64, fabric, programs, all, table, bindings);
        } catch (ExhaustedException e) {
            String path = "";
            if (fits(nat64, fabric, programs, all, Eamt.EMPTY, bindings)) {
                path = "eamt";
            } else if (fits(nat64, fabric, programs, List.of(), table, bindings)) {
                path = "pools";
            } else if (fits(nat64, fabric, programs, all, table, 0)) {
                path = "staticBindings";
            }
            throw new ExhaustedException(path, e.getMessage());
        }
    }

    /** Whether a configuration fits; parameters as above. */
    boolean has(
            Nat64Config nat64,
            FabricConfig fabric,
            Map<DeviceId, Program> programs,
            List<PoolSpec> pools,
            Eamt table,
            int bindings) {
        List<PoolSpec> all = new ArrayList<>(nat64.pools);
        all.addAll(pools);
        return fits(nat64, fabric, programs, all, table, bindings);
    }

    private boolean fits(
            Nat64Config nat64,
            FabricConfig fabric,
            Map<DeviceId, Program> programs,
            List<PoolSpec> allPools,
            Eamt table,
            int bindings) {
        try {
            check(nat64, fabric, programs, allPools, table, bindings);
            return true;
        } catch (ExhaustedException e) {
            return false;
        }
    }

    private void check(
            Nat64Config nat64,
            FabricConfig fabric,
            Map<DeviceId, Program> programs,
            List<PoolSpec> allPools,
            Eamt table,
            int bindings) {
        if (programs.isEmpty()) {
            return;
        }
        Function<DeviceId, IntentCounts> planned =
                desired.ifConfigured(nat64, fabric, allPools, table);
        Set<DeviceId> translators = new HashSet<>();
        for (FabricConfig.Device d : fabric.devices) {
            if (d.translator) {
                translators.add(d.id);
            }
        }
        capacity.require(
                programs,
                device -> {
                    IntentCounts counts = planned.apply(device);
                    if (translators.contains(device)) {
                        BindingIntents.count(bib, bindings, counts);
                    }
                    return counts.subtract(demand.of(device));
                });
    }
}
