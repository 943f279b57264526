// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.isthmus.core.OperationsFixture.CONFIG;
import static org.isthmus.core.OperationsFixture.binding;
import static org.isthmus.core.OperationsFixture.eam;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * What is added beside entries of operators that are not in force contradicts none of them: else it
 * were chance which of the two is in force after a restart.
 */
class LeftOutTest {
    private static final Eam EAM = eam("192.0.2.0/28", "2001:db8:a::/124");
    private static final StaticBinding BINDING = binding("2001:db8:9::1", "203.0.113.70", 53);

    private SimulatedNetwork network;
    private Controller controller;

    /** Leaves out a pool, an EAM and a static binding. */
    @BeforeEach
    void leaveOut() {
        network = new SimulatedNetwork(1, 2);
        network.start(CONFIG);
        controller = network.controller;
        controller.addPool(Nat64Configs.pool("q", "203.0.113.64/26"));
        controller.addEams(List.of(EAM));
        controller.addStaticBinding(BINDING);
        network.configure(Nat64Configs.NOTHING);
        network.configure(
                CONFIG.toBuilder()
                        .pools(
                                List.of(
                                        Nat64Configs.pool("p", "203.0.113.0/28"),
                                        Nat64Configs.pool("t", "203.0.113.64/28")))
                        .eamt(List.of(eam("192.0.2.0/28", "2001:db8:b::/124")))
                        .staticBindings(List.of(binding("2001:db8:9::2", "203.0.113.70", 53)))
                        .build());
        assertEquals(3, leftOut());
    }

    private static void refused(String field, String message, List<Fault> faults, Executable add) {
        ConflictException e = assertThrows(ConflictException.class, add);
        assertEquals(field + ": contradicts " + message, e.field() + ": " + e.getMessage());
        assertEquals(1, faults.size());
        assertEquals(field, faults.get(0).field);
    }

    @Test
    void noPool() {
        PoolSpec pool = Nat64Configs.pool("r", "203.0.113.80/28");
        refused(
                "prefixes[0]",
                "pool q, which is not in force: 203.0.113.80/28 overlaps 203.0.113.64/26",
                controller.checkPool(pool),
                () -> controller.addPool(pool));
        controller.addPool(Nat64Configs.pool("q", "203.0.113.96/28"));
        controller.addPool(pool);
        assertEquals(4, controller.pools().size(), "its own place may be taken");
    }

    @Test
    void noEam() {
        List<Eam> configured = controller.eamt();
        Eam twin = eam("192.0.2.64/28", "2001:db8:a::/124");
        ConflictException e =
                assertThrows(ConflictException.class, () -> controller.addEams(List.of(twin)));
        assertEquals(
                "contradicts EAM "
                        + EAM
                        + ", which is not in force:"
                        + " 2001:db8:a::/124 is mapped already",
                e.getMessage());
        List<Eam> inPool = List.of(configured.get(0), eam("203.0.113.100/32", "2001:db8:c::1/128"));
        refused(
                "[1].prefix4",
                "pool q, which is not in force: 203.0.113.100/32 overlaps 203.0.113.64/26",
                controller.checkEamt(inPool),
                () -> controller.replaceEamt(inPool, configured));
        List<Eam> ofHost = List.of(configured.get(0), eam("192.0.2.80/32", "2001:db8:9::1/128"));
        refused(
                "[1].prefix6",
                "static binding of 2001:db8:9::1 port 53, which is not in force:"
                        + " 2001:db8:9::1 has a static binding",
                controller.checkEamt(ofHost),
                () -> controller.replaceEamt(ofHost, configured));
        assertEquals(configured, controller.eamt());
        controller.replaceEamt(List.of(configured.get(0), twin), configured);
        assertEquals(2, controller.eamt().size(), "a table takes the place of all EAMs");
    }

