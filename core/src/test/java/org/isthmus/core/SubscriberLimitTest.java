// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.PoolSpec;
import org.junit.jupiter.api.Test;

/**
 * Who gets no binding costs the switches a drop for each packet, and the controller next to none.
 */
class SubscriberLimitTest {
    private static final int PORTS = 8;
    private static final int FLOOD = 1000;

    private final SimulatedNetwork network = new SimulatedNetwork(5, 2);
    private final SimulatedSwitch one = network.at(0);
    private final SimulatedSwitch other = network.at(1);

    private void start(InstanceConfig instance, PoolSpec... pools) {
        network.start(Nat64Configs.nat64(instance, pools));
        network.allUp();
    }

    /** One block of eight ports for each subscriber. */
    private static InstanceConfig small(int rate) {
        return Nat64Configs.instance(PORTS, 1, rate);
    }

    private static PoolSpec pool(String prefix) {
        return Nat64Configs.pool("p", prefix);
    }

    private void send(SimulatedSwitch to, String source, int port) {
        network.pipeline.receive(to, HostFrames.udp(source, port, "198.51.100.1", 53));
    }

    /** New flows of a subscriber, some of them at each step; returns how many came up. */
    private int flood(SimulatedSwitch to, String network64) {
        int before = to.missed;
        for (int i = 0; i < FLOOD; i++) {
            send(to, network64 + "1", 10_000 + i);
            if (i % 100 == 0) {
                network.run(50);
            }
        }
        return to.missed - before;
    }

