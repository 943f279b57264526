// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import static org.isthmus.core.fabric.TwoLeaves.ALL;
import static org.isthmus.core.fabric.TwoLeaves.LEAF1;
import static org.isthmus.core.fabric.TwoLeaves.LEAF2;
import static org.isthmus.core.fabric.TwoLeaves.OTHER;
import static org.isthmus.core.fabric.TwoLeaves.ROUTER;
import static org.isthmus.core.fabric.TwoLeaves.SPINE1;
import static org.isthmus.core.fabric.TwoLeaves.SPINE2;
import static org.isthmus.core.fabric.TwoLeaves.address;
import static org.isthmus.core.fabric.TwoLeaves.config;
import static org.isthmus.core.fabric.TwoLeaves.device;
import static org.isthmus.core.fabric.TwoLeaves.face;
import static org.isthmus.core.fabric.TwoLeaves.link;
import static org.isthmus.core.fabric.TwoLeaves.services;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Difference;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two leaves, two spines, all linked; the first leaf has clients, the second the default route. */
class FabricTest {
    private final CheckedTables tables = new CheckedTables();
    private final Fabric fabric = new Fabric(tables);

    @BeforeEach
    void configure() {
        fabric.configure(config(true));
        services(fabric);
        tables.check(fabric);
    }

    @Test
    void whatAnyTranslatorCanDoIsNotForOneThatTakesNoChanges() {
        assertEquals(Set.of(1, 2), tables.ports(SPINE1, "203.0.113.1"));
        fabric.managed(LEAF1, false);
        tables.check(fabric);
        assertEquals(Set.of(2), tables.ports(SPINE1, "203.0.113.1"));
        assertEquals(Set.of(1), tables.ports(SPINE1, "192.0.2.1"), "to itself as before");
        assertEquals(
                RoutingIntent.Via.BLACKHOLE,
                tables.via(LEAF1, "203.0.113.1"),
                "it translates by itself");
        fabric.managed(LEAF2, false);
        tables.check(fabric);
        assertEquals(Set.of(1, 2), tables.ports(SPINE1, "203.0.113.1"), "better than nobody");
        fabric.managed(LEAF1, true);
        fabric.deviceState(LEAF1, false);
        tables.check(fabric);
        assertEquals(Set.of(2), tables.ports(SPINE1, "203.0.113.1"));
    }

    @Test
    void aLinkIsDownWhateverItsPortsAre() {
        FabricConfig.Link link = config(true).links.get(0);
        fabric.linkState(link, false);
        tables.check(fabric);
        assertEquals(Set.of(12), tables.ports(LEAF1, "192.0.2.2"));
        fabric.portState(LEAF1, 11, true);
        tables.check(fabric);
        assertEquals(Set.of(12), tables.ports(LEAF1, "192.0.2.2"));
        assertTrue(fabric.isPortDown(link.other));
        fabric.linkState(link, true);
        tables.check(fabric);
        assertEquals(Set.of(11, 12), tables.ports(LEAF1, "192.0.2.2"));
    }

    @Test
    void spreadsOverBothSpines() {
        assertEquals(Set.of(11, 12), tables.ports(LEAF1, "10.0.2.7"));
        assertEquals(Set.of(11, 12), tables.ports(LEAF1, "2001:db8:2::7"));
        assertEquals(Set.of(11), tables.ports(LEAF1, "192.0.2.11"));
        assertEquals(Set.of(2), tables.ports(SPINE1, "10.0.2.7"));
        RoutingIntent.Hop h = tables.hops(SPINE1, tables.route(SPINE1, address("10.0.2.7"))).get(0);
        assertEquals(MacAddress.of(0x0200_0000_0000L + 11), h.source);
        assertEquals(MacAddress.of(0x0200_0000_0000L + 2), h.destination);
        assertEquals(9000, h.mtu);
    }

