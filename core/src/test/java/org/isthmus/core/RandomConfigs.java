// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Quotas;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;

/**
 * Configurations and entries of operators, small enough that they run out and meet each other. Most
 * are valid.
 */
final class RandomConfigs {
    /** No lifetime is shorter; seconds. */
    static final int SHORTEST_LIFETIME = 6;

    /** Of an interface where addresses are learned; there are more hosts. */
    private static final int LEARNED_ADDRESSES = 2;

    /** Nor any longer. */
    static final int LONGEST_LIFETIME = 60;

    /** No port and no block is held for longer behind that. */
    static final int LONGEST_HOLD = 30;

    private static final FabricConfig.SourceValidation[] VALIDATIONS = {
        FabricConfig.SourceValidation.STRICT,
        FabricConfig.SourceValidation.LEARNED,
        FabricConfig.SourceValidation.LOOSE
    };

    private static final Protocol[] PROTOCOLS = Protocol.values();

    private final Random random;

    RandomConfigs(Random random) {
        this.random = random;
    }

    private boolean oneOf(int many) {
        return random.nextInt(many) == 0;
    }

    /** Seconds of a lifetime or a hold. */
    private Duration seconds(int from, int to) {
        return Duration.ofSeconds(from + random.nextInt(to - from + 1));
    }

    private Duration lifetime() {
        return seconds(SHORTEST_LIFETIME, LONGEST_LIFETIME);
    }

