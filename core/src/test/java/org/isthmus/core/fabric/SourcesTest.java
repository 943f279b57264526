// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.model.Stage;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.testing.Edges;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

/**
 * A leaf with hosts at ports 1 and 2 and the Internet at port 3, linked at port 9 to another leaf
 * with hosts.
 */
class SourcesTest {
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");
    private static final DeviceId OTHER = DeviceId.of("device:leaf2");
    private static final int LINK = 9;
    private static final List<Ipv4Prefix> POOLS =
            List.of(Ipv4Prefix.parse("203.0.113.0/28"), Ipv4Prefix.parse("198.51.100.128/28"));

    private final Fabric fabric = new Fabric((device, change) -> {});
    private final List<FabricConfig.StaticRoute> routes = new ArrayList<>();

    /** Of EAMs, to be told to the fabric: elsewhere, and in a network. */
    private final List<Ipv6Prefix> mapped =
            new ArrayList<>(
                    List.of(
                            Ipv6Prefix.parse("2001:db8:e::/124"),
                            V4Mapped.of(Ipv4Prefix.parse("198.51.100.80/32"))));

    private Map<Object, Intent> held;

    private static FabricConfig.Interface at(
            DeviceId device, int port, int vlan, SourceValidation validation, String... ips) {
        List<Ipv4Address> addresses4 = new ArrayList<>();
        List<Ipv4Prefix> networks4 = new ArrayList<>();
        List<Ipv6Address> addresses6 = new ArrayList<>();
        List<Ipv6Prefix> networks6 = new ArrayList<>();
        for (String ip : ips) {
            String[] parts = ip.split("/");
            int length = Integer.parseInt(parts[1]);
            if (ip.contains(":")) {
                Ipv6Address a = Ipv6Address.parse(parts[0]);
                addresses6.add(a);
                networks6.add(Ipv6Prefix.of(a.high(), a.low(), length));
            } else {
                Ipv4Address a = Ipv4Address.parse(parts[0]);
                addresses4.add(a);
                networks4.add(Ipv4Prefix.of(a.bits(), length));
            }
        }
        return new FabricConfig.Interface(
                new FabricConfig.Port(device, port),
                "eth" + port,
                vlan,
                1500,
                addresses4,
                networks4,
                addresses6,
                networks6,
                validation);
    }

    private void route(String prefix, String via) {
        routes.add(
                prefix.contains(":")
                        ? new FabricConfig.StaticRoute(
                                null, null, Ipv6Prefix.parse(prefix), Ipv6Address.parse(via))
                        : new FabricConfig.StaticRoute(
                                Ipv4Prefix.parse(prefix), Ipv4Address.parse(via), null, null));
    }

    private void configure(SourceValidation hosts, SourceValidation upstream) {
        fabric.configure(
                new FabricConfig(
                        List.of(
                                new FabricConfig.Device(
                                        LEAF,
                                        MacAddress.parse("02:00:00:00:00:01"),
                                        List.of(Ipv4Address.parse("192.0.2.1")),
                                        List.of(Ipv6Address.parse("2001:db8::1")),
                                        true),
                                new FabricConfig.Device(
                                        OTHER,
                                        MacAddress.parse("02:00:00:00:00:02"),
                                        List.of(Ipv4Address.parse("192.0.2.2")),
                                        List.of(),
                                        true)),
                        List.of(
                                at(LEAF, 1, 0, hosts, "2001:db8:1::ff/64"),
                                at(LEAF, 1, 7, hosts, "2001:db8:7::ff/64"),
                                at(LEAF, 2, 0, hosts, "10.2.0.1/24", "2001:db8:2::ff/64"),
                                at(LEAF, 3, 0, upstream, "198.51.100.1/24", "2001:db8:3::ff/64"),
                                at(OTHER, 1, 0, hosts, "10.4.0.1/24", "2001:db8:4::ff/64")),
                        List.of(
                                new FabricConfig.Link(
                                        new FabricConfig.Port(LEAF, LINK),
                                        new FabricConfig.Port(OTHER, LINK),
                                        1500)),
                        routes));
        fabric.services(POOLS, List.of(Ipv6Prefix.parse("64:ff9b::/96")));
        fabric.mapped(mapped, List.of());
        mapped.clear();
        held = new HashMap<>();
        fabric.intents(LEAF).forEach(i -> held.put(i.key(), i));
    }

    private static Ipv6Address address(String text) {
        return text.contains(":") ? Ipv6Address.parse(text) : V4Mapped.of(Ipv4Address.parse(text));
    }

    private void admits(int port, int vlan, String... sources) {
        for (String s : sources) {
            assertTrue(Edges.admits(held, port, vlan, address(s)), s + " at " + port);
        }
    }

    private void drops(int port, int vlan, String... sources) {
        for (String s : sources) {
            assertFalse(Edges.admits(held, port, vlan, address(s)), s + " at " + port);
        }
    }

