// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.i64;
import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u48;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.POOL;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT4;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT6;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.right;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.isthmus.core.slowpath.SlowPathNetwork.LEAF;
import static org.isthmus.core.slowpath.SlowPathNetwork.MAC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NeighborsTest {
    private static final long HOST = 0x0a00_0000_0007L;
    private static final int HOST4 = v4("10.1.0.7");

    private SlowPathNetwork network = new SlowPathNetwork();

    @BeforeEach
    void start() {
        network.slowPath.tick(1_000_000);
        // The router of the static route is asked for at once.
        byte[] f = network.one().frame;
        assertEquals(v4("198.51.100.254"), i32(f, 18 + 24));
    }

    private void arp(int port, int vlan, int operation, long mac, int sender, int target) {
        byte[] f = NeighborPackets.arp(operation, mac, sender, 0, target);
        network.slowPath.packetIn(LEAF, port, PuntReason.NEIGHBOR, Packets.tagged(f, vlan));
    }

    private Fabric.Neighbor known(int address) {
        return network.fabric.neighbors().get(V4Mapped.of(address));
    }

    private byte[] toHost() {
        return frame(ipv4(17, SERVER, HOST4, transport(17, 1, 2, 30)));
    }

    @Test
    void learnsFromArp() {
        arp(1, 0, 1, HOST, HOST4, v4("10.1.0.1"));
        assertEquals(HOST, known(HOST4).mac.bits());
        assertEquals(1, known(HOST4).on.port.port);
        Change route = network.changes.get(network.changes.size() - 1);
        assertTrue(route.intent() instanceof RoutingIntent.Route4);
        arp(2, 0, 2, HOST, HOST4, HOST4);
        assertEquals(2, known(HOST4).on.port.port);
        assertTrue(network.sent.isEmpty());
        assertEquals(1, network.slowPath.neighbors());
    }

    @Test
    void refusesWhatCannotBe() {
        arp(1, 0, 1, HOST, v4("10.9.0.7"), v4("10.1.0.1"));
        arp(1, 30, 1, HOST, HOST4, v4("10.1.0.1"));
        arp(3, 0, 1, HOST, HOST4, v4("10.1.0.1"));
        arp(1, 0, 1, HOST, v4("10.1.0.1"), v4("10.1.0.1"));
        arp(1, 0, 1, 0x0100_0000_0001L, HOST4, v4("10.1.0.1"));
        arp(1, 0, 1, MAC, HOST4, v4("10.1.0.1"));
        arp(1, 0, 1, HOST, 0, HOST4);
        assertEquals(0, network.slowPath.neighbors());
        assertEquals(6, network.count(Counter.NEIGHBORS_REFUSED));
    }

    private String conflict(String address) {
        Fabric.Neighbor host = network.fabric.conflicts().all(0).get(Ipv6Address.parse(address));
        return host == null ? null : host.mac + " at " + host.on.port.port;
    }

    private void refused(byte[] frame) {
        network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR_REFUSED, frame);
    }

    @Test
    void aClaimThatWasRefusedIsHeardAndNotLearned() {
        Ipv6Address own = Ipv6Address.parse("2001:db8:1::ffff");
        Ipv6Address host = Ipv6Address.parse("2001:db8:1::7");
        String mac = MacAddress.of(HOST).toString();
        refused(NeighborPackets.arp(1, HOST, v4("192.0.2.11"), 0, v4("10.1.0.7")));
        assertEquals(mac + " at 1", conflict("::ffff:192.0.2.11"));
        refused(
                NeighborPackets.advertisement(
                        HOST, host, MAC, own.high(), own.low(), Ipv6Address.parse("2001:db8::1")));
        assertEquals(mac + " at 1", conflict("2001:db8::1"));
        refused(NeighborPackets.solicitation(HOST, Ipv6Address.parse("2001:db8::11"), 0, host));
        assertEquals(mac + " at 1", conflict("2001:db8::11"));

        byte[] wrong = NeighborPackets.solicitation(HOST, own, 0, host);
        wrong[wrong.length - 1]++;
        refused(wrong);
        refused(NeighborPackets.solicitation(HOST, host, 0, own));
        refused(Arrays.copyOf(NeighborPackets.arp(1, HOST, v4("192.0.2.1"), 0, 1), 30));
        assertEquals(3, network.fabric.conflicts().all(0).size());
        assertEquals(6, network.count(Counter.NEIGHBORS_REFUSED));
        assertEquals(0, network.slowPath.neighbors());
        assertTrue(network.sent.isEmpty(), "nobody is answered");
    }

    @Test
    void asksHoldsAndGivesBack() {
        byte[] first = toHost();
        byte[] second = toHost();
        network.slowPath.packetIn(LEAF, 3, PuntReason.NO_NEIGHBOR, first);
        network.slowPath.packetIn(LEAF, 3, PuntReason.NO_NEIGHBOR, second);
        // Asked once, on both ports of the network.
        assertEquals(2, network.sent.size());
        byte[] ask = network.sent.get(0).frame;
        assertEquals(0xffff_ffff_ffffL, u48(ask, 0));
        assertEquals(MAC, u48(ask, 6));
        assertEquals(FrameTuple.ETHER_ARP, u16(ask, 12));
        assertEquals(1, u16(ask, 20));
        assertEquals(v4("10.1.0.1"), i32(ask, 28));
        assertEquals(HOST4, i32(ask, 38));
        assertEquals(2, network.count(Counter.PACKETS_HELD));
        arp(1, 0, 2, HOST, HOST4, v4("10.1.0.1"));
        assertTrue(network.submitted.isEmpty(), "before the route is there");
        network.acknowledge();
        assertEquals(2, network.submitted.size());
        assertSame(first, network.submitted.get(0).frame);
        assertSame(second, network.submitted.get(1).frame);
        // One that comes up while the route is being written.
        network.submitted.clear();
        network.slowPath.packetIn(LEAF, 3, PuntReason.NO_NEIGHBOR, first);
        network.acknowledge();
        assertSame(first, network.submittedOne());
    }

    @Test
    void doesNotGoRoundForEver() {
        arp(1, 0, 2, HOST, HOST4, v4("10.1.0.1"));
        for (int i = 0; i < 10_000; i++) {
            network.slowPath.packetIn(LEAF, 3, PuntReason.NO_NEIGHBOR, toHost());
            network.acknowledge();
        }
        assertTrue(network.submitted.size() < 2000, "given back: " + network.submitted.size());
        assertTrue(network.count(Counter.NO_ROUTE) > 8000);
    }

    @Test
    void asksOnTaggedPortsWithTags() {
        byte[] f = frame(ipv6(17, CLIENT, SERVER6, transport(17, PORT6, 53, 30)));
        network.slowPath.packetIn(LEAF, 1, PuntReason.NO_NEIGHBOR, f);
        SlowPathNetwork.Sent ask = network.one();
        assertEquals(3, ask.port);
        assertEquals(FrameTuple.ETHER_VLAN, u16(ask.frame, 12));
        assertEquals(30, u16(ask.frame, 14));
        // The packet is IPv6, its next hop is IPv4.
        assertEquals(SERVER, i32(ask.frame, 42));
        arp(3, 30, 2, HOST, SERVER, v4("198.51.100.1"));
        network.acknowledge();
        assertSame(f, network.submittedOne());
    }

    @Test
    void asksInNeighborDiscoveryForBindings() {
        byte[] f = frame(ipv4(17, SERVER, POOL, transport(17, 53, PORT4, 30)));
        network.slowPath.packetIn(LEAF, 3, PuntReason.NO_NEIGHBOR, f);
        assertEquals(2, network.sent.size());
        byte[] ask = network.sent.get(0).frame;
        FrameTuple t = parse(ask);
        assertTrue(right(ask, t));
        assertEquals(255, t.hopLimit);
        assertEquals(135, t.icmpType);
        assertEquals(0x3333_ff00_0007L, u48(ask, 0));
        assertEquals(
                Ipv6Address.parse("ff02::1:ff00:7"),
                Ipv6Address.of(t.destinationHigh, t.destinationLow));
        assertEquals(Ipv6Address.parse("2001:db8:1::1"), Ipv6Address.of(t.sourceHigh, t.sourceLow));
        assertEquals(CLIENT, Ipv6Address.of(i64(ask, 62), i64(ask, 70)));
        assertEquals(MAC, NeighborPackets.linkLayerOption(ask, t, 1));
        byte[] answer =
                NeighborPackets.advertisement(HOST, CLIENT, MAC, 0x20010db8_00010000L, 1, CLIENT);
        network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR, answer);
        assertEquals(HOST, network.fabric.neighbors().get(CLIENT).mac.bits());
        network.acknowledge();
        assertSame(f, network.submittedOne());
    }

    @Test
    void mindsOverrideAndChecks() {
        byte[] f =
                NeighborPackets.solicitation(HOST, CLIENT, MAC, Ipv6Address.parse("2001:db8:1::1"));
        network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR, f);
        assertEquals(HOST, network.fabric.neighbors().get(CLIENT).mac.bits());
        // Without the override flag another MAC address is ignored.
        f = NeighborPackets.advertisement(HOST + 1, CLIENT, MAC, 0, 1, CLIENT);
        network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR, f);
        assertEquals(HOST, network.fabric.neighbors().get(CLIENT).mac.bits());
        put32(f, 58, 0xe000_0000);
        network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR, f);
        assertEquals(1, network.count(Counter.MALFORMED), "its checksum is wrong");
        Packets.icmp6Checksum(f);
        network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR, f);
        assertEquals(HOST + 1, network.fabric.neighbors().get(CLIENT).mac.bits());
        f[21] = 64;
        network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR, f);
        assertEquals(2, network.count(Counter.MALFORMED), "it came from beyond the link");
        f =
                NeighborPackets.advertisement(
                        HOST + 2, CLIENT, 0x3333_0000_0001L, 0xff02L << 48, 1, CLIENT);
        put32(f, 58, 0x6000_0000);
        Packets.icmp6Checksum(f);
        network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR, f);
        assertEquals(3, network.count(Counter.MALFORMED), "nobody asks for what goes to all");
        assertEquals(HOST + 1, network.fabric.neighbors().get(CLIENT).mac.bits());
    }

    @Test
    void learnsNothingFromBrokenOptions() {
        byte[] whole = NeighborPackets.advertisement(HOST, CLIENT, MAC, 0, 1, CLIENT);
        // A nonce of no length, and one that is longer than the packet, behind the address.
        for (int length : new int[] {0, 2}) {
            byte[] f = Arrays.copyOf(whole, whole.length + 8);
            put16(f, Packets.L3 + 4, 24 + 8 + 8);
            put16(f, whole.length, 14 << 8 | length);
            Packets.icmp6Checksum(f);
            network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR, f);
            assertNull(network.fabric.neighbors().get(CLIENT));
        }
        assertEquals(2, network.count(Counter.MALFORMED));
        network.slowPath.packetIn(LEAF, 1, PuntReason.NEIGHBOR, whole);
        assertEquals(HOST, network.fabric.neighbors().get(CLIENT).mac.bits());
    }

    @Test
    void givesUpAfterThreeTries() {
        network.slowPath.packetIn(LEAF, 3, PuntReason.NO_NEIGHBOR, toHost());
        assertEquals(2, network.sent.size());
        for (int i = 1; i <= 3; i++) {
            assertTrue(network.submitted.isEmpty());
            network.slowPath.tick(1_000_000 + i * 1000);
        }
        byte[] error = network.submittedOne();
        FrameTuple t = parse(error);
        assertTrue(right(error, t));
        assertEquals(3, t.icmpType);
        assertEquals(1, t.icmpCode);
        assertEquals(SERVER, t.destination4);
        assertEquals(v4("192.0.2.1"), t.source4);
        assertEquals(MAC, u48(error, 0));
        // Three tries on two ports for the host, three on one for the router, less the first.
        assertEquals(3 * 2 + 2, network.sent.size());
    }

    @Test
    void tellsIpv6SendersOfIpv4Neighbors() {
        byte[] f = frame(ipv6(17, CLIENT, SERVER6, transport(17, PORT6, 53, 30)));
        network.slowPath.packetIn(LEAF, 1, PuntReason.NO_NEIGHBOR, f);
        for (int i = 1; i <= 3; i++) {
            network.slowPath.tick(1_000_000 + i * 1000);
        }
        byte[] error = network.submittedOne();
        FrameTuple t = parse(error);
        assertEquals(1, t.icmpType);
        assertEquals(3, t.icmpCode);
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
    }

    private static Ipv6Address subscriber(int number) {
        return Ipv6Address.of(0x2001_0db8_0009_0000L + number, 1);
    }

    @Test
    void holdsNoMoreThanItMay() {
        for (int i = 0; i < 20; i++) {
            network.slowPath.packetIn(LEAF, 3, PuntReason.NO_NEIGHBOR, toHost());
        }
        assertEquals(20 - Neighbors.MAX_HELD_PER_NEIGHBOR, network.count(Counter.HELD_DROPPED));
        for (int i = 0; i < 10_000; i++) {
            Ipv6Address a = Ipv6Address.of(CLIENT.high(), 0x1_0000 + i);
            network.slowPath.packetIn(
                    LEAF,
                    20 + i % 64,
                    PuntReason.NO_NEIGHBOR,
                    frame(ipv6(17, subscriber(i % 64), a, new byte[20])));
        }
        assertEquals(
                10_020,
                network.count(Counter.PACKETS_HELD)
                        + network.count(Counter.HELD_DROPPED)
                        - (20 - Neighbors.MAX_HELD_PER_NEIGHBOR));
        long held = network.count(Counter.PACKETS_HELD) - (20 - Neighbors.MAX_HELD_PER_NEIGHBOR);
        assertTrue(held <= Neighbors.MAX_HELD, "holds " + held);
    }

    @Test
    void asksForNoMoreThanItMay() {
        for (int i = 0; i < 2 * Neighbors.MAX_UNRESOLVED; i++) {
            Ipv6Address a = Ipv6Address.of(CLIENT.high(), 0x1_0000 + i);
            network.slowPath.packetIn(
                    LEAF,
                    20 + i % 64,
                    PuntReason.NO_NEIGHBOR,
                    frame(ipv6(17, subscriber(i % 64), a, new byte[20])));
        }
        // On both interfaces of that network; one that is asked for is the router.
        assertEquals(2 * (Neighbors.MAX_UNRESOLVED - 1), network.sent.size());
    }

    @Test
    void learnsNoMoreThanItMay() {
        for (int i = 0; i < 6000; i++) {
            Ipv6Address a = Ipv6Address.of(CLIENT.high(), 0x1_0000 + i);
            network.slowPath.packetIn(
                    LEAF,
                    1,
                    PuntReason.NEIGHBOR,
                    NeighborPackets.solicitation(HOST, a, MAC, CLIENT));
        }
        assertEquals(Neighbors.MAX_PER_INTERFACE, network.slowPath.neighbors());
        assertEquals(
                6000 - Neighbors.MAX_PER_INTERFACE, network.count(Counter.NEIGHBOR_TABLE_FULL));
        // A configuration that is read again is of other objects.
        network.configure();
        network.slowPath.packetIn(
                LEAF,
                1,
                PuntReason.NEIGHBOR,
                NeighborPackets.solicitation(
                        HOST, Ipv6Address.of(CLIENT.high(), 0x3_0000), MAC, CLIENT));
        assertEquals(Neighbors.MAX_PER_INTERFACE, network.slowPath.neighbors());
        for (int i = 0; i < 6000; i++) {
            Ipv6Address a = Ipv6Address.of(CLIENT.high(), 0x2_0000 + i);
            network.slowPath.packetIn(
                    LEAF,
                    2,
                    PuntReason.NEIGHBOR,
                    NeighborPackets.solicitation(HOST + i, a, MAC, CLIENT));
        }
        // A switch holds 4096 sets of next hops, and the network needs its share.
        long nexts =
                network.fabric.intents(LEAF).stream()
                        .filter(i -> i instanceof RoutingIntent.Next)
                        .count();
        assertTrue(nexts <= 3073, "next hops " + nexts);
    }

    @Test
    void probesAndForgets() {
        arp(1, 0, 1, HOST, HOST4, v4("10.1.0.1"));
        long now = 1_000_000 + Neighbors.PROBE_AFTER_MILLIS + 0x8000;
        network.slowPath.tick(now);
        network.sent.removeIf(s -> s.port == 3 || u16(s.frame, 12) != FrameTuple.ETHER_ARP);
        byte[] probe = network.one().frame;
        assertEquals(HOST, u48(probe, 0), "to it alone");
        // It answers.
        arp(1, 0, 2, HOST, HOST4, v4("10.1.0.1"));
        network.slowPath.tick(now + 10_000);
        assertNotNull(known(HOST4));
        // It does not.
        long later = now + Neighbors.PROBE_AFTER_MILLIS + 0x8000;
        for (int i = 0; i < 3; i++) {
            network.slowPath.tick(later + i * 1000);
            assertNotNull(known(HOST4), "try " + i);
        }
        network.slowPath.tick(later + 3000);
        assertNull(known(HOST4));
        assertEquals(0, network.slowPath.neighbors());
        assertEquals(1, network.count(Counter.NEIGHBORS_LOST));
        Change last = network.changes.get(network.changes.size() - 1);
        assertEquals(Change.Kind.REMOVE, last.kind());
    }

    /** The only frame sent to the router since the last call, without advertisements to hosts. */
    private byte[] toRouter() {
        network.sent.removeIf(s -> s.port != 3);
        return network.one().frame;
    }

    /** By the times of RFC 4861 section 10, as long as there are not too many. */
    @Test
    void probesRoutersOfRoutesMoreOftenThanHosts() {
        int router = v4("198.51.100.254");
        int us = v4("198.51.100.1");
        arp(1, 0, 1, HOST, HOST4, v4("10.1.0.1"));
        arp(3, 30, 2, HOST + 1, router, us);
        long now = 1_000_000 + 29_999;
        network.slowPath.tick(now);
        assertTrue(network.sent.stream().allMatch(s -> s.port != 3));
        now = 1_000_000 + 30_000 + 0x2000;
        network.slowPath.tick(now);
        assertTrue(network.sent.stream().noneMatch(s -> u48(s.frame, 0) == HOST));
        assertEquals(HOST + 1, u48(toRouter(), 0), "to it alone");
        // It answers.
        arp(3, 30, 2, HOST + 1, router, us);
        network.slowPath.tick(now + 10_000);
        assertTrue(network.sent.stream().allMatch(s -> s.port != 3));
        // Another one has its address, which hears none of what is for the MAC address of before.
        now += 30_000 + 0x2000;
        for (int i = 0; i < 3; i++) {
            network.slowPath.tick(now + i * 1000);
            assertEquals(HOST + 1, u48(toRouter(), 0), "try " + i);
        }
        network.slowPath.tick(now + 3000);
        assertNull(known(router));
        byte[] ask = toRouter();
        assertEquals(0xffff_ffff_ffffL, u48(ask, 0));
        assertEquals(router, i32(ask, 18 + 24));
        arp(3, 30, 2, HOST + 2, router, us);
        assertEquals(HOST + 2, known(router).mac.bits());
        assertNotNull(known(HOST4));
    }

    @Test
    void manyRoutersAreProbedNoFasterThanHosts() {
        assertEquals(30_000, Neighbors.probeRouterAfter(1));
        assertEquals(30_000, Neighbors.probeRouterAfter(Neighbors.MAX_NEIGHBORS / 4));
        assertEquals(60_000, Neighbors.probeRouterAfter(Neighbors.MAX_NEIGHBORS / 2));
        assertEquals(120_000, Neighbors.probeRouterAfter(10 * Neighbors.MAX_NEIGHBORS));
    }

    @Test
    void doesNotForgetBehindADeviceItCannotAsk() {
        arp(1, 0, 1, HOST, HOST4, v4("10.1.0.1"));
        network.fabric.deviceState(LEAF, false);
        for (int i = 0; i < 100; i++) {
            network.slowPath.tick(2_000_000 + i * 10_000);
        }
        assertNotNull(known(HOST4));
        // It forwards again, and takes nothing.
        network.fabric.deviceState(LEAF, true);
        network.fabric.managed(LEAF, false);
        for (int i = 0; i < 100; i++) {
            network.slowPath.tick(4_000_000 + i * 10_000);
        }
        assertNotNull(known(HOST4));
    }

    @Test
    void probesWhomItDidNotLearn() {
        SlowPathNetwork before = new SlowPathNetwork();
        Ipv6Address host = V4Mapped.of(HOST4);
        before.fabric
                .neighbors()
                .learn(before.fabric.interfaceAt(LEAF, 1, 0), host, MacAddress.of(HOST));
        network.fabric.adopt(LEAF, before.fabric.intents(LEAF));
        assertEquals(HOST, known(HOST4).mac.bits());
        for (int i = 0; i < 60; i++) {
            network.slowPath.tick(1_000_000 + i * 1000);
        }
        assertTrue(network.sent.stream().anyMatch(s -> u48(s.frame, 0) == HOST));
        assertNull(known(HOST4));
    }

    @Test
    void forgetsWithThePort() {
        arp(1, 0, 1, HOST, HOST4, v4("10.1.0.1"));
        network.fabric.portState(LEAF, 1, false);
        assertNull(known(HOST4));
        network.slowPath.tick(1_002_000);
        assertEquals(0, network.slowPath.neighbors());
    }

    @Test
    void standsBetweenPortsOfOneNetwork() {
        int other = v4("10.1.0.8");
        arp(1, 0, 1, HOST, HOST4, other);
        // Not known: it is resolved, and no answer is sent.
        assertEquals(2, network.sent.size());
        network.sent.clear();
        arp(2, 0, 2, HOST + 1, other, v4("10.1.0.1"));
        arp(1, 0, 1, HOST, HOST4, other);
        SlowPathNetwork.Sent answer = network.one();
        assertEquals(1, answer.port);
        assertEquals(2, u16(answer.frame, 20));
        assertEquals(MAC, u48(answer.frame, 22));
        assertEquals(other, i32(answer.frame, 28));
        // Hosts on one port reach each other without us.
        arp(2, 0, 2, HOST + 2, v4("10.1.0.9"), other);
        arp(2, 0, 1, HOST + 1, other, v4("10.1.0.9"));
        assertTrue(network.sent.isEmpty());

        Ipv6Address b = Ipv6Address.parse("2001:db8:1::8");
        network.slowPath.packetIn(
                LEAF,
                2,
                PuntReason.NEIGHBOR,
                NeighborPackets.solicitation(HOST + 1, b, MAC, Ipv6Address.parse("2001:db8:1::1")));
        network.slowPath.packetIn(
                LEAF, 1, PuntReason.NEIGHBOR, NeighborPackets.solicitation(HOST, CLIENT, 0, b));
        byte[] na = network.one().frame;
        FrameTuple t = parse(na);
        assertTrue(right(na, t));
        assertEquals(136, t.icmpType);
        assertEquals(b, NeighborPackets.target(na, t));
        assertEquals(MAC, NeighborPackets.linkLayerOption(na, t, 2));
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
    }
}
