// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
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
    static final DeviceId LEAF1 = DeviceId.of("device:leaf1");
    static final DeviceId LEAF2 = DeviceId.of("device:leaf2");
    static final DeviceId SPINE1 = DeviceId.of("device:spine1");
    static final DeviceId SPINE2 = DeviceId.of("device:spine2");
    static final List<DeviceId> ALL = List.of(LEAF1, LEAF2, SPINE1, SPINE2);
    static final MacAddress ROUTER = MacAddress.parse("00:00:00:00:99:01");
    static final MacAddress OTHER = MacAddress.parse("00:00:00:00:99:02");

    private final CheckedTables tables = new CheckedTables();
    private final Fabric fabric = new Fabric(tables);

    private static FabricConfig.Device device(DeviceId id, int n, boolean translator) {
        return new FabricConfig.Device(
                id,
                MacAddress.of(0x0200_0000_0000L + n),
                List.of(Ipv4Address.parse("192.0.2." + n)),
                List.of(Ipv6Address.parse("2001:db8::" + n)),
                translator);
    }

    private static FabricConfig.Link link(DeviceId one, int p, DeviceId other, int q) {
        return new FabricConfig.Link(
                new FabricConfig.Port(one, p), new FabricConfig.Port(other, q), 9000);
    }

    private static FabricConfig.Interface face(
            DeviceId d, int port, String a4, String n4, String a6, String n6) {
        return new FabricConfig.Interface(
                new FabricConfig.Port(d, port),
                "eth" + port,
                0,
                1500,
                List.of(Ipv4Address.parse(a4)),
                List.of(Ipv4Prefix.parse(n4)),
                List.of(Ipv6Address.parse(a6)),
                List.of(Ipv6Prefix.parse(n6)),
                FabricConfig.SourceValidation.STRICT);
    }

    static FabricConfig config(boolean leaf2Translates) {
        return new FabricConfig(
                List.of(
                        device(LEAF1, 1, true),
                        device(LEAF2, 2, leaf2Translates),
                        device(SPINE1, 11, false),
                        device(SPINE2, 12, false)),
                List.of(
                        face(
                                LEAF1,
                                1,
                                "10.0.1.1",
                                "10.0.1.0/24",
                                "2001:db8:1::1",
                                "2001:db8:1::/64"),
                        face(
                                LEAF1,
                                2,
                                "10.0.1.1",
                                "10.0.1.0/24",
                                "2001:db8:1::1",
                                "2001:db8:1::/64"),
                        face(
                                LEAF2,
                                1,
                                "10.0.2.1",
                                "10.0.2.0/24",
                                "2001:db8:2::1",
                                "2001:db8:2::/64")),
                List.of(
                        link(LEAF1, 11, SPINE1, 1),
                        link(LEAF1, 12, SPINE2, 1),
                        link(LEAF2, 11, SPINE1, 2),
                        link(LEAF2, 12, SPINE2, 2)),
                List.of(
                        new FabricConfig.StaticRoute(
                                Ipv4Prefix.parse("0.0.0.0/0"),
                                Ipv4Address.parse("10.0.2.254"),
                                null,
                                null)));
    }

    @BeforeEach
    void configure() {
        fabric.configure(config(true));
        services(fabric);
        check();
    }

    private static void services(Fabric fabric) {
        fabric.services(
                List.of(Ipv4Prefix.parse("203.0.113.0/28")),
                List.of(Ipv6Prefix.parse("64:ff9b::/96")));
        fabric.mapped(List.of(Ipv6Prefix.parse("2001:db8:e::/124")), List.of());
    }

    @Test
    void whatAnyTranslatorCanDoIsNotForOneThatTakesNoChanges() {
        assertEquals(Set.of(1, 2), ports(SPINE1, "203.0.113.1"));
        fabric.managed(LEAF1, false);
        check();
        assertEquals(Set.of(2), ports(SPINE1, "203.0.113.1"));
        assertEquals(Set.of(1), ports(SPINE1, "192.0.2.1"), "to itself as before");
        assertEquals(
                RoutingIntent.Via.BLACKHOLE, via(LEAF1, "203.0.113.1"), "it translates by itself");
        fabric.managed(LEAF2, false);
        check();
        assertEquals(Set.of(1, 2), ports(SPINE1, "203.0.113.1"), "better than nobody");
        fabric.managed(LEAF1, true);
        fabric.deviceState(LEAF1, false);
        check();
        assertEquals(Set.of(2), ports(SPINE1, "203.0.113.1"));
    }

    @Test
    void aLinkIsDownWhateverItsPortsAre() {
        FabricConfig.Link link = config(true).links.get(0);
        fabric.linkState(link, false);
        check();
        assertEquals(Set.of(12), ports(LEAF1, "192.0.2.2"));
        fabric.portState(LEAF1, 11, true);
        check();
        assertEquals(Set.of(12), ports(LEAF1, "192.0.2.2"));
        assertTrue(fabric.isPortDown(link.other));
        fabric.linkState(link, true);
        check();
        assertEquals(Set.of(11, 12), ports(LEAF1, "192.0.2.2"));
    }

    private void check() {
        ALL.forEach(d -> tables.assertHolds(d, fabric.intents(d)));
    }

    private static Ipv6Address address(String text) {
        return text.indexOf(':') < 0
                ? V4Mapped.of(Ipv4Address.parse(text))
                : Ipv6Address.parse(text);
    }

    private RoutingIntent.Via via(DeviceId d, String to) {
        Intent r = tables.route(d, address(to));
        return r == null ? null : CheckedTables.via(r);
    }

    private Set<Integer> ports(DeviceId d, String to) {
        Intent r = tables.route(d, address(to));
        assertNotNull(r, to);
        Set<Integer> all = new HashSet<>();
        tables.hops(d, r).forEach(h -> all.add(h.port));
        return all;
    }

    private boolean holds(DeviceId d, Intent i) {
        return tables.of(d).contains(i);
    }

    @Test
    void spreadsOverBothSpines() {
        assertEquals(Set.of(11, 12), ports(LEAF1, "10.0.2.7"));
        assertEquals(Set.of(11, 12), ports(LEAF1, "2001:db8:2::7"));
        assertEquals(Set.of(11), ports(LEAF1, "192.0.2.11"));
        assertEquals(Set.of(2), ports(SPINE1, "10.0.2.7"));
        RoutingIntent.Hop h = tables.hops(SPINE1, tables.route(SPINE1, address("10.0.2.7"))).get(0);
        assertEquals(MacAddress.of(0x0200_0000_0000L + 11), h.source);
        assertEquals(MacAddress.of(0x0200_0000_0000L + 2), h.destination);
        assertEquals(9000, h.mtu);
    }

    @Test
    void answersForItsAddresses() {
        MacAddress mac = MacAddress.of(0x0200_0000_0001L);
        Ipv6Address local = Ipv6Address.parse("fe80::ff:fe00:1");
        assertTrue(holds(LEAF1, new SwitchIntent.Station(mac)));
        for (String a : List.of("192.0.2.1", "10.0.1.1")) {
            assertTrue(holds(LEAF1, new SwitchIntent.Local4(Ipv4Address.parse(a))), a);
        }
        for (String a :
                List.of("2001:db8::1", "2001:db8:1::1", "2001:db8:1::", "fe80::ff:fe00:1")) {
            assertTrue(holds(LEAF1, new SwitchIntent.Local6(Ipv6Address.parse(a))), a);
        }
        assertTrue(holds(LEAF1, new SwitchIntent.Served4(Ipv4Prefix.parse("10.0.1.1/32"), mac)));
        assertTrue(holds(LEAF1, new SwitchIntent.Served4(Ipv4Prefix.parse("203.0.113.0/28"), mac)));
        assertTrue(holds(LEAF1, new SwitchIntent.Served6(Ipv6Prefix.parse("64:ff9b::/96"), mac)));
        assertTrue(holds(LEAF1, new SwitchIntent.Served6(V4Mapped.host(local), mac)));
        assertTrue(
                holds(LEAF1, new SwitchIntent.Served6(Ipv6Prefix.parse("2001:db8:1::/128"), mac)));
        assertTrue(tables.of(SPINE1).stream().noneMatch(i -> i instanceof SwitchIntent.Served4));
        assertTrue(fabric.isOwn(LEAF1, local));
        assertFalse(fabric.isOwn(LEAF2, local));
    }

    @Test
    void asksForUnknownNeighborsAndKnowsLearnedOnes() {
        assertEquals(RoutingIntent.Via.CONNECTED, via(LEAF1, "10.0.1.7"));
        assertEquals(
                address("10.0.1.7"), fabric.paths().lookup(LEAF1, address("10.0.1.7")).gateway);
        FabricConfig.Interface on = fabric.interfaceAt(LEAF1, 2, 0);
        assertTrue(fabric.learn(on, address("10.0.1.7"), ROUTER));
        check();
        assertEquals(Set.of(2), ports(LEAF1, "10.0.1.7"));
        assertEquals(1500, fabric.paths().lookup(LEAF1, address("10.0.1.7")).mtu);
        // It has moved.
        assertTrue(fabric.learn(fabric.interfaceAt(LEAF1, 1, 0), address("10.0.1.7"), OTHER));
        check();
        assertEquals(Set.of(1), ports(LEAF1, "10.0.1.7"));
        fabric.forget(address("10.0.1.7"));
        check();
        assertEquals(RoutingIntent.Via.CONNECTED, via(LEAF1, "10.0.1.7"));
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
            assertFalse(fabric.learn(on, address(a), ROUTER), a);
        }
        assertEquals(RoutingIntent.Via.BLACKHOLE, via(LEAF1, "10.0.1.255"));
        fabric.portState(LEAF1, 1, false);
        assertFalse(fabric.learn(on, address("10.0.1.7"), ROUTER));
    }

    @Test
    void followsStaticRoutes() {
        assertEquals(RoutingIntent.Via.CONNECTED, via(LEAF2, "8.8.8.8"));
        assertEquals(
                address("10.0.2.254"), fabric.paths().lookup(LEAF2, address("8.8.8.8")).gateway);
        assertEquals(Set.of(11, 12), ports(LEAF1, "8.8.8.8"));
        fabric.learn(fabric.interfaceAt(LEAF2, 1, 0), address("10.0.2.254"), ROUTER);
        check();
        assertEquals(Set.of(1), ports(LEAF2, "8.8.8.8"));
        assertEquals(
                ROUTER,
                tables.hops(LEAF2, tables.route(LEAF2, address("8.8.8.8"))).get(0).destination);
        fabric.portState(LEAF2, 1, false);
        check();
        assertNull(via(LEAF1, "8.8.8.8"));
        // An unreachable prefix does not follow the default route.
        assertEquals(RoutingIntent.Via.BLACKHOLE, via(LEAF1, "10.0.2.7"));
        assertEquals(RoutingIntent.Via.BLACKHOLE, via(LEAF2, "10.0.2.7"));
    }

    @Test
    void leadsServicesToTheNearestTranslator() {
        assertEquals(RoutingIntent.Via.BLACKHOLE, via(LEAF1, "64:ff9b::1"));
        assertEquals(Set.of(1, 2), ports(SPINE1, "203.0.113.3"));
        fabric.configure(config(false));
        check();
        assertEquals(Set.of(1), ports(SPINE1, "64:ff9b::1"));
        assertEquals(Set.of(1), ports(SPINE1, "2001:db8:e::1"));
        assertTrue(fabric.served(address("2001:db8:e::")));
        assertEquals(List.of(Ipv6Prefix.parse("64:ff9b::/96")), fabric.nat64Prefixes());
        assertEquals(Set.of(11, 12), ports(LEAF2, "203.0.113.3"));
        assertEquals(List.of(LEAF1), fabric.translators());
        fabric.deviceState(LEAF1, false);
        check();
        assertEquals(List.of(), fabric.translators());
        assertEquals(RoutingIntent.Via.BLACKHOLE, via(LEAF2, "203.0.113.3"));
        fabric.services(List.of(), List.of());
        check();
        assertNull(via(SPINE1, "64:ff9b::1"));
    }

    private long routes(DeviceId d, String prefix) {
        Ipv6Prefix within = mapped(prefix);
        return tables.of(d).stream()
                .filter(i -> i instanceof RoutingIntent.Route4)
                .filter(i -> within.overlaps(V4Mapped.of(((RoutingIntent.Route4) i).prefix)))
                .filter(i -> ((RoutingIntent.Route4) i).prefix.length() > 8)
                .count();
    }

    private static Ipv6Prefix mapped(String prefix4) {
        return V4Mapped.of(Ipv4Prefix.parse(prefix4));
    }

    private static List<Ipv6Prefix> hosts(String first, int count, int apart) {
        List<Ipv6Prefix> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(
                    mapped(
                            Ipv4Address.toString(Ipv4Address.parse(first).bits() + i * apart)
                                    + "/32"));
        }
        return all;
    }

    @Test
    void hostsOfEamsNeedNoRoutesWhereEveryInterfaceIsAtATranslator() {
        fabric.mapped(hosts("172.16.0.1", 100, 2), List.of());
        check();
        ALL.forEach(d -> assertEquals(0, routes(d, "172.16.0.0/12"), d.toString()));
        assertTrue(fabric.served(address("172.16.0.3")));
        assertFalse(fabric.served(address("172.16.0.4")));
        MacAddress mac = MacAddress.of(0x0200_0000_0001L);
        assertTrue(holds(LEAF1, new SwitchIntent.Served4(Ipv4Prefix.parse("172.16.0.3/32"), mac)));
        assertTrue(tables.of(SPINE1).stream().noneMatch(i -> i instanceof SwitchIntent.Served4));
    }

    @Test
    void hostsOfEamsAreRoutedTogetherToTheTranslators() {
        fabric.configure(config(false));
        fabric.mapped(hosts("172.16.0.0", 255, 1), List.of());
        check();
        // 128, 64, ... and 1 of them, at the leaf that does not translate and the spines behind it.
        for (DeviceId d : List.of(LEAF2, SPINE1, SPINE2)) {
            assertEquals(8, routes(d, "172.16.0.0/12"), d.toString());
        }
        assertEquals(0, routes(LEAF1, "172.16.0.0/12"));
        assertEquals(Set.of(11, 12), ports(LEAF2, "172.16.0.254"));
        assertEquals(Set.of(1), ports(SPINE1, "172.16.0.254"));
        fabric.mapped(hosts("172.16.0.255", 1, 1), List.of());
        check();
        assertEquals(1, routes(LEAF2, "172.16.0.0/12"));
        fabric.deviceState(LEAF1, false);
        check();
        assertEquals(RoutingIntent.Via.BLACKHOLE, via(LEAF2, "172.16.0.9"));
        fabric.deviceState(LEAF1, true);
        fabric.configure(config(true));
        check();
        ALL.forEach(d -> assertEquals(0, routes(d, "172.16.0.0/12"), d.toString()));
        fabric.mapped(List.of(), hosts("172.16.0.0", 256, 1));
        check();
        assertFalse(fabric.served(address("172.16.0.9")));
    }

    @Test
    void neighboursThatAnEamTakesAwayAreForgotten() {
        fabric.learn(fabric.interfaceAt(LEAF1, 2, 0), address("10.0.1.7"), ROUTER);
        fabric.mapped(hosts("10.0.1.7", 1, 1), List.of());
        check();
        assertNull(fabric.neighbor(address("10.0.1.7")));
        assertFalse(fabric.learn(fabric.interfaceAt(LEAF1, 2, 0), address("10.0.1.7"), ROUTER));
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
        fabric.learn(fabric.interfaceAt(LEAF1, 2, 0), address("10.0.1.7"), ROUTER);
        tables.changes.clear();
        fabric.configure(config(true));
        assertEquals(0, tables.changes.size());
        check();
        assertEquals(Set.of(2), ports(LEAF1, "10.0.1.7"));
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
        check();
        assertEquals(Set.of(12), ports(LEAF1, "10.0.2.7"));
        assertEquals(Set.of(1), ports(SPINE1, "10.0.2.7"));
        fabric.portState(SPINE1, 2, true);
        check();
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
        check();
        assertEquals(Set.of(11, 12), ports(LEAF1, "10.0.2.7"));
        tables.changes.clear();
        fabric.portState(LEAF1, 13, true);
        assertEquals(2, tables.changes.get(LEAF1));
        check();
        assertEquals(Set.of(11, 12, 13), ports(LEAF1, "10.0.2.7"));
    }

    @Test
    void takesOverWhatDevicesHold() {
        fabric.learn(fabric.interfaceAt(LEAF1, 2, 0), address("10.0.1.7"), ROUTER);
        fabric.learn(fabric.interfaceAt(LEAF1, 1, 0), address("2001:db8:1::7"), OTHER);
        fabric.learn(fabric.interfaceAt(LEAF2, 1, 0), address("10.0.2.254"), ROUTER);
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
        check();
        assertEquals(Set.of(1, 2), ports(SPINE1, "8.8.8.8"));
        assertEquals(RoutingIntent.Via.CONNECTED, via(LEAF1, "8.8.8.8"));
        fabric.learn(fabric.interfaceAt(LEAF2, 1, 0), address("10.0.2.254"), ROUTER);
        check();
        assertEquals(Set.of(2), ports(SPINE1, "8.8.8.8"));
        assertEquals(Set.of(11, 12), ports(LEAF1, "8.8.8.8"));
        fabric.learn(fabric.interfaceAt(LEAF1, 1, 0), address("10.0.1.254"), OTHER);
        check();
        assertEquals(Set.of(1, 2), ports(SPINE1, "8.8.8.8"));
        assertEquals(Set.of(1), ports(LEAF1, "8.8.8.8"));
        fabric.forget(address("10.0.2.254"));
        check();
        assertEquals(Set.of(11, 12), ports(LEAF2, "8.8.8.8"));
    }

    @Test
    void hasNoRouterAnycastBetweenTwoRouters() {
        FabricConfig base = config(true);
        FabricConfig.Interface on =
                face(LEAF1, 5, "10.9.0.1", "10.9.0.0/31", "2001:db8:9::1", "2001:db8:9::/127");
        fabric.configure(new FabricConfig(base.devices, List.of(on), base.links, List.of()));
        check();
        Ipv6Address other = address("2001:db8:9::");
        assertFalse(fabric.isOwn(LEAF1, other));
        assertTrue(
                tables.of(LEAF1).stream()
                        .noneMatch(i -> i.key().equals(List.of("served", V4Mapped.host(other)))));
        assertTrue(fabric.learn(on, other, ROUTER));
        assertTrue(fabric.learn(on, address("10.9.0.0"), ROUTER));
    }
}
