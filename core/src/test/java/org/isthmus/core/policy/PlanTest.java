// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import static org.isthmus.core.Nat64Configs.instance;
import static org.isthmus.core.Nat64Configs.nat64;
import static org.isthmus.core.Nat64Configs.pool;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.testing.AnyBlock;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final FabricConfig NOWHERE =
            new FabricConfig(List.of(), List.of(), List.of(), List.of());
    private static final InstanceConfig MAIN = instance(64, 16, 0);
    private static final PoolSpec POOL = pool("p", "192.0.2.0/28");
    private static final StaticBinding BINDING = binding("192.0.2.1", 80);
    private static final StaticBindingRecord RECORD = StaticBindingRecord.of(BINDING, 0);

    private final Instances instances = new Instances();
    private final Pools pools = new Pools(new Random(1), new AnyBlock());

    PlanTest() {
        instances.set(List.of(MAIN), 1280, 0, false);
        pools.instance(MAIN);
    }

    private static StaticBinding binding(String address4, int port4) {
        return new StaticBinding(
                "main",
                Protocol.TCP,
                Ipv6Address.parse("2001:db8::1"),
                80,
                Ipv4Address.parse(address4),
                port4);
    }

    private static Plan plan(Nat64Config nat64) {
        return new Plan(nat64, NOWHERE, Map.of());
    }

    private static Nat64Config with(PoolSpec pool, StaticBinding... bindings) {
        return Nat64Config.builder()
                .instances(List.of(MAIN))
                .pools(List.of(pool))
                .staticBindings(List.of(bindings))
                .build();
    }

    private Plan compared(Plan plan, StaticEntry... inForce) {
        plan.compare(instances, pools, List.of(inForce));
        return plan;
    }

    private static List<StaticBinding> bindings(List<StaticEntry> some) {
        return some.stream().map(s -> s.binding).collect(Collectors.toList());
    }

    @Test
    void whatIsTheSameStays() {
        pools.add(POOL, true, MAIN.id);
        Plan plan = compared(plan(with(POOL, BINDING)), new StaticEntry(BINDING));
        assertEquals(List.of(), plan.added);
        assertEquals(Map.of(), plan.changed);
        assertEquals(Set.of(), plan.removed);
        assertEquals(List.of(), plan.unbound);
        assertEquals(List.of(), plan.bound);
    }

    @Test
    void aPoolOfOtherAddressesIsChangedAndKeepsBindingsOfThoseItHasStill() {
        PortPool pool = pools.add(POOL, true, MAIN.id);
        PoolSpec half = pool("p", "192.0.2.0/29");
        StaticBinding gone = binding("192.0.2.9", 80);
        Plan plan =
                compared(
                        plan(with(half, BINDING, gone)),
                        new StaticEntry(BINDING),
                        new StaticEntry(gone));
        assertEquals(Map.of(pool, half), plan.changed);
        assertEquals(Set.of(), plan.removed);
        assertEquals(List.of(gone), bindings(plan.unbound));
        assertEquals(List.of(gone), bindings(plan.bound));
    }

    @Test
    void aPoolOfOtherBlocksBeginsAnewWithItsBindings() {
        PortPool pool = pools.add(POOL, true, MAIN.id);
        Nat64Config blocks =
                Nat64Config.builder()
                        .instances(List.of(instance(128, 16, 0)))
                        .pools(List.of(POOL))
                        .staticBindings(List.of(BINDING))
                        .build();
        Plan plan = compared(plan(blocks), new StaticEntry(BINDING));
        assertEquals(Set.of(pool), plan.removed);
        assertEquals(List.of(POOL), plan.added);
        assertEquals(List.of(BINDING), bindings(plan.unbound));
        assertEquals(List.of(BINDING), bindings(plan.bound));
    }

    /** An operator could take it out otherwise, or the next configuration could. */
    @Test
    void aStaticBindingThatChangesHandsBeginsAnew() {
        pools.add(POOL, true, MAIN.id);
        Plan plan = compared(plan(with(POOL, BINDING)), new StaticEntry(RECORD));
        assertEquals(List.of(false), List.of(plan.unbound.get(0).configured));
        assertEquals(List.of(true), List.of(plan.bound.get(0).configured));
    }

    /** Whoever moves it to the configuration may have it drain in the same step. */
    @Test
    void aPoolOfAnOperatorGoesOnAsOneOfTheConfiguration() {
        PortPool pool = pools.add(POOL, false, MAIN.id);
        for (PoolSpec same : List.of(POOL, POOL.drains(true))) {
            Plan plan = compared(plan(with(same)));
            assertEquals(Set.of(), plan.removed);
            assertEquals(List.of(), plan.added);
            assertEquals(Map.of(pool, same), plan.changed);
        }
        assertEquals(Set.of(pool), compared(plan(with(POOL.portSets(4)))).removed);
    }

    @Test
    void oneOfTheConfigurationDoesNotGoOnAsAnOperators() {
        PortPool pool = pools.add(POOL, true, MAIN.id);
        Plan plan = plan(nat64(MAIN));
        plan.pools.add(POOL);
        compared(plan);
        assertEquals(Set.of(pool), plan.removed);
        assertEquals(List.of(POOL), plan.added);
    }

    @Test
    void entriesOfOperatorsArePlannedLikeThoseOfTheConfiguration() {
        PortPool pool = pools.add(POOL, false, MAIN.id);
        Plan plan = plan(nat64(MAIN));
        plan.pools.add(POOL);
        plan.statics.add(RECORD);
        compared(plan, new StaticEntry(RECORD));
        assertEquals(Set.of(), plan.removed);
        assertEquals(List.of(), plan.unbound);

        Plan without = compared(plan(nat64(MAIN)), new StaticEntry(RECORD));
        assertEquals(Set.of(pool), without.removed);
        assertEquals(List.of(BINDING), bindings(without.unbound));
    }
}