    @Test
    void answersForItsAddresses() {
        MacAddress mac = MacAddress.of(0x0200_0000_0001L);
        Ipv6Address local = Ipv6Address.parse("fe80::ff:fe00:1");
        assertTrue(tables.holds(LEAF1, new SwitchIntent.Station(mac)));
        for (String a : List.of("192.0.2.1", "10.0.1.1")) {
            assertTrue(tables.holds(LEAF1, new SwitchIntent.Local4(Ipv4Address.parse(a))), a);
        }
        for (String a :
                List.of("2001:db8::1", "2001:db8:1::1", "2001:db8:1::", "fe80::ff:fe00:1")) {
            assertTrue(tables.holds(LEAF1, new SwitchIntent.Local6(Ipv6Address.parse(a))), a);
        }
        assertTrue(
                tables.holds(
                        LEAF1, new SwitchIntent.Served4(Ipv4Prefix.parse("10.0.1.1/32"), mac)));
        assertTrue(
                tables.holds(
                        LEAF1, new SwitchIntent.Served4(Ipv4Prefix.parse("203.0.113.0/28"), mac)));
        assertTrue(
                tables.holds(
                        LEAF1, new SwitchIntent.Served6(Ipv6Prefix.parse("64:ff9b::/96"), mac)));
        assertTrue(tables.holds(LEAF1, new SwitchIntent.Served6(V4Mapped.host(local), mac)));
        assertTrue(
                tables.holds(
                        LEAF1,
                        new SwitchIntent.Served6(Ipv6Prefix.parse("2001:db8:1::/128"), mac)));
        assertTrue(tables.of(SPINE1).stream().noneMatch(i -> i instanceof SwitchIntent.Served4));
        assertTrue(fabric.isOwn(LEAF1, local));
        assertFalse(fabric.isOwn(LEAF2, local));
    }

    @Test
    void asksForUnknownNeighborsAndKnowsLearnedOnes() {
        assertEquals(RoutingIntent.Via.CONNECTED, tables.via(LEAF1, "10.0.1.7"));
        assertEquals(
                address("10.0.1.7"), fabric.paths().lookup(LEAF1, address("10.0.1.7")).gateway);
        FabricConfig.Interface on = fabric.interfaceAt(LEAF1, 2, 0);
        assertTrue(fabric.neighbors().learn(on, address("10.0.1.7"), ROUTER));
        tables.check(fabric);
        assertEquals(Set.of(2), tables.ports(LEAF1, "10.0.1.7"));
        assertEquals(1500, fabric.paths().lookup(LEAF1, address("10.0.1.7")).mtu);
        // It has moved.
        assertTrue(
                fabric.neighbors()
                        .learn(fabric.interfaceAt(LEAF1, 1, 0), address("10.0.1.7"), OTHER));
        tables.check(fabric);
        assertEquals(Set.of(1), tables.ports(LEAF1, "10.0.1.7"));
        fabric.neighbors().forget(address("10.0.1.7"));
        tables.check(fabric);
        assertEquals(RoutingIntent.Via.CONNECTED, tables.via(LEAF1, "10.0.1.7"));
        assertNull(tables.route(LEAF2, V4Mapped.host(address("10.0.1.7"))));
    }

    @Test
    void refusesNeighborsThatCannotBe() {
        FabricConfig.Interface on = fabric.interfaceAt(LEAF1, 1, 0);
        for (String a :
                List.of(
                        "10.0.2.7",
                        "10.0.1.1",
                        "10.0.1.0",
                        "10.0.1.255",
                        "203.0.113.1",
                        "192.0.2.1",
                        "2001:db8:1::",
                        "2001:db8:1::1",
                        "2001:db8:2::7",
                        "64:ff9b::1")) {
            assertFalse(fabric.neighbors().learn(on, address(a), ROUTER), a);
        }
        assertEquals(RoutingIntent.Via.BLACKHOLE, tables.via(LEAF1, "10.0.1.255"));
        fabric.portState(LEAF1, 1, false);
        assertFalse(fabric.neighbors().learn(on, address("10.0.1.7"), ROUTER));
    }

    @Test
    void followsStaticRoutes() {
        assertEquals(RoutingIntent.Via.CONNECTED, tables.via(LEAF2, "8.8.8.8"));
        assertEquals(
                address("10.0.2.254"), fabric.paths().lookup(LEAF2, address("8.8.8.8")).gateway);
        assertEquals(Set.of(11, 12), tables.ports(LEAF1, "8.8.8.8"));
        fabric.neighbors().learn(fabric.interfaceAt(LEAF2, 1, 0), address("10.0.2.254"), ROUTER);
        tables.check(fabric);
        assertEquals(Set.of(1), tables.ports(LEAF2, "8.8.8.8"));
        assertEquals(
                ROUTER,
                tables.hops(LEAF2, tables.route(LEAF2, address("8.8.8.8"))).get(0).destination);
        fabric.portState(LEAF2, 1, false);
        tables.check(fabric);
        assertNull(tables.via(LEAF1, "8.8.8.8"));
        // An unreachable prefix does not follow the default route.
        assertEquals(RoutingIntent.Via.BLACKHOLE, tables.via(LEAF1, "10.0.2.7"));
        assertEquals(RoutingIntent.Via.BLACKHOLE, tables.via(LEAF2, "10.0.2.7"));
    }