    /** Takes all ports of a subscriber. */
    private void fill(String network64) {
        for (int port = 1; port <= PORTS; port++) {
            send(one, network64 + "1", port);
        }
        network.run(100);
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    private List<String> alarms() {
        return network.controller.alarms().stream()
                .filter(a -> a.id.startsWith("subscriber-limit/"))
                .map((Alarm a) -> a.severity + " " + a.id + ": " + a.message)
                .collect(Collectors.toList());
    }

    private static long limits(SimulatedSwitch s) {
        return s.held.values().stream().filter(i -> i instanceof BibIntent.SubscriberLimit).count();
    }

    @Test
    void atItsLimitAFloodIsDroppedInTheSwitches() {
        start(small(0), pool("203.0.113.0/28"));
        fill("2001:db8:1::");
        assertEquals(PORTS, one.bindings());
        int missed = flood(one, "2001:db8:1::");
        // The first, and the error about it that passes through the switch.
        assertTrue(missed <= 2, missed + " of " + FLOOD + " came up");
        assertTrue(one.limited >= FLOOD - missed, one.limited + " dropped");
        assertEquals(0, flood(other, "2001:db8:1::"), "every translator has the row");

        send(one, "2001:db8:1::1", 1);
        assertEquals(PORTS + 1, one.translated.size(), "what has a binding goes on");
        send(one, "2001:db8:2::1", 1);
        network.pipeline.receive(one, HostFrames.tcp("2001:db8:1::1", 1, "198.51.100.1", 80, 2));
        network.run(100);
        assertEquals(PORTS + 2, one.bindings(), "others, and other protocols, get theirs");
        network.assertConsistent();
    }

    @Test
    void afterABindingHasEndedItGetsAnother() {
        start(small(0), pool("203.0.113.0/28"));
        fill("2001:db8:1::");
        for (int seconds = 0; seconds < 290; seconds += 10) {
            send(one, "2001:db8:1::1", 99);
            network.run(10_000);
        }
        assertEquals(PORTS, one.bindings());
        assertEquals(1, limits(one));
        network.run(15_000);
        assertEquals(0, one.bindings(), "the lifetime is over");
        assertEquals(0, limits(one));
        send(one, "2001:db8:1::1", 99);
        network.run(100);
        assertEquals(1, one.bindings());
        network.assertConsistent();
    }

    @Test
    void withAHigherLimitItGetsAnother() {
        start(small(0), pool("203.0.113.0/28"));
        fill("2001:db8:1::");
        send(one, "2001:db8:1::1", 99);
        network.run(100);
        assertEquals(1, limits(one));
        network.configure(
                Nat64Configs.nat64(Nat64Configs.instance(PORTS, 2, 0), pool("203.0.113.0/28")));
        network.run(1100);
        assertEquals(0, limits(one));
        send(one, "2001:db8:1::1", 99);
        network.run(100);
        assertEquals(PORTS + 1, one.bindings());
        network.configure(Nat64Configs.NOTHING);
        network.run(2000);
        assertEquals(0, limits(one));
    }

    @Test
    void aFullPoolTroublesNobody() {
        // A block on each of two addresses.
        start(Nat64Configs.instance(32_768, 1, 0), pool("203.0.113.0/31"));
        send(one, "2001:db8:1::1", 1);
        send(one, "2001:db8:2::1", 1);
        network.run(100);
        int missed = flood(one, "2001:db8:3::");
        assertTrue(missed <= 2, missed + " of " + FLOOD + " came up");
        assertEquals(List.of(), alarms(), "the pool is full, and has an alarm of its own");
        send(one, "2001:db8:1::1", 2);
        network.run(100);
        assertEquals(3, one.bindings(), "who has a block goes on");
        network.controller.addPool(Nat64Configs.pool("q", "203.0.113.9/32"));
        network.run(1100);
        send(one, "2001:db8:3::1", 1);
        network.run(100);
        assertEquals(4, one.bindings());
        network.assertConsistent();
    }

    @Test
    void aRateIsKeptWithoutThePacketsAboveIt() {
        start(Nat64Configs.instance(64, 16, 10), pool("203.0.113.0/28"));
        for (int second = 0; second < 20; second++) {
            for (int i = 0; i < 100; i++) {
                send(one, "2001:db8:1::1", 1000 + 100 * second + i);
                network.run(10);
            }
        }
        assertTrue(one.bindings() >= 9 * 10, one.bindings() + " bindings in 20 seconds");
        assertTrue(one.bindings() <= 20 * 10, one.bindings() + " bindings in 20 seconds");
        assertTrue(one.limited > FLOOD, one.limited + " dropped");
    }

    @Test
    void nothingStaysForWhoIsSilent() {
        start(small(0), pool("203.0.113.0/28"));
        fill("2001:db8:1::");
        send(one, "2001:db8:1::1", 99);
        network.run(100);
        assertEquals(1, limits(one));
        network.run(31_000);
        assertEquals(0, limits(one));
        assertEquals(PORTS, one.bindings());
    }

    @Test
    void thereAreNoMoreThanFit() {
        network.program(other.id, SimulatedProgram.of("subscriber_limits=4"));
        start(Nat64Configs.instance(32_768, 1, 0), pool("203.0.113.0/32"));
        send(one, "2001:db8:ff::1", 1);
        network.run(100);
        for (int i = 1; i <= 9; i++) {
            send(one, "2001:db8:" + i + "::1", 1);
        }
        network.run(100);
        assertEquals(4, limits(one));
        assertEquals(4, limits(other));
        assertEquals(0, counter("device_refusals"));
        assertEquals(
                List.of(4L),
                network.controller.devices().get(1).tables.stream()
                        .filter(t -> t.table.equals("subscriber_limits"))
                        .map(t -> t.used)
                        .collect(Collectors.toList()));
        int before = one.missed;
        send(one, "2001:db8:9::1", 2);
        assertEquals(before + 1, one.missed, "the others are punted");
    }

    @Test
    void aSwitchThatReturnsHasThem() {
        start(small(0), pool("203.0.113.0/28"));
        fill("2001:db8:1::");
        network.down(other);
        send(one, "2001:db8:1::1", 99);
        network.run(100);
        other.held.clear();
        network.up(other);
        network.run(2000);
        assertEquals(1, limits(other));

        network.kill();
        network.start(Nat64Configs.nat64(small(0), pool("203.0.113.0/28")));
        network.run(5000);
        assertEquals(0, limits(one), "the next controller has not seen anyone at a limit");
        assertEquals(0, limits(other));
        network.assertConsistent();
    }

    @Test
    void aFullSubscriberIsNamedOnce() {
        start(small(0), pool("203.0.113.0/28"));
        assertEquals(List.of(), alarms());
        fill("2001:db8:1::");
        flood(one, "2001:db8:1::");
        network.run(1000);
        assertEquals(
                List.of(
                        "WARNING subscriber-limit/main/2001:db8:1::/64/udp: Subscriber"
                                + " 2001:db8:1::/64 of instance main is at its limit for UDP: 1"
                                + " block of 8 ports."),
                alarms());
        assertTrue(network.controller.health().ok);
        network.run(60_000);
        assertEquals(1, alarms().size(), "it is tried again every 30 seconds");
        network.run(60_000);
        assertEquals(List.of(), alarms());

        for (int i = 1; i <= 200; i++) {
            fill("2001:db8:" + Integer.toHexString(0x100 + i) + "::");
            send(one, "2001:db8:" + Integer.toHexString(0x100 + i) + "::1", 99);
        }
        network.run(1000);
        assertEquals(64, alarms().size());
    }

    @Test
    void aSubscriberAboveItsRateIsNamed() {
        start(small(3), pool("203.0.113.0/28"));
        fill("2001:db8:1::");
        network.run(1000);
        assertEquals(
                List.of(
                        "WARNING subscriber-limit/main/2001:db8:1::/64/udp: Subscriber"
                                + " 2001:db8:1::/64 of instance main is at its limit for UDP: 3"
                                + " new bindings per second."),
                alarms());
    }
}
