// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u48;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM4;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM6;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM_SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM_SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.POOL;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT4;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT6;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.icmp;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.isthmus.core.slowpath.SlowPathNetwork.MAC;
import static org.isthmus.core.slowpath.SlowPathPackets.FAR;
import static org.isthmus.core.slowpath.SlowPathPackets.ORIGIN;
import static org.isthmus.core.slowpath.SlowPathPackets.UDP;
import static org.isthmus.core.slowpath.SlowPathPackets.client;
import static org.isthmus.core.slowpath.SlowPathPackets.error;
import static org.isthmus.core.slowpath.SlowPathPackets.in;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.junit.jupiter.api.Test;

/** ICMP errors of others that the slow path translates, and in whose name they go on. */
class RelayedErrorsTest {
    private SlowPathNetwork network = new SlowPathNetwork();

    @Test
    void translatesErrorsIntoThePipeline() {
        byte[] inside = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 30));
        in(
                network,
                3,
                PuntReason.ICMP_ERROR,
                frame(ipv4(1, v4("192.0.2.99"), POOL, icmp(3, 4, 1480, inside))));
        byte[] out = network.submittedOne();
        assertEquals(MAC, u48(out, 0));
        assertEquals(FrameTuple.ETHER_IPV6, u16(out, 12));
        // The client's link takes 1500.
        error(out, 2, 0, 1500);
        inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30));
        in(
                network,
                1,
                PuntReason.ICMP_ERROR,
                frame(ipv6(58, CLIENT, SERVER6, icmp(1, 4, 0, inside))));
        out = network.submittedOne();
        assertEquals(POOL, error(out, 3, 3, 0).source4);
        in(network, 1, PuntReason.ICMP_ERROR, client(30));
        assertEquals(1, network.count(Counter.MALFORMED));
    }

    /** An EAM's host answers the client, which knows it by its IPv4 address (RFC 7757 4.2.2). */
    @Test
    void hairpinsErrors() {
        Ipv6Address pool6 = Ipv6Address.parse("64:ff9b::203.0.113.7");
        Ipv6Address eam6 = Ipv6Address.parse("64:ff9b::203.0.113.200");
        byte[] inside = ipv6(UDP, pool6, EAM6, transport(UDP, PORT4, 53, 30));
        in(network, 1, PuntReason.ICMP_ERROR, frame(ipv6(58, EAM6, pool6, icmp(1, 4, 0, inside))));
        byte[] between = network.submittedOne();
        FrameTuple t = error(between, 3, 3, 0);
        assertEquals(EAM4, t.source4);
        assertEquals(POOL, t.destination4);
        in(network, 1, PuntReason.ICMP_ERROR, between);
        byte[] out = network.submittedOne();
        t = error(out, 1, 4, 0);
        assertEquals(eam6, Ipv6Address.of(t.sourceHigh, t.sourceLow));
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        FrameTuple i = new FrameTuple();
        assertTrue(i.parsePacket(out, t.l4Offset + 8, out.length, true));
        assertEquals(CLIENT, Ipv6Address.of(i.sourceHigh, i.sourceLow));
        assertEquals(PORT6, i.sourcePort);
        assertEquals(eam6, Ipv6Address.of(i.destinationHigh, i.destinationLow));
        assertEquals(60, t.hopLimit, "the pipeline takes one off, once");
    }

    @Test
    void mapsThePeerOfAnErrorOfItsOwn() {
        // The packet of a host with an EAM to an IPv4 host with one ended here, once it was IPv4.
        byte[] inside = ipv4(UDP, EAM4, EAM_SERVER, transport(UDP, 7, 53, 30));
        byte[] own = frame(ipv4(1, v4("192.0.2.1"), EAM4, icmp(11, 0, 0, inside)));
        Packets.macs(own, MAC, MAC);
        in(network, 255, PuntReason.ICMP_ERROR, own);
        byte[] out = network.submittedOne();
        FrameTuple t = new FrameTuple();
        assertTrue(t.parsePacket(out, error(out, 3, 0, 0).l4Offset + 8, out.length, true));
        assertEquals(EAM6, Ipv6Address.of(t.sourceHigh, t.sourceLow));
        assertEquals(EAM_SERVER6, Ipv6Address.of(t.destinationHigh, t.destinationLow));
    }

    @Test
    void speaksForRoutersWithoutAnAddressInIpv4() {
        byte[] inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30));
        byte[] error = frame(ipv6(58, FAR, SERVER6, icmp(3, 0, 0, inside)));
        in(network, 1, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(v4("10.1.0.1"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
        in(network, 10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(v4("192.0.2.1"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
        network = new SlowPathNetwork(1500, 1500, List.of());
        in(network, 10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(v4("10.1.0.1"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
        // No host's address is a router's.
        network = new SlowPathNetwork(1500, 1500, List.of(), false);
        in(network, 10, PuntReason.ICMP_ERROR, error.clone());
        assertTrue(network.submitted.isEmpty());
        assertEquals(1, network.count(Counter.ERROR_NO_SOURCE));
    }

    /** RFC 6791 section 5. */
    @Test
    void drawsTheSourceOfErrorsFromAPool() {
        byte[] inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30));
        byte[] error = frame(ipv6(58, FAR, SERVER6, icmp(3, 0, 0, inside)));
        List<Ipv4Prefix> pool =
                List.of(Ipv4Prefix.parse("192.0.2.64/30"), Ipv4Prefix.parse("192.0.2.80/32"));
        network.slowPath.configure(Nat64Config.builder().errorSources(pool).build());
        Map<Integer, Integer> times = new TreeMap<>();
        for (int i = 0; i < 1000; i++) {
            in(network, 1, PuntReason.ICMP_ERROR, error.clone());
            times.merge(error(network.submittedOne(), 11, 0, ORIGIN).source4, 1, Integer::sum);
        }
        Set<Integer> all =
                Set.of(
                        v4("192.0.2.64"),
                        v4("192.0.2.65"),
                        v4("192.0.2.66"),
                        v4("192.0.2.67"),
                        v4("192.0.2.80"));
        assertEquals(all, times.keySet());
        times.values().forEach(n -> assertTrue(n > 100 && n < 300, times.toString()));
        // Who has an address keeps it: a host, and one with an EAM.
        in(
                network,
                1,
                PuntReason.ICMP_ERROR,
                frame(ipv6(58, CLIENT, SERVER6, icmp(1, 4, 0, inside))));
        assertEquals(POOL, error(network.submittedOne(), 3, 3, 0).source4);
        in(
                network,
                1,
                PuntReason.ICMP_ERROR,
                frame(ipv6(58, EAM6, SERVER6, icmp(3, 0, 0, inside))));
        assertEquals(EAM4, error(network.submittedOne(), 11, 0, 0).source4);
        // Without the pool it is the translator's again.
        network.slowPath.configure(Nat64Config.builder().build());
        in(network, 10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(v4("192.0.2.1"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
    }

    /** RFC 6791 section 4; the extension is ErrorAddressesTest's. */
    @Test
    void namesTheOriginOfErrorsUnlessItIsToldNotTo() {
        byte[] inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30));
        byte[] error = frame(ipv6(58, FAR, SERVER6, icmp(3, 0, 0, inside)));
        int plain = 14 + 20 + 8 + 50;
        network.slowPath.configure(Nat64Config.builder().build());
        in(network, 10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(14 + 20 + 8 + 128 + 28, network.submittedOne().length);
        network.slowPath.configure(Nat64Config.builder().errorOrigins(false).build());
        in(network, 10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(plain, network.submittedOne().length);
    }

    @Test
    void namesSwitchesByTheirOwnAddress() {
        List<Ipv4Prefix> pool = List.of(Ipv4Prefix.parse("192.0.2.64/30"));
        network.slowPath.configure(Nat64Config.builder().errorSources(pool).build());
        Ipv6Address spine = Ipv6Address.parse("2001:db8::11");
        byte[] inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30));
        in(
                network,
                10,
                PuntReason.ICMP_ERROR,
                frame(ipv6(58, spine, SERVER6, icmp(3, 0, 0, inside))));
        assertEquals(v4("192.0.2.11"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
    }
}
