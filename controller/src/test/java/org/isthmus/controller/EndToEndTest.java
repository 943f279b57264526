// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.isthmus.controller.LeafAndSpine.CLIENT;
import static org.isthmus.controller.LeafAndSpine.CLIENT_MAC;
import static org.isthmus.controller.LeafAndSpine.LEAF;
import static org.isthmus.controller.LeafAndSpine.SERVER;
import static org.isthmus.controller.LeafAndSpine.SERVER_IN_6;
import static org.isthmus.controller.LeafAndSpine.SERVER_MAC;
import static org.isthmus.controller.LeafAndSpine.SPINE;
import static org.isthmus.controller.LeafAndSpine.await;
import static org.isthmus.controller.LeafAndSpine.awaitReady;
import static org.isthmus.controller.LeafAndSpine.bindings;
import static org.isthmus.controller.LeafAndSpine.counter;
import static org.isthmus.controller.LeafAndSpine.isOfABinding;
import static org.isthmus.controller.LeafAndSpine.punts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.controller.http.RestServer;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.rest.Nat64Application;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames through embedded switches with the whole controller behind them. */
class EndToEndTest {
    @TempDir Path directory;
    private LeafAndSpine net;

    @BeforeEach
    void wire() throws IOException {
        net = new LeafAndSpine();
    }

    @AfterEach
    void close() {
        net.close();
    }

