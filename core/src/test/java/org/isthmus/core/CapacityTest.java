// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Alarm.Severity;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
import org.junit.jupiter.api.Test;

/** What is refused, and what goes on, where a table of a device is full. */
class CapacityTest extends CapacityFixture {
    private static final int MANY = 1_000_000;
    private static final String LEAF1 = "device:t1";

    private long used(String table) {
        return use(table).used;
    }

    private TableUse use(String table) {
        Device device = network.controller.devices().get(0);
        return device.tables.stream().filter(u -> u.table.equals(table)).findFirst().orElseThrow();
    }

    private void assertNames(ExhaustedException e, String table, long size) {
        String said = e.getMessage();
        assertTrue(said.contains(LEAF1), said);
        assertTrue(said.contains("of the " + size + " entries of table " + table + ","), said);
        assertTrue(said.contains(used(table) + " are used and 0 free"), said);
    }

    /** What switches hold, what the store has and what the API says. */
    private List<Object> everything() {
        network.run(100);
        List<Object> all = new ArrayList<>();
        network.switches.values().forEach(s -> all.add(new LinkedHashMap<>(s.held)));
        all.add(network.store.maps.toString());
        all.add(network.controller.eamt());
        all.add(network.controller.pools().size());
        all.add(network.controller.staticBindings());
        for (Device d : network.controller.devices()) {
            d.tables.forEach(u -> all.add(u.table + " " + u.used + " of " + u.size));
        }
        return all;
    }

    /** Fills a table to its last row, and sees the next one refused and nothing changed. */
    private void fill(String table, LongSupplier size, Runnable one) {
        int added = 0;
        while (used(table) < size.getAsLong()) {
            one.run();
            added++;
        }
        assertTrue(added > 0);
        network.run(200);
        Map<String, Long> counters = network.controller.statistics().counters;
        assertEquals(0, counters.get("device_refusals"), "a switch refused what was accepted");
        List<Object> before = everything();
        assertNames(assertThrows(ExhaustedException.class, one::run), table, size.getAsLong());
        assertEquals(before, everything());
        works();
    }

    /** What is there goes on: a binding is made, and its packet translated. */
    private void works() {
        SimulatedSwitch leaf = network.at(0);
        int before = leaf.translated.size();
        network.pipeline.receive(leaf, HostFrames.udp("2001:db8:1::1", 4242, "192.0.2.1", 80));
        network.run(200);
        assertEquals(before + 1, leaf.translated.size());
    }

    private final int[] next = new int[2];

    private Runnable oneEam(Eam.Host host) {
        return () -> network.controller.addEams(eams(host, next[host.ordinal()]++, 1));
    }

    @Test
    void everyTableOfEamsIsFilledToItsLastRow() {
        for (String table : List.of("eam4_dst", "eam6_src", "served4")) {
            CapacityTest each = new CapacityTest();
            each.start(table + "=40");
            each.fill(table, () -> 40, each.oneEam(Eam.Host.IPV6));
        }
        for (String table : List.of("eam6_dst", "eam4_src", "served6")) {
            CapacityTest each = new CapacityTest();
            each.start(table + "=40");
            each.fill(table, () -> 40, each.oneEam(Eam.Host.IPV4));
        }
    }

    @Test
    void everyTableOfPoolsIsFilledToItsLastRow() {
        for (String table : List.of("pool4", "route4", "served4")) {
            CapacityTest each = new CapacityTest();
            each.start(table + "=30");
            int[] n = new int[1];
            each.fill(
                    table,
                    () -> 30,
                    () -> {
                        String name = "more" + n[0];
                        String prefix = "198.51.100." + 4 * n[0]++ + "/30";
                        PoolSpec pool = Nat64Configs.pool(name, prefix);
                        List<Fault> faults = each.network.controller.checkPool(pool);
                        assertEquals(each.used(table) < 30, faults.isEmpty(), faults.toString());
                        each.network.controller.addPool(pool);
                    });
        }
    }

    @Test
    void tablesOfBindingsAreFilledToTheLastRowByStaticOnes() {
        for (String table : List.of("bib4", "bib6")) {
            CapacityTest each = new CapacityTest();
            each.start(table + "=40");
            each.works();
            int[] n = new int[1];
            Runnable one = () -> each.network.controller.addStaticBinding(staticBinding(n[0]++));
            each.fill(table, () -> 40, one);
        }
    }

    private StaticBinding replace(StaticBinding old, StaticBinding by) {
        return network.controller.replaceStaticBinding(
                old.protocol, old.address4.bits(), old.port4, by);
    }

