// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.isthmus.core.OperationsFixture.CONFIG;
import static org.isthmus.core.OperationsFixture.binding;
import static org.isthmus.core.OperationsFixture.traffic;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pools that drain, and pools of operators that the configuration takes over. */
class DrainTest {
    private static final PoolSpec Q = Nat64Configs.pool("q", "203.0.113.64/26");
    private static final int HOSTS = 100;

    private final SimulatedNetwork network = new SimulatedNetwork(9, 2);

    @BeforeEach
    void start() {
        network.start(CONFIG);
        network.allUp();
    }

    private static Nat64Config with(PoolSpec... pools) {
        List<PoolSpec> all = new ArrayList<>(CONFIG.pools);
        all.addAll(List.of(pools));
        return CONFIG.toBuilder().pools(all).build();
    }

    private Pool pool(String name) {
        return network.controller.pools().stream()
                .filter(p -> p.spec.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** By host, its address and port. */
    private Map<String, String> bindings() {
        return network.controller.bindings(Filter.ALL, null, 1000).items().stream()
                .collect(
                        Collectors.toMap(
                                b -> b.address6 + " " + b.port6, b -> b.address4 + " " + b.port4));
    }

    private long bindingsIn(PoolSpec pool) {
        return bindings().values().stream()
                .filter(b -> pool.contains(Ipv4Prefix.parse(b.split(" ")[0] + "/32").bits()))
                .count();
    }

    private Set<String> alarms() {
        return network.controller.alarms().stream()
                .map((Alarm a) -> a.id)
                .collect(Collectors.toSet());
    }

    @Test
    void aPoolOfAnOperatorDrainsOverARestartAsWell() {
        network.controller.addPool(Q);
        traffic(network, HOSTS);
        Map<String, String> before = bindings();
        long old = bindingsIn(Q);
        assertTrue(old > 10 && old < HOSTS - 10, old + "");
        assertTrue(network.controller.drainPool("q", true).spec.drains);
        assertEquals(before, bindings());
        network.kill();
        network.start(CONFIG);
        network.allUp();
        assertEquals(Q.drains(true), pool("q").spec);
        assertEquals(before, bindings());
        traffic(network, 3 * HOSTS);
        assertEquals(3 * HOSTS, bindings().size());
        assertEquals(old, bindingsIn(Q));
        network.assertConsistent();
        assertFalse(network.controller.drainPool("q", false).spec.drains);
        traffic(network, 5 * HOSTS);
        assertTrue(bindingsIn(Q) > old);
    }

    @Test
    void whatDoesNotDrainIsRefused() {
        assertThrows(NotFoundException.class, () -> network.controller.drainPool("q", true));
        ConflictException configured =
                assertThrows(
                        ConflictException.class, () -> network.controller.drainPool("p", true));
        assertEquals("pool p", configured.other());
        PoolSpec fixed =
                new PoolSpec(
                        "d",
                        "main",
                        List.of(Ipv4Prefix.parse("203.0.113.128/26")),
                        PoolSpec.defaultFirstPort(),
                        PoolSpec.defaultLastPort(),
                        new Deterministic(
                                Ipv6Prefix.parse("2001:db8:f::/60"),
                                64,
                                Deterministic.Algorithm.SEQUENTIAL),
                        Filtering.ENDPOINT_INDEPENDENT);
        network.controller.addPool(fixed);
        assertThrows(ConflictException.class, () -> network.controller.drainPool("d", true));
        assertEquals("drain", network.controller.checkPool(fixed.drains(true)).get(0).field);
    }

    @Test
    void whereAllDrainTheServiceIsNotWell() {
        Nat64Config drains =
                CONFIG.toBuilder().pools(List.of(CONFIG.pools.get(0).drains(true))).build();
        network.controller.configure(drains, network.fabric());
        network.run(2000);
        assertTrue(alarms().contains("all-draining/instance main"), alarms().toString());
        assertEquals(
                List.of("All pools of instance main drain: new subscribers get no ports."),
                network.controller.health().problems);
        network.controller.addPool(Q);
        network.run(2000);
        assertFalse(alarms().contains("all-draining/instance main"));
        assertTrue(network.controller.health().ok);
    }

    @Test
    void theConfigurationTakesAPoolOverWithAllThatIsInIt() {
        network.controller.addPool(Q);
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.65", 53));
        traffic(network, HOSTS);
        Map<String, String> before = bindings();
        int logged = network.store.events.size();
        network.controller.configure(with(Q.drains(true)), network.fabric());
        assertTrue(pool("q").configured);
        assertTrue(pool("q").spec.drains);
        assertEquals(before, bindings());
        assertEquals(logged, network.store.events.size());
        assertEquals(1, network.controller.staticBindings().size());
        assertEquals(Set.of(), network.store.maps.get(Store.Map.POOLS).keySet());
        network.assertConsistent();
        // It is the operator's no more, and does not come back as such.
        network.controller.configure(CONFIG, network.fabric());
        assertEquals(1, network.controller.pools().size());
    }

    @Test
    void oneThatDiffersIsRefusedAsBefore() {
        network.controller.addPool(Q);
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () ->
                                network.controller.configure(
                                        with(Q.holdsSyns(true)), network.fabric()));
        assertEquals("pool q", e.other());
        assertFalse(pool("q").configured);
    }

    @Test
    void aControllerThatDiesBeforeTheStoreKnowsTakesItOverAgain() {
        network.controller.addPool(Q);
        network.storeFailures = 100;
        network.controller.configure(with(Q), network.fabric());
        network.kill();
        network.storeFailures = 0;
        assertEquals(1, network.store.maps.get(Store.Map.POOLS).size());
        network.start(with(Q));
        network.allUp();
        assertTrue(pool("q").configured);
        assertEquals(Set.of(), network.store.maps.get(Store.Map.POOLS).keySet());
        assertEquals(Set.of(), alarms());
    }
}
