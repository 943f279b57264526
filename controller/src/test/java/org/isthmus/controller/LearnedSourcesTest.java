// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.isthmus.controller.Frames.v4;
import static org.isthmus.controller.Frames.v6;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.isthmus.config.Netcfg;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Filter;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Learned sources (RFC 6620) at two ports of an embedded switch, over P4Runtime. */
class LearnedSourcesTest {
    private static final MacAddress LEAF = MacAddress.parse("00:00:5e:00:53:01");
    private static final MacAddress HOST_MAC = MacAddress.parse("02:00:00:00:00:0a");
    private static final MacAddress OTHER_MAC = MacAddress.parse("02:00:00:00:00:0b");
    private static final MacAddress SERVER_MAC = MacAddress.parse("02:00:00:00:00:0c");
    private static final Ipv6Address HOST = v6("2001:db8:1::a");
    private static final Ipv6Address GATEWAY = v6("2001:db8:1::1");
    private static final Ipv4Address SERVER = v4("198.51.100.2");
    private static final Ipv6Address SERVER_IN_6 = v6("2001:db8:64::c633:6402");

    @TempDir Path directory;
    private final AtomicLong clock = new AtomicLong(1_700_000_000_000L);
    private EmbeddedSwitch leaf;

    @BeforeEach
    void wire() throws IOException {
        leaf = new EmbeddedSwitch(1);
    }

    @AfterEach
    void close() {
        leaf.close();
    }

    /** Two ports of one network, each with an address of the switch. */
    private Netcfg netcfg() throws Exception {
        String learned = "{'isthmus': {'sourceValidation': 'learned', 'learnedAddresses': 3}, ";
        String json =
                "{'devices': {'device:leaf': {'basic': {'managementAddress': '"
                        + leaf.managementAddress(1)
                        + "', 'pipeconf': 'org.isthmus.v1model'}, 'isthmus': {'mac': '"
                        + LEAF
                        + "'}}}, 'ports': {'device:leaf/3': "
                        + learned
                        + "'interfaces': [{'ips': ['2001:db8:1::1/64']}]}, 'device:leaf/4': "
                        + learned
                        + "'interfaces': [{'ips': ['2001:db8:1::2/64']}]}, 'device:leaf/5':"
                        + " {'interfaces': [{'ips': ['198.51.100.1/24']}]}}, 'apps':"
                        + " {'org.isthmus': {'nat64': {'instances': [{'name': 'default', 'prefix':"
                        + " '2001:db8:64::/96'}], 'pools': [{'name': 'p', 'prefixes':"
                        + " ['203.0.113.0/28']}]}}}}";
        return Netcfg.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private Host start(String data) throws Exception {
        Host host =
                new Host(
                        directory.resolve(data),
                        false,
                        Retention.ALL,
                        (address, loop) ->
                                NettyChannelBuilder.forAddress(address.host(), address.port())
                                        .usePlaintext()
                                        .executor(loop)
                                        .build(),
                        TimeSource.of(clock::get, clock::get),
                        new Random(1));
        assertEquals(List.of(), host.configure(netcfg()));
        await(
                "the switch",
                () -> host.nat64().devices().stream().allMatch(d -> d.state == Device.State.READY));
        leaf.arrive(5, Frames.arp(SERVER_MAC, SERVER, v4("198.51.100.1")));
        leaf.await(5, f -> Frames.u16(f, 12) == 0x0806 && f[21] == 2);
        return host;
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

    private void syn(int port, MacAddress mac, Ipv6Address source, int number) {
        leaf.arrive(port, Frames.tcp(LEAF, mac, source, number, SERVER_IN_6, 80, Frames.SYN));
    }

    private static List<String> sources(Host host) {
        return host.nat64().sourceBindings(Filter.ALL, null, 100).items().stream()
                .map(b -> b.address + " " + b.port + " " + b.state)
                .collect(Collectors.toList());
    }

    private static long counter(Host host, String name) {
        return host.nat64().statistics().counters.get(name);
    }

    /** The next question for the host's address at port 3. */
    private void awaitQuestion() throws InterruptedException {
        leaf.await(
                3,
                f ->
                        Frames.u16(f, 12) == 0x86dd
                                && (f[54] & 255) == 135
                                && Frames.address6(f, 62).equals(HOST));
    }

    /** A sign of life of the host at port 3, by which its address is its own. */
    private void speakUp() {
        leaf.arrive(3, Frames.solicitation(HOST_MAC, HOST, GATEWAY));
    }

    @Test
    void theSecondHostWithAnAddressIsRefused() throws Exception {
        try (Host host = start("a")) {
            // Its first packet of all is translated.
            syn(3, HOST_MAC, HOST, 4242);
            assertTrue(Frames.sound(leaf.await(5, Frames::isTcp4)));
            assertEquals(List.of(HOST + " device:leaf/3 BOUND"), sources(host));

            syn(4, OTHER_MAC, HOST, 4243);
            awaitQuestion();
            speakUp();
            await("refusal", () -> counter(host, "sources_refused") == 1);
            assertEquals(List.of(HOST + " device:leaf/3 BOUND"), sources(host));
            assertTrue(
                    host.nat64().alarms().stream()
                            .anyMatch(a -> a.id.equals("address-conflict/" + HOST)));
            assertEquals(1, host.nat64().bindings(Filter.ALL, null, 10).items().size());
            syn(3, HOST_MAC, HOST, 4244);
            leaf.await(5, Frames::isTcp4);
        }
    }

    @Test
    void whoMovedHasTheAddressOnceTheHolderIsSilent() throws Exception {
        try (Host host = start("a")) {
            syn(3, HOST_MAC, HOST, 4242);
            leaf.await(5, Frames::isTcp4);
            syn(4, HOST_MAC, HOST, 4243);
            awaitQuestion();
            clock.addAndGet(300);
            awaitQuestion();
            clock.addAndGet(300);
            leaf.await(5, Frames::isTcp4);
            assertEquals(List.of(HOST + " device:leaf/4 BOUND"), sources(host));
        }
    }

    @Test
    void aPortWithEnoughAddressesDropsOthersAndTheRestGoesOn() throws Exception {
        try (Host host = start("a")) {
            for (int i = 1; i <= 10; i++) {
                syn(4, OTHER_MAC, v6("2001:db8:1::b" + i), 4242);
            }
            for (int i = 1; i <= 3; i++) {
                leaf.await(5, Frames::isTcp4);
            }
            syn(3, HOST_MAC, HOST, 4242);
            leaf.await(5, Frames::isTcp4);
            assertEquals(4, sources(host).size());
            assertEquals(4, host.nat64().bindings(Filter.ALL, null, 10).items().size());
        }
    }

    @Test
    void aControllerThatLostItsStoreTakesThemOver() throws Exception {
        Host first = start("a");
        try {
            syn(3, HOST_MAC, HOST, 4242);
            leaf.await(5, Frames::isTcp4);
        } finally {
            first.close();
        }
        try (Host second = start("b")) {
            assertEquals(List.of(HOST + " device:leaf/3 BOUND"), sources(second));
            assertEquals(1, counter(second, "sources_adopted"));
            syn(4, OTHER_MAC, HOST, 4243);
            awaitQuestion();
            speakUp();
            await("refusal", () -> counter(second, "sources_refused") == 1);
        }
    }
}
