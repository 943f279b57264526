// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.core.Nat64Configs;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class AddressPlanTest {
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");

    /** Of both families: 64 addresses from 10.0.0.0 and from 2001:db8:: on. */
    private static final int UNIVERSE = 64;

    private static final int BASE4 = Ipv4Address.parse("10.0.0.0").bits();
    private static final Ipv6Address BASE6 = Ipv6Address.parse("2001:db8::");

    private final Fabric fabric = new Fabric((device, change) -> {});

    private static Ipv6Address address(boolean v4, int i) {
        return v4 ? V4Mapped.of(BASE4 + i) : Ipv6Address.of(BASE6.high(), BASE6.low() + i);
    }

    /** A prefix of the universe with a number of bits behind it. */
    private static Ipv6Prefix prefix(boolean v4, int i, int bits) {
        Ipv6Address a = address(v4, i);
        return Ipv6Prefix.of(a.high(), a.low(), 128 - bits);
    }

    private static FabricConfig.Interface face(int port, List<Ipv6Address> own, int bits) {
        List<Ipv4Address> addresses4 = new ArrayList<>();
        List<Ipv4Prefix> networks4 = new ArrayList<>();
        List<Ipv6Address> addresses6 = new ArrayList<>();
        List<Ipv6Prefix> networks6 = new ArrayList<>();
        for (Ipv6Address a : own) {
            if (V4Mapped.isIpv4(a)) {
                addresses4.add(Ipv4Address.of(V4Mapped.toIpv4(a)));
                networks4.add(Ipv4Prefix.of(V4Mapped.toIpv4(a), 32 - bits));
            } else {
                addresses6.add(a);
                networks6.add(Ipv6Prefix.of(a.high(), a.low(), 128 - bits));
            }
        }
        FabricConfig.Port at = new FabricConfig.Port(LEAF, port);
        return new FabricConfig.Interface(
                at,
                "eth" + port,
                0,
                1500,
                addresses4,
                networks4,
                addresses6,
                networks6,
                FabricConfig.SourceValidation.STRICT);
    }

    private static FabricConfig config(
            List<Ipv6Address> loopbacks,
            List<FabricConfig.Interface> interfaces,
            List<FabricConfig.StaticRoute> routes) {
        List<Ipv4Address> loopbacks4 = new ArrayList<>();
        List<Ipv6Address> loopbacks6 = new ArrayList<>();
        for (Ipv6Address a : loopbacks) {
            if (V4Mapped.isIpv4(a)) {
                loopbacks4.add(Ipv4Address.of(V4Mapped.toIpv4(a)));
            } else {
                loopbacks6.add(a);
            }
        }
        return new FabricConfig(
                List.of(
                        new FabricConfig.Device(
                                LEAF,
                                MacAddress.of(0x0200_0000_0001L),
                                loopbacks4,
                                loopbacks6,
                                true)),
                interfaces,
                List.of(),
                routes);
    }

    private static FabricConfig.StaticRoute route(Ipv6Prefix prefix, Ipv6Address via) {
        return V4Mapped.isIpv4(prefix)
                ? new FabricConfig.StaticRoute(
                        V4Mapped.toIpv4(prefix), Ipv4Address.of(V4Mapped.toIpv4(via)), null, null)
                : new FabricConfig.StaticRoute(null, null, prefix, via);
    }

    private static String shadowed(AddressPlan plan, String prefix) {
        Ipv6Prefix p =
                prefix.indexOf(':') < 0
                        ? V4Mapped.of(Ipv4Prefix.parse(prefix))
                        : Ipv6Prefix.parse(prefix);
        AddressPlan.Owner owner = plan.shadowed(p);
        return owner == null ? null : owner.what + ", " + owner.name;
    }

    @Test
    void everyOwnerIsNamed() {
        FabricConfig.Interface one =
                face(1, List.of(Ipv6Address.parse("::ffff:10.0.0.1"), BASE6), 4);
        FabricConfig config =
                config(
                        List.of(Ipv6Address.parse("::ffff:10.0.0.60")),
                        List.of(one),
                        List.of(
                                route(prefix(true, 32, 3), address(true, 5)),
                                route(Ipv6Prefix.parse("::/0"), address(false, 9))));
        fabric.configure(config);
        assertTrue(fabric.neighbors().learn(one, address(true, 7), MacAddress.of(0x1234)));
        AddressPlan plan = new AddressPlan(config, fabric.neighbors().all());
        String at = "interface eth1 at device:leaf1/1";
        assertEquals("10.0.0.0, network address of " + at, shadowed(plan, "10.0.0.0/24"));
        assertEquals("10.0.0.1, " + at, shadowed(plan, "10.0.0.1"));
        assertEquals("10.0.0.15, broadcast address of " + at, shadowed(plan, "10.0.0.12/30"));
        assertEquals("10.0.0.5, router of 10.0.0.32/29", shadowed(plan, "10.0.0.4/31"));
        assertEquals(
                "10.0.0.7, host 00:00:00:00:12:34 at device:leaf1/1",
                shadowed(plan, "10.0.0.6/31"));
        assertEquals("10.0.0.32/29, route via 10.0.0.5", shadowed(plan, "10.0.0.32/28"));
        assertEquals("10.0.0.32/29, route via 10.0.0.5", shadowed(plan, "10.0.0.32/29"));
        assertEquals("10.0.0.60, loopback of device:leaf1", shadowed(plan, "10.0.0.48/28"));
        assertEquals("2001:db8::, " + at, shadowed(plan, "2001:db8::/64"));
        assertEquals("2001:db8::9, router of ::/0", shadowed(plan, "2001:db8::8/126"));
        assertNull(shadowed(plan, "10.0.0.8/30"), "in a network, and nobody's");
        assertNull(shadowed(plan, "10.0.0.34"), "one address behind a route");
        assertNull(shadowed(plan, "10.0.0.16/28"));
    }

    /** Its network moved to another port: whoever learned it there was another host. */
    @Test
    void aHostWhoseNetworkIsGoneOwnsNothing() {
        FabricConfig.Interface one = face(1, List.of(address(true, 1)), 4);
        fabric.configure(config(List.of(), List.of(one), List.of()));
        assertTrue(fabric.neighbors().learn(one, address(true, 7), MacAddress.of(0x1234)));
        FabricConfig moved =
                config(List.of(), List.of(face(2, List.of(address(true, 1)), 4)), List.of());
        assertNull(shadowed(new AddressPlan(moved, fabric.neighbors().all()), "10.0.0.7"));
    }

    /** No accepted configuration has two owners of one address, and no refusal is without two. */
    @Test
    void noAcceptedConfigurationHasTwoOwnersOfOneAddress() {
        long seed = Seeds.of(6890);
        Random random = new Random(seed);
        int accepted = 0;
        int shadowing = 0;
        for (int round = 0; round < 4000; round++) {
            String where = "seed " + seed + ", round " + round;
            FabricConfig network = network(random);
            Nat64Config nat64 = nat64(random);
            Fabric learned = new Fabric((device, change) -> {});
            learned.configure(network);
            for (int i = random.nextInt(4); i > 0 && !network.interfaces.isEmpty(); i--) {
                FabricConfig.Interface on =
                        network.interfaces.get(random.nextInt(network.interfaces.size()));
                Ipv6Address a = address(random.nextBoolean(), random.nextInt(UNIVERSE));
                learned.neighbors().learn(on, a, MacAddress.of(0x10));
            }
            Set<String> twice = twice(network, nat64, learned);
            try {
                Audit.of(nat64, new AddressPlan(network, learned.neighbors().all()), Audit.THROW);
                assertEquals(Set.of(), twice, where);
                accepted++;
            } catch (ConflictException e) {
                if (e.getMessage().contains("would take the traffic")) {
                    assertTrue(!twice.isEmpty(), where + ": " + e.getMessage() + ", " + e.other());
                    shadowing++;
                }
            } catch (InvalidException e) {
                // Pools that overlap in themselves.
            }
        }
        assertTrue(accepted > 200, accepted + " accepted");
        assertTrue(shadowing > 200, shadowing + " refused");
    }

    private static FabricConfig network(Random random) {
        List<Ipv6Address> loopbacks = new ArrayList<>();
        for (int i = random.nextInt(2); i > 0; i--) {
            loopbacks.add(address(random.nextBoolean(), random.nextInt(UNIVERSE)));
        }
        // Networks of 2 to 8 addresses in separate eighths.
        List<FabricConfig.Interface> interfaces = new ArrayList<>();
        List<Ipv6Address> inside = new ArrayList<>();
        for (int eighth = 0; eighth < 8; eighth++) {
            if (random.nextInt(3) == 0) {
                boolean v4 = random.nextBoolean();
                int bits = 1 + random.nextInt(3);
                Ipv6Address own = address(v4, eighth * 8 + random.nextInt(1 << bits));
                if (!loopbacks.contains(own)) {
                    interfaces.add(face(eighth + 1, List.of(own), bits));
                    inside.add(address(v4, eighth * 8 + random.nextInt(1 << bits)));
                }
            }
        }
        List<FabricConfig.StaticRoute> routes = new ArrayList<>();
        for (Ipv6Address via : inside) {
            if (random.nextInt(3) == 0) {
                boolean v4 = V4Mapped.isIpv4(via);
                routes.add(route(prefix(v4, random.nextInt(UNIVERSE), random.nextInt(7)), via));
            }
        }
        return config(loopbacks, interfaces, routes);
    }

    private static Nat64Config nat64(Random random) {
        List<InstanceConfig> instances = new ArrayList<>();
        instances.add(Nat64Configs.instance(64, 16, 0));
        List<PoolSpec> pools = new ArrayList<>();
        List<Eam> eams = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            Ipv6Prefix p = prefix(true, random.nextInt(UNIVERSE), random.nextInt(4));
            pools.add(Nat64Configs.pool("p" + i, V4Mapped.toIpv4(p).toString()));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            int bits = random.nextInt(3);
            eams.add(
                    new Eam(
                            V4Mapped.toIpv4(prefix(true, random.nextInt(UNIVERSE), bits)),
                            prefix(false, random.nextInt(UNIVERSE), bits + random.nextInt(2)),
                            "main",
                            random.nextBoolean() ? Eam.Host.IPV6 : Eam.Host.IPV4));
        }
        return Nat64Config.builder().instances(instances).pools(pools).eamt(eams).build();
    }

    /**
     * Found address by address: those of two owners, and prefixes behind routers that are taken.
     */
    private static Set<String> twice(FabricConfig network, Nat64Config nat64, Fabric learned) {
        Set<String> twice = new TreeSet<>();
        for (boolean v4 : new boolean[] {true, false}) {
            for (int i = 0; i < UNIVERSE; i++) {
                Ipv6Address a = address(v4, i);
                Set<String> owners = new HashSet<>(services(nat64, a));
                if (isLive(network, a) || learned.neighbors().all().containsKey(a)) {
                    owners.add("network");
                }
                if (owners.size() > 1) {
                    twice.add(a + " " + owners);
                }
            }
        }
        for (FabricConfig.StaticRoute r : network.routes) {
            Ipv6Prefix behind = r.prefix4 != null ? V4Mapped.of(r.prefix4) : r.prefix6;
            List<Ipv6Prefix> services = new ArrayList<>();
            nat64.pools.forEach(p -> p.prefixes.forEach(x -> services.add(V4Mapped.of(x))));
            nat64.eamt.forEach(e -> services.add(service(e)));
            for (Ipv6Prefix s : services) {
                if (s.length() <= behind.length() && s.overlaps(behind)) {
                    twice.add(s + " all of " + behind);
                }
            }
        }
        return twice;
    }

    private static Ipv6Prefix service(Eam e) {
        return e.host == Eam.Host.IPV6 ? V4Mapped.of(e.prefix4) : e.prefix6;
    }

    private static Set<String> services(Nat64Config nat64, Ipv6Address a) {
        Set<String> all = new HashSet<>();
        for (PoolSpec p : nat64.pools) {
            if (p.prefixes.stream().anyMatch(x -> V4Mapped.of(x).contains(a))) {
                all.add("pool " + p.name);
            }
        }
        for (Eam e : nat64.eamt) {
            if (service(e).contains(a)) {
                all.add("EAMs of " + e.host);
            }
        }
        for (InstanceConfig i : nat64.instances) {
            if (i.prefix.contains(a)) {
                all.add("prefix of " + i.name);
            }
        }
        return all;
    }

    private static boolean isLive(FabricConfig network, Ipv6Address a) {
        boolean v4 = V4Mapped.isIpv4(a);
        Ipv4Address a4 = v4 ? Ipv4Address.of(V4Mapped.toIpv4(a)) : null;
        for (FabricConfig.Device d : network.devices) {
            if (v4 ? d.loopbacks4.contains(a4) : d.loopbacks6.contains(a)) {
                return true;
            }
        }
        for (FabricConfig.Interface i : network.interfaces) {
            if (v4 ? i.addresses4.contains(a4) : i.addresses6.contains(a)) {
                return true;
            }
            for (Ipv4Prefix p : i.networks4) {
                boolean first = v4 && p.bits() == a4.bits();
                boolean last = v4 && p.contains(a4.bits()) && !p.contains(a4.bits() + 1);
                if (p.length() <= 30 && (first || last)) {
                    return true;
                }
            }
            if (i.networks6.stream().anyMatch(p -> p.length() < 127 && p.address().equals(a))) {
                return true;
            }
        }
        return network.routes.stream().anyMatch(r -> v4 ? a4.equals(r.via4) : a.equals(r.via6));
    }
}