    @Test
    void noStaticBinding() {
        StaticBinding twin = binding("2001:db8:9::1", "203.0.113.3", 53);
        refused(
                "port6",
                "static binding of 203.0.113.70 port 53, which is not in force:"
                        + " 2001:db8:9::1 port 53 is bound already",
                controller.checkStaticBinding(twin, null),
                () -> controller.addStaticBinding(twin));
        StaticBinding mapped = binding("2001:db8:a::1", "203.0.113.3", 53);
        refused(
                "address6",
                "EAM " + EAM + ", which is not in force: 2001:db8:a::1 has an explicit mapping",
                controller.checkStaticBinding(mapped, null),
                () -> controller.addStaticBinding(mapped));
        StaticBinding other = binding("2001:db8:9::3", "203.0.113.3", 53);
        controller.addStaticBinding(other);
        refused(
                "address6",
                "EAM " + EAM + ", which is not in force: 2001:db8:a::1 has an explicit mapping",
                controller.checkStaticBinding(mapped, other),
                () ->
                        controller.replaceStaticBinding(
                                Protocol.UDP, other.address4.bits(), 53, mapped));
        controller.removeEam(EAM.prefix4);
        controller.replaceStaticBinding(Protocol.UDP, other.address4.bits(), 53, mapped);
    }

    /** Also where the configuration has another under its key, which stays. */
    @Test
    void itCanBeRemoved() {
        List<Eam> configured = controller.eamt();
        controller.removePool("q");
        controller.removeEam(EAM.prefix4);
        controller.removeStaticBinding(Protocol.UDP, BINDING.address4.bits(), BINDING.port4);
        assertEquals(0, leftOut());
        assertEquals(configured, controller.eamt());
        assertEquals(1, controller.staticBindings().size());
        assertThrows(ConflictException.class, () -> controller.removeEam(EAM.prefix4));
        network.configure(CONFIG);
        assertEquals(List.of(), controller.eamt());
    }

    private long leftOut() {
        return controller.alarms().stream().filter(a -> a.id.startsWith("left-out/")).count();
    }

    /** Before there is a configuration nobody knows what there is to remove. */
    @Test
    void nothingIsDeniedBeforeItIsKnown() {
        network.kill();
        network.boot();
        for (Executable change :
                List.<Executable>of(
                        () -> network.controller.removePool("q"),
                        () -> network.controller.removeEam(EAM.prefix4),
                        () -> network.controller.replaceEamt(List.of(), List.of(EAM)),
                        () ->
                                network.controller.removeStaticBinding(
                                        Protocol.UDP, BINDING.address4.bits(), BINDING.port4),
                        () ->
                                network.controller.replaceStaticBinding(
                                        Protocol.UDP,
                                        BINDING.address4.bits(),
                                        BINDING.port4,
                                        BINDING))) {
            assertEquals(
                    "there is no configuration yet",
                    assertThrows(IllegalStateException.class, change).getMessage());
        }
    }

    /** A table that is put as it was changes nothing, also nothing that comes to light later. */
    @Test
    void anEamThatTheConfigurationHasForSomeTimeStays() {
        network.configure(CONFIG);
        Nat64Config with = CONFIG.toBuilder().eamt(List.of(EAM)).build();
        network.configure(with);
        controller.replaceEamt(controller.eamt(), null);
        network.configure(CONFIG);
        assertEquals(List.of(EAM), controller.eamt());
        network.configure(with);
        network.kill();
        network.start(with);
        network.controller.replaceEamt(List.of(EAM), null);
        network.configure(CONFIG);
        assertEquals(List.of(EAM), network.controller.eamt());
    }

    /** What was accepted beside them is in force after a restart, whatever place they find. */
    @Test
    void whatIsInForceStaysSo() {
        Eam beside = eam("203.0.113.128/32", "2001:db8:c::1/128");
        controller.addEams(List.of(beside));
        assertThrows(
                ConflictException.class,
                () -> controller.addEams(List.of(eam("203.0.113.100/32", "2001:db8:d::1/128"))));
        network.configure(CONFIG);
        List<Eam> before = controller.eamt();
        network.kill();
        network.start(CONFIG);
        assertEquals(List.of(EAM, beside), before);
        assertEquals(before, network.controller.eamt());
        assertEquals(2, network.controller.pools().size());
    }

