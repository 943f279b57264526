// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.isthmus.controller.Frames.v4;
import static org.isthmus.controller.Frames.v6;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
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
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.http.RestServer;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.Retention;
import org.isthmus.pipeline.P4;
import org.isthmus.rest.Nat64Application;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/** Frames through embedded switches with the whole controller behind them. */
class EndToEndTest {
    private static final MacAddress LEAF = MacAddress.parse("00:00:5e:00:53:01");
    private static final MacAddress SPINE = MacAddress.parse("00:00:5e:00:53:02");
    private static final MacAddress CLIENT_MAC = MacAddress.parse("02:00:00:00:00:0a");
    private static final MacAddress SERVER_MAC = MacAddress.parse("02:00:00:00:00:0b");
    private static final Ipv6Address CLIENT = v6("2001:db8:1::2");
    private static final Ipv4Address SERVER = v4("198.51.100.2");
    private static final Ipv6Address SERVER_IN_6 = v6("2001:db8:64::c633:6402");

    @TempDir Path directory;
    private final AtomicLong clock = new AtomicLong(1_700_000_000_000L);
    private final Queue<Update> written = new ConcurrentLinkedQueue<>();
    private final Queue<ManagedChannel> sessions = new ConcurrentLinkedQueue<>();

    /** Whether the leaf's P4Runtime server is out of reach. */
    private volatile boolean leafIsAlone;

    /** Further fields of the pool. */
    private String ofPool = "";

    private EmbeddedSwitch leaf;
    private EmbeddedSwitch spine;

    @BeforeEach
    void wire() throws IOException {
        leaf = new EmbeddedSwitch(1);
        spine = new EmbeddedSwitch(2);
        leaf.wire(1, spine, 1);
        spine.wire(1, leaf, 1);
    }

    @AfterEach
    void close() {
        leaf.close();
        spine.close();
    }

    private Netcfg netcfg() throws Exception {
        return netcfg("org.isthmus.v1model");
    }

    private Netcfg netcfg(String pipeconf) throws Exception {
        return netcfg(pipeconf, pipeconf);
    }

    private Netcfg netcfg(String leafs, String spines) throws Exception {
        String json =
                "{'devices': {"
                        + "'device:leaf': {'basic': {'managementAddress': '"
                        + leaf.managementAddress(1)
                        + "', 'pipeconf': '"
                        + leafs
                        + "'},"
                        + " 'isthmus': {'mac': '"
                        + LEAF
                        + "', 'loopbacks': ['192.0.0.1']}},"
                        + "'device:spine': {'basic': {'managementAddress': '"
                        + spine.managementAddress(2)
                        + "', 'pipeconf': '"
                        + spines
                        + "'},"
                        + " 'isthmus': {'mac': '"
                        + SPINE
                        + "', 'loopbacks': ['192.0.0.2']}}},'ports': {'device:leaf/3':"
                        + " {'interfaces': [{'ips': ['2001:db8:1::1/64']}]},'device:spine/3':"
                        + " {'interfaces': [{'ips': ['198.51.100.1/24']}]}},'links':"
                        + " {'device:leaf/1-device:spine/1': {'isthmus': {'mtu': 9000}}},'apps':"
                        + " {'org.isthmus': {'nat64': {'instances': [{'name': 'default', 'prefix':"
                        + " '2001:db8:64::/96'}],'pools': [{'name': 'p', 'prefixes':"
                        + " ['203.0.113.0/28']"
                        + ofPool
                        + "}]}}}}";
        return Netcfg.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private Host host(Path data) throws IOException {
        Channels channels =
                (address, loop) -> {
                    ManagedChannel channel =
                            NettyChannelBuilder.forAddress(address.host(), address.port())
                                    .usePlaintext()
                                    .executor(loop)
                                    .intercept(new Recorder())
                                    .build();
                    sessions.add(channel);
                    if (leafIsAlone && leaf.managementAddress(1).contains(":" + address.port())) {
                        channel.shutdownNow();
                    }
                    return channel;
                };
        return new Host(
                data,
                false,
                Retention.ALL,
                channels,
                TimeSource.of(clock::get, clock::get),
                new Random(1));
    }

    /** Notes every update that is written. */
    private final class Recorder implements ClientInterceptor {
        @Override
        public <Q, A> ClientCall<Q, A> interceptCall(
                MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            return new ForwardingClientCall.SimpleForwardingClientCall<Q, A>(
                    next.newCall(method, options)) {
                @Override
                public void sendMessage(Q message) {
                    if (message instanceof WriteRequest) {
                        written.addAll(((WriteRequest) message).getUpdatesList());
                    }
                    super.sendMessage(message);
                }
            };
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not in time: " + what);
            }
            Thread.onSpinWait();
        }
    }

