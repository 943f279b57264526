// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.isthmus.controller.Frames.v4;
import static org.isthmus.controller.Frames.v6;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Filter;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.Retention;
import org.isthmus.pipeline.P4;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * Two embedded switches, a client at the leaf and a server at the spine, and controllers over them.
 * Time passes as told.
 *
 * <p>Threading: the test's thread, but for what switches and controllers do on theirs.
 */
final class LeafAndSpine implements AutoCloseable {
    static final MacAddress LEAF = MacAddress.parse("00:00:5e:00:53:01");
    static final MacAddress SPINE = MacAddress.parse("00:00:5e:00:53:02");
    static final MacAddress CLIENT_MAC = MacAddress.parse("02:00:00:00:00:0a");
    static final MacAddress SERVER_MAC = MacAddress.parse("02:00:00:00:00:0b");
    static final Ipv6Address CLIENT = v6("2001:db8:1::2");
    static final Ipv4Address SERVER = v4("198.51.100.2");
    static final Ipv6Address SERVER_IN_6 = v6("2001:db8:64::c633:6402");

    final AtomicLong clock = new AtomicLong(1_700_000_000_000L);
    final Queue<Update> written = new ConcurrentLinkedQueue<>();
    final Queue<ManagedChannel> sessions = new ConcurrentLinkedQueue<>();

    /** Whether the leaf's P4Runtime server is out of reach. */
    volatile boolean leafIsAlone;

    /** Further fields of the pool. */
    String ofPool = "";

    final EmbeddedSwitch leaf;
    final EmbeddedSwitch spine;

    LeafAndSpine() throws IOException {
        leaf = new EmbeddedSwitch(1);
        spine = new EmbeddedSwitch(2);
        leaf.wire(1, spine, 1);
        spine.wire(1, leaf, 1);
    }

    @Override
    public void close() {
        leaf.close();
        spine.close();
    }

    Netcfg netcfg() throws Exception {
        return netcfg("org.isthmus.v1model");
    }

    Netcfg netcfg(String pipeconf) throws Exception {
        return netcfg(pipeconf, pipeconf);
    }

    Netcfg netcfg(String leafs, String spines) throws Exception {
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

    Host host(Path data) throws IOException {
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

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not in time: " + what);
            }
            Thread.onSpinWait();
        }
    }

    static void awaitReady(Host host) {
        await(
                "devices ready",
                () -> host.nat64().devices().stream().allMatch(d -> d.state == Device.State.READY));
    }

    static List<String> bindings(Host host) {
        return host.nat64().bindings(Filter.ALL, null, 100).items().stream()
                .map(LeafAndSpine::text)
                .collect(Collectors.toList());
    }

    private static String text(Binding b) {
        return b.protocol + " " + b.address6 + "#" + b.port6 + " " + b.address4 + "#" + b.port4;
    }

    /** Both hosts make themselves known, as hosts do before they send. */
    void hostsSpeakUp() throws InterruptedException {
        leaf.arrive(3, Frames.solicitation(CLIENT_MAC, CLIENT, v6("2001:db8:1::1")));
        spine.arrive(3, Frames.arp(SERVER_MAC, SERVER, v4("198.51.100.1")));
        leaf.await(3, f -> Frames.u16(f, 12) == 0x86dd && (f[54] & 255) == 136);
        spine.await(3, f -> Frames.u16(f, 12) == 0x0806 && f[21] == 2);
    }

    /** A SYN from the client; returns it as the server sees it. */
    byte[] syn(int port) throws InterruptedException {
        leaf.arrive(3, Frames.tcp(LEAF, CLIENT_MAC, CLIENT, port, SERVER_IN_6, 80, Frames.SYN));
        byte[] seen = spine.await(3, Frames::isTcp4);
        assertTrue(Frames.sound(seen));
        assertEquals(SERVER, Frames.address4(seen, 30));
        assertEquals(80, Frames.u16(seen, 36));
        return seen;
    }

    /** The server's answer to what it saw must reach the client's port. */
    void answer(byte[] seen, int port) throws InterruptedException {
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

    /**
     * Lets time pass in steps, in each of which switches are asked whether they live. All answers
     * are there before time goes on: a slow machine is no silent switch.
     *
     * @param answers to the questions of one step: each switch with a session asks its neighbour
     *     and itself
     */
    void pass(Host host, int steps, int answers) {
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

    static long punts(Host host) {
        return counter(host, "punts");
    }

    static long counter(Host host, String name) {
        return host.nat64().statistics().counters.getOrDefault(name, 0L);
    }

    static boolean isOfABinding(Update update) {
        int table = update.getEntity().getTableEntry().getTableId();
        return table == P4.Tables.Bib4.ID.id
                || table == P4.Tables.Bib6.ID.id
                || table == P4.Tables.PortSets4.ID.id
                || table == P4.Tables.PortSets6.ID.id;
    }
}
