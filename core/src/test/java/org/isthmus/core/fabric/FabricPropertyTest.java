// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random networks under random events, against a naive all-pairs computation. */
class FabricPropertyTest {
    private static final int FAR = 1000;

    private final CheckedTables tables = new CheckedTables();
    private final Fabric fabric = new Fabric(tables);
    private final Set<FabricConfig.Port> downPorts = new HashSet<>();
    private final Set<DeviceId> downDevices = new HashSet<>();
    private final Map<Ipv6Address, FabricConfig.Interface> learned = new HashMap<>();
    private final List<Ipv4Prefix> pools = new ArrayList<>();
    private final List<Ipv6Prefix> mapped = new ArrayList<>();
    private FabricConfig config;

    private static DeviceId id(int n) {
        return DeviceId.of("device:s" + n);
    }

    private static Ipv4Address loopback(int n) {
        return Ipv4Address.of(0xc0000200 + n);
    }

    private static FabricConfig random(Random random) {
        int n = 2 + random.nextInt(9);
        List<FabricConfig.Device> devices = new ArrayList<>();
        List<FabricConfig.Interface> interfaces = new ArrayList<>();
        List<FabricConfig.Link> links = new ArrayList<>();
        List<FabricConfig.StaticRoute> routes = new ArrayList<>();
        int[] ports = new int[n];
        for (int i = 0; i < n; i++) {
            devices.add(
                    new FabricConfig.Device(
                            id(i),
                            MacAddress.of(0x0200_0000_0000L + i),
                            List.of(loopback(i)),
                            List.of(),
                            random.nextInt(3) == 0));
            for (int f = random.nextInt(3); f > 0; f--) {
                // Two in five networks are on several devices.
                int net = random.nextInt(5) < 3 ? i : 100 + random.nextInt(2);
                int bits = 10 << 24 | net << 8;
                interfaces.add(
                        new FabricConfig.Interface(
                                new FabricConfig.Port(id(i), ++ports[i]),
                                "f" + ports[i],
                                f,
                                1500,
                                List.of(Ipv4Address.of(bits + 1 + (net < 100 ? 0 : i))),
                                List.of(Ipv4Prefix.of(bits, 24)),
                                List.of(Ipv6Address.of(0x20010db8_00000000L + net, 1)),
                                List.of(Ipv6Prefix.of(0x20010db8_00000000L + net, 0, 64)),
                                FabricConfig.SourceValidation.values()[random.nextInt(3)]));
                if (random.nextInt(3) == 0) {
                    routes.add(
                            new FabricConfig.StaticRoute(
                                    Ipv4Prefix.of(random.nextInt(3) << 30, random.nextInt(2) * 2),
                                    Ipv4Address.of(bits + 200 + random.nextInt(2)),
                                    null,
                                    null));
                }
            }
        }
        for (int l = random.nextInt(3 * n); l >= 0; l--) {
            int a = random.nextInt(n);
            int b = random.nextInt(n);
            if (a != b) {
                links.add(
                        new FabricConfig.Link(
                                new FabricConfig.Port(id(a), ++ports[a]),
                                new FabricConfig.Port(id(b), ++ports[b]),
                                1500 + random.nextInt(100)));
            }
        }
        return new FabricConfig(devices, interfaces, links, routes);
    }

    static LongStream seeds() {
        return Seeds.upTo(6);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void keepsItsInvariants(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 5; round++) {
            config = random(random);
            fabric.configure(config);
            learned.keySet().removeIf(a -> fabric.neighbors().get(a) == null);
            check("seed " + seed + " round " + round);
            for (int step = 0; step < 25; step++) {
                String what = "seed " + seed + " round " + round + " step " + step + event(random);
                check(what);
            }
        }
    }

