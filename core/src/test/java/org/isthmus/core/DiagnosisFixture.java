// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Diagnosis.Check;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.BeforeEach;

/** A leaf with hosts, and behind it a translator with a router. */
abstract class DiagnosisFixture {
    static final String HOST = "2001:db8:1::5";
    static final String ROUTER4 = "::ffff:192.0.2.254";
    private static final FabricConfig.StaticRoute UPSTREAM =
            new FabricConfig.StaticRoute(
                    Ipv4Prefix.parse("198.51.100.0/24"),
                    Ipv4Address.parse("192.0.2.254"),
                    null,
                    null);

    final SimulatedNetwork network = new SimulatedNetwork(11, 2);
    SourceValidation validation = SourceValidation.STRICT;
    boolean translates = true;
    boolean leafTranslates;
    Nat64Config config =
            nat64(
                    instance("main", 1, "2001:db8:64::/96").build(),
                    Nat64Configs.pool("p", "203.0.113.0/30"));

    static InstanceConfig.Builder instance(String name, int id, String prefix) {
        return InstanceConfig.builder(name, Ipv6Prefix.parse(prefix))
                .id(id)
                .blockSize(64)
                .blocksPerSubscriber(1)
                .subscriberPrefixLength(64)
                .denied(List.of(Ipv4Prefix.parse("192.0.2.192/28")))
                .deniedServices(List.of(new DeniedService(Ipv4Prefix.ALL, Protocol.TCP, 25, 25)));
    }

    static Nat64Config nat64(InstanceConfig instance, PoolSpec... pools) {
        return Nat64Configs.nat64(instance, pools);
    }

    private FabricConfig fabric() {
        FabricConfig all = network.fabric();
        FabricConfig.Device leaf = all.devices.get(0);
        FabricConfig.Device border = all.devices.get(1);
        FabricConfig.Port hosts = new FabricConfig.Port(leaf.id, 1);
        FabricConfig.Port routers = new FabricConfig.Port(border.id, 1);
        return new FabricConfig(
                List.of(
                        new FabricConfig.Device(
                                leaf.id,
                                leaf.mac,
                                leaf.loopbacks4,
                                leaf.loopbacks6,
                                leafTranslates),
                        new FabricConfig.Device(
                                border.id,
                                border.mac,
                                border.loopbacks4,
                                border.loopbacks6,
                                translates)),
                List.of(
                        new FabricConfig.Interface(
                                hosts,
                                "hosts",
                                0,
                                1500,
                                List.of(),
                                List.of(),
                                List.of(Ipv6Address.parse("2001:db8:1::1")),
                                List.of(Ipv6Prefix.parse("2001:db8:1::/64")),
                                validation,
                                validation == SourceValidation.LEARNED ? 1 : 0),
                        new FabricConfig.Interface(
                                routers,
                                "up",
                                0,
                                1500,
                                List.of(Ipv4Address.parse("192.0.2.129")),
                                List.of(Ipv4Prefix.parse("192.0.2.128/25")),
                                List.of(),
                                List.of(),
                                SourceValidation.STRICT)),
                all.links,
                List.of(UPSTREAM));
    }

    @BeforeEach
    void boot() {
        network.link(network.at(0), 9, network.at(1), 9);
        network.boot();
    }

    void start() {
        network.controller.configure(config, fabric());
        network.allUp();
    }

    static Diagnosis.Flow flow(String host, String peer, Protocol protocol, int port) {
        return new Diagnosis.Flow(
                Ipv6Address.parse(host),
                0,
                peer == null ? null : Ipv6Address.parse(peer),
                protocol,
                port,
                null);
    }

    Diagnosis diagnose(String host, String peer) {
        return network.controller.diagnose(flow(host, peer, null, 0));
    }

    static List<String> of(Check check, Diagnosis diagnosis) {
        return diagnosis.findings.stream()
                .filter(f -> f.check == check)
                .map(f -> f.result + " " + f.message)
                .collect(Collectors.toList());
    }

    List<String> of(Check check, String host, String peer) {
        return of(check, diagnose(host, peer));
    }

    /** Without a pool; also one of an IPv4 host that is denied. */
    static Nat64Config withEam() {
        return Nat64Config.builder()
                .instances(List.of(instance("main", 1, "2001:db8:64::/96").build()))
                .eamt(
                        List.of(
                                new Eam(
                                        Ipv4Prefix.parse("203.0.113.64/32"),
                                        Ipv6Prefix.parse("2001:db8:1::5/128"),
                                        "main",
                                        Eam.Host.IPV6),
                                new Eam(
                                        Ipv4Prefix.parse("192.0.2.200/32"),
                                        Ipv6Prefix.parse("2001:db8:a::1/128"),
                                        "main",
                                        Eam.Host.IPV4)))
                .build();
    }
}