    @Test
    void aStaticBindingOfAFullTableIsReplaced() {
        for (String table : List.of("bib4", "bib6")) {
            CapacityTest each = new CapacityTest();
            each.start(table + "=10");
            for (int i = 0; i < 10; i++) {
                each.network.controller.addStaticBinding(staticBinding(i));
            }
            // Others want the row while it is free.
            each.network.store.onWrite =
                    records ->
                            each.network.pipeline.receive(
                                    each.network.at(0),
                                    HostFrames.udp("2001:db8:1::1", 4242, "192.0.2.1", 80));
            Nat64 api = each.network.controller;
            assertEquals(
                    List.of(), api.checkStaticBinding(staticBinding(10), staticBinding(9)), table);
            assertEquals(1, api.checkStaticBinding(staticBinding(10), null).size(), table);
            assertEquals(staticBinding(10), each.replace(staticBinding(9), staticBinding(10)));
            each.network.store.onWrite = records -> {};
            each.network.run(500);
            assertEquals(10, each.used(table));
            assertEquals(10, each.network.controller.staticBindings().size());
            assertTrue(each.network.controller.staticBindings().contains(staticBinding(10)));
            assertEquals(0, each.network.controller.statistics().counters.get("device_refusals"));
            assertEquals(10, each.network.at(0).bindings());
            assertEquals(10, each.network.at(1).bindings());
        }
    }

    /** A device that cannot hold what it holds might take neither the new one nor the old one. */
    @Test
    void aStaticBindingOfATableThatShrankStays() {
        start("bib4=40");
        for (int i = 0; i < 20; i++) {
            network.controller.addStaticBinding(staticBinding(i));
        }
        network.programs(SimulatedProgram.of("bib4=10"));
        network.configure(config(List.of()));
        List<Object> before = everything();
        ExhaustedException e =
                assertThrows(
                        ExhaustedException.class,
                        () -> replace(staticBinding(19), staticBinding(20)));
        assertNames(e, "bib4", 10);
        assertEquals(before, everything());
        assertEquals(
                List.of(": " + e.getMessage()),
                network.controller.checkStaticBinding(staticBinding(20), staticBinding(19)).stream()
                        .map(Fault::toString)
                        .collect(Collectors.toList()));
    }

    private static StaticBinding staticBinding(int n) {
        return new StaticBinding(
                "main",
                Protocol.TCP,
                Ipv6Address.parse("2001:db8:5::5"),
                1000 + n,
                Ipv4Address.parse("203.0.113.3"),
                1000 + n);
    }

    @Test
    void aFullTableRefusesNewFlowsBeforeAPortIsTaken() {
        start("bib6=20");
        SimulatedSwitch leaf = network.at(0);
        for (int i = 0; i < 20; i++) {
            network.pipeline.receive(
                    leaf, HostFrames.udp("2001:db8:1::1", 4000 + i, "192.0.2.1", 80));
        }
        network.run(200);
        assertEquals(20, leaf.bindings());
        long blocks = network.controller.pools().get(0).blocksInUse[Protocol.UDP.ordinal()];
        List<Object> before = everything();
        for (int i = 0; i < 100; i++) {
            // Of others, who would need blocks of their own.
            String source = "2001:db8:" + (100 + i) + "::1";
            network.pipeline.receive(leaf, HostFrames.udp(source, 4000, "192.0.2.1", 80));
        }
        network.run(200);
        assertEquals(before, everything());
        assertEquals(100, network.controller.core.counters.get(Counter.REFUSED_TABLE_FULL));
        assertEquals(0, network.controller.core.counters.get(Counter.REFUSED_DEVICE));
        assertEquals(blocks, network.controller.pools().get(0).blocksInUse[Protocol.UDP.ordinal()]);
        // Those that are there go on, and room that is left is taken.
        int translated = leaf.translated.size();
        network.pipeline.receive(leaf, HostFrames.udp("2001:db8:1::1", 4000, "192.0.2.1", 80));
        assertEquals(translated + 1, leaf.translated.size());
        network.run(Duration.ofMinutes(6).toMillis());
        network.pipeline.receive(leaf, HostFrames.udp("2001:db8:7::1", 4000, "192.0.2.1", 80));
        network.run(200);
        assertTrue(leaf.bindings() > 0);
    }