    @Test
    void leadsServicesToTheNearestTranslator() {
        assertEquals(RoutingIntent.Via.BLACKHOLE, tables.via(LEAF1, "64:ff9b::1"));
        assertEquals(Set.of(1, 2), tables.ports(SPINE1, "203.0.113.3"));
        fabric.configure(config(false));
        tables.check(fabric);
        assertEquals(Set.of(1), tables.ports(SPINE1, "64:ff9b::1"));
        assertEquals(Set.of(1), tables.ports(SPINE1, "2001:db8:e::1"));
        assertTrue(fabric.served(address("2001:db8:e::")));
        assertEquals(List.of(Ipv6Prefix.parse("64:ff9b::/96")), fabric.nat64Prefixes());
        assertEquals(Set.of(11, 12), tables.ports(LEAF2, "203.0.113.3"));
        assertEquals(List.of(LEAF1), fabric.translators());
        fabric.deviceState(LEAF1, false);
        tables.check(fabric);
        assertEquals(List.of(), fabric.translators());
        assertEquals(RoutingIntent.Via.BLACKHOLE, tables.via(LEAF2, "203.0.113.3"));
        fabric.services(List.of(), List.of());
        tables.check(fabric);
        assertNull(tables.via(SPINE1, "64:ff9b::1"));
    }

    @Test
    void repairsGroupsBeforeRoutes() {
        List<String> seen = new ArrayList<>();
        Fabric f =
                new Fabric(
                        (d, c) -> {
                            if (d.equals(LEAF1)) {
                                seen.add(c.kind() + " " + c.intent());
                            }
                        });
        f.configure(config(true));
        Intent both =
                f.intents(LEAF1).stream()
                        .filter(
                                i ->
                                        i instanceof RoutingIntent.Next
                                                && ((RoutingIntent.Next) i).hops.size() == 2)
                        .findFirst()
                        .orElseThrow();
        seen.clear();
        f.portState(SPINE1, 1, false);
        RoutingIntent.Next left =
                new RoutingIntent.Next(
                        ((RoutingIntent.Next) both).id,
                        List.of(((RoutingIntent.Next) both).hops.get(1)));
        assertEquals("SET " + left, seen.get(0));
    }

    @Test
    void routesHaveNoMoreNextHopsThanTheProgramTakes() {
        Room room =
                new Room() {
                    @Override
                    public boolean hasRoom(DeviceId device, Intent like) {
                        return true;
                    }

                    @Override
                    public long most(DeviceId device, Intent like) {
                        return Long.MAX_VALUE;
                    }

                    @Override
                    public int mostHops(DeviceId device) {
                        return device.equals(LEAF1) ? 1 : 2;
                    }
                };
        Fabric f = new Fabric((d, c) -> {}, room);
        f.configure(config(true));
        assertEquals(Set.of(List.of(11), List.of(12)), hopPorts(f, LEAF1), "one to each spine");
        int id =
                f.intents(LEAF1).stream()
                        .filter(i -> i instanceof RoutingIntent.Route4)
                        .map(i -> (RoutingIntent.Route4) i)
                        .filter(r -> r.prefix.equals(Ipv4Prefix.parse("10.0.2.0/24")))
                        .findFirst()
                        .orElseThrow()
                        .next;
        // The first in the order of the configuration.
        assertTrue(
                f.intents(LEAF1).stream()
                        .filter(
                                i ->
                                        i instanceof RoutingIntent.Next
                                                && ((RoutingIntent.Next) i).id == id)
                        .allMatch(i -> ((RoutingIntent.Next) i).hops.get(0).port == 11));
        assertTrue(hopPorts(f, LEAF2).contains(List.of(11, 12)));
        IntentCounts counts = new IntentCounts();
        f.count(LEAF2, counts);
        long[] members = new long[1];
        counts.forEach(
                (like, number) -> {
                    if (like instanceof RoutingIntent.Next) {
                        members[0] += number * ((RoutingIntent.Next) like).hops.size();
                    }
                });
        assertEquals(hopPorts(f, LEAF2).stream().mapToLong(List::size).sum(), members[0]);
        f.portState(SPINE1, 1, false);
        assertEquals(Set.of(List.of(12)), hopPorts(f, LEAF1));
    }

