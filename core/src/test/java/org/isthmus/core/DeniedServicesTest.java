// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PortPrefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Ports and protocols that an instance does not translate to (RFC 6888 REQ-6). */
class DeniedServicesTest {
    private static final DeniedService MAIL =
            new DeniedService(Ipv4Prefix.ALL, Protocol.TCP, 25, 25);
    private static final DeniedService PEERS =
            new DeniedService(Ipv4Prefix.parse("198.51.100.0/24"), null, 6881, 6999);
    private static final DeniedService PINGS =
            DeniedService.of(Ipv4Prefix.parse("198.51.100.9/32"), Protocol.ICMP);

    private final SimulatedNetwork network = new SimulatedNetwork(2, 2);

    private void start(DeniedService... services) {
        InstanceConfig instance =
                InstanceConfig.builder("main", Ipv6Prefix.parse("2001:db8:64::/96"))
                        .deniedServices(List.of(services))
                        .build();
        network.start(Nat64Configs.nat64(instance, Nat64Configs.pool("p", "203.0.113.0/28")));
        network.allUp();
    }

    private Set<Object> rows(int at) {
        Set<Object> rows = new HashSet<>();
        for (Intent i : network.at(at).held.values()) {
            if (i instanceof TranslationIntent.DeniedService) {
                rows.add(i.key());
            }
        }
        return rows;
    }

    private long count(String counter) {
        return network.controller.statistics().counters.getOrDefault(counter, 0L);
    }

    @Test
    void everySwitchHasTheRowsOfEachRule() {
        start(MAIL, PEERS, PINGS);
        Set<Object> expected = new HashSet<>();
        expected.add(
                new TranslationIntent.DeniedService(
                                1, Ipv4Prefix.ALL, Protocol.TCP, PortPrefix.of(25, 16))
                        .key());
        for (Protocol p : List.of(Protocol.TCP, Protocol.UDP)) {
            for (PortPrefix ports : PortPrefix.covering(6881, 6999)) {
                expected.add(new TranslationIntent.DeniedService(1, PEERS.prefix, p, ports).key());
            }
        }
        expected.add(
                new TranslationIntent.DeniedService(1, PINGS.prefix, Protocol.ICMP, PortPrefix.ALL)
                        .key());
        assertEquals(expected, rows(0));
        assertEquals(expected, rows(1));
    }

    /** Of a switch that has not its rows yet. */
    @Test
    void aFlowThatComesUpGetsNoBinding() {
        start(MAIL, PEERS);
        network.pipeline.receive(
                network.at(0), HostFrames.tcp("2001:db8::1", 1, "192.0.2.1", 25, 2));
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 1, "198.51.100.1", 6999));
        network.run(100);
        assertEquals(2, count("refused_denied"));
        assertEquals(0, network.at(0).bindings());
        network.pipeline.receive(network.at(0), HostFrames.udp("2001:db8::1", 1, "192.0.2.1", 25));
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 2, "198.51.100.1", 7000));
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 3, "192.0.2.1", 6999));
        network.run(100);
        assertEquals(2, count("refused_denied"));
        assertEquals(3, network.at(0).bindings());
    }

    @Test
    void anotherConfigurationTakesRulesAway() {
        start(MAIL, PINGS);
        network.configure(
                Nat64Configs.nat64(
                        Nat64Configs.instance("2001:db8:64::/96"),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        network.run(100);
        assertEquals(Set.of(), rows(0));
        assertEquals(Set.of(), rows(1));
    }

    @Test
    void rulesThatOverlapHaveEachRowOnce() {
        start(MAIL, new DeniedService(Ipv4Prefix.ALL, null, 25, 26));
        assertEquals(4, rows(0).size());
    }

    /** What a rule's rows match is what the core takes it to be. */
    @Test
    void rowsAndRulesAgree() {
        long seed = Seeds.of(68886);
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            Ipv4Prefix prefix = Ipv4Prefix.of(random.nextInt(), random.nextInt(33));
            int first = 1 + random.nextInt(65535);
            int last = first + random.nextInt(65536 - first);
            DeniedService rule =
                    random.nextInt(4) == 0
                            ? DeniedService.of(prefix, Protocol.values()[random.nextInt(3)])
                            : new DeniedService(
                                    prefix,
                                    random.nextBoolean() ? null : Protocol.UDP,
                                    first,
                                    last);
            Set<TranslationIntent.DeniedService> rows = DeniedService.intents(7, List.of(rule));
            for (int n = 0; n < 20; n++) {
                int address =
                        random.nextBoolean() ? random.nextInt() : prefix.bits() | random.nextInt(4);
                Protocol protocol = Protocol.values()[random.nextInt(3)];
                int port =
                        random.nextBoolean()
                                ? random.nextInt(65536)
                                : Math.min(65535, first - 1 + random.nextInt(3));
                boolean hit =
                        rows.stream()
                                .anyMatch(
                                        r ->
                                                r.prefix.contains(address)
                                                        && r.protocol == protocol
                                                        && (port
                                                                        & PortPrefix.mask(
                                                                                r.ports.length()))
                                                                == r.ports.first());
                assertEquals(hit, rule.matches(address, protocol, port), "seed " + seed + ", " + i);
            }
        }
    }

    @Test
    void packetsWithoutPortsAreOfAProtocolAlone() {
        DeniedService datagrams = DeniedService.of(Ipv4Prefix.ALL, Protocol.UDP);
        assertTrue(datagrams.matches(1, Protocol.UDP, DeniedService.NO_PORT));
        assertTrue(!PEERS.matches(PEERS.prefix.bits(), Protocol.UDP, DeniedService.NO_PORT));
        assertTrue(!datagrams.matches(1, null, DeniedService.NO_PORT));
    }

    @Test
    void whatNoRuleSaysIsRefused() {
        for (int[] ports : new int[][] {{0, 5}, {6, 5}, {1, 65536}}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new DeniedService(Ipv4Prefix.ALL, Protocol.TCP, ports[0], ports[1]));
        }
        assertThrows(IllegalArgumentException.class, () -> DeniedService.of(Ipv4Prefix.ALL, null));
        assertThrows(
                IllegalArgumentException.class,
                () -> new DeniedService(Ipv4Prefix.ALL, Protocol.ICMP, 8, 8));
    }
}