    private static void awaitReady(Host host) {
        await(
                "devices ready",
                () -> host.nat64().devices().stream().allMatch(d -> d.state == Device.State.READY));
    }

    private static List<String> bindings(Host host) {
        return host.nat64().bindings(Filter.ALL, null, 100).items().stream()
                .map(EndToEndTest::text)
                .collect(Collectors.toList());
    }

    private static String text(Binding b) {
        return b.protocol + " " + b.address6 + "#" + b.port6 + " " + b.address4 + "#" + b.port4;
    }

    /** The names are the core's: one that Prometheus reserves must not come among them. */
    @Test
    void prometheusIsToldEveryNumber() throws Exception {
        try (Host host = host(directory.resolve("data"));
                RestServer rest =
                        new RestServer(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                null,
                                null,
                                new Nat64Application(host::nat64))) {
            assertEquals(List.of(), host.configure(netcfg()));
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

    /** Both hosts make themselves known, as hosts do before they send. */
    private void hostsSpeakUp() throws InterruptedException {
        leaf.arrive(3, Frames.solicitation(CLIENT_MAC, CLIENT, v6("2001:db8:1::1")));
        spine.arrive(3, Frames.arp(SERVER_MAC, SERVER, v4("198.51.100.1")));
        leaf.await(3, f -> Frames.u16(f, 12) == 0x86dd && (f[54] & 255) == 136);
        spine.await(3, f -> Frames.u16(f, 12) == 0x0806 && f[21] == 2);
    }

    /** A SYN from the client; returns it as the server sees it. */
    private byte[] syn(int port) throws InterruptedException {
        leaf.arrive(3, Frames.tcp(LEAF, CLIENT_MAC, CLIENT, port, SERVER_IN_6, 80, Frames.SYN));
        byte[] seen = spine.await(3, Frames::isTcp4);
        assertTrue(Frames.sound(seen));
        assertEquals(SERVER, Frames.address4(seen, 30));
        assertEquals(80, Frames.u16(seen, 36));
        return seen;
    }

    /** The server's answer to what it saw must reach the client's port. */
    private void answer(byte[] seen, int port) throws InterruptedException {
        spine.arrive(
                3,
                Frames.tcp(
                        SPINE,
                        SERVER_MAC,
                        SERVER,
                        80,
                        Frames.address4(seen, 26),
                        Frames.u16(seen, 34),
                        Frames.SYN | Frames.ACK));
        byte[] back = leaf.await(3, Frames::isTcp6);
        assertTrue(Frames.sound(back));
        assertEquals(SERVER_IN_6, Frames.address6(back, 22));
        assertEquals(CLIENT, Frames.address6(back, 38));
        assertEquals(port, Frames.u16(back, 56));
    }

    @Test
    void aConnectionOpensAndOutlivesTheController() throws Exception {
        Path data = directory.resolve("a");
        Host first = host(data);
        assertEquals(List.of(), first.configure(netcfg()));
        awaitReady(first);
        hostsSpeakUp();
        byte[] seen = syn(4242);
        assertTrue(Frames.address4(seen, 26).toString().startsWith("203.0.113."));
        answer(seen, 4242);
        List<String> before = bindings(first);
        assertEquals(1, before.size());
        assertTrue(before.get(0).startsWith("TCP 2001:db8:1::2#4242 203.0.113."), before.get(0));

        theWayIsTheOneTheyTook(first);

        outlives(
                first,
                data,
                second -> {
                    answer(seen, 4242);
                    byte[] other = syn(4243);
                    assertEquals(Frames.address4(seen, 26), Frames.address4(other, 26));
                    answer(other, 4243);
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
        written.clear();
        clock.addAndGet(60_000);
        try (Host second = host(copy)) {
            assertEquals(List.of(), second.configure(netcfg()));
            awaitReady(second);
            assertEquals(before, bindings(second));
            assertEquals(
                    List.of(),
                    written.stream().filter(u -> isOfABinding(u)).collect(Collectors.toList()));
            hostsSpeakUp();
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
        try (Host host = host(directory.resolve("full"))) {
            assertEquals(List.of(), host.configure(netcfg("org.isthmus.bmv2")));
            TableUse empty = use(host, "eam4_dst");
            assertEquals("16384 0", empty.size + " " + empty.used, "before it is connected");
            awaitReady(host);
            hostsSpeakUp();
            byte[] seen = syn(4242);
            host.nat64().addEams(eams(0, 16_384));
            assertEquals(0, use(host, "eam4_dst").free());
            assertEquals(0, use(host, "eam6_src").free());
            assertTrue(use(host, "served4").used < 10, "they are one prefix");
            written.clear();
            ExhaustedException e =
                    assertThrows(
                            ExhaustedException.class, () -> host.nat64().addEams(eams(16_384, 1)));
            assertEquals(
                    "device:leaf has no room: of the 16384 entries of table eam4_dst, 16384 are"
                            + " used and 0 free; this needs 1 more",
                    e.getMessage());
            assertTrue(written.isEmpty(), "nothing is written");
            assertEquals(16_384, host.nat64().eamt().size());
            // What was there goes on.
            answer(seen, 4242);
            answer(syn(4243), 4243);
            host.nat64().removeEam(eams(5, 1).get(0).prefix4);
            host.nat64().addEams(eams(16_384, 1));
            assertEquals(0, use(host, "eam4_dst").free());
            Device leaf = host.nat64().devices().get(0);
            assertEquals("READY 0", leaf.state + " " + leaf.refused);
        }
    }

    /**
     * Lets time pass in steps, in each of which switches are asked whether they live. All answers
     * are there before time goes on: a slow machine is no silent switch.
     *
     * @param answers to the questions of one step: each switch with a session asks its neighbour
     *     and itself
     */
    private void pass(Host host, int steps, int answers) {
        for (int i = 0; i < steps; i++) {
            long all = punts(host) + answers;
            clock.addAndGet(5000);
            long[] again = {System.nanoTime() + TimeUnit.SECONDS.toNanos(5)};
            await(
                    "answers to probes",
                    () -> {
                        // One that was lost is asked again, which takes time to pass.
                        if (System.nanoTime() > again[0]) {
                            again[0] += TimeUnit.SECONDS.toNanos(5);
                            clock.addAndGet(5000);
                        }
                        return punts(host) >= all;
                    });
        }
    }

    /** RFC 6146 sections 3.5 and 5.3: only its host keeps a binding, and no error ends one. */
    @Test
    void whatComesFromOutsideNeitherKeepsNorEndsABinding() throws Exception {
        try (Host host = host(directory.resolve("outside"))) {
            assertEquals(List.of(), host.configure(netcfg()));
            awaitReady(host);
            hostsSpeakUp();
            byte[] seen = syn(4242);
            pass(host, 10, 4);
            spine.arrive(
                    3,
                    Frames.tcp(
                            SPINE,
                            SERVER_MAC,
                            SERVER,
                            80,
                            Frames.address4(seen, 26),
                            Frames.u16(seen, 34),
                            Frames.ACK));
            leaf.await(3, Frames::isTcp6);
            spine.arrive(3, Frames.unreachable(SPINE, SERVER_MAC, SERVER, seen));
            leaf.await(3, Frames::isError6);
            pass(host, 10, 4);
            assertEquals(1, bindings(host).size());
            // 240 seconds behind the only packet of the client are over.
            pass(host, 30, 4);
            await("the end", () -> bindings(host).isEmpty());
        }
    }

    private static long punts(Host host) {
        return counter(host, "punts");
    }

    @Test
    void aSwitchWithoutASessionForwardsAndKeepsItsRoutes() throws Exception {
        try (Host host = host(directory.resolve("alone"))) {
            assertEquals(List.of(), host.configure(netcfg()));
            awaitReady(host);
            hostsSpeakUp();
            byte[] seen = syn(4242);
            answer(seen, 4242);
            pass(host, 2, 4);

            leafIsAlone = true;
            String leafs = leaf.managementAddress(1).replaceAll("grpc://|[?].*", "");
            sessions.stream()
                    .filter(session -> session.authority().equals(leafs))
                    .forEach(ManagedChannel::shutdownNow);
            await(
                    "an alarm",
                    () ->
                            host.nat64().alarms().stream()
                                    .anyMatch(a -> a.id.equals("device-down/device:leaf")));
            pass(host, 5, 2);
            leaf.arrive(3, Frames.tcp(LEAF, CLIENT_MAC, CLIENT, 4242, SERVER_IN_6, 80, Frames.ACK));
            spine.await(3, Frames::isTcp4);
            // By the route of the spine to the leaf.
            answer(seen, 4242);

            leafIsAlone = false;
            awaitReady(host);
            assertEquals(List.of(), host.nat64().alarms());
            answer(syn(4243), 4243);
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
        clock.addAndGet(3000);
        await(
                "counters of the port",
                () ->
                        host.nat64().fabric().ports.stream()
                                .anyMatch(
                                        p ->
                                                p.port.toString().equals("device:leaf/3")
                                                        && p.packetsIn >= 2
                                                        && p.packetsOut >= 2
                                                        && p.readEpochMillis == clock.get()));
    }

    /** One that counts no packets keeps no bindings from expiring: it is sampled. */
    @Test
    void aSwitchWithoutFeaturesIsDrivenBesideOneThatHasThem() throws Exception {
        try (Host host = host(directory.resolve("lean"))) {
            assertEquals(
                    List.of(),
                    host.configure(netcfg("org.isthmus.minimal", "org.isthmus.v1model")));
            awaitReady(host);
            hostsSpeakUp();
            byte[] seen = syn(4242);
            answer(seen, 4242);
            syn(4243);
            assertEquals(2, bindings(host).size());
            assertEquals(List.of(), host.nat64().alarms());
            long refused = host.nat64().devices().stream().mapToLong(d -> d.refused).sum();
            assertEquals(0, refused);

            // Three times the transitory timeout, for the one that the server never answered.
            pass(host, 150, 4);
            await("its end", () -> bindings(host).size() == 1);
            assertTrue(bindings(host).get(0).contains("#4242 "), bindings(host).get(0));
            hostsSpeakUp();
            answer(seen, 4242);
        }
    }

    @Test
    void aFabricWithoutFeaturesTranslates() throws Exception {
        try (Host host = host(directory.resolve("leaner"))) {
            assertEquals(List.of(), host.configure(netcfg("org.isthmus.minimal")));
            awaitReady(host);
            hostsSpeakUp();
            answer(syn(4242), 4242);
            byte[] first = syn(4243);
            pass(host, 50, 4);
            hostsSpeakUp();
            assertEquals(1, counter(host, "bindings_sampled"));
            assertEquals(Frames.u16(first, 34), Frames.u16(syn(4243), 34), "it goes on");
            assertEquals(1, counter(host, "bindings_resumed"));
            pass(host, 110, 4);
            await("its end", () -> bindings(host).size() == 1);
            hostsSpeakUp();
            answer(syn(4244), 4244);
        }
    }

    @Test
    void flowsOfAPortSetCostNoPunt() throws Exception {
        ofPool = ", 'portSets': 16";
        Path data = directory.resolve("sets");
        Host first = host(data);
        assertEquals(List.of(), first.configure(netcfg()));
        awaitReady(first);
        hostsSpeakUp();
        byte[] seen = syn(4242);
        answer(seen, 4242);
        await("the set", () -> counter(first, "bindings_added") == 1);
        long punts = punts(first);
        for (int port = 4240; port < 4256; port++) {
            byte[] other = syn(port);
            assertEquals(Frames.u16(seen, 34) - 2 + port - 4240, Frames.u16(other, 34));
            answer(other, port);
        }
        assertEquals(punts, punts(first));
        List<String> before = bindings(first);
        assertEquals(1, before.size());
        assertTrue(before.get(0).startsWith("TCP 2001:db8:1::2#4240 "), before.get(0));
        spine.arrive(3, Frames.unreachable(SPINE, SERVER_MAC, SERVER, seen));
        byte[] error = leaf.await(3, Frames::isError6);
        assertEquals(4242, Frames.u16(error, 14 + 40 + 8 + 40), "the port that the host used");

        outlives(first, data, second -> answer(syn(4250), 4250));
    }

    private static long counter(Host host, String name) {
        return host.nat64().statistics().counters.getOrDefault(name, 0L);
    }

    private static boolean isOfABinding(Update update) {
        int table = update.getEntity().getTableEntry().getTableId();
        return table == P4.Tables.Bib4.ID.id
                || table == P4.Tables.Bib6.ID.id
                || table == P4.Tables.PortSets4.ID.id
                || table == P4.Tables.PortSets6.ID.id;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.collect(Collectors.toList())) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
