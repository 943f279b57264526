// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.isthmus.controller.Frames.v4;
import static org.isthmus.controller.Frames.v6;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.isthmus.config.Netcfg;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the controller of release 0.1 left when it was killed goes on, with the connections that
 * were open. {@code data-release-0.1.zip} is its data directory, written by that release (at
 * a799d1bc) over two of its switches: three connections of one host, and a pool, a mapping and a
 * static binding of an operator.
 */
class UpgradeFrom01Test {
    private static final MacAddress LEAF = MacAddress.parse("00:00:5e:00:53:01");
    private static final MacAddress SPINE = MacAddress.parse("00:00:5e:00:53:02");
    private static final MacAddress CLIENT_MAC = MacAddress.parse("02:00:00:00:00:0a");
    private static final MacAddress SERVER_MAC = MacAddress.parse("02:00:00:00:00:0b");
    private static final Ipv6Address CLIENT = v6("2001:db8:1::2");
    private static final Ipv4Address SERVER = v4("198.51.100.2");
    private static final Ipv6Address SERVER_IN_6 = v6("2001:db8:64::c633:6402");

    /** When release 0.1 made the bindings, epoch ms. */
    private static final long THEN = 1_800_000_000_000L;

    /** The address that it gave the client, and the port of it for each of the client's. */
    private static final Ipv4Address MAPPED = v4("203.0.113.13");

    private static final Map<Integer, Integer> PORTS =
            Map.of(4242, 50346, 4243, 50365, 4244, 50349);

    private static final String NETCFG =
            "{'devices': {'device:leaf': {'basic': {'managementAddress': '%s'},"
                    + " 'isthmus': {'mac': '00:00:5e:00:53:01', 'loopbacks': ['192.0.0.1']}},"
                    + " 'device:spine': {'basic': {'managementAddress': '%s'},"
                    + " 'isthmus': {'mac': '00:00:5e:00:53:02', 'loopbacks': ['192.0.0.2']}}},"
                    + " 'ports': {'device:leaf/3': {'interfaces': [{'ips': ['2001:db8:1::1/64']}]},"
                    + " 'device:spine/3': {'interfaces': [{'ips': ['198.51.100.1/24']}]}},"
                    + " 'links': {'device:leaf/1-device:spine/1': {'isthmus': {'mtu': 9000}}},"
                    + " 'apps': {'org.isthmus': {'nat64': {"
                    + "'instances': [{'name': 'default', 'prefix': '2001:db8:64::/96'}],"
                    + " 'pools': [{'name': 'p', 'prefixes': ['203.0.113.0/28']}]}}}}";

    @TempDir Path data;
    private final AtomicLong clock = new AtomicLong(THEN + 60_000);
    private EmbeddedSwitch leaf;
    private EmbeddedSwitch spine;

    @BeforeEach
    void wire() throws IOException {
        leaf = new EmbeddedSwitch(1);
        spine = new EmbeddedSwitch(2);
        leaf.wire(1, spine, 1);
        spine.wire(1, leaf, 1);
        try (InputStream in = getClass().getResourceAsStream("data-release-0.1.zip");
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
                Path file = data.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
        }
    }

    @AfterEach
    void close() {
        leaf.close();
        spine.close();
    }