    /**
     * Of many mappings that the store has, as many as can are in force; one release allowed all.
     */
    @Test
    void mappingsThatContradictNoneInForceAreInForce() {
        List<Eam> fit = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            fit.add(eam("192.0.2." + i + "/32", "2001:db8:c::" + i + "/128"));
        }
        Eam inPool = eam("198.51.100.1/32", "2001:db8:d::/128");
        Eam twinOfThat = eam("192.0.2.64/32", "2001:db8:d::/128");
        Eam around = eam("192.0.2.128/28", "2001:db8:e::/124");
        Eam inside = ofHost4("192.0.2.128/29", "2001:db8:e:1::/125");
        Eam innermost = ofHost4("192.0.2.128/30", "2001:db8:e:2::/126");
        List<Eam> all = new ArrayList<>(fit);
        all.addAll(List.of(innermost, inside, inPool, twinOfThat, around));
        network = new SimulatedNetwork(1, 2);
        all.stream().map(EamRecord::of).forEach(r -> network.store.maps.get(r.map).put(r.key(), r));
        network.start(
                CONFIG.toBuilder()
                        .pools(
                                List.of(
                                        Nat64Configs.pool("p", "203.0.113.0/28"),
                                        Nat64Configs.pool("q", "198.51.100.0/30")))
                        .build());
        controller = network.controller;
        fit.addAll(List.of(twinOfThat, around));
        assertEquals(Set.copyOf(fit), Set.copyOf(controller.eamt()));
        assertEquals(3, leftOut());
        assertEquals(
                List.of(
                        "EAM "
                                + inPool
                                + " is not in force: 198.51.100.1/32 overlaps 198.51.100.0/30"
                                + " (pool q)"),
                controller.alarms().stream()
                        .filter(a -> a.id.equals("left-out/EAM " + inPool))
                        .map(a -> a.message)
                        .collect(Collectors.toList()));
    }

    private static Eam ofHost4(String prefix4, String prefix6) {
        return new Eam(Ipv4Prefix.parse(prefix4), Ipv6Prefix.parse(prefix6), "main", Eam.Host.IPV4);
    }

    /** Where there is room for some, whatever order the store has them in. */
    @Test
    void whatHasRoomHasItAfterARestart() {
        Nat64Config full = withRoomForOneOfEach();
        Set<String> pools = pools();
        List<StaticBinding> bindings = network.controller.staticBindings();
        assertEquals(3, pools.size());
        assertEquals(2, bindings.size());
        restart(full);
        assertEquals(pools, pools());
        assertEquals(bindings, network.controller.staticBindings());
    }

    /** The mark of what came into force was not taken off while the store failed. */
    @Test
    void whatWasRemovedStaysSo() {
        Nat64Config full = withRoomForOneOfEach();
        network.configure(Nat64Configs.NOTHING);
        network.run(2000);
        network.store.fails = true;
        network.configure(CONFIG);
        network.store.fails = false;
        network.controller.removeStaticBinding(
                Protocol.UDP, Ipv4Address.parse("203.0.113.1").bits(), 53);
        network.controller.removePool("q");
        network.run(2000);
        restart(full);
        assertEquals(Set.of("p", "s", "r"), pools());
    }

    private Nat64Config withRoomForOneOfEach() {
        network = new SimulatedNetwork(1, 2);
        network.programs(SimulatedProgram.of("pool4=3", "bib4=2"));
        network.start(CONFIG);
        network.controller.addPool(Nat64Configs.pool("q", "203.0.113.64/28"));
        network.controller.addPool(Nat64Configs.pool("r", "203.0.113.80/28"));
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.1", 53));
        network.controller.addStaticBinding(binding("2001:db8:9::2", "203.0.113.2", 53));
        network.configure(Nat64Configs.NOTHING);
        Nat64Config full =
                CONFIG.toBuilder()
                        .pools(
                                List.of(
                                        Nat64Configs.pool("p", "203.0.113.0/28"),
                                        Nat64Configs.pool("s", "203.0.113.96/28")))
                        .staticBindings(List.of(binding("2001:db8:9::3", "203.0.113.3", 53)))
                        .build();
        network.configure(full);
        network.run(2000);
        return full;
    }

    private Set<String> pools() {
        return network.controller.pools().stream()
                .map(p -> p.spec.name)
                .collect(Collectors.toSet());
    }

    /** With a store that turns the order of its rows round. */
    private void restart(Nat64Config config) {
        network.kill();
        for (Map<List<Object>, Store.Record> rows : network.store.maps.values()) {
            List<Store.Record> all = new ArrayList<>(rows.values());
            Collections.reverse(all);
            rows.clear();
            all.forEach(r -> rows.put(r.key(), r));
        }
        network.start(config);
        network.run(2000);
    }
}
