// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.isthmus.core.OperationsFixture.CONFIG;
import static org.isthmus.core.OperationsFixture.binding;
import static org.isthmus.core.OperationsFixture.counter;
import static org.isthmus.core.OperationsFixture.eam;
import static org.isthmus.core.OperationsFixture.held;
import static org.isthmus.core.OperationsFixture.traffic;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.IncompleteException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.StoreFailedException;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A new configuration and what operators added before it, against simulated switches. */
class ReconfigurationTest {
    private final SimulatedNetwork network = new SimulatedNetwork(9, 2);

    @BeforeEach
    void start() {
        network.start(CONFIG);
        network.allUp();
    }

    @Test
    void whatTheNewConfigurationHasNoPlaceForIsForgotten() {
        traffic(network, 50);
        network.kill();
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/29")));
        network.run(2000);
        int left = network.controller.bindings(Filter.ALL, null, 1000).items().size();
        assertTrue(left > 0 && left < 50, left + " left");
        assertEquals(50 - left, counter(network, "bindings_not_restored"));
        assertEquals(left, network.store.maps.get(Store.Map.BINDINGS).size());
        assertEquals(left, network.store.maps.get(Store.Map.SUBSCRIBERS).size());
        network.assertConsistent();
    }

    @Test
    void configurationChangesByDifference() {
        traffic(network, 100);
        List<String> kept = new ArrayList<>();
        for (Binding b : network.controller.bindings(Filter.ALL, null, 1000).items()) {
            if (Ipv4Prefix.parse("203.0.113.0/29").contains(b.address4.bits())) {
                kept.add(b.address6.toString());
            }
        }
        assertTrue(kept.size() > 10 && kept.size() < 90);
        PoolSpec smaller =
                new PoolSpec(
                        "p",
                        "main",
                        List.of(
                                Ipv4Prefix.parse("203.0.113.0/29"),
                                Ipv4Prefix.parse("203.0.113.32/29")),
                        PoolSpec.defaultFirstPort(),
                        PoolSpec.defaultLastPort());
        network.controller.configure(
                Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0), smaller), network.fabric());
        List<String> left =
                network.controller.bindings(Filter.ALL, null, 1000).items().stream()
                        .map(b -> b.address6.toString())
                        .collect(Collectors.toList());
        assertEquals(new HashSet<>(kept), new HashSet<>(left));
        assertEquals(2, held(network, TranslationIntent.Pool4.class));
        network.assertConsistent();
        assertThrows(
                InvalidException.class,
                () ->
                        network.controller.configure(
                                Nat64Configs.nat64(Nat64Configs.instance(65, 16, 0), smaller),
                                network.fabric()));
        assertEquals(2, held(network, TranslationIntent.Pool4.class), "nothing half applied");
        network.controller.configure(
                Nat64Configs.nat64(Nat64Configs.instance(128, 16, 0), smaller), network.fabric());
        assertEquals(0, held(network, BibIntent.Outbound.class), "other blocks, other bindings");
        traffic(network, 5);
        assertEquals(5, held(network, BibIntent.Outbound.class));
    }

    /** The network may change as well as what is translated: neither takes from the other. */
    @Test
    void anInterfaceDoesNotComeToLieInAPoolOfAnOperator() {
        network.controller.addPool(Nat64Configs.pool("guests", "198.18.0.0/28"));
        FabricConfig before = network.fabric();
        FabricConfig.Interface face =
                new FabricConfig.Interface(
                        new FabricConfig.Port(network.at(0).id, 3),
                        "new",
                        0,
                        1500,
                        List.of(Ipv4Address.parse("198.18.0.17")),
                        List.of(Ipv4Prefix.parse("198.18.0.0/24")),
                        List.of(),
                        List.of(),
                        FabricConfig.SourceValidation.STRICT);
        FabricConfig after = new FabricConfig(before.devices, List.of(face), List.of(), List.of());
        ConflictException e =
                assertThrows(
                        ConflictException.class, () -> network.controller.configure(CONFIG, after));
        assertEquals("", e.field());
        assertEquals(
                "contradicts pool guests of an operator: 198.18.0.0/28 would take the traffic of"
                        + " 198.18.0.0",
                e.getMessage());
        assertEquals("network address of interface new at device:t1/3", e.other());
        network.controller.removePool("guests");
        network.controller.configure(CONFIG, after);
        e =
                assertThrows(
                        ConflictException.class,
                        () ->
                                network.controller.addPool(
                                        Nat64Configs.pool("guests", "198.18.0.16/28")));
        assertEquals("prefixes[0]", e.field());
        assertEquals("interface new at device:t1/3", e.other());
        network.controller.addPool(Nat64Configs.pool("guests", "198.18.0.32/28"));
    }

    @Test
    void aPoolThatLeavesTheConfigurationTakesItsBindingsWithIt() {
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.3", 53));
        traffic(network, 100);
        int logged = network.store.events.size();
        network.controller.configure(
                Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0)), network.fabric());
        assertEquals(0, held(network, TranslationIntent.Pool4.class));
        assertEquals(0, held(network, BibIntent.Outbound.class));
        assertEquals(0, held(network, BibIntent.Inbound.class));
        assertTrue(network.controller.staticBindings().isEmpty());
        network.run(2000);
        List<MappingEvent> released =
                network.store.events.subList(logged, network.store.events.size());
        assertEquals(101, released.size(), "the static one too");
        assertTrue(released.stream().allMatch(e -> e.kind == MappingEvent.Kind.RELEASED));
        assertEquals(
                List.of(
                        "static binding of UDP at 203.0.113.3 port 53 is not in force:"
                                + " 203.0.113.3 is in no pool of main"),
                network.controller.health().problems);
        traffic(network, 3);
        network.assertConsistent();
        network.controller.configure(CONFIG, network.fabric());
        assertEquals(1, network.controller.staticBindings().size(), "it has a place again");
        assertTrue(network.controller.health().ok);
        // Who was refused for want of a pool has it within a second.
        network.run(1100);
        traffic(network, 3);
        assertEquals(4, held(network, BibIntent.Outbound.class));
    }

    @Test
    void soDoItsLeasesEndAndThoseOfOtherPoolsDoNot() {
        network.controller.addPool(Nat64Configs.pool("guests", "198.18.0.1/32"));
        traffic(network, 100);
        assertTrue(leases().contains("198.18.0.1"));
        network.controller.removePool("guests");
        network.run(3_600_000);
        assertFalse(leases().isEmpty());
        assertFalse(leases().contains("198.18.0.1"));
        network.controller.configure(
                Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0)), network.fabric());
        network.run(3_600_000);
        assertEquals(List.of(), leases());
    }

    /** Addresses that the store has as leased. */
    private List<String> leases() {
        return network.store.maps.get(Store.Map.LEASES).values().stream()
                .map(r -> Ipv4Address.of(((LeaseRecord) r).address4).toString())
                .collect(Collectors.toList());
    }

    @Test
    void withoutInstancesNothingIsTranslatedAndOperatorsEntriesWait() {
        Eam eam = eam("192.0.2.0/28", "2001:db8:a::/124");
        PoolSpec pool = Nat64Configs.pool("q", "203.0.113.64/26");
        StaticBinding binding = binding("2001:db8:9::1", "203.0.113.70", 53);
        network.controller.addEams(List.of(eam));
        network.controller.addPool(pool);
        network.controller.addStaticBinding(binding);
        traffic(network, 100);
        network.controller.configure(Nat64Configs.NOTHING, network.fabric());
        for (Class<?> kind :
                List.of(
                        TranslationIntent.NatPrefix.class,
                        TranslationIntent.Pool4.class,
                        TranslationIntent.Eam.class,
                        BibIntent.Outbound.class,
                        BibIntent.Inbound.class)) {
            assertEquals(0, held(network, kind), kind.toString());
        }
        assertEquals(
                List.of(
                        "pool q is not in force: there is no instance main",
                        "EAM " + eam + " is not in force: there is no instance main",
                        "static binding of UDP at 203.0.113.70 port 53 is not in force:"
                                + " there is no instance main",
                        "There is no NAT64 instance in the configuration."),
                network.controller.health().problems);
        traffic(network, 3);
        network.assertReady();
        network.assertConsistent();
        // A restart does not bring them back either, nor does it lose them.
        network.kill();
        network.start(Nat64Configs.NOTHING);
        network.allUp();
        assertEquals(0, held(network, TranslationIntent.Pool4.class));
        network.controller.configure(CONFIG, network.fabric());
        assertEquals(List.of(eam), network.controller.eamt());
        assertEquals(List.of(binding), network.controller.staticBindings());
        assertEquals(2, network.controller.pools().size());
        assertTrue(network.controller.health().ok);
        traffic(network, 3);
        assertEquals(4, held(network, BibIntent.Outbound.class));
        network.assertConsistent();
    }

    @Test
    void whatIsLeftOutCanBeRemoved() {
        network.controller.addEams(List.of(eam("192.0.2.0/28", "2001:db8:a::/124")));
        network.controller.addPool(Nat64Configs.pool("q", "203.0.113.64/26"));
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.70", 53));
        network.controller.configure(Nat64Configs.NOTHING, network.fabric());
        network.controller.removeStaticBinding(
                Protocol.UDP, Ipv4Address.parse("203.0.113.70").bits(), 53);
        network.controller.removePool("q");
        network.controller.removeEam(Ipv4Prefix.parse("192.0.2.0/28"));
        assertEquals(1, network.controller.health().problems.size());
        network.controller.configure(CONFIG, network.fabric());
        assertEquals(1, network.controller.pools().size());
        assertTrue(network.controller.eamt().isEmpty());
        network.kill();
        network.start(CONFIG);
        assertEquals(1, network.controller.pools().size(), "nor are they in the store");
        assertTrue(network.controller.eamt().isEmpty());
        assertTrue(network.controller.staticBindings().isEmpty());
    }

    @Test
    void manyLeftOutAreOneAlarm() {
        List<Eam> eams = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            eams.add(eam("192.0.2." + i + "/32", "2001:db8:a::" + Integer.toHexString(i) + "/128"));
        }
        network.controller.addEams(eams);
        network.controller.configure(Nat64Configs.NOTHING, network.fabric());
        List<String> problems = network.controller.health().problems;
        assertEquals(12, problems.size());
        assertTrue(problems.contains("90 more EAMs are not in force"));
        network.controller.replaceEamt(List.of(), List.of());
        assertEquals(1, network.controller.health().problems.size(), "a table is replaced whole");
    }

    @Test
    void aConfigurationThatContradictsOperatorsEntriesIsRefused() {
        network.controller.addPool(Nat64Configs.pool("q", "203.0.113.64/26"));
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () ->
                                network.controller.configure(
                                        Nat64Configs.nat64(
                                                Nat64Configs.instance(64, 16, 0),
                                                Nat64Configs.pool("p", "203.0.113.0/25")),
                                        network.fabric()));
        assertEquals("pool p", e.other());
        assertEquals(2, held(network, TranslationIntent.Pool4.class), "nothing half applied");
    }

    private static final StaticBinding ELSEWHERE = binding("2001:db8:9::1", "203.0.113.3", 53);

    /** Of the configuration, at the port of the one binding that there is. */
    private StaticBinding inItsPlace() {
        Binding there = network.controller.bindings(Filter.ALL, null, 1).items().get(0);
        return binding("2001:db8:9::2", there.address4.toString(), there.port4);
    }

    private static Nat64Config with(StaticBinding... statics) {
        return CONFIG.toBuilder().staticBindings(List.of(statics)).build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStaticBindingOfTheConfigurationTakesThePlaceOfAnother(boolean isAtAStart) {
        traffic(network, 1);
        // The first is placed before bindings are restored, and the other behind them.
        Nat64Config next = with(ELSEWHERE, inItsPlace());
        if (isAtAStart) {
            network.kill();
            network.boot();
        }
        network.configure(next);
        network.allUp();
        network.run(2000);
        assertEquals(next.staticBindings, network.controller.configuredStaticBindings());
        assertEquals(1, held(network, TranslationIntent.NatPrefix.class));
        assertEquals(2, held(network, BibIntent.Outbound.class));
        network.assertConsistent();
    }

    @Test
    void oneOfAnOperatorThatFindsItsPlaceTakenIsLeftOut() {
        Nat64Config both =
                CONFIG.toBuilder()
                        .pools(
                                List.of(
                                        Nat64Configs.pool("p", "203.0.113.0/28"),
                                        Nat64Configs.pool("q", "203.0.113.64/28")))
                        .build();
        network.configure(both);
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.65", 53));
        network.configure(CONFIG);
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8:9::1", 53, "198.51.100.1", 53));
        network.run(200);
        network.configure(both);
        network.run(2000);
        assertEquals(2, held(network, TranslationIntent.Pool4.class));
        assertEquals(1, held(network, BibIntent.Outbound.class));
        assertEquals(
                List.of(
                        "static binding of UDP at 203.0.113.65 port 53 is not in force:"
                                + " 2001:db8:9::1 port 53 is in use"),
                network.controller.health().problems);
    }

    @Test
    void aStaticBindingThatCannotBeStoredIsNamedAndTheRestIsInForce() {
        Nat64Config next =
                with(ELSEWHERE).toBuilder()
                        .pools(
                                List.of(
                                        Nat64Configs.pool("p", "203.0.113.0/28"),
                                        Nat64Configs.pool("q", "203.0.113.64/28")))
                        .build();
        network.store.fails = true;
        IncompleteException e =
                assertThrows(IncompleteException.class, () -> network.configure(next));
        assertTrue(e.getMessage().contains("203.0.113.3"), e::getMessage);
        network.store.fails = false;
        network.run(2000);
        List<String> problems = network.controller.health().problems;
        assertEquals(1, problems.size());
        assertTrue(
                problems.get(0).startsWith("The configuration is in force without"),
                problems::toString);
        assertEquals(2, held(network, TranslationIntent.Pool4.class));
        network.configure(next);
        assertEquals(List.of(), network.controller.health().problems);
        assertEquals(List.of(ELSEWHERE), network.controller.configuredStaticBindings());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPoolGivesPortsAfterAChangeThatFailed(boolean isRolledBack) {
        network.configure(with(ELSEWHERE));
        traffic(network, 1);
        Nat64Config larger =
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/27"));
        network.store.fails = true;
        assertThrows(StoreFailedException.class, () -> network.configure(larger));
        network.store.fails = false;
        network.run(2000);
        if (isRolledBack) {
            network.configure(with(ELSEWHERE));
        }
        traffic(network, 5);
        assertEquals(6, held(network, BibIntent.Outbound.class));
    }

    /** Each holds for what is bound from then on. */
    @Test
    void whatElseAPoolSaysMayChange() {
        PoolSpec plain = Nat64Configs.pool("p", "203.0.113.0/28");
        PoolSpec filters =
                Nat64Configs.pool("p", "203.0.113.0/28", Filtering.ADDRESS_AND_PORT_DEPENDENT);
        for (PoolSpec next : List.of(plain.holdsSyns(true), plain.portSets(16), filters)) {
            network.configure(Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0), next));
            assertEquals(next, network.controller.pools().get(0).spec);
        }
        traffic(network, 1);
        assertTrue(
                network.at(0).held.values().stream()
                        .filter(i -> i instanceof BibIntent.Inbound)
                        .allMatch(i -> ((BibIntent.Inbound) i).filtering == filters.filtering));
    }

    private static Nat64Config pools(PoolSpec... pools) {
        return Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0), pools);
    }

    /** Of the pool of {@link OperationsFixture#CONFIG}, either half is one. */
    private static final Nat64Config HALVES =
            pools(
                    Nat64Configs.pool("p", "203.0.113.0/29"),
                    Nat64Configs.pool("q", "203.0.113.8/29"));

    private static final StaticBinding UPPER = binding("2001:db8:9::1", "203.0.113.9", 53);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStaticBindingStaysWhereItsAddressGoesToAnotherPool(boolean isConfigured) {
        List<StaticBinding> statics = isConfigured ? List.of(UPPER) : List.of();
        network.configure(CONFIG.toBuilder().staticBindings(statics).build());
        if (!isConfigured) {
            network.controller.addStaticBinding(UPPER);
        }
        network.configure(HALVES.toBuilder().staticBindings(statics).build());
        assertEquals(List.of(UPPER), network.controller.staticBindings());
        assertEquals(1, held(network, BibIntent.Outbound.class));
        assertEquals(1, held(network, BibIntent.Inbound.class));
        network.assertConsistent();
    }

    @Test
    void aDeviceThatRefusesAStaticBindingOfAnOperatorTakesItFromNoStore() {
        network.controller.addStaticBinding(UPPER);
        network.at(0).refuses = intent -> intent instanceof BibIntent.Inbound;
        Nat64Config other = pools(Nat64Configs.pool("other", "203.0.113.0/28"));
        network.configure(other);
        assertEquals(List.of(), network.controller.staticBindings());
        assertEquals(1, network.controller.health().problems.size());
        network.at(0).refuses = intent -> false;
        network.kill();
        network.start(other);
        network.allUp();
        assertEquals(List.of(UPPER), network.controller.staticBindings());
    }

    @Test
    void anOperatorsThatIsRefusedAndStaysIsNotLeftOut() {
        network.controller.addStaticBinding(UPPER);
        network.at(0).refuses = intent -> intent instanceof BibIntent.Inbound;
        // Behind the writes that end it in the old pool and begin it in the new.
        network.store.onWrite =
                records -> network.store.onWrite = more -> network.store.fails = true;
        network.configure(pools(Nat64Configs.pool("other", "203.0.113.0/28")));
        network.store.onWrite = records -> {};
        network.store.fails = false;
        assertEquals(List.of(UPPER), network.controller.staticBindings());
        String problems = network.controller.health().problems.toString();
        assertFalse(problems.contains("is not in force"), problems);
    }

    /** The store fails from the beginning on, or after the first write. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aChangeThatFailsEndsNoStaticBinding(boolean isLater) {
        network.configure(HALVES);
        network.controller.addStaticBinding(UPPER);
        network.controller.addStaticBinding(binding("2001:db8:9::2", "203.0.113.10", 53));
        network.store.fails = !isLater;
        network.store.onWrite = records -> network.store.fails = true;
        try {
            network.configure(pools(HALVES.pools.get(0)));
            assertTrue(isLater);
            // Nor can it be told that these are left out.
            List<String> problems = network.controller.health().problems;
            assertEquals(3, problems.size());
            assertTrue(problems.get(2).startsWith("The store fails"), problems::toString);
        } catch (IllegalStateException e) {
            assertEquals(2, network.controller.staticBindings().size());
        }
        network.store.onWrite = records -> {};
        network.store.fails = false;
        network.configure(HALVES);
        assertEquals(2, network.controller.staticBindings().size());
        assertEquals(2, held(network, BibIntent.Outbound.class));
    }
}
