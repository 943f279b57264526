// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.journal.DeterministicHistory;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.testing.LogLines;
import org.junit.jupiter.api.Test;

/** Deterministic pools (RFC 7422) of a running controller: what changes do, and who had a port. */
class DeterministicTest {
    private static final String HOST = "2001:db8:0:5::1";
    private static final int ADDRESS = Ipv4Address.parse("203.0.113.1").bits();

    private final SimulatedNetwork network = new SimulatedNetwork(7422, 1);

    /** Subscribers 2001:db8:0:0::/64 to 2001:db8:0:f::/64, all on one address. */
    private static PoolSpec pool(int ports) {
        return new PoolSpec(
                "p",
                "main",
                List.of(Ipv4Prefix.parse("203.0.113.1/32")),
                PoolSpec.defaultFirstPort(),
                PoolSpec.defaultLastPort(),
                ports == 0
                        ? null
                        : new Deterministic(
                                Ipv6Prefix.parse("2001:db8::/60"),
                                ports,
                                Deterministic.Algorithm.SEQUENTIAL),
                Filtering.ENDPOINT_INDEPENDENT);
    }

    private void configure(PoolSpec pool) {
        network.configure(Nat64Configs.nat64(Nat64Configs.instance(64, 64, 0), pool));
        network.run(3000);
    }

    private void start(PoolSpec pool) {
        network.start(Nat64Configs.nat64(Nat64Configs.instance(64, 64, 0), pool));
        network.allUp();
        network.run(2000);
    }

    private void send(String host, int port) {
        network.pipeline.receive(network.at(0), HostFrames.udp(host, port, "198.51.100.1", 53));
        network.run(500);
    }

    private List<Binding> bindings() {
        return network.controller.bindings(Filter.ALL, null, 100).items();
    }

    private String whoHad(int port, long time) {
        return network.controller.whoHad(Protocol.UDP, ADDRESS, port, time).stream()
                .map(e -> e.kind + " " + e.subscriber + " " + e.firstPort + "-" + e.lastPort)
                .collect(Collectors.joining());
    }

    private int rows(Store.Map map) {
        return network.store.maps.get(map).size();
    }

    private long time() {
        return network.now + network.clockOffset;
    }

    @Test
    void nothingIsLoggedOrLeasedAndTheHolderIsKnown() {
        start(pool(1024));
        send(HOST, 4000);
        int port = bindings().get(0).port4;
        // The sixth of them: 1024 + 5 * 1024.
        assertTrue(port >= 6144 && port <= 7167, "port " + port);
        assertEquals(List.of(), network.store.events);
        assertEquals(0, rows(Store.Map.LEASES));
        assertEquals(0, rows(Store.Map.SUBSCRIBERS));
        assertEquals(1, rows(Store.Map.DETERMINISTIC));
        String holder = "DETERMINISTIC 2001:db8:0:5::/64 6144-7167";
        assertEquals(holder, whoHad(port, time()));
        assertEquals("DETERMINISTIC 2001:db8:0:f::/64 16384-17407", whoHad(17407, time()));
        assertEquals("", whoHad(17408, time()), "overflow");
        assertEquals("", whoHad(port, 1), "before there was a configuration");
    }

    /** One record for each change; answers are those of the configuration of the time asked for. */
    @Test
    void aChangeEndsBindingsAndKeepsWhatWas() {
        start(pool(1024));
        send(HOST, 4000);
        long before = time();
        network.run(10_000);
        configure(pool(512));
        assertEquals(0, bindings().size(), "its ports are another's now");
        assertEquals(2, rows(Store.Map.DETERMINISTIC));
        assertEquals("DETERMINISTIC 2001:db8:0:5::/64 6144-7167", whoHad(6144, before));
        assertEquals("DETERMINISTIC 2001:db8:0:a::/64 6144-6655", whoHad(6144, time()));
        send(HOST, 4000);
        int port = bindings().get(0).port4;
        assertTrue(port >= 3584 && port <= 4095, "port " + port);

        long between = time();
        network.run(10_000);
        configure(pool(0));
        assertEquals(0, bindings().size());
        assertEquals("", whoHad(6144, time()));
        assertEquals("DETERMINISTIC 2001:db8:0:a::/64 6144-6655", whoHad(6144, between));
        assertEquals(3, rows(Store.Map.DETERMINISTIC));
        send(HOST, 4000);
        Binding dynamic = bindings().get(0);
        assertTrue(whoHad(dynamic.port4, time()).startsWith("ASSIGNED 2001:db8:0:5::/64"));

        // What was allocated is over: the port is another's by configuration.
        long allocated = time();
        network.run(10_000);
        configure(pool(1024));
        assertTrue(whoHad(dynamic.port4, allocated).startsWith("ASSIGNED 2001:db8:0:5::/64"));
        MappingEvent last = network.store.events.get(network.store.events.size() - 1);
        assertEquals(MappingEvent.Kind.RELEASED, last.kind);
    }