    private static final String[] OURS = {
        "198.51.100.1",
        "10.2.0.1",
        "10.4.0.1",
        "192.0.2.1",
        "192.0.2.2",
        "203.0.113.7",
        "198.51.100.130",
        "198.51.100.80",
        "2001:db8:1::ff",
        "2001:db8:4::ff",
        "2001:db8::1",
        "2001:db8:3::",
        "64:ff9b::c633:6409",
        "2001:db8:e::3",
        "fe80::ff:fe00:1"
    };

    @Test
    void strictLetsInTheNetworksOfTheInterface() {
        configure(SourceValidation.STRICT, SourceValidation.STRICT);
        admits(1, 0, "2001:db8:1::5", "fe80::5");
        drops(1, 0, "2001:db8:2::5", "2001:db8:7::5", "2001:db8:4::5", "2001:db9::5", "10.2.0.5");
        admits(1, 7, "2001:db8:7::5");
        drops(1, 7, "2001:db8:1::5");
        admits(2, 0, "10.2.0.5", "2001:db8:2::5");
        drops(2, 0, "10.4.0.5", "198.51.100.9", "2001:db8:1::5", "10.2.0.0", "10.2.0.255");
        admits(3, 0, "198.51.100.9", "2001:db8:3::9");
        drops(3, 0, "192.0.2.99", "2001:db9::1");
    }

    @Test
    void strictLetsInWhatIsBehindARouterInTheNetwork() {
        route("10.50.0.0/16", "10.2.0.254");
        route("10.50.8.0/24", "198.51.100.254");
        route("2001:db8:50::/48", "2001:db8:2::fe");
        configure(SourceValidation.STRICT, SourceValidation.STRICT);
        admits(2, 0, "10.50.1.1", "2001:db8:50::1");
        drops(2, 0, "10.50.8.1", "10.51.0.1");
        admits(3, 0, "10.50.8.1");
        drops(3, 0, "10.50.1.1", "2001:db8:50::1");
    }

    @Test
    void aDefaultRouteLetsInWhatIsNotElsewhere() {
        route("0.0.0.0/0", "198.51.100.254");
        route("::/0", "2001:db8:3::fe");
        configure(SourceValidation.STRICT, SourceValidation.STRICT);
        admits(3, 0, "192.0.2.99", "198.51.100.9", "8.8.8.8", "2001:db9::1", "2001:db8:3::9");
        drops(3, 0, "10.2.0.5", "10.4.0.5", "2001:db8:1::5", "2001:db8:4::5");
        drops(3, 0, OURS);
        drops(2, 0, "8.8.8.8", "2001:db9::1");
    }

    @Test
    void looseLetsInWhatHasARoute() {
        route("10.50.0.0/16", "10.2.0.254");
        configure(SourceValidation.LOOSE, SourceValidation.STRICT);
        for (int port : new int[] {1, 2}) {
            admits(port, 0, "10.2.0.5", "10.4.0.5", "10.50.1.1", "198.51.100.9");
            admits(port, 0, "2001:db8:1::5", "2001:db8:2::5", "2001:db8:4::5", "fe80::5");
            drops(port, 0, "8.8.8.8", "2001:db9::1");
            drops(port, 0, OURS);
        }
        drops(3, 0, "10.2.0.5");
    }

    @Test
    void offLetsInAllButWhatIsOurs() {
        configure(SourceValidation.STRICT, SourceValidation.OFF);
        admits(3, 0, "8.8.8.8", "10.2.0.5", "2001:db9::1", "2001:db8:1::5", "fe80::5");
        drops(3, 0, OURS);
        drops(1, 0, "8.8.8.8", "2001:db9::1");
    }

    @Test
    void neighborsClaimOnlyAddressesOfTheirNetworkWhateverTheMode() {
        route("0.0.0.0/0", "198.51.100.254");
        for (SourceValidation mode : SourceValidation.values()) {
            configure(mode, mode);
            for (String own : OURS) {
                for (int port : new int[] {1, 2, 3}) {
                    assertFalse(Edges.admitsClaim(held, port, 0, address(own)), own + mode);
                }
            }
            assertTrue(Edges.admitsClaim(held, 2, 0, address("10.2.0.5")));
            assertTrue(Edges.admitsClaim(held, 2, 0, address("fe80::5")));
            assertFalse(Edges.admitsClaim(held, 2, 0, address("2001:db8:1::5")));
            assertTrue(Edges.admitsClaim(held, 3, 0, address("198.51.100.254")));
            assertFalse(Edges.admitsClaim(held, 3, 0, address("8.8.8.8")));
        }
    }