    private String event(Random random) {
        int n = config.devices.size();
        DeviceId d = id(random.nextInt(n));
        switch (random.nextInt(7)) {
            case 0:
            case 1:
                FabricConfig.Port p = new FabricConfig.Port(d, 1 + random.nextInt(6));
                boolean up = random.nextBoolean();
                boolean changed = up ? downPorts.remove(p) : downPorts.add(p);
                fabric.portState(d, p.port, up);
                return (changed ? " port " : " no change ") + p + up;
            case 2:
                boolean alive = random.nextInt(3) > 0;
                fabric.deviceState(d, alive);
                if (alive) {
                    downDevices.remove(d);
                } else {
                    downDevices.add(d);
                }
                return " device " + d + alive;
            case 3:
                pools.clear();
                for (int i = random.nextInt(3); i > 0; i--) {
                    pools.add(Ipv4Prefix.of(0xcb007100 + 16 * random.nextInt(3), 28));
                }
                fabric.services(pools, List.of(Ipv6Prefix.parse("64:ff9b::/96")));
                return " services " + pools;
            case 6:
                List<Ipv6Prefix> gone = new ArrayList<>(mapped);
                gone.removeIf(each -> random.nextInt(3) > 0);
                List<Ipv6Prefix> more = new ArrayList<>();
                for (int i = random.nextInt(6); i > 0; i--) {
                    // Some are in the networks of interfaces.
                    int first = random.nextBoolean() ? 0xcb007200 : 10 << 24;
                    int length = 30 + random.nextInt(3);
                    more.add(V4Mapped.of(Ipv4Prefix.of(first + random.nextInt(8), length)));
                }
                gone.forEach(mapped::remove);
                mapped.addAll(more);
                fabric.mapped(more, gone);
                return " mapped " + mapped;
            case 4:
                if (!learned.isEmpty()) {
                    Ipv6Address a = learned.keySet().iterator().next();
                    fabric.neighbors().forget(a);
                    return " forget " + a;
                }
                return " nothing";
            default:
                if (config.interfaces.isEmpty()) {
                    return " nothing";
                }
                FabricConfig.Interface i =
                        config.interfaces.get(random.nextInt(config.interfaces.size()));
                int host = random.nextBoolean() ? 200 + random.nextInt(2) : random.nextInt(256);
                Ipv6Address a = V4Mapped.of(i.networks4.get(0).bits() + host);
                fabric.neighbors().learn(i, a, MacAddress.of(random.nextInt(1000)));
                return " learn " + a + " on " + i.port;
        }
    }