    /** RFC 7422 section 3. */
    @Test
    void aChangeIsLoggedAndSaidAgainEachDay() {
        try (LogLines log = new LogLines(DeterministicHistory.class)) {
            start(pool(1024));
            configure(pool(1024));
            assertEquals(1, log.lines().size(), "no change");
            configure(pool(512));
            assertEquals(2, log.lines().size());
            String changed = log.lines().get(1);
            long since =
                    network.store.maps.get(Store.Map.DETERMINISTIC).values().stream()
                            .mapToLong(r -> ((DeterministicRecord) r).since)
                            .max()
                            .getAsLong();
            assertTrue(
                    changed.startsWith("deterministic since " + Instant.ofEpochMilli(since) + ": "),
                    changed);
            for (String part :
                    List.of(
                            "2001:db8::/60 with 512 ports each, sequential",
                            "[203.0.113.1/32] from [0, 1024, 1024] to [65535, 65535, 65535]",
                            "of /64, in blocks of 64, C 16, D [112, 110, 110], M 4096")) {
                assertTrue(changed.contains(part), changed);
            }
            network.run(Duration.ofHours(23).toMillis());
            assertEquals(2, log.lines().size());
            network.run(Duration.ofHours(2).toMillis());
            assertEquals(3, log.lines().size());
            assertEquals(changed, log.lines().get(2));
        }
    }

    /** RFC 7422 section 3: M is one of the variables whose changes are recorded. */
    @Test
    void anotherLimitOfPortsIsRecordedAndTheHolderIsKnownAsBefore() {
        try (LogLines log = new LogLines(DeterministicHistory.class)) {
            start(pool(1024));
            send(HOST, 4000);
            long first =
                    network.controller
                            .whoHad(Protocol.UDP, ADDRESS, 6144, time())
                            .get(0)
                            .epochMillis;
            network.run(10_000);
            network.configure(Nat64Configs.nat64(Nat64Configs.instance(64, 32, 0), pool(1024)));
            network.run(3000);
            assertEquals(1, bindings().size());
            assertEquals(2, rows(Store.Map.DETERMINISTIC));
            assertEquals(2, log.lines().size());
            assertTrue(log.lines().get(0).contains(", M 4096"), log.lines().get(0));
            assertTrue(log.lines().get(1).contains(", M 2048"), log.lines().get(1));
            MappingEvent holder =
                    network.controller.whoHad(Protocol.UDP, ADDRESS, 6144, time()).get(0);
            assertEquals(first, holder.epochMillis);
        }
    }

    @Test
    void theSameConfigurationIsNoChange() {
        start(pool(1024));
        send(HOST, 4000);
        configure(pool(1024));
        assertEquals(1, bindings().size());
        assertEquals(1, rows(Store.Map.DETERMINISTIC));
        long first =
                network.controller.whoHad(Protocol.UDP, ADDRESS, 6144, time()).get(0).epochMillis;
        network.kill();
        start(pool(1024));
        assertEquals(1, bindings().size());
        assertEquals(1, rows(Store.Map.DETERMINISTIC));
        assertEquals(
                first,
                network.controller.whoHad(Protocol.UDP, ADDRESS, 6144, time()).get(0).epochMillis);
        assertEquals(List.of(), network.store.events);
    }

    /** While the controller was away: what does not fit is ended, in the log too. */
    @Test
    void aRestartWithAnotherConfigurationEndsWhatDoesNotFit() {
        start(pool(0));
        for (int i = 1; i < 16; i++) {
            send("2001:db8:0:" + Integer.toHexString(i) + "::1", 4000);
        }
        assertEquals(15, network.store.events.size());
        long before = time();
        List<Binding> was = bindings();
        network.kill();
        network.run(10_000);
        start(pool(1024));
        for (Binding b : was) {
            String holder = whoHad(b.port4, before);
            assertTrue(holder.startsWith("ASSIGNED " + prefix(b)), holder);
            String now = whoHad(b.port4, time());
            boolean kept = bindings().stream().anyMatch(x -> x.port4 == b.port4);
            assertTrue(now.isEmpty() || kept || !now.contains("ASSIGNED"), now);
            assertTrue(b.port4 < 17408 == now.startsWith("DETERMINISTIC") || kept, now);
            assertEquals(kept, isLogged(b), "the log has the end of what is not kept");
        }
    }

    /** Whether the log says that the port is still in a block of the subscriber. */
    private boolean isLogged(Binding b) {
        MappingEvent e = network.store.whoHas(Protocol.UDP.v4(), ADDRESS, b.port4);
        return e != null && e.subscriber.contains(b.address6.high(), b.address6.low());
    }

    private static String prefix(Binding b) {
        return Ipv6Prefix.of(b.address6.high(), 0, 64).toString();
    }

    @Test
    void anOperatorsPoolIsRecordedToo() {
        network.start(Nat64Configs.nat64(Nat64Configs.instance(64, 64, 0)));
        network.allUp();
        assertEquals(0, rows(Store.Map.DETERMINISTIC));
        network.controller.addPool(pool(1024));
        assertEquals("DETERMINISTIC 2001:db8:0:5::/64 6144-7167", whoHad(6144, time()));
        long before = time();
        network.run(5000);
        network.controller.removePool("p");
        assertEquals("", whoHad(6144, time()));
        assertEquals("DETERMINISTIC 2001:db8:0:5::/64 6144-7167", whoHad(6144, before));
    }

    @Test
    void aRecordThatTheStoreDidNotTakeIsWrittenAgain() {
        start(pool(0));
        network.store.fails = true;
        configure(pool(1024));
        assertEquals(0, rows(Store.Map.DETERMINISTIC));
        network.store.fails = false;
        network.run(3000);
        assertEquals(1, rows(Store.Map.DETERMINISTIC));
    }
}