    @Test
    void onlyPortsInUseLetAnythingIn() {
        configure(SourceValidation.OFF, SourceValidation.OFF);
        admits(LINK, 0, "203.0.113.7", "64:ff9b::c633:6409", "10.4.0.5");
        drops(LINK, 7, "10.4.0.5");
        drops(1, 9, "2001:db8:1::5");
        drops(5, 0, "2001:db8:1::5");
    }

    @Test
    void whatIsLetInIsWrittenBeforeTheRestIsKeptOut() {
        configure(SourceValidation.STRICT, SourceValidation.STRICT);
        List<Stage> stages =
                fabric.intents(LEAF).stream()
                        .filter(
                                i ->
                                        i instanceof SourceIntent.Source
                                                || i instanceof SourceIntent.Edge
                                                || i instanceof SourceIntent.OthersClosed)
                        .map(Intent::stage)
                        .collect(Collectors.toList());
        List<Stage> sorted = new ArrayList<>(stages);
        sorted.sort(null);
        assertEquals(sorted, stages);
        assertEquals(Stage.EDGE, new SourceIntent.OthersClosed().stage());
        assertEquals(Stage.SWITCH, held.get(List.of("edge", LINK, 0)).stage());
    }

    @Test
    void theNumberOfRowsDoesNotGrowWithEams() {
        route("0.0.0.0/0", "198.51.100.254");
        configure(SourceValidation.STRICT, SourceValidation.STRICT);
        long before = sources();
        List<Ipv6Prefix> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(V4Mapped.of(Ipv4Prefix.of(0xc612_0000 + 3 * i, 32)));
        }
        fabric.mapped(many, List.of());
        assertEquals(before, sources());
        fabric.intents(LEAF).forEach(i -> held.put(i.key(), i));
        drops(3, 0, "198.18.0.6");
    }

    private long sources() {
        return fabric.intents(LEAF).stream().filter(i -> i instanceof SourceIntent.Source).count();
    }

    /** Of many interfaces with routes inside of each other and of networks, against a walk. */
    @Test
    void strictAgreesWithAWalk() {
        Random random = new Random(Seeds.of(3704));
        for (int round = 0; round < 20; round++) {
            List<FabricConfig.Interface> all = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                String ip = "10.0." + i * 4 + ".1/" + (22 + random.nextInt(9));
                all.add(at(LEAF, 1 + i % 3, i, SourceValidation.STRICT, ip));
            }
            routes.clear();
            Map<Ipv4Prefix, Set<FabricConfig.Interface>> behind = new HashMap<>();
            for (int i = 0; i < 30; i++) {
                FabricConfig.Interface by = all.get(random.nextInt(all.size()));
                int bits = 0x0a000000 + random.nextInt(1 << 14);
                Ipv4Prefix p = Ipv4Prefix.of(bits, i == 0 ? 0 : 16 + random.nextInt(17));
                if (!by.networks4.get(0).equals(p)) {
                    route(p.toString(), Ipv4Address.toString(by.addresses4.get(0).bits() + 1));
                    behind.computeIfAbsent(p, x -> new HashSet<>()).add(by);
                }
            }
            fabric.configure(
                    new FabricConfig(
                            List.of(
                                    new FabricConfig.Device(
                                            LEAF,
                                            MacAddress.parse("02:00:00:00:00:01"),
                                            List.of(),
                                            List.of(),
                                            true)),
                            all,
                            List.of(),
                            routes));
            held = new HashMap<>();
            fabric.intents(LEAF).forEach(i -> held.put(i.key(), i));
            for (int k = 0; k < 200; k++) {
                int a = 0x0a000000 + random.nextInt(1 << 14);
                for (FabricConfig.Interface i : all) {
                    assertEquals(
                            isAdmitted(i, all, behind, a),
                            Edges.admits(held, i.port.port, i.vlan, V4Mapped.of(a)),
                            Ipv4Address.toString(a) + " at " + i.networks4);
                }
            }
        }
    }

    private static boolean isAdmitted(
            FabricConfig.Interface at,
            List<FabricConfig.Interface> all,
            Map<Ipv4Prefix, Set<FabricConfig.Interface>> behind,
            int address) {
        Map<Ipv4Prefix, Set<FabricConfig.Interface>> places = new HashMap<>();
        behind.forEach((p, by) -> places.put(p, new HashSet<>(by)));
        for (FabricConfig.Interface i : all) {
            Ipv4Prefix network = i.networks4.get(0);
            int end = network.bits() | ~Ipv4Prefix.mask(network.length());
            if (List.of(i.addresses4.get(0).bits(), network.bits(), end).contains(address)) {
                return false;
            }
            places.computeIfAbsent(network, p -> new HashSet<>()).add(i);
        }
        return places.entrySet().stream()
                .filter(e -> e.getKey().contains(address))
                .max(Comparator.comparingInt(e -> e.getKey().length()))
                .map(e -> e.getValue().contains(at))
                .orElse(false);
    }
}