    private void check(String what) {
        learned.clear();
        for (int net : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 101}) {
            for (int h = 0; h < 256; h++) {
                Ipv6Address a = V4Mapped.of(10 << 24 | net << 8 | h);
                if (fabric.neighbors().get(a) != null) {
                    learned.put(a, fabric.neighbors().get(a).on);
                }
            }
        }
        config.devices.forEach(d -> tables.assertHolds(d.id, fabric.intents(d.id)));
        sameAsFresh(what);
        int[][] distance = distances();
        for (int owner = 0; owner < config.devices.size(); owner++) {
            for (int at = 0; at < config.devices.size(); at++) {
                if (at != owner) {
                    loopbackRoute(what, at, owner, distance);
                }
            }
        }
        for (int at = 0; at < config.devices.size(); at++) {
            for (Map.Entry<Ipv6Address, FabricConfig.Interface> e : learned.entrySet()) {
                walk(what, at, e.getKey(), e.getValue(), distance);
            }
            for (Ipv4Prefix p : pools) {
                serviceRoute(what, at, p, distance);
            }
            for (Ipv6Prefix p : mapped) {
                // In a network, an address of a switch has a longer prefix.
                if (V4Mapped.toIpv4(p).bits() >>> 24 != 10) {
                    reachesTranslators(what, at, p.address(), distance);
                }
            }
        }
    }

    /** The result of many changes equals that of a new fabric in the same state. */
    private void sameAsFresh(String what) {
        CheckedTables other = new CheckedTables();
        Fabric fresh = new Fabric(other);
        downPorts.forEach(p -> fresh.portState(p.device, p.port, false));
        downDevices.forEach(d -> fresh.deviceState(d, false));
        fresh.services(
                pools,
                fabric.served(Ipv6Address.parse("64:ff9b::1"))
                        ? List.of(Ipv6Prefix.parse("64:ff9b::/96"))
                        : List.of());
        fresh.mapped(mapped, List.of());
        fresh.configure(config);
        learned.forEach((a, on) -> fresh.neighbors().learn(on, a, fabric.neighbors().get(a).mac));
        for (FabricConfig.Device d : config.devices) {
            assertEquals(other.meaning(d.id), tables.meaning(d.id), what + " " + d.id);
        }
    }

    private boolean up(FabricConfig.Port p) {
        return !downPorts.contains(p) && !downDevices.contains(p.device);
    }

    private int number(DeviceId d) {
        return Integer.parseInt(d.toString().substring("device:s".length()));
    }

    private int[][] distances() {
        int n = config.devices.size();
        int[][] d = new int[n][n];
        for (int i = 0; i < n; i++) {
            Arrays.fill(d[i], FAR);
            d[i][i] = 0;
        }
        for (FabricConfig.Link l : config.links) {
            if (up(l.one) && up(l.other)) {
                d[number(l.one.device)][number(l.other.device)] = 1;
                d[number(l.other.device)][number(l.one.device)] = 1;
            }
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    d[i][j] = Math.min(d[i][j], d[i][k] + d[k][j]);
                }
            }
        }
        return d;
    }

    private Set<Integer> shortest(int at, int owner, int[][] distance) {
        Set<Integer> ports = new HashSet<>();
        for (FabricConfig.Link l : config.links) {
            for (FabricConfig.Port[] e :
                    new FabricConfig.Port[][] {{l.one, l.other}, {l.other, l.one}}) {
                if (number(e[0].device) == at
                        && up(l.one)
                        && up(l.other)
                        && distance[number(e[1].device)][owner] == distance[at][owner] - 1) {
                    ports.add(e[0].port);
                }
            }
        }
        return ports;
    }

    private void loopbackRoute(String what, int at, int owner, int[][] distance) {
        Intent r = tables.route(id(at), V4Mapped.host(V4Mapped.of(loopback(owner))));
        assertNotNull(r, what);
        if (distance[at][owner] >= FAR) {
            assertEquals(RoutingIntent.Via.BLACKHOLE, CheckedTables.via(r), what);
        } else {
            Set<Integer> ports = new HashSet<>();
            tables.hops(id(at), r).forEach(h -> ports.add(h.port));
            assertEquals(shortest(at, owner, distance), ports, what);
        }
    }

    /** Every path ends at the host, and each hop is one hop nearer. */
    private void walk(
            String what, int from, Ipv6Address to, FabricConfig.Interface on, int[][] distance) {
        Set<Integer> frontier = Set.of(from);
        for (int steps = 0; !frontier.isEmpty(); steps++) {
            assertEquals(true, steps <= config.devices.size(), what + ": loop to " + to);
            Set<Integer> next = new HashSet<>();
            for (int at : frontier) {
                Intent r = tables.route(id(at), to);
                if (at == number(on.port.device)) {
                    assertEquals(on.port.port, tables.hops(id(at), r).get(0).port, what);
                    continue;
                }
                boolean reachable = distance[at][number(on.port.device)] < FAR;
                if (!reachable) {
                    continue;
                }
                assertNotNull(r, what + " from " + from + " at " + at + " to " + to);
                assertEquals(
                        RoutingIntent.Via.NEXT,
                        CheckedTables.via(r),
                        what + " at " + at + " to " + to);
                for (RoutingIntent.Hop h : tables.hops(id(at), r)) {
                    next.add(peer(new FabricConfig.Port(id(at), h.port)));
                }
            }
            frontier = next;
        }
    }

    private int peer(FabricConfig.Port p) {
        for (FabricConfig.Link l : config.links) {
            if (l.one.equals(p)) {
                return number(l.other.device);
            }
            if (l.other.equals(p)) {
                return number(l.one.device);
            }
        }
        throw new AssertionError("no link at " + p);
    }

    /**
     * From a device with an interface, every path to a prefix of EAMs meets a translator, if there
     * is one to be reached.
     */
    private void reachesTranslators(String what, int at, Ipv6Address to, int[][] distance) {
        FabricConfig.Device d = config.devices.get(at);
        boolean edge = config.interfaces.stream().anyMatch(i -> i.port.device.equals(d.id));
        if (d.translator || !edge) {
            return;
        }
        boolean reachable = false;
        for (FabricConfig.Device other : config.devices) {
            reachable |= other.translator && distance[at][number(other.id)] < FAR;
        }
        Intent r = tables.route(id(at), to);
        assertNotNull(r, what + " at " + at + " to " + to);
        assertEquals(reachable, CheckedTables.via(r) == RoutingIntent.Via.NEXT, what + " at " + at);
        Set<Integer> frontier = Set.of(at);
        for (int steps = 0; reachable && !frontier.isEmpty(); steps++) {
            assertEquals(true, steps <= config.devices.size(), what + ": loop to " + to);
            Set<Integer> next = new HashSet<>();
            for (int n : frontier) {
                if (!config.devices.get(n).translator) {
                    for (RoutingIntent.Hop h : tables.hops(id(n), tables.route(id(n), to))) {
                        next.add(peer(new FabricConfig.Port(id(n), h.port)));
                    }
                }
            }
            frontier = next;
        }
    }

    private void serviceRoute(String what, int at, Ipv4Prefix pool, int[][] distance) {
        int best = FAR;
        Set<Integer> ports = new HashSet<>();
        for (FabricConfig.Device d : config.devices) {
            if (d.translator) {
                best = Math.min(best, distance[at][number(d.id)]);
            }
        }
        for (FabricConfig.Device d : config.devices) {
            if (d.translator && distance[at][number(d.id)] == best) {
                ports.addAll(shortest(at, number(d.id), distance));
            }
        }
        Intent r = tables.route(id(at), V4Mapped.of(pool));
        assertNotNull(r, what);
        if (best == 0 || best >= FAR) {
            assertEquals(RoutingIntent.Via.BLACKHOLE, CheckedTables.via(r), what);
        } else {
            Set<Integer> out = new HashSet<>();
            tables.hops(id(at), r).forEach(h -> out.add(h.port));
            assertEquals(ports, out, what);
        }
    }
}