    private Host start() throws Exception {
        Host host =
                new Host(
                        data,
                        false,
                        Retention.ALL,
                        (address, loop) ->
                                NettyChannelBuilder.forAddress(address.host(), address.port())
                                        .usePlaintext()
                                        .executor(loop)
                                        .build(),
                        TimeSource.of(clock::get, clock::get),
                        new Random(1));
        String json =
                String.format(NETCFG, leaf.managementAddress(1), spine.managementAddress(2))
                        .replace('\'', '"');
        assertEquals(
                List.of(), host.configure(Netcfg.parse(json.getBytes(StandardCharsets.UTF_8))));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!host.nat64().devices().stream().allMatch(d -> d.state == Device.State.READY)) {
            assertTrue(System.nanoTime() < deadline, "not ready in time");
            Thread.onSpinWait();
        }
        return host;
    }

    private static Set<String> bindings(Nat64 nat64) {
        return nat64.bindings(Filter.ALL, null, 100).items().stream()
                .map(
                        b ->
                                b.protocol
                                        + " "
                                        + b.address6
                                        + " "
                                        + b.port6
                                        + " "
                                        + b.address4
                                        + " "
                                        + b.port4
                                        + (b.isStatic ? " static" : ""))
                .collect(Collectors.toSet());
    }

    /** Both hosts make themselves known, as hosts do before they send. */
    private void hostsSpeakUp() throws InterruptedException {
        leaf.arrive(3, Frames.solicitation(CLIENT_MAC, CLIENT, v6("2001:db8:1::1")));
        spine.arrive(3, Frames.arp(SERVER_MAC, SERVER, v4("198.51.100.1")));
        leaf.await(3, f -> Frames.u16(f, 12) == 0x86dd && (f[54] & 255) == 136);
        spine.await(3, f -> Frames.u16(f, 12) == 0x0806 && f[21] == 2);
    }

    @Test
    void allThatWasThereIsThere() throws Exception {
        Set<String> made =
                PORTS.entrySet().stream()
                        .map(
                                p ->
                                        "TCP "
                                                + CLIENT
                                                + " "
                                                + p.getKey()
                                                + " "
                                                + MAPPED
                                                + " "
                                                + p.getValue())
                        .collect(Collectors.toSet());
        made.add("TCP 2001:db8:1::80 80 203.0.113.8 80 static");
        // The second start is that of a store which the first one has converted.
        for (int i = 0; i < 2; i++) {
            try (Host host = start()) {
                Nat64 nat64 = host.nat64();
                assertEquals(made, bindings(nat64));
                assertEquals(
                        Set.of("p", "office"),
                        nat64.pools().stream().map(p -> p.spec.name).collect(Collectors.toSet()));
                assertEquals("[192.0.2.16/28 <-> 2001:db8:a::/124]", nat64.eamt().toString());
                assertEquals(
                        "[TCP 2001:db8:1::80 80 <-> 203.0.113.8 80]",
                        nat64.staticBindings().toString());
                assertEquals(List.of(), nat64.health().problems);
                List<MappingEvent> holders =
                        nat64.whoHad(Protocol.TCP, MAPPED.bits(), 50346, THEN + 1_000);
                assertEquals(1, holders.size());
                assertEquals("2001:db8:1::/64", holders.get(0).subscriber.toString());
            }
        }
    }

    @Test
    void connectionsGoOnInBothDirections() throws Exception {
        try (Host host = start()) {
            hostsSpeakUp();
            for (Map.Entry<Integer, Integer> each : PORTS.entrySet()) {
                int port6 = each.getKey();
                spine.arrive(
                        3,
                        Frames.tcp(
                                SPINE,
                                SERVER_MAC,
                                SERVER,
                                80,
                                MAPPED,
                                each.getValue(),
                                Frames.ACK));
                byte[] back = leaf.await(3, Frames::isTcp6);
                assertTrue(Frames.sound(back));
                assertEquals(CLIENT, Frames.address6(back, 38));
                assertEquals(port6, Frames.u16(back, 56));
                leaf.arrive(
                        3,
                        Frames.tcp(LEAF, CLIENT_MAC, CLIENT, port6, SERVER_IN_6, 80, Frames.ACK));
                byte[] seen = spine.await(3, Frames::isTcp4);
                assertTrue(Frames.sound(seen));
                assertEquals(MAPPED, Frames.address4(seen, 26));
                assertEquals((int) each.getValue(), Frames.u16(seen, 34));
            }
            assertEquals(4, bindings(host.nat64()).size());
            // A new one has the address that the host has.
            leaf.arrive(3, Frames.tcp(LEAF, CLIENT_MAC, CLIENT, 4245, SERVER_IN_6, 80, Frames.SYN));
            assertEquals(MAPPED, Frames.address4(spine.await(3, Frames::isTcp4), 26));
        }
    }
}
