// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.SpecialPurpose;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators see and change, against simulated switches. */
class OperationsTest {
    private static final Nat64Config CONFIG =
            SimulatedNetwork.nat64(
                    SimulatedNetwork.instance(64, 16, 0),
                    SimulatedNetwork.pool("p", "203.0.113.0/28"));

    private final SimulatedNetwork network = new SimulatedNetwork(9, 2);

    @BeforeEach
    void start() {
        network.start(CONFIG);
        network.allUp();
    }

    private void traffic(int hosts) {
        for (int i = 1; i <= hosts; i++) {
            String host = "2001:db8:0:" + Integer.toHexString(i) + "::1";
            network.pipeline.receive(
                    network.at(i & 1), HostFrames.udp(host, 4000 + i, "198.51.100.1", 53));
            if (i % 100 == 0) {
                network.run(50);
            }
        }
        network.run(1000);
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    private long held(Class<?> kind) {
        Set<Long> counts = new HashSet<>();
        for (SimulatedSwitch s : network.switches.values()) {
            counts.add(s.held.values().stream().filter(kind::isInstance).count());
        }
        assertEquals(1, counts.size(), "switches differ in " + kind);
        return counts.iterator().next();
    }

    private static Eam eam(String prefix4, String prefix6) {
        return new Eam(Ipv4Prefix.parse(prefix4), Ipv6Prefix.parse(prefix6), "main", Eam.Host.IPV6);
    }

    private static StaticBinding binding(String address6, String address4, int port4) {
        return new StaticBinding(
                "main",
                Protocol.UDP,
                Ipv6Address.parse(address6),
                53,
                Ipv4Address.parse(address4),
                port4);
    }

    @Test
    void pagesListEveryBindingOnce() {
        traffic(250);
        Set<Integer> ports = new TreeSet<>();
        String after = null;
        int pages = 0;
        do {
            Page<Binding> page = network.controller.bindings(Filter.ALL, after, 60);
            page.items().forEach(b -> assertTrue(ports.add(b.port6)));
            after = page.next();
            pages++;
        } while (after != null);
        assertEquals(250, ports.size());
        assertEquals(5, pages);
        Filter one = new Filter("main", null, null, null, 4100, null);
        List<Binding> found = network.controller.bindings(one, null, 10).items();
        assertEquals("2001:db8:0:64::1", found.get(0).address6.toString());
        assertEquals(1, network.controller.sessions(one, null, 10).items().size());
        Filter none = new Filter("other", null, null, null, -1, null);
        assertEquals(
                "there is no instance other",
                assertThrows(
                                InvalidException.class,
                                () -> network.controller.bindings(none, null, 10))
                        .getMessage());
        assertThrows(InvalidException.class, () -> network.controller.sessions(none, null, 10));
        assertThrows(InvalidException.class, () -> network.controller.subscribers(none, null, 10));
        assertEquals(
                "after",
                assertThrows(
                                InvalidException.class,
                                () -> network.controller.bindings(Filter.ALL, "x", 10))
                        .field());
    }

    @Test
    void whoHadIt() {
        traffic(3);
        Binding b = network.controller.bindings(Filter.ALL, null, 1).items().get(0);
        List<MappingEvent> holders =
                network.controller.whoHad(b.protocol, b.address4.bits(), b.port4, network.now);
        assertEquals(1, holders.size());
        assertTrue(holders.get(0).subscriber.contains(b.address6));
        List<Subscriber> subscribers = network.controller.subscribers(Filter.ALL, null, 10).items();
        assertEquals(3, subscribers.size());
        assertEquals(1, subscribers.get(0).blocks.get(0).used);
    }

    @Test
    void whoHadItRefusesTimesBeforeTheLogBegins() {
        start();
        network.store.oldest = network.now - 1000;
        assertEquals(List.of(), network.controller.whoHad(Protocol.UDP, 1, 53, network.now - 1000));
        InvalidException e =
                assertThrows(
                        InvalidException.class,
                        () -> network.controller.whoHad(Protocol.UDP, 1, 53, network.now - 1001));
        assertEquals("at", e.field());
        assertTrue(e.getMessage().startsWith("the mapping log begins at "), e.getMessage());
        assertEquals(
                (network.now - 1000) / 1000,
                network.controller.statistics().gauges.get("mapping_log_since_seconds"));
    }

    @Test
    void whoHadItKnowsStaticBindings() {
        int address = Ipv4Address.parse("203.0.113.3").bits();
        long before = network.now;
        network.run(2000);
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.3", 53));
        MappingEvent holder =
                network.controller.whoHad(Protocol.UDP, address, 53, network.now).get(0);
        assertEquals("2001:db8:9::1/128", holder.subscriber.toString());
        assertEquals(53, holder.firstPort);
        assertEquals(53, holder.lastPort);
        assertTrue(network.controller.whoHad(Protocol.UDP, address, 53, before).isEmpty());
        assertTrue(network.controller.whoHad(Protocol.UDP, address, 54, network.now).isEmpty());
        assertTrue(network.controller.whoHad(Protocol.TCP, address, 53, network.now).isEmpty());
        long then = network.now;
        network.run(2000);
        network.controller.removeStaticBinding(Protocol.UDP, address, 53);
        assertTrue(network.controller.whoHad(Protocol.UDP, address, 53, network.now).isEmpty());
        assertEquals(1, network.controller.whoHad(Protocol.UDP, address, 53, then).size());
        assertTrue(network.controller.whoHad(Protocol.UDP, address, 53, before).isEmpty());
    }

    @Test
    void aStaticBindingIsLoggedOnceOverRestarts() {
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.3", 53));
        for (int i = 0; i < 3; i++) {
            assertEquals(1, network.store.events.size());
            network.kill();
            start();
        }
    }

    @Test
    void aStaticBindingThatCouldNotBeDeletedIsStillInTheLog() {
        StaticBinding binding = binding("2001:db8:9::1", "203.0.113.3", 53);
        network.controller.addStaticBinding(binding);
        int address = binding.address4.bits();
        network.store.fails = true;
        assertThrows(
                IllegalStateException.class,
                () -> network.controller.removeStaticBinding(Protocol.UDP, address, 53));
        network.store.fails = false;
        network.run(2000);
        assertEquals(1, network.controller.whoHad(Protocol.UDP, address, 53, network.now).size());
    }

    /** The mapping log is asked for the present alone, which takes no disk. */
    @Test
    void staticBindingsAreLoggedWithoutADisk() {
        for (int i = 0; i < 20; i++) {
            network.controller.addStaticBinding(binding("2001:db8:9::" + i, "203.0.113.3", 53 + i));
        }
        network.kill();
        network.clockOffset -= 3_600_000;
        start();
        assertEquals(20, network.store.events.size());
        assertEquals(0, network.store.asked);
    }

    @Test
    void aPoolComesAndGoesWithItsBindings() {
        network.controller.addPool(SimulatedNetwork.pool("q", "203.0.113.64/26"));
        assertEquals(2, held(TranslationIntent.Pool4.class));
        traffic(200);
        long before = held(BibIntent.Outbound.class);
        assertEquals(200, before);
        network.controller.removePool("q");
        assertEquals(1, held(TranslationIntent.Pool4.class));
        Filter inside = new Filter(null, null, null, Ipv4Prefix.parse("203.0.113.64/26"), -1, null);
        assertTrue(network.controller.bindings(inside, null, 10).items().isEmpty());
        assertTrue(held(BibIntent.Outbound.class) < before);
        network.assertConsistent();
        assertThrows(NotFoundException.class, () -> network.controller.removePool("q"));
        assertThrows(ConflictException.class, () -> network.controller.removePool("p"));
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () ->
                                network.controller.addPool(
                                        SimulatedNetwork.pool("r", "203.0.113.8/29")));
        assertEquals("prefixes[0]", e.field());
        assertEquals("pool p", e.other());
    }

