// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.spi.StaticBindingRecord;

/**
 * A configuration that was checked, with the entries of operators that fit it, and what has to
 * begin and to end so that it is in force: a pool whose ports would be others ends, and begins
 * anew. Changes nothing itself.
 *
 * <p>Threading: the core's thread.
 */
final class Plan {
    final Nat64Config nat64;
    final FabricConfig fabric;
    final Map<DeviceId, Program> programs;

    /** Pools of operators. */
    final List<PoolSpec> pools = new ArrayList<>();

    /** EAMs of operators that were left out so far. */
    final List<Eam> eams = new ArrayList<>();

    /** Static bindings of operators. */
    final List<StaticBindingRecord> statics = new ArrayList<>();

    final LeftOut leftOut = new LeftOut();

    final List<PoolSpec> added = new ArrayList<>();
    final Map<PortPool, PoolSpec> changed = new LinkedHashMap<>();
    final Set<PortPool> removed = new LinkedHashSet<>();
    final List<StaticEntry> unbound = new ArrayList<>();
    final List<StaticEntry> bound = new ArrayList<>();

    private final Map<String, PoolSpec> configuredPools = new HashMap<>();
    private final Set<StaticBinding> configuredStatics;

    Plan(Nat64Config nat64, FabricConfig fabric, Map<DeviceId, Program> programs) {
        this.nat64 = nat64;
        this.fabric = fabric;
        this.programs = programs;
        nat64.pools.forEach(p -> configuredPools.put(p.name, p));
        configuredStatics = Set.copyOf(nat64.staticBindings);
    }

    /** Whether a pool of those that are planned is from the configuration. */
    boolean isConfigured(PoolSpec planned) {
        return configuredPools.containsKey(planned.name);
    }

    /** Whether the configuration has a pool of an operator, be it draining or not. */
    boolean takesOver(PoolSpec operators) {
        PoolSpec configured = configuredPools.get(operators.name);
        return configured != null && configured.drains(operators.drains).equals(operators);
    }

    /** Whether a static binding of those that are planned is from the configuration. */
    boolean isConfigured(StaticBinding planned) {
        return configuredStatics.contains(planned);
    }

    /** Finds what is added, changed and removed; once, when the entries of operators are there. */
    void compare(Instances instances, Pools inForce, Collection<StaticEntry> bindings) {
        comparePools(instances, inForce.all());
        compareStatics(inForce, bindings);
    }

    private void comparePools(Instances instances, List<PortPool> inForce) {
        Map<String, InstanceConfig> planned = new HashMap<>();
        nat64.instances.forEach(i -> planned.put(i.name, i));
        Map<String, PoolSpec> plannedPools = new HashMap<>(configuredPools);
        pools.forEach(p -> plannedPools.put(p.name, p));
        Set<String> kept = new HashSet<>();
        for (PortPool pool : inForce) {
            PoolSpec now = plannedPools.get(pool.spec().name);
            boolean configured = now != null && isConfigured(now);
            InstanceConfig before = instances.get(pool.instance());
            InstanceConfig after = now == null ? null : planned.get(now.instance);
            if (now == null
                    || configured != pool.isConfigured() && !takesOver(pool.spec())
                    || after.id != before.id
                    || after.blockSize != before.blockSize
                    || after.subscriberPrefixLength != before.subscriberPrefixLength
                    || (now.deterministic != null || pool.spec().deterministic != null)
                            && !now.equals(pool.spec())) {
                removed.add(pool);
            } else {
                kept.add(now.name);
                if (!now.equals(pool.spec()) || configured != pool.isConfigured()) {
                    changed.put(pool, now);
                }
            }
        }
        nat64.pools.stream().filter(p -> !kept.contains(p.name)).forEach(added::add);
        pools.stream().filter(p -> !kept.contains(p.name)).forEach(added::add);
    }

    private void compareStatics(Pools poolsInForce, Collection<StaticEntry> inForce) {
        Map<List<Object>, StaticBinding> planned = new HashMap<>();
        nat64.staticBindings.forEach(b -> planned.put(StaticBindings.key(b), b));
        statics.forEach(r -> planned.put(r.key(), r.binding));
        Set<List<Object>> kept = new HashSet<>();
        for (StaticEntry s : inForce) {
            StaticBinding now = planned.get(StaticBindings.key(s.binding));
            if (now != null
                    && now.instance.equals(s.binding.instance)
                    && now.address6.equals(s.binding.address6)
                    && now.port6 == s.binding.port6
                    && isConfigured(now) == s.configured
                    && keepsPool(poolsInForce, s.binding.address4.bits())) {
                kept.add(StaticBindings.key(now));
            } else {
                unbound.add(s);
            }
        }
        for (StaticBinding b : nat64.staticBindings) {
            if (!kept.contains(StaticBindings.key(b))) {
                bound.add(new StaticEntry(b));
            }
        }
        for (StaticBindingRecord r : statics) {
            if (!kept.contains(r.key())) {
                bound.add(new StaticEntry(r));
            }
        }
    }

    /** Whether an address stays in the pool that it is in. */
    private boolean keepsPool(Pools inForce, int address4) {
        PortPool pool = inForce.poolOf(address4);
        PoolSpec after = changed.get(pool);
        return !removed.contains(pool) && (after == null || after.indexOf(address4) >= 0);
    }
}