    @Test
    void whatADeviceRefusedLowersWhatIsKnownUntilItTakesMore() {
        start("bib4=1000", "bib6=1000");
        SimulatedSwitch leaf = network.at(0);
        network.switches.values().forEach(s -> s.capacity = 30);
        for (int i = 0; i < 50; i++) {
            network.pipeline.receive(
                    leaf, HostFrames.udp("2001:db8:1::1", 4000 + i, "192.0.2.1", 80));
        }
        network.run(500);
        assertEquals(30, leaf.bindings());
        assertEquals(30, use("bib4").size);
        assertEquals(0, use("bib4").free());
        network.pipeline.receive(leaf, HostFrames.udp("2001:db8:9::1", 4000, "192.0.2.1", 80));
        network.run(200);
        assertEquals(1, network.controller.core.counters.get(Counter.REFUSED_TABLE_FULL));
        assertEquals(20, network.controller.core.counters.get(Counter.REFUSED_DEVICE));
        assertEquals(30, network.at(1).bindings());
        // Another switch in its place.
        network.switches.values().forEach(s -> s.capacity = MANY);
        network.up(leaf);
        network.up(network.at(1));
        network.run(2000);
        assertEquals(1000, use("bib4").size);
        network.pipeline.receive(leaf, HostFrames.udp("2001:db8:9::1", 4000, "192.0.2.1", 80));
        network.run(200);
        assertEquals(31, leaf.bindings());
    }

    @Test
    void aBatchIsRefusedAsAWhole() {
        start("eam4_dst=100000");
        network.controller.addEams(eams(Eam.Host.IPV6, 0, 99_999));
        List<Object> before = everything();
        ExhaustedException e =
                assertThrows(
                        ExhaustedException.class,
                        () -> network.controller.addEams(eams(Eam.Host.IPV6, 100_000, 2)));
        assertEquals(
                LEAF1
                        + " has no room: of the 100000 entries of table eam4_dst, 99999 are used"
                        + " and 1 free; this needs 2 more",
                e.getMessage());
        assertEquals(
                List.of(e.getMessage()),
                faults(eams(Eam.Host.IPV6, 0, 100_001)),
                "the check says what is refused");
        assertThrows(
                ExhaustedException.class,
                () -> network.controller.replaceEamt(eams(Eam.Host.IPV6, 0, 100_001), null));
        assertEquals(before, everything());
        network.controller.replaceEamt(eams(Eam.Host.IPV6, 50_000, 100_000), null);
        assertEquals(100_000, used("eam4_dst"));
        assertEquals(List.of(), faults(eams(Eam.Host.IPV6, 0, 100_000)));
    }

    private List<String> faults(List<Eam> eams) {
        List<String> all = new ArrayList<>();
        network.controller.checkEamt(eams).forEach(f -> all.add(f.message));
        return all;
    }

    @Test
    void theSmallestConfiguredDeviceCountsAlthoughNoneIsConnected() {
        network.programs(SimulatedProgram.of("eam4_dst=100"));
        network.program(network.at(1).id, SimulatedProgram.of("eam4_dst=10"));
        network.fabric = CapacityFixture::fabric;
        network.start(config(List.of()));
        network.controller.addEams(eams(Eam.Host.IPV6, 0, 10));
        ExhaustedException e =
                assertThrows(
                        ExhaustedException.class,
                        () -> network.controller.addEams(eams(Eam.Host.IPV6, 10, 1)));
        assertTrue(e.getMessage().startsWith("device:t2 has no room: of the 10 entries"));
    }