    /** What is translated. */
    Nat64Config nat64() {
        if (oneOf(20)) {
            return Nat64Configs.NOTHING;
        }
        List<InstanceConfig> instances = new ArrayList<>();
        int id = 1 + (oneOf(8) ? 1 : 0);
        instances.add(instance("main", "2001:db8:64::/96", id));
        if (oneOf(3)) {
            instances.add(instance("two", "2001:db8:65::/96", 3 - id + (oneOf(20) ? 1 : 0)));
        }
        List<PoolSpec> pools = new ArrayList<>();
        for (String name : List.of("p", "q", "t")) {
            if (!oneOf(3)) {
                pools.add(pool(name, oneOf(5) ? "two" : "main", random.nextInt(4)));
            }
        }
        List<Eam> eams = new ArrayList<>();
        List<StaticBinding> statics = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            eams.add(eam());
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            statics.add(staticBinding());
        }
        return Nat64Config.builder()
                .instances(instances)
                .pools(pools)
                .eamt(eams)
                .staticBindings(statics)
                .puntRate(oneOf(2) ? Limits.PUNT_RATE.byDefault : 1000)
                .tos(oneOf(4) ? 0 : Limits.TOS.byDefault)
                .sessionsPerSubscriber(oneOf(3) ? 5 : 0)
                .sessionsPerBinding(oneOf(3) ? 2 : Limits.SESSIONS_PER_BINDING.byDefault)
                .dataPlaneTimeout(random.nextInt(3))
                .subscriberPuntRate(oneOf(3) ? 100 : Limits.SUBSCRIBER_PUNT_RATE.byDefault)
                .computeZeroUdpChecksum(oneOf(2))
                .logBindings(oneOf(3))
                .build();
    }

    private InstanceConfig instance(String name, String prefix, int id) {
        int sizes = random.nextInt(10);
        return InstanceConfig.builder(name, Ipv6Prefix.parse(prefix))
                .id(id)
                .blockSize(sizes == 9 ? 16 : 8)
                .subscriberPrefixLength(sizes == 8 ? 128 : sizes == 7 ? 62 : 64)
                .blocksPerSubscriber(1 + random.nextInt(4))
                .bindingsPerSecond(oneOf(4) ? 5 : 0)
                .udpTimeout(lifetime())
                .icmpTimeout(lifetime())
                .tcpEstablishedTimeout(lifetime())
                .tcpTransitoryTimeout(lifetime())
                .tcpOpeningTimeout(oneOf(2) ? null : lifetime())
                .portHold(seconds(0, LONGEST_HOLD))
                .blockHold(seconds(0, LONGEST_HOLD))
                .heldPorts(oneOf(3) ? random.nextInt(6) : Limits.HELD_PORTS.byDefault)
                .quotas(quotas())
                .denied(oneOf(4) ? List.of(Ipv4Prefix.parse("198.51.100.3/32")) : List.of())
                .deniedServices(services())
                .mssClamp(oneOf(4) ? 1400 : Limits.MSS_CLAMP.byDefault)
                .build();
    }

    private List<DeniedService> services() {
        Ipv4Prefix some = Ipv4Prefix.parse("198.51.100.2/31");
        List<DeniedService> all = new ArrayList<>();
        if (oneOf(4)) {
            all.add(
                    new DeniedService(
                            some, oneOf(2) ? null : Protocol.TCP, 20, 25 + random.nextInt(2)));
        }
        if (oneOf(8)) {
            all.add(DeniedService.of(some, PROTOCOLS[random.nextInt(3)]));
        }
        return all;
    }

    private Quotas quotas() {
        return oneOf(3)
                ? new Quotas(
                        new int[] {random.nextInt(20), random.nextInt(20), random.nextInt(20)},
                        random.nextInt(60),
                        random.nextInt(30),
                        random.nextInt(12))
                : Quotas.NONE;
    }

    /** One of an operator. */
    PoolSpec pool() {
        return pool(oneOf(2) ? "r" : "s", oneOf(6) ? "two" : "main", 3 + random.nextInt(3));
    }

    /**
     * @param where of addresses that overlap with those of the same number alone
     */
    private PoolSpec pool(String name, String instance, int where) {
        int first = where * 4;
        List<Ipv4Prefix> prefixes = new ArrayList<>();
        int lengths = random.nextInt(4);
        prefixes.add(Ipv4Prefix.parse("203.0.113." + first + (lengths == 0 ? "/30" : "/31")));
        if (lengths == 1) {
            prefixes.add(Ipv4Prefix.parse("203.0.113." + (first + 2) + "/32"));
        }
        int[] from = {0, oneOf(2) ? 1000 : 1024, 1024};
        int[] to = {63, 1024 + 31 + 16 * random.nextInt(3), 1024 + 31 + 16 * random.nextInt(5)};
        int kind = random.nextInt(8);
        Deterministic deterministic =
                kind == 0
                        ? new Deterministic(
                                Ipv6Prefix.parse("2001:db8::/63"),
                                8,
                                Deterministic.Algorithm.SEQUENTIAL)
                        : null;
        Filtering filtering =
                kind == 1
                        ? Filtering.ADDRESS_DEPENDENT
                        : kind < 4 && deterministic == null
                                ? Filtering.ADDRESS_AND_PORT_DEPENDENT
                                : Filtering.ENDPOINT_INDEPENDENT;
        PoolSpec pool = new PoolSpec(name, instance, prefixes, from, to, deterministic, filtering);
        return (kind == 4 ? pool.portSets(4) : pool.holdsSyns(kind == 3))
                .drains(deterministic == null && oneOf(5));
    }

    /** All that {@link #eam} may have. */
    static List<Ipv4Prefix> eamPrefixes() {
        List<Ipv4Prefix> all = new ArrayList<>();
        for (int block = 0; block < 6; block++) {
            for (int length = 30; length <= 32; length++) {
                all.add(Ipv4Prefix.parse("203.0.113." + 4 * block + "/" + length));
                all.add(Ipv4Prefix.parse("192.0.2." + 4 * block + "/" + length));
            }
        }
        return all;
    }

    /** Of the configuration, or an operator's. */
    Eam eam() {
        int length4 = 30 + random.nextInt(3);
        int block = random.nextInt(6);
        boolean ofHosts4 = oneOf(3);
        // Some are of addresses that pools may have.
        Ipv4Prefix prefix4 =
                Ipv4Prefix.parse(
                        (oneOf(4) ? "203.0.113." : "192.0.2.") + 4 * block + "/" + length4);
        Ipv6Prefix prefix6 =
                Ipv6Prefix.parse(
                        oneOf(8)
                                ? "2001:db8:0:5::1/128"
                                : "2001:db8:a:" + block + "::/" + (96 + length4));
        return new Eam(
                prefix4,
                prefix6,
                oneOf(6) ? "two" : "main",
                ofHosts4 && block < 2 ? Eam.Host.IPV4 : Eam.Host.IPV6);
    }

    /** Of the configuration, or an operator's. */
    StaticBinding staticBinding() {
        return new StaticBinding(
                oneOf(6) ? "two" : "main",
                PROTOCOLS[random.nextInt(3)],
                Ipv6Address.parse(host()),
                1000 + random.nextInt(8),
                Ipv4Address.parse("203.0.113." + random.nextInt(24)),
                oneOf(4) ? 80 : 1024 + random.nextInt(24));
    }

    /** One of a network of an interface, which may be another one's. */
    String neighbor(int device, int port) {
        int network = oneOf(8) ? random.nextInt(16) : 4 * device + port;
        return "2001:db8:f:" + network + "::" + (10 + random.nextInt(4));
    }

    String host() {
        return "2001:db8:0:" + random.nextInt(6) + "::" + (1 + random.nextInt(2));
    }

    /**
     * A network of some devices.
     *
     * @param cables links that there may be
     */
    FabricConfig fabric(List<DeviceId> all, List<FabricConfig.Link> cables) {
        List<FabricConfig.Device> devices = new ArrayList<>();
        List<DeviceId> ids = new ArrayList<>();
        List<FabricConfig.Interface> interfaces = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (oneOf(5) && !(ids.isEmpty() && i == all.size() - 1)) {
                continue;
            }
            ids.add(all.get(i));
            devices.add(
                    new FabricConfig.Device(
                            all.get(i),
                            MacAddress.of(0x02_00_00_00_01_00L + i + (oneOf(20) ? 16 : 0)),
                            oneOf(2)
                                    ? List.of(Ipv4Address.parse("192.0.0." + (10 + i)))
                                    : List.of(),
                            List.of(Ipv6Address.of(0xfdL << 56, i + 1)),
                            !oneOf(5)));
            FabricConfig.Port hosts = new FabricConfig.Port(all.get(i), 1);
            interfaces.add(face(hosts, List.of(), List.of(), FabricConfig.SourceValidation.OFF));
            for (int port = 2; port < 4; port++) {
                if (oneOf(2)) {
                    FabricConfig.Port at = new FabricConfig.Port(all.get(i), port);
                    interfaces.add(
                            face(
                                    at,
                                    List.of("198.18." + (4 * i + port) + ".1/24"),
                                    List.of("2001:db8:f:" + (4 * i + port) + "::1/64"),
                                    VALIDATIONS[random.nextInt(3)]));
                }
            }
        }
        List<FabricConfig.Link> links = new ArrayList<>();
        for (FabricConfig.Link cable : cables) {
            if (ids.contains(cable.one.device) && ids.contains(cable.other.device) && !oneOf(3)) {
                links.add(cable);
            }
        }
        List<FabricConfig.StaticRoute> routes = new ArrayList<>();
        for (FabricConfig.Interface face : interfaces) {
            if (!face.networks4.isEmpty() && oneOf(3)) {
                Ipv4Address via = Ipv4Address.of(face.networks4.get(0).bits() + 9);
                String prefix = oneOf(2) ? "0.0.0.0/0" : "10." + routes.size() + ".0.0/16";
                routes.add(new FabricConfig.StaticRoute(Ipv4Prefix.parse(prefix), via, null, null));
            }
        }
        return new FabricConfig(devices, interfaces, links, routes);
    }

    private static FabricConfig.Interface face(
            FabricConfig.Port port,
            List<String> ips4,
            List<String> ips6,
            FabricConfig.SourceValidation validation) {
        List<Ipv4Address> addresses4 = new ArrayList<>();
        List<Ipv4Prefix> networks4 = new ArrayList<>();
        for (String each : ips4) {
            Ipv4Address address = Ipv4Address.parse(each.split("/")[0]);
            addresses4.add(address);
            networks4.add(Ipv4Prefix.of(address.bits(), Integer.parseInt(each.split("/")[1])));
        }
        List<Ipv6Address> addresses6 = new ArrayList<>();
        List<Ipv6Prefix> networks6 = new ArrayList<>();
        for (String each : ips6) {
            Ipv6Address address = Ipv6Address.parse(each.split("/")[0]);
            addresses6.add(address);
            networks6.add(
                    Ipv6Prefix.of(
                            address.high(), address.low(), Integer.parseInt(each.split("/")[1])));
        }
        return new FabricConfig.Interface(
                port,
                port.toString(),
                0,
                1500,
                addresses4,
                networks4,
                addresses6,
                networks6,
                validation,
                validation == FabricConfig.SourceValidation.LEARNED ? LEARNED_ADDRESSES : 0);
    }

    /** Of a switch, at times with little room. */
    SimulatedProgram program() {
        List<String> sizes = new ArrayList<>();
        if (oneOf(6)) {
            sizes.addAll(List.of("bib4=40", "bib6=40", "session=30"));
        }
        if (oneOf(6)) {
            sizes.addAll(List.of("eam4_dst=3", "eam6_src=3"));
        }
        if (oneOf(6)) {
            sizes.add("pool4=" + (2 + random.nextInt(3)));
        }
        if (oneOf(6)) {
            sizes.add("port_sets4=3");
        }
        if (oneOf(10)) {
            sizes.add("subscriber_limits=1");
        }
        if (oneOf(10)) {
            sizes.add("hairpin_session=3");
        }
        if (oneOf(10)) {
            sizes.add("source_binding=3");
        }
        return SimulatedProgram.of(sizes.toArray(new String[0]));
    }
}