    @Test
    void eamtIsReplacedByDifferenceOrNotAtAll() {
        Eam a = eam("192.0.2.0/28", "2001:db8:a::/124");
        Eam b = eam("192.0.2.16/28", "2001:db8:b::/124");
        network.controller.addEams(List.of(a, b));
        assertEquals(2, held(TranslationIntent.Eam.class));
        int applied = network.at(0).applied;
        Eam c = eam("192.0.2.16/28", "2001:db8:c::/124");
        network.controller.replaceEamt(List.of(a, c), List.of(a, b));
        assertEquals(2, network.at(0).applied - applied, "one removed, one set");
        assertEquals(List.of(a, c), network.controller.eamt());
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () -> network.controller.replaceEamt(List.of(), List.of(a, b)));
        assertEquals("expected", e.field());
        e =
                assertThrows(
                        ConflictException.class,
                        () ->
                                network.controller.addEams(
                                        List.of(
                                                eam("192.0.2.32/28", "2001:db8:d::/124"),
                                                eam("192.0.2.0/28", "2001:db8:e::/124"))));
        assertEquals("[1].prefix4", e.field());
        assertEquals(List.of(a, c), network.controller.eamt());
        network.controller.removeEam(a.prefix4);
        assertEquals(List.of(c), network.controller.eamt());
        assertThrows(NotFoundException.class, () -> network.controller.removeEam(a.prefix4));
    }

    @Test
    void staticBindingsStayAndTakeNoUsedPort() {
        traffic(1);
        Binding dynamic = network.controller.bindings(Filter.ALL, null, 1).items().get(0);
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () ->
                                network.controller.addStaticBinding(
                                        binding(
                                                "2001:db8:9::1",
                                                dynamic.address4.toString(),
                                                dynamic.port4)));
        assertEquals("port4", e.field());
        assertTrue(e.other().contains("2001:db8:0:1::1"), e.other());
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.3", 53));
        assertEquals(2, held(BibIntent.Inbound.class));
        network.run(3_600_000);
        assertEquals(1, held(BibIntent.Inbound.class));
        network.kill();
        network.start(CONFIG);
        network.run(2000);
        assertEquals(1, network.controller.staticBindings().size());
        assertEquals(1, held(BibIntent.Outbound.class));
        network.controller.removeStaticBinding(
                Protocol.UDP, Ipv4Address.parse("203.0.113.3").bits(), 53);
        assertEquals(0, held(BibIntent.Outbound.class));
        network.assertConsistent();
    }

    @Test
    void aRestartLosesNothing() {
        traffic(50);
        Set<String> before = rows();
        long events = network.store.events.size();
        network.kill();
        network.start(CONFIG);
        network.run(2000);
        assertEquals(before, rows());
        assertEquals(50, counter("bindings_restored"));
        assertEquals(events, network.store.events.size(), "nothing is logged twice");
        network.assertConsistent();
    }

    @Test
    void whatTheNewConfigurationHasNoPlaceForIsForgotten() {
        traffic(50);
        network.kill();
        network.start(
                SimulatedNetwork.nat64(
                        SimulatedNetwork.instance(64, 16, 0),
                        SimulatedNetwork.pool("p", "203.0.113.0/29")));
        network.run(2000);
        int left = network.controller.bindings(Filter.ALL, null, 1000).items().size();
        assertTrue(left > 0 && left < 50, left + " left");
        assertEquals(50 - left, counter("bindings_not_restored"));
        assertEquals(left, network.store.maps.get(Store.Map.BINDINGS).size());
        assertEquals(left, network.store.maps.get(Store.Map.SUBSCRIBERS).size());
        network.assertConsistent();
    }

    private Set<String> rows() {
        return network.controller.bindings(Filter.ALL, null, 10_000).items().stream()
                .map(
                        b ->
                                b.protocol
                                        + " "
                                        + b.address6
                                        + " "
                                        + b.port6
                                        + " "
                                        + b.address4
                                        + " "
                                        + b.port4)
                .collect(Collectors.toSet());
    }

    @Test
    void aLostStoreIsReadFromTheSwitches() {
        traffic(50);
        Set<String> before = rows();
        network.kill();
        network.store.maps.values().forEach(Map::clear);
        network.at(1).held.clear();
        MappingEvent logged = network.store.events.remove(49);
        int applied = network.at(0).applied;
        network.start(CONFIG);
        network.run(2000);
        network.assertReady();
        assertEquals(before, rows());
        assertEquals(50, counter("bindings_adopted"));
        assertEquals(50, network.store.events.size(), "the log was not lost");
        MappingEvent adopted = network.store.events.get(49);
        assertEquals(MappingEvent.Kind.ADOPTED, adopted.kind);
        assertEquals(logged.subscriber, adopted.subscriber);
        assertEquals(applied, network.at(0).applied, "what it gave is not written to it again");
        assertEquals(50, network.store.maps.get(Store.Map.BINDINGS).size());
        network.assertConsistent();
    }

    @Test
    void rowsThatDoNotFitAreRemoved() {
        network.down(network.at(0));
        BibIntent.Inbound in =
                new BibIntent.Inbound(
                        Protocol.UDP, Ipv4Address.parse("10.0.0.1").bits(), 5, 1, 2, 3);
        BibIntent.Outbound out = new BibIntent.Outbound(1, Protocol.UDP, 1, 2, 3, in.address4, 5);
        network.at(0).held.put(in.key(), in);
        network.at(0).held.put(out.key(), out);
        network.up(network.at(0));
        network.run(2000);
        assertEquals(0, network.at(0).bindings());
        assertEquals(0, network.at(0).replies());
    }

    @Test
    void configurationChangesByDifference() {
        traffic(100);
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
                SimulatedNetwork.nat64(SimulatedNetwork.instance(64, 16, 0), smaller),
                network.fabric());
        List<String> left =
                network.controller.bindings(Filter.ALL, null, 1000).items().stream()
                        .map(b -> b.address6.toString())
                        .collect(Collectors.toList());
        assertEquals(new HashSet<>(kept), new HashSet<>(left));
        assertEquals(2, held(TranslationIntent.Pool4.class));
        network.assertConsistent();
        assertThrows(
                InvalidException.class,
                () ->
                        network.controller.configure(
                                SimulatedNetwork.nat64(
                                        SimulatedNetwork.instance(65, 16, 0), smaller),
                                network.fabric()));
        assertEquals(2, held(TranslationIntent.Pool4.class), "nothing half applied");
        network.controller.configure(
                SimulatedNetwork.nat64(SimulatedNetwork.instance(128, 16, 0), smaller),
                network.fabric());
        assertEquals(0, held(BibIntent.Outbound.class), "other blocks, other bindings");
        traffic(5);
        assertEquals(5, held(BibIntent.Outbound.class));
    }

    /** The network may change as well as what is translated: neither takes from the other. */
    @Test
    void anInterfaceDoesNotComeToLieInAPoolOfAnOperator() {
        network.controller.addPool(SimulatedNetwork.pool("guests", "198.18.0.0/28"));
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
                                        SimulatedNetwork.pool("guests", "198.18.0.16/28")));
        assertEquals("prefixes[0]", e.field());
        assertEquals("interface new at device:t1/3", e.other());
        network.controller.addPool(SimulatedNetwork.pool("guests", "198.18.0.32/28"));
    }

    private StaticBinding replace(StaticBinding old, StaticBinding by) {
        return network.controller.replaceStaticBinding(
                old.protocol, old.address4.bits(), old.port4, by);
    }

    @Test
    void aStaticBindingIsReplaced() {
        StaticBinding first = binding("2001:db8:9::1", "203.0.113.3", 53);
        network.controller.addStaticBinding(first);
        StaticBinding otherHost = binding("2001:db8:9::2", "203.0.113.3", 53);
        assertEquals(otherHost, replace(first, otherHost));
        StaticBinding otherPort = binding("2001:db8:9::2", "203.0.113.4", 54);
        assertEquals(otherPort, replace(otherHost, otherPort));
        assertEquals(otherPort, replace(otherPort, otherPort));
        assertEquals(List.of(otherPort), network.controller.staticBindings());
        assertEquals(1, held(BibIntent.Inbound.class));
        assertEquals(1, held(BibIntent.Outbound.class));
        assertEquals(1, network.store.maps.get(Store.Map.STATIC_BINDINGS).size());
        assertThrows(NotFoundException.class, () -> replace(first, otherHost));
        network.run(2000);
        network.assertConsistent();
        network.kill();
        network.start(CONFIG);
        network.run(2000);
        assertEquals(List.of(otherPort), network.controller.staticBindings());
        assertEquals(1, held(BibIntent.Outbound.class));
        network.assertConsistent();
    }

    @Test
    void aStaticBindingThatCannotBeReplacedStays() {
        StaticBinding ours = binding("2001:db8:9::1", "203.0.113.3", 53);
        StaticBinding theirs = binding("2001:db8:9::2", "203.0.113.3", 54);
        network.controller.addStaticBinding(ours);
        network.controller.configure(
                CONFIG.toBuilder().staticBindings(List.of(theirs)).build(), network.fabric());
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () -> replace(ours, binding("2001:db8:9::2", "203.0.113.3", 53)));
        assertEquals("port6", e.field());
        e = assertThrows(ConflictException.class, () -> replace(theirs, ours));
        assertTrue(e.getMessage().contains("is in the network configuration"), e.getMessage());
        network.store.fails = true;
        assertThrows(
                IllegalStateException.class,
                () -> replace(ours, binding("2001:db8:9::3", "203.0.113.3", 53)));
        network.store.fails = false;
        network.run(2000);
        assertEquals(Set.of(ours, theirs), Set.copyOf(network.controller.staticBindings()));
        assertEquals(2, held(BibIntent.Outbound.class));
        network.assertConsistent();
    }

    @Test
    void aStaticBindingIsMadeAgainIfTheOtherIsRefusedOnTheWay() {
        StaticBinding ours = binding("2001:db8:9::1", "203.0.113.3", 53);
        network.controller.addStaticBinding(ours);
        // The other host sends while devices lose the binding.
        network.store.onWrite =
                records -> {
                    network.store.onWrite = r -> {};
                    network.pipeline.receive(
                            network.at(0), HostFrames.udp("2001:db8:9::2", 53, "198.51.100.1", 53));
                };
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () -> replace(ours, binding("2001:db8:9::2", "203.0.113.4", 54)));
        assertEquals("port6", e.field());
        assertEquals(List.of(ours), network.controller.staticBindings());
        network.run(2000);
        assertEquals(2, held(BibIntent.Outbound.class));
        network.assertConsistent();
        network.kill();
        network.start(CONFIG);
        network.run(2000);
        assertEquals(List.of(ours), network.controller.staticBindings());
    }

    @Test
    void staticBindingsOfTheConfigurationAreKnownAndStay() {
        StaticBinding theirs = binding("2001:db8:9::1", "203.0.113.3", 53);
        StaticBinding ours = binding("2001:db8:9::2", "203.0.113.3", 54);
        network.controller.addStaticBinding(ours);
        network.controller.configure(
                CONFIG.toBuilder().staticBindings(List.of(theirs)).build(), network.fabric());
        assertEquals(Set.of(ours, theirs), Set.copyOf(network.controller.staticBindings()));
        assertEquals(List.of(theirs), network.controller.configuredStaticBindings());
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () ->
                                network.controller.removeStaticBinding(
                                        theirs.protocol, theirs.address4.bits(), theirs.port4));
        assertEquals(
                "the binding is in the network configuration, which alone changes it",
                e.getMessage());
    }

    @Test
    void aPoolThatLeavesTheConfigurationTakesItsBindingsWithIt() {
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.3", 53));
        traffic(100);
        int logged = network.store.events.size();
        network.controller.configure(
                SimulatedNetwork.nat64(SimulatedNetwork.instance(64, 16, 0)), network.fabric());
        assertEquals(0, held(TranslationIntent.Pool4.class));
        assertEquals(0, held(BibIntent.Outbound.class));
        assertEquals(0, held(BibIntent.Inbound.class));
        assertTrue(network.controller.staticBindings().isEmpty());
        network.run(2000);
        List<MappingEvent> released =
                network.store.events.subList(logged, network.store.events.size());
        assertEquals(101, released.size(), "the static one too");
        assertTrue(released.stream().allMatch(e -> e.kind == MappingEvent.Kind.RELEASED));
        assertEquals(
                List.of(
                        "static binding at 203.0.113.3 port 53 does not fit the configuration:"
                                + " 203.0.113.3 is in no pool of main"),
                network.controller.health().problems);
        traffic(3);
        network.assertConsistent();
        network.controller.configure(CONFIG, network.fabric());
        assertEquals(1, network.controller.staticBindings().size(), "it has a place again");
        assertTrue(network.controller.health().ok);
        // Who was refused for want of a pool has it within a second.
        network.run(1100);
        traffic(3);
        assertEquals(4, held(BibIntent.Outbound.class));
    }

    @Test
    void withoutInstancesNothingIsTranslatedAndOperatorsEntriesWait() {
        Eam eam = eam("192.0.2.0/28", "2001:db8:a::/124");
        PoolSpec pool = SimulatedNetwork.pool("q", "203.0.113.64/26");
        StaticBinding binding = binding("2001:db8:9::1", "203.0.113.70", 53);
        network.controller.addEams(List.of(eam));
        network.controller.addPool(pool);
        network.controller.addStaticBinding(binding);
        traffic(100);
        network.controller.configure(SimulatedNetwork.NOTHING, network.fabric());
        for (Class<?> kind :
                List.of(
                        TranslationIntent.NatPrefix.class,
                        TranslationIntent.Pool4.class,
                        TranslationIntent.Eam.class,
                        BibIntent.Outbound.class,
                        BibIntent.Inbound.class)) {
            assertEquals(0, held(kind), kind.toString());
        }
        assertEquals(
                List.of(
                        "pool q does not fit the configuration: there is no instance main",
                        "EAM " + eam + " does not fit the configuration: there is no instance main",
                        "static binding at 203.0.113.70 port 53 does not fit the configuration:"
                                + " there is no instance main",
                        "There is no NAT64 instance in the configuration."),
                network.controller.health().problems);
        traffic(3);
        network.assertReady();
        network.assertConsistent();
        // A restart does not bring them back either, nor does it lose them.
        network.kill();
        network.start(SimulatedNetwork.NOTHING);
        network.allUp();
        assertEquals(0, held(TranslationIntent.Pool4.class));
        network.controller.configure(CONFIG, network.fabric());
        assertEquals(List.of(eam), network.controller.eamt());
        assertEquals(List.of(binding), network.controller.staticBindings());
        assertEquals(2, network.controller.pools().size());
        assertTrue(network.controller.health().ok);
        traffic(3);
        assertEquals(4, held(BibIntent.Outbound.class));
        network.assertConsistent();
    }

    @Test
    void whatIsLeftOutCanBeRemoved() {
        network.controller.addEams(List.of(eam("192.0.2.0/28", "2001:db8:a::/124")));
        network.controller.addPool(SimulatedNetwork.pool("q", "203.0.113.64/26"));
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.70", 53));
        network.controller.configure(SimulatedNetwork.NOTHING, network.fabric());
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
        network.controller.configure(SimulatedNetwork.NOTHING, network.fabric());
        List<String> problems = network.controller.health().problems;
        assertEquals(12, problems.size());
        assertTrue(problems.contains("90 more EAMs do not fit the configuration"));
        network.controller.replaceEamt(List.of(), List.of());
        assertEquals(1, network.controller.health().problems.size(), "a table is replaced whole");
    }

    @Test
    void aConfigurationThatContradictsOperatorsEntriesIsRefused() {
        network.controller.addPool(SimulatedNetwork.pool("q", "203.0.113.64/26"));
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () ->
                                network.controller.configure(
                                        SimulatedNetwork.nat64(
                                                SimulatedNetwork.instance(64, 16, 0),
                                                SimulatedNetwork.pool("p", "203.0.113.0/25")),
                                        network.fabric()));
        assertEquals("pool p", e.other());
        assertEquals(2, held(TranslationIntent.Pool4.class), "nothing half applied");
    }

    @Test
    void whatIsNotAllowedIsRefused() {
        network.controller.configure(
                SimulatedNetwork.nat64(
                        SimulatedNetwork.instance("2001:db8:64::/96", "10.0.0.0/8"),
                        SimulatedNetwork.pool("p", "203.0.113.0/28")),
                network.fabric());
        assertEquals(1, held(TranslationIntent.Denied.class));
        network.pipeline.receive(network.at(0), HostFrames.udp("2001:db8::1", 1, "10.0.0.1", 53));
        // From another switch: at an edge, its source is none.
        network.pipeline.process(
                network.at(0), 1, HostFrames.udp("2001:db8:64::1", 1, "198.51.100.1", 53));
        network.pipeline.receive(
                network.at(0), HostFrames.tcp("2001:db8::1", 1, "198.51.100.1", 80, 16));
        network.run(100);
        assertEquals(1, counter("refused_denied"));
        assertEquals(1, counter("punts_loop"));
        assertEquals(1, counter("punts_not_syn"));
        assertEquals(0, held(BibIntent.Outbound.class));
    }

    /** RFC 6052 section 3.1. */
    @Test
    void theWellKnownPrefixCarriesNoAddressThatIsNotGlobal() {
        network.controller.configure(
                SimulatedNetwork.nat64(
                        SimulatedNetwork.instance("64:ff9b::/96", "192.0.2.0/24"),
                        SimulatedNetwork.pool("p", "203.0.113.0/28")),
                network.fabric());
        Set<Ipv4Prefix> denied = new HashSet<>();
        for (Intent i : network.at(0).held.values()) {
            if (i instanceof TranslationIntent.Denied) {
                denied.add(((TranslationIntent.Denied) i).prefix);
            }
        }
        assertEquals(new HashSet<>(SpecialPurpose.nonGlobal()), denied);
    }

    @Test
    void aSwitchWithoutRoomRefusesForAll() {
        network.at(1).capacity = 10;
        traffic(30);
        assertEquals(10, held(BibIntent.Outbound.class));
        assertEquals(20, counter("refused_device"));
        network.assertConsistent();
        assertEquals(10, network.store.maps.get(Store.Map.BINDINGS).size());
        assertEquals(0, network.controller.devices().get(1).refused, "nothing of it is still due");
    }

    @Test
    void aFailingStoreMakesNoBindings() {
        network.store.fails = true;
        traffic(5);
        assertEquals(0, held(BibIntent.Inbound.class));
        assertFalse(network.controller.health().ok);
        network.store.fails = false;
        network.run(3000);
        traffic(5);
        assertEquals(5, held(BibIntent.Outbound.class));
        network.run(2000);
        assertTrue(network.controller.health().ok, "" + network.controller.health().problems);
        network.assertConsistent();
    }

    @Test
    void aSwitchThatDoesNotAnswerHoldsUpNobodyForLong() {
        network.at(1).mute = true;
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 1, "198.51.100.1", 53));
        network.run(13_000);
        assertEquals(1, network.at(0).translated.size());
        assertEquals(1, counter("device_timeouts"));
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 2, "198.51.100.1", 53));
        network.run(200);
        assertEquals(2, network.at(0).translated.size(), "it is left out from now on");
        network.down(network.at(1));
        network.up(network.at(1));
        network.run(2000);
        network.assertReady();
        network.assertConsistent();
    }

    /**
     * What starts a reconciliation meanwhile waits for the answer, as does a change of its role.
     */
    @Test
    void aSwitchIsNotReadBeforeItAnswersAWrite() {
        network.at(1).mute = true;
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 1, "198.51.100.1", 53));
        network.run(13_000);
        assertEquals(1, counter("device_timeouts"));
        network.controller.configure(CONFIG, network.fabric());
        network.run(2000);
        network.at(1).mute = false;
        network.at(1).unsaid.run();
        network.run(2000);
        network.assertReady();
        network.assertConsistent();
    }
}