    @Test
    void aConfigurationThatDoesNotFitIsRefusedWithThePath() {
        start("eam4_dst=40", "pool4=3");
        network.controller.addEams(eams(Eam.Host.IPV6, 0, 30));
        List<Object> before = everything();
        ExhaustedException e =
                assertThrows(
                        ExhaustedException.class,
                        () -> network.configure(config(eams(Eam.Host.IPV6, 100, 11))));
        assertEquals("eamt", e.field());
        assertTrue(e.getMessage().contains("30 are used and 10 free; this needs 11 more"));
        assertEquals(before, everything());
        network.configure(config(eams(Eam.Host.IPV6, 100, 10)));
        assertEquals(40, used("eam4_dst"));
        List<PoolSpec> pools = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            pools.add(Nat64Configs.pool("p" + i, "203.0.113." + 16 * i + "/28"));
        }
        InstanceConfig instance = Nat64Configs.instance(64, 16, 0);
        e =
                assertThrows(
                        ExhaustedException.class,
                        () ->
                                network.configure(
                                        Nat64Configs.nat64(
                                                instance, pools.toArray(new PoolSpec[0]))));
        assertEquals("pools", e.field());
    }

    @Test
    void whatWasAcceptedAndNotWrittenYetIsUsed() {
        start("eam4_dst=40");
        Wiring core = network.controller.core;
        // The store has not answered.
        core.operations.addEams(eams(Eam.Host.IPV6, 0, 30));
        assertEquals(0, network.controller.eamt().size());
        TableUse use =
                core.capacity.use(network.at(0).id).stream()
                        .filter(u -> u.table.equals("eam4_dst"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(30, use.used);
        // Written, and counted once.
        network.run(500);
        assertEquals(30, used("eam4_dst"));
        network.store.fails = true;
        assertThrows(
                IllegalStateException.class,
                () -> network.controller.addEams(eams(Eam.Host.IPV6, 30, 10)));
        network.store.fails = false;
        assertEquals(30, used("eam4_dst"));
    }

    @Test
    void neighboursAreLearnedOnlyWhereThereIsRoomForTheirRoutes() {
        start("route4=12");
        long used = used("route4");
        int learned = 0;
        for (int i = 10; i < 30; i++) {
            Ipv4Address host = Ipv4Address.of((172 << 24 | 16 << 16) + i);
            boolean room =
                    network.controller
                            .core
                            .fabric
                            .neighbors()
                            .learn(
                                    network.controller.core.fabric.interfaceAt(
                                            network.at(0).id, 1, 0),
                                    V4Mapped.of(host),
                                    MacAddress.of(100 + i));
            learned += room ? 1 : 0;
        }
        assertEquals(12 - used, learned);
        assertEquals(12, used("route4"));
    }

    private Severity usage(String table) {
        for (Alarm a : network.controller.alarms()) {
            if (a.id.equals("table-usage/" + LEAF1 + "/" + table)) {
                return a.severity;
            }
        }
        return null;
    }

    private void sized(int count) {
        network.controller.replaceEamt(eams(Eam.Host.IPV6, 0, count), null);
    }

    @Test
    void alarmsTellOfTablesThatFillUp() {
        start("eam4_dst=100");
        sized(79);
        assertNull(usage("eam4_dst"));
        sized(80);
        assertEquals(Severity.WARNING, usage("eam4_dst"));
        sized(94);
        assertEquals(Severity.WARNING, usage("eam4_dst"));
        sized(95);
        assertEquals(Severity.MINOR, usage("eam4_dst"));
        sized(100);
        assertEquals(Severity.MAJOR, usage("eam4_dst"));
        // Each ends some way below.
        sized(96);
        assertEquals(Severity.MAJOR, usage("eam4_dst"));
        sized(94);
        assertEquals(Severity.MINOR, usage("eam4_dst"));
        sized(89);
        assertEquals(Severity.WARNING, usage("eam4_dst"));
        sized(76);
        assertEquals(Severity.WARNING, usage("eam4_dst"));
        sized(74);
        assertNull(usage("eam4_dst"));
    }

    /** What is counted is what switches hold, whatever happened before. */
    @Test
    void whatIsUsedIsWhatSwitchesHold() {
        start();
        network.controller.addEams(eams(Eam.Host.IPV6, 0, 7));
        network.controller.addEams(eams(Eam.Host.IPV4, 0, 5));
        network.controller.addPool(Nat64Configs.pool("q", "198.51.100.0/28"));
        network.controller.addStaticBinding(staticBinding(1));
        works();
        network.controller.removeEam(eams(Eam.Host.IPV6, 3, 1).get(0).prefix4);
        network.controller
                .core
                .fabric
                .neighbors()
                .learn(
                        network.controller.core.fabric.interfaceAt(network.at(0).id, 1, 0),
                        V4Mapped.of(Ipv4Address.parse("172.16.0.9")),
                        MacAddress.of(100));
        network.run(500);
        List<Device> devices = network.controller.devices();
        for (int i = 0; i < 3; i++) {
            SimulatedSwitch s = network.at(i);
            long[] rows = new long[SimulatedProgram.NAMES.size()];
            for (Intent intent : s.held.values()) {
                Arrays.stream(SimulatedProgram.of().tablesOf(intent)).forEach(t -> rows[t]++);
            }
            for (int t = 0; t < rows.length; t++) {
                TableUse use = devices.get(i).tables.get(t);
                assertEquals(rows[t], use.used, s.id + " " + use.table);
            }
            assertEquals(s.held.size(), devices.get(i).intendedEntries, s.id.toString());
        }
    }
}