    /** The names are the core's: one that Prometheus reserves must not come among them. */
    @Test
    void prometheusIsToldEveryNumber() throws Exception {
        try (Host host = net.host(directory.resolve("data"));
                RestServer rest =
                        new RestServer(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                null,
                                null,
                                new Nat64Application(host::nat64))) {
            assertEquals(List.of(), host.configure(net.netcfg()));
            awaitReady(host);
            String metrics;
            try (InputStream in = URI.create(rest.url() + "/metrics").toURL().openStream()) {
                metrics = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            String glossary;
            try (InputStream in = URI.create(rest.url() + "/glossary").toURL().openStream()) {
                glossary = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            Statistics statistics = host.nat64().statistics();
            Set<String> names = new TreeSet<>(statistics.counters.keySet());
            names.addAll(statistics.gauges.keySet());
            names.addAll(statistics.histograms.keySet());
            assertTrue(names.size() > 120, names.toString());
            for (String name : names) {
                Matcher entry =
                        Pattern.compile("\"name\":\"" + name + "\",\"metric\":\"(.*?)\",\"text")
                                .matcher(glossary);
                assertTrue(entry.find(), name + " is not explained");
                String metric = entry.group(1).replace("\\\"", "\"");
                // Of a sum the parts are told, of a histogram the buckets.
                assertTrue(
                        metrics.contains("\n" + metric + " ")
                                || metrics.contains("\n" + metric + "{protocol=")
                                || metrics.contains("\n" + metric + "_bucket{le="),
                        metric);
            }
            assertTrue(metrics.contains("\nprocess_cpu_seconds_total "));
            assertFalse(metrics.contains("Of another release"));
        }
    }

    @Test
    void aConnectionOpensAndOutlivesTheController() throws Exception {
        Path data = directory.resolve("a");
        Host first = net.host(data);
        assertEquals(List.of(), first.configure(net.netcfg()));
        awaitReady(first);
        net.hostsSpeakUp();
        byte[] seen = net.syn(4242);
        assertTrue(Frames.address4(seen, 26).toString().startsWith("203.0.113."));
        net.answer(seen, 4242);
        List<String> before = bindings(first);
        assertEquals(1, before.size());
        assertTrue(before.get(0).startsWith("TCP 2001:db8:1::2#4242 203.0.113."), before.get(0));

        theWayIsTheOneTheyTook(first);

        outlives(
                first,
                data,
                second -> {
                    net.answer(seen, 4242);
                    byte[] other = net.syn(4243);
                    assertEquals(Frames.address4(seen, 26), Frames.address4(other, 26));
                    net.answer(other, 4243);
                    assertEquals(2, bindings(second).size());
                });
    }

    /** What is done with a host. */
    private interface Use {
        void of(Host host) throws Exception;
    }

    /**
     * Bindings outlive a controller, and the next one writes none.
     *
     * @param data of the first, which is dropped as a crash would: what it had on disk goes on, it
     *     is not closed
     * @param then done with the second, once hosts spoke up
     */
    private void outlives(Host first, Path data, Use then) throws Exception {
        List<String> before = bindings(first);
        Path copy = directory.resolve("copy");
        copy(data, copy);
        net.written.clear();
        net.clock.addAndGet(60_000);
        try (Host second = net.host(copy)) {
            assertEquals(List.of(), second.configure(net.netcfg()));
            awaitReady(second);
            assertEquals(before, bindings(second));
            assertEquals(
                    List.of(),
                    net.written.stream().filter(u -> isOfABinding(u)).collect(Collectors.toList()));
            net.hostsSpeakUp();
            then.of(second);
        } finally {
            first.close();
        }
    }

    /** Host EAMs, one after the other from an address on. */
    private static List<Eam> eams(int first, int count) {
        List<Eam> all = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            all.add(
                    new Eam(
                            Ipv4Prefix.of((10 << 24) + i, 32),
                            Ipv6Prefix.of(0x20010db8_00e00000L, i, 128),
                            "default",
                            Eam.Host.IPV6));
        }
        return all;
    }

    private static TableUse use(Host host, String table) {
        Device leaf = host.nat64().devices().get(0);
        return leaf.tables.stream().filter(u -> u.table.equals(table)).findFirst().orElseThrow();
    }

    @Test
    void aTableIsFilledToItsLastRow() throws Exception {
        try (Host host = net.host(directory.resolve("full"))) {
            assertEquals(List.of(), host.configure(net.netcfg("org.isthmus.bmv2")));
            TableUse empty = use(host, "eam4_dst");
            assertEquals("16384 0", empty.size + " " + empty.used, "before it is connected");
            awaitReady(host);
            net.hostsSpeakUp();
            byte[] seen = net.syn(4242);
            host.nat64().addEams(eams(0, 16_384));
            assertEquals(0, use(host, "eam4_dst").free());
            assertEquals(0, use(host, "eam6_src").free());
            assertTrue(use(host, "served4").used < 10, "they are one prefix");
            net.written.clear();
            ExhaustedException e =
                    assertThrows(
                            ExhaustedException.class, () -> host.nat64().addEams(eams(16_384, 1)));
            assertEquals(
                    "device:leaf has no room: of the 16384 entries of table eam4_dst, 16384 are"
                            + " used and 0 free; this needs 1 more",
                    e.getMessage());
            assertTrue(net.written.isEmpty(), "nothing is written");
            assertEquals(16_384, host.nat64().eamt().size());
            // What was there goes on.
            net.answer(seen, 4242);
            net.answer(net.syn(4243), 4243);
            host.nat64().removeEam(eams(5, 1).get(0).prefix4);
            host.nat64().addEams(eams(16_384, 1));
            assertEquals(0, use(host, "eam4_dst").free());
            Device leaf = host.nat64().devices().get(0);
            assertEquals("READY 0", leaf.state + " " + leaf.refused);
        }
    }

    /** RFC 6146 sections 3.5 and 5.3: only its host keeps a binding, and no error ends one. */
    @Test
    void whatComesFromOutsideNeitherKeepsNorEndsABinding() throws Exception {
        try (Host host = net.host(directory.resolve("outside"))) {
            assertEquals(List.of(), host.configure(net.netcfg()));
            awaitReady(host);
            net.hostsSpeakUp();
            byte[] seen = net.syn(4242);
            net.pass(host, 10, 4);
            net.spine.arrive(
                    3,
                    Frames.tcp(
                            SPINE,
                            SERVER_MAC,
                            SERVER,
                            80,
                            Frames.address4(seen, 26),
                            Frames.u16(seen, 34),
                            Frames.ACK));
            net.leaf.await(3, Frames::isTcp6);
            net.spine.arrive(3, Frames.unreachable(SPINE, SERVER_MAC, SERVER, seen));
            net.leaf.await(3, Frames::isError6);
            net.pass(host, 10, 4);
            assertEquals(1, bindings(host).size());
            // 240 seconds behind the only packet of the client are over.
            net.pass(host, 30, 4);
            await("the end", () -> bindings(host).isEmpty());
        }
    }

    @Test
    void aSwitchWithoutASessionForwardsAndKeepsItsRoutes() throws Exception {
        try (Host host = net.host(directory.resolve("alone"))) {
            assertEquals(List.of(), host.configure(net.netcfg()));
            awaitReady(host);
            net.hostsSpeakUp();
            byte[] seen = net.syn(4242);
            net.answer(seen, 4242);
            net.pass(host, 2, 4);

            net.leafIsAlone = true;
            String leafs = net.leaf.managementAddress(1).replaceAll("grpc://|[?].*", "");
            net.sessions.stream()
                    .filter(session -> session.authority().equals(leafs))
                    .forEach(ManagedChannel::shutdownNow);
            await(
                    "an alarm",
                    () ->
                            host.nat64().alarms().stream()
                                    .anyMatch(a -> a.id.equals("device-down/device:leaf")));
            net.pass(host, 5, 2);
            net.leaf.arrive(
                    3, Frames.tcp(LEAF, CLIENT_MAC, CLIENT, 4242, SERVER_IN_6, 80, Frames.ACK));
            net.spine.await(3, Frames::isTcp4);
            // By the route of the spine to the leaf.
            net.answer(seen, 4242);

            net.leafIsAlone = false;
            awaitReady(host);
            assertEquals(List.of(), host.nat64().alarms());
            net.answer(net.syn(4243), 4243);
        }
    }

    /** The one binding's path, and what ports and neighbours tell of it. */
    private void theWayIsTheOneTheyTook(Host host) {
        Binding b = host.nat64().bindings(Filter.ALL, null, 1).items().get(0);
        BindingPath path = host.nat64().path(b.protocol, b.address4, b.port4, null);
        assertEquals(
                "device:leaf/3 > device:spine/3", path.outbound.from + " > " + path.outbound.to);
        assertEquals("device:spine/3 > device:leaf/3", path.inbound.from + " > " + path.inbound.to);
        assertTrue(path.outbound.hops.get(0).translates && path.inbound.hops.get(0).translates);
        assertEquals(1, path.outbound.hops.get(0).next.get(0).port);
        assertEquals(2, host.nat64().fabric().hosts.size());
        assertEquals(List.of(), host.nat64().alarms());
        net.clock.addAndGet(3000);
        await(
                "counters of the port",
                () ->
                        host.nat64().fabric().ports.stream()
                                .anyMatch(
                                        p ->
                                                p.port.toString().equals("device:leaf/3")
                                                        && p.packetsIn >= 2
                                                        && p.packetsOut >= 2
                                                        && p.readEpochMillis == net.clock.get()));
    }

    /** One that counts no packets keeps no bindings from expiring: it is sampled. */
    @Test
    void aSwitchWithoutFeaturesIsDrivenBesideOneThatHasThem() throws Exception {
        try (Host host = net.host(directory.resolve("lean"))) {
            assertEquals(
                    List.of(),
                    host.configure(net.netcfg("org.isthmus.minimal", "org.isthmus.v1model")));
            awaitReady(host);
            net.hostsSpeakUp();
            byte[] seen = net.syn(4242);
            net.answer(seen, 4242);
            net.syn(4243);
            assertEquals(2, bindings(host).size());
            assertEquals(List.of(), host.nat64().alarms());
            long refused = host.nat64().devices().stream().mapToLong(d -> d.refused).sum();
            assertEquals(0, refused);

            // Three times the transitory timeout, for the one that the server never answered.
            net.pass(host, 150, 4);
            await("its end", () -> bindings(host).size() == 1);
            assertTrue(bindings(host).get(0).contains("#4242 "), bindings(host).get(0));
            net.hostsSpeakUp();
            net.answer(seen, 4242);
        }
    }

    @Test
    void aFabricWithoutFeaturesTranslates() throws Exception {
        try (Host host = net.host(directory.resolve("leaner"))) {
            assertEquals(List.of(), host.configure(net.netcfg("org.isthmus.minimal")));
            awaitReady(host);
            net.hostsSpeakUp();
            net.answer(net.syn(4242), 4242);
            byte[] first = net.syn(4243);
            net.pass(host, 50, 4);
            net.hostsSpeakUp();
            assertEquals(1, counter(host, "bindings_sampled"));
            assertEquals(Frames.u16(first, 34), Frames.u16(net.syn(4243), 34), "it goes on");
            assertEquals(1, counter(host, "bindings_resumed"));
            net.pass(host, 110, 4);
            await("its end", () -> bindings(host).size() == 1);
            net.hostsSpeakUp();
            net.answer(net.syn(4244), 4244);
        }
    }

    @Test
    void flowsOfAPortSetCostNoPunt() throws Exception {
        net.ofPool = ", 'portSets': 16";
        Path data = directory.resolve("sets");
        Host first = net.host(data);
        assertEquals(List.of(), first.configure(net.netcfg()));
        awaitReady(first);
        net.hostsSpeakUp();
        byte[] seen = net.syn(4242);
        net.answer(seen, 4242);
        await("the set", () -> counter(first, "bindings_added") == 1);
        long punts = punts(first);
        for (int port = 4240; port < 4256; port++) {
            byte[] other = net.syn(port);
            assertEquals(Frames.u16(seen, 34) - 2 + port - 4240, Frames.u16(other, 34));
            net.answer(other, port);
        }
        assertEquals(punts, punts(first));
        List<String> before = bindings(first);
        assertEquals(1, before.size());
        assertTrue(before.get(0).startsWith("TCP 2001:db8:1::2#4240 "), before.get(0));
        net.spine.arrive(3, Frames.unreachable(SPINE, SERVER_MAC, SERVER, seen));
        byte[] error = net.leaf.await(3, Frames::isError6);
        assertEquals(4242, Frames.u16(error, 14 + 40 + 8 + 40), "the port that the host used");

        outlives(first, data, second -> net.answer(net.syn(4250), 4250));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.collect(Collectors.toList())) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