    private static Set<List<Integer>> hopPorts(Fabric f, DeviceId device) {
        return f.intents(device).stream()
                .filter(i -> i instanceof RoutingIntent.Next)
                .map(i -> ((RoutingIntent.Next) i).hops)
                .map(hops -> hops.stream().map(h -> h.port).collect(Collectors.toList()))
                .collect(Collectors.toSet());
    }

    @Test
    void staysWhatItWasWhenConfiguredTheSameAgain() {
        fabric.neighbors().learn(fabric.interfaceAt(LEAF1, 2, 0), address("10.0.1.7"), ROUTER);
        tables.changes.clear();
        fabric.configure(config(true));
        assertEquals(0, tables.changes.size());
        tables.check(fabric);
        assertEquals(Set.of(2), tables.ports(LEAF1, "10.0.1.7"));
    }

    @Test
    void removesWhatIsNoLongerConfigured() {
        fabric.configure(new FabricConfig(List.of(), List.of(), List.of(), List.of()));
        ALL.forEach(d -> assertEquals(Set.of(), tables.of(d)));
    }

    @Test
    void failedAndBackIsAsBefore() {
        List<Set<String>> before = new ArrayList<>();
        ALL.forEach(d -> before.add(tables.meaning(d)));
        fabric.portState(SPINE1, 2, false);
        tables.check(fabric);
        assertEquals(Set.of(12), tables.ports(LEAF1, "10.0.2.7"));
        assertEquals(Set.of(1), tables.ports(SPINE1, "10.0.2.7"));
        fabric.portState(SPINE1, 2, true);
        tables.check(fabric);
        for (int i = 0; i < 4; i++) {
            assertEquals(before.get(i), tables.meaning(ALL.get(i)));
        }
    }

    @Test
    void changesSharedNextHopsInPlace() {
        FabricConfig base = config(true);
        List<FabricConfig.Link> links = new ArrayList<>(base.links);
        links.add(link(LEAF1, 13, SPINE1, 3));
        fabric.configure(new FabricConfig(base.devices, base.interfaces, links, base.routes));
        tables.changes.clear();
        fabric.portState(LEAF1, 13, false);
        // One write for the other leaf's prefixes, one for those of the spine.
        assertEquals(2, tables.changes.get(LEAF1));
        tables.check(fabric);
        assertEquals(Set.of(11, 12), tables.ports(LEAF1, "10.0.2.7"));
        tables.changes.clear();
        fabric.portState(LEAF1, 13, true);
        assertEquals(2, tables.changes.get(LEAF1));
        tables.check(fabric);
        assertEquals(Set.of(11, 12, 13), tables.ports(LEAF1, "10.0.2.7"));
    }

    @Test
    void takesOverWhatDevicesHold() {
        fabric.neighbors().learn(fabric.interfaceAt(LEAF1, 2, 0), address("10.0.1.7"), ROUTER);
        fabric.neighbors().learn(fabric.interfaceAt(LEAF1, 1, 0), address("2001:db8:1::7"), OTHER);
        fabric.neighbors().learn(fabric.interfaceAt(LEAF2, 1, 0), address("10.0.2.254"), ROUTER);
        fabric.portState(SPINE2, 1, false);
        fabric.portState(SPINE2, 1, true);
        CheckedTables after = new CheckedTables();
        Fabric next = new Fabric(after);
        next.configure(config(true));
        services(next);
        for (DeviceId d : ALL) {
            next.adopt(d, fabric.intents(d));
            assertEquals(List.of(), new Difference(fabric.intents(d), next.intents(d)).inOrder());
        }
        // An id in use is not given to another set.
        fabric.configure(config(false));
        for (DeviceId d : ALL) {
            next.adopt(d, tables.of(d));
        }
        next.configure(config(false));
        for (DeviceId d : ALL) {
            assertEquals(
                    Set.of(),
                    new HashSet<>(new Difference(tables.of(d), next.intents(d)).inOrder()));
        }
    }

