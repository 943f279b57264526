// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.packet.Packets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two switches with hosts of one network, whose addresses are learned (RFC 6620). */
class LearnedSourcesTest {
    private static final Ipv6Address HOST = Ipv6Address.parse("2001:db8:1::a");
    private static final int LIMIT = 4;

    private final SimulatedNetwork network = new SimulatedNetwork(1, 2);
    private SourceValidation mode = SourceValidation.LEARNED;

    private FabricConfig.Interface at(SimulatedSwitch s, int number) {
        return new FabricConfig.Interface(
                new FabricConfig.Port(s.id, 1),
                "host" + number,
                0,
                1500,
                List.of(),
                List.of(),
                List.of(Ipv6Address.parse("2001:db8:1::f" + number)),
                List.of(Ipv6Prefix.parse("2001:db8:1::/64")),
                mode,
                mode == SourceValidation.LEARNED ? LIMIT : 0);
    }

    @BeforeEach
    void start() {
        FabricConfig unconnected = network.fabric();
        network.fabric =
                ids ->
                        new FabricConfig(
                                unconnected.devices,
                                List.of(at(network.at(0), 1), at(network.at(1), 2)),
                                List.of(),
                                List.of());
        begin();
        network.allUp();
    }

    private void begin() {
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(8, 4, 0), Nat64Configs.pool("p", "203.0.113.0/24")));
    }

    private void use(int at, String source, int port) {
        network.pipeline.receive(
                network.at(at), 1, HostFrames.udp(source, port, "198.51.100.1", 53));
        network.run(20);
    }

    /** The host at a switch advertises the address (RFC 4861 section 4.4). */
    private void advertise(int at, Ipv6Address address) {
        byte[] f = HostFrames.advertisement(address, 0x0200_0000_00a0L + at);
        network.pipeline.receive(network.at(at), 1, f);
        network.run(20);
    }

    /** Whether a switch asked hosts for the address since the last call. */
    private boolean isAsked(int at, Ipv6Address address) {
        boolean found =
                network.at(at).sent.stream()
                        .anyMatch(
                                f ->
                                        f.length >= 78
                                                && Bytes.u8(f, Packets.L3 + 40) == 135
                                                && Bytes.i64(f, 62) == address.high()
                                                && Bytes.i64(f, 70) == address.low());
        network.at(at).sent.clear();
        return found;
    }

    private List<String> rows(int at) {
        return network.at(at).held.values().stream()
                .filter(i -> i instanceof SourceIntent.SourceBinding)
                .map(i -> (SourceIntent.SourceBinding) i)
                .map(b -> b.address + (b.isRefused ? " refused" : " bound"))
                .sorted()
                .collect(Collectors.toList());
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    private List<String> alarms(String kind) {
        return network.controller.alarms().stream()
                .filter(a -> a.id.startsWith(kind + "/"))
                .map(a -> a.message)
                .collect(Collectors.toList());
    }

    private long bindings() {
        return network.controller.statistics().gauges.get("bindings");
    }

    @Test
    void theFirstPacketIsTranslatedAndLaterOnesNeedNoController() {
        use(0, HOST.toString(), 1000);
        network.run(200);
        assertEquals(List.of(HOST + " bound"), rows(0));
        assertEquals(1, bindings());
        assertEquals(1, network.at(0).translated.size());
        long punts = counter("punts");
        use(0, HOST.toString(), 1000);
        assertEquals(2, network.at(0).translated.size());
        assertEquals(punts, counter("punts"));
        network.assertConsistent();
    }

    @Test
    void anotherHostWithTheAddressIsRefusedInItsSwitch() {
        use(0, HOST.toString(), 1000);
        network.run(200);
        isAsked(0, HOST);
        use(1, HOST.toString(), 2000);
        assertTrue(isAsked(0, HOST));
        advertise(0, HOST);
        assertEquals(List.of(HOST + " bound"), rows(0));
        assertEquals(List.of(HOST + " refused"), rows(1));
        long punts = counter("punts");
        for (int i = 0; i < 100; i++) {
            use(1, HOST.toString(), 3000 + i);
        }
        assertEquals(100, network.at(1).unverified);
        assertEquals(punts, counter("punts"), "in the pipeline");
        assertEquals(1, bindings());
        assertEquals(1, counter("sources_refused"));
        assertEquals(
                List.of(
                        "Host 02:00:00:00:00:09 at device:t2/1 wants 2001:db8:1::a, and is refused"
                                + " it: a host at device:t1/1 has it."),
                alarms("address-conflict"));
    }

    @Test
    void aHostThatMovedHasItsAddressWithinASecond() {
        use(0, HOST.toString(), 1000);
        network.run(200);
        use(1, HOST.toString(), 2000);
        network.run(1000);
        assertEquals(List.of(), rows(0));
        assertEquals(List.of(HOST + " bound"), rows(1));
        assertEquals(2, bindings(), "the packet went on");
        assertEquals(List.of(), alarms("address-conflict"));
    }

    @Test
    void whatTheSwitchesHoldSurvivesTheController() {
        use(0, HOST.toString(), 1000);
        network.run(200);
        network.kill();
        network.run(100);
        begin();
        use(1, HOST.toString(), 2000);
        assertFalse(rows(1).contains(HOST + " bound"), "before all have been read");
        network.run(2000);
        assertEquals(List.of(HOST + " bound"), rows(0));
        assertEquals(1, counter("sources_adopted"));
        isAsked(0, HOST);
        use(1, HOST.toString(), 2000);
        assertTrue(isAsked(0, HOST));
        advertise(0, HOST);
        network.run(2000);
        assertEquals(List.of(HOST + " bound"), rows(0));
        assertEquals(List.of(HOST + " refused"), rows(1));
    }

    @Test
    void aSwitchThatLostItsTablesGetsThemAgain() {
        use(0, HOST.toString(), 1000);
        network.run(200);
        network.down(network.at(0));
        network.at(0).held.clear();
        network.run(1000);
        network.up(network.at(0));
        network.run(3000);
        network.assertReady();
        assertEquals(List.of(HOST + " bound"), rows(0));
    }

    @Test
    void aFloodFillsNeitherTableNorMemoryNorPool() {
        for (int i = 1; i <= 5000; i++) {
            use(1, "2001:db8:1::1:" + Integer.toHexString(i), 1000);
        }
        network.run(1000);
        assertEquals(LIMIT, rows(1).size());
        assertEquals(LIMIT, network.controller.statistics().gauges.get("source_bindings"));
        assertEquals(LIMIT, bindings());
        assertTrue(network.at(1).unverified > 4900, "the switch drops the rest itself");
        assertEquals(
                List.of(
                        "Hosts at interface host2 at device:t2/1 have 4 addresses, as many as they"
                                + " may have: packets of others are dropped."),
                alarms("source-limit"));
        use(0, HOST.toString(), 1000);
        assertEquals(List.of(HOST + " bound"), rows(0));
    }

    @Test
    void aFullTableOfTheSwitchIsNotPromised() {
        network.programs(SimulatedProgram.of("source_binding=2"));
        begin();
        network.allUp();
        for (int i = 1; i <= LIMIT; i++) {
            use(1, "2001:db8:1::1:" + i, 1000);
        }
        assertEquals(2, rows(1).size());
        assertEquals(2, counter("sources_no_room"));
        assertEquals(0, counter("device_refusals"));
    }

    @Test
    void withAnotherModeTheRowsGo() {
        use(0, HOST.toString(), 1000);
        network.run(200);
        mode = SourceValidation.STRICT;
        network.configure(
                Nat64Configs.nat64(
                        Nat64Configs.instance(8, 4, 0), Nat64Configs.pool("p", "203.0.113.0/24")));
        network.run(200);
        assertEquals(List.of(), rows(0));
        use(1, HOST.toString(), 1000);
        assertEquals(0, network.at(1).unverified);
    }

    @Test
    void theListGoesPageByPage() {
        for (int i = 1; i <= LIMIT; i++) {
            use(0, "2001:db8:1::1:" + i, 1000);
        }
        use(1, HOST.toString(), 1000);
        List<String> all = new ArrayList<>();
        String after = null;
        do {
            Page<SourceBinding> page = network.controller.sourceBindings(Filter.ALL, after, 2);
            assertTrue(page.items().size() <= 2);
            page.items().forEach(b -> all.add(b.address + " " + b.port + " " + b.state));
            after = page.next();
        } while (after != null);
        assertEquals(
                List.of(
                        "2001:db8:1::a device:t2/1 BOUND",
                        "2001:db8:1::1:1 device:t1/1 BOUND",
                        "2001:db8:1::1:2 device:t1/1 BOUND",
                        "2001:db8:1::1:3 device:t1/1 BOUND",
                        "2001:db8:1::1:4 device:t1/1 BOUND"),
                all);
        Filter one = new Filter(null, null, Ipv6Prefix.parse(HOST + "/128"), null, -1, null);
        assertEquals(1, network.controller.sourceBindings(one, null, 10).items().size());
    }
}
