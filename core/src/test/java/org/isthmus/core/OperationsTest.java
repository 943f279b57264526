// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.isthmus.core.OperationsFixture.CONFIG;
import static org.isthmus.core.OperationsFixture.counter;
import static org.isthmus.core.OperationsFixture.eam;
import static org.isthmus.core.OperationsFixture.held;
import static org.isthmus.core.OperationsFixture.traffic;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.SpecialPurpose;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators see and change, against simulated switches. */
class OperationsTest {
    private final SimulatedNetwork network = new SimulatedNetwork(9, 2);

    @BeforeEach
    void start() {
        network.start(CONFIG);
        network.allUp();
    }

    @Test
    void pagesListEveryBindingOnce() {
        traffic(network, 250);
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
    void aPoolComesAndGoesWithItsBindings() {
        network.controller.addPool(Nat64Configs.pool("q", "203.0.113.64/26"));
        assertEquals(2, held(network, TranslationIntent.Pool4.class));
        traffic(network, 200);
        long before = held(network, BibIntent.Outbound.class);
        assertEquals(200, before);
        network.controller.removePool("q");
        assertEquals(1, held(network, TranslationIntent.Pool4.class));
        Filter inside = new Filter(null, null, null, Ipv4Prefix.parse("203.0.113.64/26"), -1, null);
        assertTrue(network.controller.bindings(inside, null, 10).items().isEmpty());
        assertTrue(held(network, BibIntent.Outbound.class) < before);
        network.assertConsistent();
        assertThrows(NotFoundException.class, () -> network.controller.removePool("q"));
        assertThrows(ConflictException.class, () -> network.controller.removePool("p"));
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () -> network.controller.addPool(Nat64Configs.pool("r", "203.0.113.8/29")));
        assertEquals("prefixes[0]", e.field());
        assertEquals("pool p", e.other());
    }

    @Test
    void eamtIsReplacedByDifferenceOrNotAtAll() {
        Eam a = eam("192.0.2.0/28", "2001:db8:a::/124");
        Eam b = eam("192.0.2.16/28", "2001:db8:b::/124");
        network.controller.addEams(List.of(a, b));
        assertEquals(2, held(network, TranslationIntent.Eam.class));
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
    void aRestartLosesNothing() {
        traffic(network, 50);
        Set<String> before = rows();
        long events = network.store.events.size();
        network.kill();
        network.start(CONFIG);
        network.run(2000);
        assertEquals(before, rows());
        assertEquals(50, counter(network, "bindings_restored"));
        assertEquals(events, network.store.events.size(), "nothing is logged twice");
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
        traffic(network, 50);
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
        assertEquals(50, counter(network, "bindings_adopted"));
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
    void whatIsNotAllowedIsRefused() {
        network.controller.configure(
                Nat64Configs.nat64(
                        Nat64Configs.instance("2001:db8:64::/96", "10.0.0.0/8"),
                        Nat64Configs.pool("p", "203.0.113.0/28")),
                network.fabric());
        assertEquals(1, held(network, TranslationIntent.Denied.class));
        network.pipeline.receive(network.at(0), HostFrames.udp("2001:db8::1", 1, "10.0.0.1", 53));
        // From another switch: at an edge, its source is none.
        network.pipeline.process(
                network.at(0), 1, HostFrames.udp("2001:db8:64::1", 1, "198.51.100.1", 53));
        network.pipeline.receive(
                network.at(0), HostFrames.tcp("2001:db8::1", 1, "198.51.100.1", 80, 16));
        network.run(100);
        assertEquals(1, counter(network, "refused_denied"));
        assertEquals(1, counter(network, "punts_loop"));
        assertEquals(1, counter(network, "punts_not_syn"));
        assertEquals(0, held(network, BibIntent.Outbound.class));
    }

    /** RFC 6052 section 3.1. */
    @Test
    void theWellKnownPrefixCarriesNoAddressThatIsNotGlobal() {
        assertEquals(new HashSet<>(SpecialPurpose.nonGlobal()), denied("64:ff9b::/96"));
    }

    /** RFC 8215 section 5: what holds for the well-known prefix does not for those. */
    @Test
    void aPrefixForLocalUseCarriesAnyAddress() {
        Set<Ipv4Prefix> configured = Set.of(Ipv4Prefix.parse("192.0.2.0/24"));
        assertEquals(configured, denied("64:ff9b:1::/96"));
        assertEquals(configured, denied("64:ff9b:1:fffe::/96"));
        assertEquals(configured, denied("64:ff9b:1::/48"));
    }

    /** What a switch does not translate to, of an instance that denies 192.0.2.0/24. */
    private Set<Ipv4Prefix> denied(String prefix) {
        network.controller.configure(
                Nat64Configs.nat64(
                        Nat64Configs.instance(prefix, "192.0.2.0/24"),
                        Nat64Configs.pool("p", "203.0.113.0/28")),
                network.fabric());
        network.run(1000);
        return network.at(0).held.values().stream()
                .filter(TranslationIntent.Denied.class::isInstance)
                .map(i -> ((TranslationIntent.Denied) i).prefix)
                .collect(Collectors.toSet());
    }

    @Test
    void aSwitchWithoutRoomRefusesForAll() {
        network.at(1).capacity = 10;
        traffic(network, 30);
        assertEquals(10, held(network, BibIntent.Outbound.class));
        assertEquals(20, counter(network, "refused_device"));
        network.assertConsistent();
        assertEquals(10, network.store.maps.get(Store.Map.BINDINGS).size());
        assertEquals(0, network.controller.devices().get(1).refused, "nothing of it is still due");
    }

    @Test
    void aFailingStoreMakesNoBindings() {
        network.store.fails = true;
        traffic(network, 5);
        assertEquals(0, held(network, BibIntent.Inbound.class));
        assertFalse(network.controller.health().ok);
        network.store.fails = false;
        network.run(3000);
        traffic(network, 5);
        assertEquals(5, held(network, BibIntent.Outbound.class));
        network.run(2000);
        assertTrue(network.controller.health().ok, "" + network.controller.health().problems);
        network.assertConsistent();
    }

    /** As a disk that is full for long. */
    @Test
    void whatAStoreDidNotTakeIsWrittenAgainTogether() {
        network.store.fails = true;
        for (int i = 0; i < 100; i++) {
            network.pipeline.receive(
                    network.at(0), HostFrames.udp("2001:db8::1", 1024 + i, "198.51.100.1", 53));
            network.run(100);
        }
        long before = counter(network, "store_errors");
        network.run(10_000);
        long writes = counter(network, "store_errors") - before;
        assertTrue(writes < 30, writes + " writes in ten seconds");
        network.store.fails = false;
        network.run(3000);
        assertEquals(0, counter(network, "bindings_removed"));
        traffic(network, 5);
        network.assertConsistent();
    }

    @Test
    void aSwitchThatDoesNotAnswerHoldsUpNobodyForLong() {
        network.at(1).mute = true;
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 1, "198.51.100.1", 53));
        network.run(13_000);
        assertEquals(1, network.at(0).translated.size());
        assertEquals(1, counter(network, "device_timeouts"));
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
        assertEquals(1, counter(network, "device_timeouts"));
        network.controller.configure(CONFIG, network.fabric());
        network.run(2000);
        network.at(1).mute = false;
        network.at(1).unsaid.run();
        network.run(2000);
        network.assertReady();
        network.assertConsistent();
    }
}
