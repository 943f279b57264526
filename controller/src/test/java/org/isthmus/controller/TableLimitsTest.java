// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isthmus.config.ManagementAddress;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.disk.DiskStore;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.controller.p4rt.Elections;
import org.isthmus.controller.p4rt.P4RuntimeDataPlane;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.isthmus.pipeline.IntentReader;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.pipeline.Translator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import p4.config.v1.P4InfoOuterClass.ActionProfile;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.ReadRequest;

/**
 * A real switch with one table so small that a configuration fills it to the last row, and one that
 * wants a row more.
 */
class TableLimitsTest {
    private static final DeviceId LEAF = DeviceId.of("device:leaf");
    private static final MacAddress MAC = MacAddress.parse("02:00:00:00:00:01");
    private static final int SOME = 3;

    @TempDir Path directory;
    private final AtomicLong clock = new AtomicLong(1_700_000_000_000L);
    private EmbeddedSwitch leaf;
    private DiskStore store;
    private DiskMappingLog log;
    private P4RuntimeDataPlane dataPlane;
    private Controller core;

    @BeforeEach
    void start() throws Exception {
        leaf = new EmbeddedSwitch(1);
        store = new DiskStore(directory, false);
        log = new DiskMappingLog(directory.resolve("mappings"), false, false, Retention.ALL);
        dataPlane =
                new P4RuntimeDataPlane(
                        Channels.tcp(null, null, null), Elections.above(0), new Random(1));
        core =
                new Controller(
                        "limits",
                        dataPlane,
                        store,
                        log,
                        TimeSource.of(clock::get, clock::get),
                        new Random(1));
        core.start();
    }

    @AfterEach
    void close() {
        dataPlane.close();
        core.close();
        log.close();
        store.close();
        leaf.close();
    }

