// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.isthmus.core.OperationsFixture.CONFIG;
import static org.isthmus.core.OperationsFixture.binding;
import static org.isthmus.core.OperationsFixture.held;
import static org.isthmus.core.OperationsFixture.traffic;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Order;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Static bindings that operators add and replace, against simulated switches. */
class StaticBindingsTest {
    private final SimulatedNetwork network = new SimulatedNetwork(9, 2);

    @BeforeEach
    void start() {
        network.start(CONFIG);
        network.allUp();
    }

    private void restart() {
        network.kill();
        network.start(CONFIG);
        network.run(2000);
    }

    @Test
    void staticBindingsStayAndTakeNoUsedPort() {
        traffic(network, 1);
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
        assertEquals(2, held(network, BibIntent.Inbound.class));
        network.run(3_600_000);
        assertEquals(1, held(network, BibIntent.Inbound.class));
        restart();
        assertEquals(1, network.controller.staticBindings().size());
        assertEquals(1, held(network, BibIntent.Outbound.class));
        network.controller.removeStaticBinding(
                Protocol.UDP, Ipv4Address.parse("203.0.113.3").bits(), 53);
        assertEquals(0, held(network, BibIntent.Outbound.class));
        network.assertConsistent();
    }

    private List<Binding> bySince() {
        PageRequest bySince = new PageRequest(null, 10, new Order(Order.Key.SINCE, false), false);
        return network.controller.bindings(Filter.ALL, bySince).items();
    }

    @Test
    void anOperatorsBindingSaysSinceWhenAlsoAfterARestart() {
        StaticBinding made = binding("2001:db8:9::1", "203.0.113.3", 53);
        network.controller.addStaticBinding(made);
        long since = bySince().get(0).sinceEpochMillis;
        assertTrue(since > 0);
        network.run(5000);
        traffic(network, 1);
        network.run(2000);
        restart();
        List<Binding> bindings = bySince();
        assertEquals(2, bindings.size());
        assertTrue(bindings.get(0).isStatic);
        assertEquals(since, bindings.get(0).sinceEpochMillis);
        assertTrue(bindings.get(1).sinceEpochMillis > since);
        // It is left out for a while, and the same one afterwards.
        network.configure(Nat64Configs.NOTHING);
        network.run(2000);
        network.configure(CONFIG);
        network.run(2000);
        assertEquals(since, bySince().get(0).sinceEpochMillis);
        // Another one is in its place.
        replace(made, binding("2001:db8:9::2", "203.0.113.3", 53));
        assertTrue(bySince().get(0).sinceEpochMillis > since);
    }

    /** The time of the last start would be taken for the one at which it was made. */
    @Test
    void oneOfTheConfigurationDoesNotSaySinceWhen() {
        network.configure(
                CONFIG.toBuilder()
                        .staticBindings(List.of(binding("2001:db8:9::1", "203.0.113.3", 53)))
                        .build());
        network.run(2000);
        assertTrue(bySince().get(0).isStatic);
        assertEquals(0, bySince().get(0).sinceEpochMillis);
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
        assertEquals(1, held(network, BibIntent.Inbound.class));
        assertEquals(1, held(network, BibIntent.Outbound.class));
        assertEquals(1, network.store.maps.get(Store.Map.STATIC_BINDINGS).size());
        assertThrows(NotFoundException.class, () -> replace(first, otherHost));
        network.run(2000);
        network.assertConsistent();
        restart();
        assertEquals(List.of(otherPort), network.controller.staticBindings());
        assertEquals(1, held(network, BibIntent.Outbound.class));
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
        assertEquals(2, held(network, BibIntent.Outbound.class));
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
        assertEquals(2, held(network, BibIntent.Outbound.class));
        network.assertConsistent();
        restart();
        assertEquals(List.of(ours), network.controller.staticBindings());
    }

    /** What is said of a replacement during which the store failed, which works again then. */
    private String notReplaced(StaticBinding old, StaticBinding by) {
        Exception e = assertThrows(IllegalStateException.class, () -> replace(old, by));
        network.store.onWrite = records -> {};
        network.store.fails = false;
        return e.getMessage();
    }

    /** The store fails once it has the new one in the place of the old one. */
    @Test
    void whatTheStoreHasAndIsNotInForceIsLeftOut() {
        StaticBinding ours = binding("2001:db8:9::1", "203.0.113.3", 53);
        StaticBinding by = binding("2001:db8:9::1", "203.0.113.4", 54);
        network.controller.addStaticBinding(ours);
        network.store.onWrite = records -> network.store.fails = true;
        String message = notReplaced(ours, by);
        assertTrue(message.contains("could not be made again"), message);
        assertEquals(List.of(), network.controller.staticBindings());
        List<String> alarms =
                network.controller.alarms().stream()
                        .filter(a -> a.id.startsWith("left-out/"))
                        .map(a -> a.id)
                        .collect(Collectors.toList());
        assertEquals(List.of("left-out/static binding of UDP at 203.0.113.4 port 54"), alarms);
        // By then no device has the rows that it may have got.
        network.run(2000);
        network.controller.configure(CONFIG, network.fabric());
        assertEquals(List.of(by), network.controller.staticBindings());
        network.assertConsistent();
    }

    /** Those of two protocols may have the same port. */
    @Test
    void eachThatIsLeftOutHasAnAlarm() {
        StaticBinding udp = binding("2001:db8:9::1", "203.0.113.3", 53);
        network.controller.addStaticBinding(udp);
        network.controller.addStaticBinding(
                new StaticBinding(
                        udp.instance,
                        Protocol.TCP,
                        udp.address6,
                        udp.port6,
                        udp.address4,
                        udp.port4));
        network.configure(Nat64Configs.NOTHING);
        assertEquals(
                List.of(
                        "left-out/static binding of TCP at 203.0.113.3 port 53",
                        "left-out/static binding of UDP at 203.0.113.3 port 53"),
                network.controller.alarms().stream()
                        .map(a -> a.id)
                        .filter(id -> id.startsWith("left-out/"))
                        .sorted()
                        .collect(Collectors.toList()));
    }

    @Test
    void oneThatIsRefusedAndCannotBeRemovedStaysAndIsSaidTo() {
        StaticBinding ours = binding("2001:db8:9::1", "203.0.113.3", 53);
        StaticBinding by = binding("2001:db8:9::1", "203.0.113.4", 54);
        network.controller.addStaticBinding(ours);
        network.at(0).refuses = i -> i instanceof BibIntent.Inbound;
        // Behind the write that puts the one into the other's place.
        network.store.onWrite =
                records -> network.store.onWrite = more -> network.store.fails = true;
        String message = notReplaced(ours, by);
        assertTrue(message.startsWith(by + " stays, though it was refused"), message);
        network.at(0).refuses = i -> false;
        network.allUp();
        assertEquals(List.of(by), network.controller.staticBindings());
        network.assertConsistent();
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
}