    @Test
    void nextHopsInAnotherOrderAreTheSame() {
        // In other numbers than those of a fabric that begins anew.
        fabric.portState(SPINE2, 1, false);
        fabric.portState(SPINE2, 1, true);
        Fabric next = new Fabric(new CheckedTables());
        next.configure(config(true));
        services(next);
        for (DeviceId d : ALL) {
            List<Intent> held =
                    fabric.intents(d).stream()
                            .map(FabricTest::reversed)
                            .collect(Collectors.toList());
            next.adopt(d, held);
            assertEquals(List.of(), new Difference(held, next.intents(d)).inOrder());
        }
    }

    private static Intent reversed(Intent intent) {
        if (!(intent instanceof RoutingIntent.Next)) {
            return intent;
        }
        RoutingIntent.Next next = (RoutingIntent.Next) intent;
        List<RoutingIntent.Hop> hops = new ArrayList<>(next.hops);
        Collections.reverse(hops);
        return new RoutingIntent.Next(next.id, hops);
    }

    @Test
    void ordersDifferences() {
        CheckedTables own = new CheckedTables();
        List<Intent> none = List.of();
        new Difference(none, fabric.intents(LEAF1)).inOrder().forEach(c -> own.change(LEAF1, c));
        own.assertHolds(LEAF1, fabric.intents(LEAF1));
        new Difference(own.of(LEAF1), none).inOrder().forEach(c -> own.change(LEAF1, c));
        assertEquals(Set.of(), own.of(LEAF1));
    }

    @Test
    void prefersRoutersThatAreThere() {
        FabricConfig base = config(true);
        List<FabricConfig.StaticRoute> routes = new ArrayList<>();
        for (String via : List.of("10.0.1.254", "10.0.2.254")) {
            routes.add(
                    new FabricConfig.StaticRoute(
                            Ipv4Prefix.parse("0.0.0.0/0"), Ipv4Address.parse(via), null, null));
        }
        fabric.configure(new FabricConfig(base.devices, base.interfaces, base.links, routes));
        tables.check(fabric);
        assertEquals(Set.of(1, 2), tables.ports(SPINE1, "8.8.8.8"));
        assertEquals(RoutingIntent.Via.CONNECTED, tables.via(LEAF1, "8.8.8.8"));
        fabric.neighbors().learn(fabric.interfaceAt(LEAF2, 1, 0), address("10.0.2.254"), ROUTER);
        tables.check(fabric);
        assertEquals(Set.of(2), tables.ports(SPINE1, "8.8.8.8"));
        assertEquals(Set.of(11, 12), tables.ports(LEAF1, "8.8.8.8"));
        fabric.neighbors().learn(fabric.interfaceAt(LEAF1, 1, 0), address("10.0.1.254"), OTHER);
        tables.check(fabric);
        assertEquals(Set.of(1, 2), tables.ports(SPINE1, "8.8.8.8"));
        assertEquals(Set.of(1), tables.ports(LEAF1, "8.8.8.8"));
        fabric.neighbors().forget(address("10.0.2.254"));
        tables.check(fabric);
        assertEquals(Set.of(11, 12), tables.ports(LEAF2, "8.8.8.8"));
    }

    @Test
    void hasNoRouterAnycastBetweenTwoRouters() {
        FabricConfig base = config(true);
        FabricConfig.Interface on =
                face(LEAF1, 5, "10.9.0.1", "10.9.0.0/31", "2001:db8:9::1", "2001:db8:9::/127");
        fabric.configure(new FabricConfig(base.devices, List.of(on), base.links, List.of()));
        tables.check(fabric);
        Ipv6Address other = address("2001:db8:9::");
        assertFalse(fabric.isOwn(LEAF1, other));
        assertTrue(
                tables.of(LEAF1).stream()
                        .noneMatch(i -> i.key().equals(List.of("served", V4Mapped.host(other)))));
        assertTrue(fabric.neighbors().learn(on, other, ROUTER));
        assertTrue(fabric.neighbors().learn(on, address("10.9.0.0"), ROUTER));
    }
}
