// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.i64;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u48;
import static org.isthmus.core.packet.Bytes.u8;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.right;
import static org.isthmus.core.slowpath.SlowPathNetwork.LEAF;
import static org.isthmus.core.slowpath.SlowPathNetwork.MAC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RoutersTest {
    private static final long HOST = 0x0a00_0000_0007L;

    private SlowPathNetwork network = new SlowPathNetwork();

    @BeforeEach
    void start() {
        network.slowPath.tick(1_000_000);
        network.sent.clear();
    }

    private static byte[] routerSolicitation(long host) {
        byte[] rs = new byte[14 + 40 + 16];
        rs[54] = (byte) 133;
        rs[62] = 1;
        rs[63] = 1;
        Bytes.put48(rs, 64, host);
        Packets.ethernet(rs, 0x3333_0000_0002L, host, FrameTuple.ETHER_IPV6);
        Packets.ipv6(rs, 0, 58, 255, 0xfe80L << 48, 7, 0xff02L << 48, 2);
        Packets.icmp6Checksum(rs);
        return rs;
    }

    /** RFC 8106 section 5.1, between the network and the NAT64 prefix. */
    @Test
    void tellsDnsServers() {
        Ipv6Address one = Ipv6Address.parse("2001:db8:1:53::53");
        Ipv6Address other = Ipv6Address.parse("2001:db8:2:53::53");
        network =
                SlowPathNetwork.advertising(
                        new FabricConfig.RouterAdvertisements(true, List.of(one, other)));
        network.slowPath.packetIn(
                LEAF, 1, PuntReason.ROUTER_SOLICITATION, routerSolicitation(HOST));
        byte[] ra = network.one().frame;
        assertTrue(right(ra, parse(ra)));
        int option = 54 + 64;
        assertEquals(0x1905, u16(ra, option));
        assertEquals(1800, i32(ra, option + 4));
        assertEquals(one, Ipv6Address.of(i64(ra, option + 8), i64(ra, option + 16)));
        assertEquals(other, Ipv6Address.of(i64(ra, option + 24), i64(ra, option + 32)));
        assertEquals(0x2602, u16(ra, option + 40));
        assertEquals(option + 56, ra.length);
    }

    @Test
    void isNoRouterWhereAdvertisementsAreOff() {
        network = SlowPathNetwork.advertising(FabricConfig.RouterAdvertisements.NONE);
        network.slowPath.packetIn(
                LEAF, 1, PuntReason.ROUTER_SOLICITATION, routerSolicitation(HOST));
        assertEquals(0, network.count(Counter.ADVERTISEMENTS_SENT));
        network.slowPath.tick(1_000_000);
        network.slowPath.tick(1_000_000 + Routers.INTERVAL_MILLIS);
        assertEquals(1, network.count(Counter.ADVERTISEMENTS_SENT));
    }

    @Test
    void advertisesRouters() {
        network.slowPath.packetIn(
                LEAF, 1, PuntReason.ROUTER_SOLICITATION, routerSolicitation(HOST));
        byte[] ra = network.one().frame;
        FrameTuple t = parse(ra);
        assertTrue(right(ra, t));
        assertEquals(134, t.icmpType);
        assertEquals(255, t.hopLimit);
        assertEquals(HOST, u48(ra, 0));
        assertEquals(
                Ipv6Address.parse("fe80::ff:fe00:1"), Ipv6Address.of(t.sourceHigh, t.sourceLow));
        assertEquals(
                Ipv6Address.parse("fe80::7"), Ipv6Address.of(t.destinationHigh, t.destinationLow));
        int icmp = 54;
        assertEquals(64, u8(ra, icmp + 4));
        assertEquals(1800, u16(ra, icmp + 6));
        assertEquals(MAC, u48(ra, icmp + 18));
        assertEquals(0x0501, u16(ra, icmp + 24));
        assertEquals(1500, i32(ra, icmp + 28));
        assertEquals(0x030440c0, i32(ra, icmp + 32));
        assertEquals(0x20010db8_00010000L, i64(ra, icmp + 48));
        // RFC 8781: 225 times 8 seconds, a /96, and 96 bits of it.
        assertEquals(0x2602, u16(ra, icmp + 64));
        assertEquals(225 << 3, u16(ra, icmp + 66));
        assertEquals(0x0064_ff9b_0000_0000L, i64(ra, icmp + 68));
        assertEquals(0, i32(ra, icmp + 76));
        assertEquals(icmp + 80, ra.length);
    }

    /** RFC 4861 section 6.1.1: with a link-layer address of nobody, or an option of no length. */
    @Test
    void discardsSolicitationsThatAreNotValid() {
        byte[] ofNobody = routerSolicitation(HOST);
        Packets.ipv6(ofNobody, 0, 58, 255, 0, 0, 0xff02L << 48, 2);
        Packets.icmp6Checksum(ofNobody);
        byte[] endless = routerSolicitation(HOST);
        endless[63] = 0;
        Packets.icmp6Checksum(endless);
        for (byte[] rs : List.of(ofNobody, endless)) {
            network.slowPath.packetIn(LEAF, 1, PuntReason.ROUTER_SOLICITATION, rs);
        }
        assertEquals(2, network.count(Counter.MALFORMED));
        assertTrue(network.sent.isEmpty());
    }

    @Test
    void codesThePrefixLengths() {
        int[] lengths = {96, 64, 56, 48, 40, 32};
        for (int code = 0; code < 6; code++) {
            Ipv6Prefix p = Ipv6Prefix.of(0x20010db8_00000000L, 0, lengths[code]);
            byte[] ra =
                    NeighborPackets.routerAdvertisement(
                            network.fabric.interfaceAt(LEAF, 1, 0),
                            network.fabric.device(LEAF).mac,
                            List.of(p),
                            0,
                            0,
                            0);
            assertEquals(code, u16(ra, 54 + 66) & 7);
        }
    }

    @Test
    void advertisesInTurn() {
        network.slowPath.tick(1_000_000 + Routers.INTERVAL_MILLIS);
        long ras =
                network.sent.stream()
                        .filter(
                                s ->
                                        u16(s.frame, 12) == FrameTuple.ETHER_IPV6
                                                && u8(s.frame, 54) == 134)
                        .count();
        // Servers have no IPv6.
        assertEquals(2, ras);
    }

    @Test
    void onePortDoesNotUseUpTheAdvertisementsOfOthers() {
        for (int i = 0; i < 2 * Routers.SOLICITED_PER_SECOND; i++) {
            network.slowPath.packetIn(
                    LEAF, 1, PuntReason.ROUTER_SOLICITATION, routerSolicitation(HOST));
        }
        assertEquals(Routers.SOLICITED_PER_SECOND, network.sent.size());
        assertEquals(Routers.SOLICITED_PER_SECOND, network.count(Counter.ERROR_RATE_LIMITED));
        network.sent.clear();
        network.slowPath.packetIn(
                LEAF, 2, PuntReason.ROUTER_SOLICITATION, routerSolicitation(HOST + 1));
        assertEquals(HOST + 1, u48(network.one().frame, 0));
        network.slowPath.tick(1_000_100);
        network.slowPath.packetIn(
                LEAF, 1, PuntReason.ROUTER_SOLICITATION, routerSolicitation(HOST));
        assertEquals(HOST, u48(network.one().frame, 0), "so many a second");
    }
}