    /** So many of what has a row each in a table, each a part of the netcfg. */
    private Netcfg netcfg(String what, int count) throws Exception {
        return Netcfg.parse(
                ("{'devices': {'device:leaf': {'basic': {'managementAddress': '"
                                + leaf.managementAddress(1)
                                + "'}, 'isthmus': {'mac': '"
                                + MAC
                                + "', 'loopbacks': ["
                                + list(what, "loopback4", count, n -> "'192.0.0." + n + "'", "")
                                + list(
                                        what,
                                        "loopback6",
                                        count,
                                        n -> "'2001:db8:ff::" + n + "'",
                                        "")
                                + "]}}}, 'ports': {'device:leaf/1': {'interfaces': [{'ips':"
                                + " ['198.51.100.1/24', '2001:db8:1::1/64']}]}"
                                + list(
                                        what,
                                        "port",
                                        count,
                                        n ->
                                                "'device:leaf/1"
                                                        + n
                                                        + "': {'interfaces': [{'ips': ['2001:db8:2:"
                                                        + n
                                                        + "::1/64']}]}",
                                        ",")
                                + "}, 'apps': {'org.isthmus': {'routes': ["
                                + list(
                                        what,
                                        "route4",
                                        count,
                                        n ->
                                                "{'prefix': '10."
                                                        + n
                                                        + ".0.0/16', 'via': '198.51.100.2'}",
                                        "")
                                + list(
                                        what,
                                        "route6",
                                        count,
                                        n ->
                                                "{'prefix': '2001:db8:3:"
                                                        + n
                                                        + "::/64', 'via': '2001:db8:1::2'}",
                                        "")
                                + "], 'nat64': {'instances': [{'name': 'i0', 'id': 1, 'prefix':"
                                + " '2001:db8:64::/96', 'denied': ["
                                + list(what, "denied", count, n -> "'172.16." + n + ".0/24'", "")
                                + "], 'deniedServices': ["
                                + list(what, "service", count, n -> "{'ports': '" + n + "'}", "")
                                + "]}"
                                + list(
                                        what,
                                        "instance",
                                        count,
                                        n ->
                                                "{'name': 'i"
                                                        + n
                                                        + "', 'id': "
                                                        + (n + 1)
                                                        + ", 'prefix': '2001:db8:64:"
                                                        + n
                                                        + "::/96'}",
                                        ",")
                                + "], 'pools': [{'name': 'p', 'instance': 'i0', 'prefixes':"
                                + " ['203.0.113.0/28'"
                                + list(
                                        what,
                                        "pool",
                                        count,
                                        n -> "'203.0.113." + 16 * n + "/29'",
                                        ",")
                                + "]}], 'eamt': ["
                                + list(
                                        what,
                                        "eam",
                                        count,
                                        n ->
                                                "{'instance': 'i0', 'ipv4': '198.18."
                                                        + n
                                                        + ".0', 'ipv6': '2001:db8:1::e"
                                                        + n
                                                        + "'}",
                                        "")
                                + list(
                                        what,
                                        "eam-of-ipv4",
                                        count,
                                        n ->
                                                "{'instance': 'i0', 'host': 'ipv4', 'ipv4':"
                                                        + " '198.51.100."
                                                        + (100 + n)
                                                        + "', 'ipv6': '2001:db8:4:"
                                                        + n
                                                        + "::e'}",
                                        "")
                                + "], 'static': ["
                                + list(
                                        what,
                                        "static",
                                        count,
                                        n ->
                                                "{'instance': 'i0', 'protocol': 'tcp', 'ipv6':"
                                                        + " '2001:db8:1::5', 'port6': "
                                                        + n
                                                        + ", 'ipv4': '203.0.113.1', 'port4': "
                                                        + (2000 + n)
                                                        + "}",
                                        "")
                                + "]}}}}")
                        .replace('\'', '"')
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static String list(
            String what, String kind, int count, IntFunction<String> each, String before) {
        String all =
                IntStream.rangeClosed(1, what.equals(kind) ? count : 0)
                        .mapToObj(each)
                        .collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : before + all;
    }

    /** The program with a table, or an action profile, of another size. */
    private static Pipeline sized(String name, long size) {
        Pipeline stock = Pipeline.v1model();
        P4Info.Builder info = stock.p4Info().toBuilder();
        for (Table.Builder table : info.getTablesBuilderList()) {
            if (table.getPreamble().getAlias().equals(name)) {
                table.setSize(size);
            }
        }
        for (ActionProfile.Builder profile : info.getActionProfilesBuilderList()) {
            if (profile.getPreamble().getAlias().equals(name)) {
                profile.setSize(size);
            }
        }
        return Pipeline.of(info.build(), stock.deviceConfig());
    }

    private void configure(Netcfg netcfg, Pipeline pipeline) {
        ManagementAddress address = netcfg.management().get(LEAF);
        P4RuntimeDataPlane.Target target = new P4RuntimeDataPlane.Target(address, pipeline);
        Map<DeviceId, Program> programs = Map.of(LEAF, target.program());
        core.configure(netcfg.nat64(), netcfg.fabric(), programs);
        dataPlane.connect(Map.of(LEAF, target));
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not in time: " + what);
            }
            Thread.onSpinWait();
        }
    }

    private Device device() {
        return core.devices().get(0);
    }

    private TableUse use(String table) {
        return device().tables.stream()
                .filter(u -> u.table.equals(table))
                .findFirst()
                .orElseThrow();
    }

    /** What the switch holds, told to another client than the controller. */
    private Set<Intent> held() {
        Translator translator = Pipeline.v1model().translator();
        IntentReader reader = translator.reader();
        ManagementAddress address = ManagementAddress.parse(leaf.managementAddress(1));
        ManagedChannel channel =
                NettyChannelBuilder.forAddress(address.host(), address.port())
                        .usePlaintext()
                        .build();
        try {
            P4RuntimeGrpc.newBlockingStub(channel)
                    .read(
                            ReadRequest.newBuilder()
                                    .setDeviceId(1)
                                    .addAllEntities(translator.everything())
                                    .build())
                    .forEachRemaining(answer -> answer.getEntitiesList().forEach(reader::add));
        } finally {
            channel.shutdownNow();
        }
        return new HashSet<>(reader.intents());
    }

    @ParameterizedTest
    @CsvSource({
        "edge, port",
        "source4, route4",
        "source6, route6",
        "served4, pool",
        "served6, instance",
        "local4, loopback4",
        "local6, loopback6",
        "pool6, instance",
        "pool6_src, instance",
        "prefix6, instance",
        "pool4, pool",
        "embedded, denied",
        "denied_services, service",
        "route4, route4",
        "route6, route6",
        "eam4_dst, eam",
        "eam6_src, eam",
        "eam6_dst, eam-of-ipv4",
        "eam4_src, eam-of-ipv4",
        "bib4, static",
        "bib6, static",
    })
    void aConfigurationFillsATableToTheLastRow(String table, String what) throws Exception {
        // What so many need, of a switch that has room for more.
        Netcfg fits = netcfg(what, SOME);
        core.configure(
                fits.nat64(),
                fits.fabric(),
                Map.of(LEAF, Pipeline.v1model().translator().program()));
        long rows = use(table).used;

        Pipeline pipeline = sized(table, rows);
        configure(fits, pipeline);
        await("ready", () -> device().state == Device.State.READY);
        assertEquals(0, use(table).free(), table);
        assertEquals(0, device().refused);
        Set<Intent> before = held();

        Netcfg more = netcfg(what, SOME + 1);
        ExhaustedException e =
                assertThrows(ExhaustedException.class, () -> configure(more, pipeline));
        assertTrue(
                e.getMessage()
                        .startsWith(
                                "device:leaf has no room: of the "
                                        + rows
                                        + " entries of table "
                                        + table
                                        + ", "),
                e.getMessage());
        assertEquals(before, held(), "nothing is half in force");
        assertEquals(0, use(table).free());
        assertEquals(Device.State.READY, device().state);
    }

    private static Ipv6Address host(int number) {
        return Ipv6Address.of(0x2001_0db8_0001_0000L, 0x100 + number);
    }

    /** A host that asks for the switch; returns whether it is known afterwards. */
    private boolean isLearned(int number) {
        long before = punts();
        MacAddress mac = MacAddress.of(0x0200_0000_0a00L + number);
        leaf.arrive(1, Frames.solicitation(mac, host(number), Ipv6Address.parse("2001:db8:1::1")));
        await("heard", () -> punts() > before);
        return core.fabric().hosts.stream().anyMatch(h -> host(number).equals(h.address6));
    }

    private long punts() {
        return core.statistics().counters.getOrDefault("punts", 0L);
    }

    private int learned() {
        int number = 0;
        while (isLearned(number)) {
            number++;
        }
        return number;
    }

    @ParameterizedTest
    @ValueSource(strings = {"next", "next_selector"})
    void neighboursAreLearnedToTheLastNextHopThatTheyMayHave(String table) throws Exception {
        configure(netcfg("", 0), sized(table, 16));
        await("ready", () -> device().state == Device.State.READY);
        assertEquals(12, learned(), "three of four are for neighbours");
        assertEquals(12, use(table).used);
        assertEquals(0, device().refused);
        await("next hops", () -> heldNext() == 12);
    }

    @Test
    void neighboursAreLearnedToTheLastRoute() throws Exception {
        core.configure(
                netcfg("", 0).nat64(),
                netcfg("", 0).fabric(),
                Map.of(LEAF, Pipeline.v1model().translator().program()));
        long rows = use("route6").used + SOME;
        configure(netcfg("", 0), sized("route6", rows));
        await("ready", () -> device().state == Device.State.READY);
        assertEquals(SOME, learned());
        assertEquals(0, use("route6").free());
        assertEquals(0, device().refused);
        await("next hops", () -> heldNext() == SOME);
    }

    private long heldNext() {
        return held().stream().filter(i -> i instanceof RoutingIntent.Next).count();
    }
}
