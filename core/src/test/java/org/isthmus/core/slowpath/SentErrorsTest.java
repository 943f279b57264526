// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.packet.Bytes.u48;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM4;
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
import static org.isthmus.core.slowpath.SlowPathFixture.upper;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.isthmus.core.slowpath.SlowPathNetwork.LEAF;
import static org.isthmus.core.slowpath.SlowPathNetwork.MAC;
import static org.isthmus.core.slowpath.SlowPathPackets.FAR;
import static org.isthmus.core.slowpath.SlowPathPackets.HOST4;
import static org.isthmus.core.slowpath.SlowPathPackets.UDP;
import static org.isthmus.core.slowpath.SlowPathPackets.client;
import static org.isthmus.core.slowpath.SlowPathPackets.error;
import static org.isthmus.core.slowpath.SlowPathPackets.in;
import static org.isthmus.core.slowpath.SlowPathPackets.server;
import static org.isthmus.core.slowpath.SlowPathPackets.withOptions;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.junit.jupiter.api.Test;

/** ICMP errors that the slow path makes about packets it cannot pass on. */
class SentErrorsTest {
    private SlowPathNetwork network = new SlowPathNetwork();

    @Test
    void saysThatTimeIsExceeded() {
        byte[] f = client(30);
        in(network, 1, PuntReason.HOP_LIMIT, f);
        byte[] out = network.submittedOne();
        FrameTuple t = error(out, 3, 0, 0);
        assertEquals(64, t.hopLimit - 1, "the pipeline takes one off");
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        assertEquals(Ipv6Address.parse("2001:db8:1::1"), Ipv6Address.of(t.sourceHigh, t.sourceLow));
        assertEquals(MAC, u48(out, 0));
        assertArrayEquals(
                Arrays.copyOfRange(f, 14, f.length),
                Arrays.copyOfRange(out, t.l4Offset + 8, out.length));

        f = Packets.tagged(server(30, true), 30);
        in(network, 3, PuntReason.HOP_LIMIT, f);
        out = network.submittedOne();
        t = error(out, 11, 0, 0);
        assertEquals(SERVER, t.destination4);
        assertEquals(v4("198.51.100.1"), t.source4);
        // From another switch: no interface there, so from the loopback.
        in(network, 10, PuntReason.HOP_LIMIT, server(1400, true));
        out = network.submittedOne();
        assertEquals(v4("192.0.2.1"), error(out, 11, 0, 0).source4);
        assertEquals(14 + 576, out.length);
        in(network, 10, PuntReason.HOP_LIMIT, client(1400));
        assertEquals(14 + 1280, network.submittedOne().length);
    }

    /**
     * A router reads no further than the IP header, and 8 bytes are all that a fragment must have.
     */
    @Test
    void saysThatTimeIsExceededForTinyFirstFragments() {
        byte[] p = ipv4(47, SERVER, HOST4, new byte[8]);
        put8(p, 9, FrameTuple.TCP);
        put16(p, 6, 0x2000);
        in(network, 10, PuntReason.HOP_LIMIT, frame(p));
        assertEquals(SERVER, error(network.submittedOne(), 11, 0, 0).destination4);

        byte[] upper = new byte[16];
        put32(upper, 0, FrameTuple.TCP << 24 | 1);
        in(network, 1, PuntReason.HOP_LIMIT, frame(ipv6(44, CLIENT, FAR, upper)));
        FrameTuple t = error(network.submittedOne(), 3, 0, 0);
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
    }

    /** RFC 5508 section 7.7: of the Diffserv class, which is not all of the byte. */
    @Test
    void errorsHaveTheClassOfWhatTheyAreAbout() {
        byte[] f = client(30);
        put16(f, 14, 0x6b90);
        in(network, 1, PuntReason.HOP_LIMIT, f);
        assertEquals(0xb8, error(network.submittedOne(), 3, 0, 0).trafficClass);
        f = Packets.tagged(server(30, true), 30);
        put8(f, 19, 0x2b);
        put16(f, 28, 0);
        put16(f, 28, Checksum.finish(Checksum.sum(f, 18, 38)));
        in(network, 3, PuntReason.HOP_LIMIT, f);
        assertEquals(0x28, error(network.submittedOne(), 11, 0, 0).trafficClass);
    }

    /** Where the packet is translated already there may be no route back to what it came from. */
    @Test
    void spinesAnswerTranslatedPacketsThroughATranslator() {
        byte[] f = frame(ipv6(UDP, SlowPathFixture.EAM_SERVER6, CLIENT, new byte[20]));
        network.slowPath.packetIn(SlowPathNetwork.SPINE, 1, PuntReason.HOP_LIMIT, f);
        assertEquals(LEAF, network.submitted.get(0).device);
        byte[] out = network.submittedOne();
        FrameTuple t = error(out, 3, 0, 0);
        assertEquals(
                SlowPathFixture.EAM_SERVER6, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        assertEquals(Ipv6Address.parse("2001:db8::11"), Ipv6Address.of(t.sourceHigh, t.sourceLow));
        assertEquals(MAC, u48(out, 0));
        assertEquals(MAC + 1, u48(out, 6), "as if it came from the spine");
        f = frame(ipv6(UDP, FAR, CLIENT, new byte[20]));
        network.slowPath.packetIn(SlowPathNetwork.SPINE, 1, PuntReason.HOP_LIMIT, f);
        assertEquals(SlowPathNetwork.SPINE, network.submitted.get(0).device);
    }

    /** One without a session forwards, and what is submitted there is lost. */
    @Test
    void theyDoSoThroughOneThatHasASession() {
        DeviceId second = DeviceId.of("device:leaf2");
        FabricConfig c = network.fabric.config();
        List<FabricConfig.Device> devices = new ArrayList<>(c.devices);
        devices.add(
                new FabricConfig.Device(
                        second,
                        MacAddress.of(MAC + 2),
                        List.of(),
                        List.of(Ipv6Address.parse("2001:db8::2")),
                        true));
        List<FabricConfig.Link> links = new ArrayList<>(c.links);
        links.add(
                new FabricConfig.Link(
                        new FabricConfig.Port(second, 10),
                        new FabricConfig.Port(SlowPathNetwork.SPINE, 2),
                        9000));
        network.fabric.configure(new FabricConfig(devices, c.interfaces, links, c.routes));
        byte[] f = frame(ipv6(UDP, SlowPathFixture.EAM_SERVER6, CLIENT, new byte[20]));
        network.fabric.managed(LEAF, false);
        network.slowPath.packetIn(SlowPathNetwork.SPINE, 1, PuntReason.HOP_LIMIT, f.clone());
        assertEquals(second, network.submitted.get(0).device);
        assertEquals(MAC + 2, u48(network.submittedOne(), 0));
        network.fabric.managed(second, false);
        network.slowPath.packetIn(SlowPathNetwork.SPINE, 1, PuntReason.HOP_LIMIT, f);
        assertEquals(SlowPathNetwork.SPINE, network.submitted.get(0).device, "by its routes");
    }

    @Test
    void saysThatItRefuses() {
        in(network, 1, PuntReason.REFUSED, client(30));
        FrameTuple t = error(network.submittedOne(), 1, 1, 0);
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        in(network, 3, PuntReason.REFUSED, server(30, true));
        assertEquals(SERVER, error(network.submittedOne(), 3, 13, 0).destination4);
        in(
                network,
                3,
                PuntReason.REFUSED,
                frame(ipv4(1, SERVER, POOL, icmp(3, 1, 0, new byte[28]))));
        assertTrue(network.submitted.isEmpty());
    }

    /** RFC 6146 section 3.5.1.1, RFC 6888 REQ-11. */
    @Test
    void saysThatThereIsNoRoom() {
        network.slowPath.refuse(LEAF, 1, client(30), false);
        FrameTuple t = error(network.submittedOne(), 1, 3, 0);
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        network.slowPath.refuse(LEAF, 1, client(30), true);
        error(network.submittedOne(), 1, 1, 0);
    }

    @Test
    void saysNothingWhereNothingMayBeSaid() {
        List<byte[]> all = new ArrayList<>();
        all.add(frame(ipv4(1, SERVER, HOST4, icmp(3, 1, 0, new byte[28]))));
        all.add(frame(ipv6(58, FAR, CLIENT, icmp(2, 0, 0, new byte[48]))));
        all.add(frame(ipv6(58, FAR, CLIENT, icmp(137, 0, 0, new byte[48]))));
        all.add(frame(ipv4(UDP, SERVER, v4("224.0.0.5"), new byte[20])));
        all.add(frame(ipv4(UDP, v4("0.0.0.0"), HOST4, new byte[20])));
        all.add(frame(ipv4(UDP, v4("127.0.0.1"), HOST4, new byte[20])));
        all.add(frame(ipv4(UDP, v4("240.0.0.1"), HOST4, new byte[20])));
        all.add(frame(ipv6(UDP, Ipv6Address.parse("::"), CLIENT, new byte[20])));
        all.add(frame(ipv6(UDP, FAR, Ipv6Address.parse("ff0e::1"), new byte[20])));
        all.add(frame(ipv6(UDP, Ipv6Address.parse("ff0e::1"), FAR, new byte[20])));
        byte[] broadcast = frame(ipv4(UDP, SERVER, HOST4, new byte[20]));
        put32(broadcast, 0, -1);
        all.add(broadcast);
        byte[] later = ipv4(UDP, SERVER, HOST4, new byte[20]);
        put16(later, 6, 5);
        all.add(frame(later));
        all.add(frame(ipv6(44, FAR, CLIENT, laterFragment(58))));
        for (byte[] f : all) {
            in(network, 1, PuntReason.HOP_LIMIT, f);
        }
        assertTrue(network.submitted.isEmpty() && network.sent.isEmpty());
        assertEquals(all.size(), network.count(Counter.ERROR_FORBIDDEN));
    }

    private static byte[] laterFragment(int protocol) {
        byte[] upper = new byte[8 + 24];
        put32(upper, 0, protocol << 24 | 40);
        return upper;
    }

    /** RFC 4443 section 2.4 (e) does not except them, RFC 1812 section 4.3.2.7 does. */
    @Test
    void answersLaterFragmentsOfIpv6() {
        byte[] f = frame(ipv6(44, CLIENT, FAR, laterFragment(UDP)));
        in(network, 1, PuntReason.HOP_LIMIT, f);
        byte[] out = network.submittedOne();
        FrameTuple t = error(out, 3, 0, 0);
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        assertArrayEquals(
                Arrays.copyOfRange(f, 14, f.length),
                Arrays.copyOfRange(out, t.l4Offset + 8, out.length));
    }

    /** RFC 6864 section 4.2: what may be fragmented has an identification of its own. */
    @Test
    void identifiesItsErrorsInIpv4() {
        Set<Integer> identifications = new HashSet<>();
        for (int i = 0; i < 16; i++) {
            in(network, 10, PuntReason.HOP_LIMIT, server(1400, true));
            FrameTuple t = error(network.submittedOne(), 11, 0, 0);
            assertTrue(!t.dontFragment && !t.fragment);
            identifications.add(t.identification);
        }
        assertEquals(16, identifications.size());
    }

    /** Only to bindings does silence belong to it (RFC 6146 section 3.4, RFC 7915 section 4.4). */
    @Test
    void isSilentAboutFragmentsOfBindingsWithoutChecksum() {
        byte[] fragment = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 64));
        put16(fragment, 26, 0);
        put16(fragment, 6, 0x2000);
        in(network, 3, PuntReason.REFUSED, frame(fragment.clone()));
        assertTrue(network.submitted.isEmpty());
        assertEquals(1, network.count(Counter.FRAGMENTS_DROPPED));
        put16(fragment, 6, 0);
        in(network, 3, PuntReason.REFUSED, frame(fragment));
        error(network.submittedOne(), 3, 13, 0);
        fragment = ipv4(UDP, SERVER, EAM4, transport(UDP, 53, 9, 64));
        put16(fragment, 26, 0);
        put16(fragment, 6, 0x2000);
        in(network, 3, PuntReason.REFUSED, frame(fragment));
        error(network.submittedOne(), 3, 13, 0);
    }

    private static final int ALL = Limits.ERROR_RATE.byDefault;
    private static final int ONE = Limits.ERROR_RATE_PER_SENDER.byDefault;

    /** A packet of another subscriber for each number. */
    private static byte[] subscriber(int number) {
        Ipv6Address from = Ipv6Address.of(CLIENT.high() + number, CLIENT.low());
        return frame(ipv6(UDP, from, SERVER6, transport(UDP, PORT6, 53, 30)));
    }

    @Test
    void limitsItsErrors() {
        network.slowPath.tick(1000);
        for (int i = 0; i < 1000; i++) {
            in(network, 1, PuntReason.HOP_LIMIT, subscriber(i));
        }
        assertEquals(ALL, network.submitted.size());
        network.slowPath.tick(1500);
        for (int i = 0; i < 1000; i++) {
            network.slowPath.refuse(LEAF, 1, subscriber(1000 + i), true);
        }
        assertEquals(ALL * 3 / 2, network.submitted.size());
        error(network.submitted.get(network.submitted.size() - 1).frame, 1, 1, 0);
        assertEquals(2000 - ALL * 3 / 2, network.count(Counter.ERROR_RATE_LIMITED));
        network.slowPath.configure(Nat64Config.builder().errorRate(0).build());
        in(network, 1, PuntReason.HOP_LIMIT, subscriber(0));
        assertEquals(ALL * 3 / 2, network.submitted.size());
    }

    /** Whoever forges sources is many senders, of one interface. */
    @Test
    void anInterfaceDoesNotUseUpTheErrorsOfAll() {
        network.slowPath.tick(1000);
        for (int second = 1; second < 5; second++) {
            network.slowPath.tick(1000 * second);
            for (int i = 0; i < 1000; i++) {
                in(network, 1, PuntReason.HOP_LIMIT, subscriber(1000 * second + i));
            }
            assertEquals(ALL, network.submitted.size());
            network.submitted.clear();
        }
        for (int i = 0; i < 1000; i++) {
            in(network, 10, PuntReason.HOP_LIMIT, server(30, true));
        }
        assertEquals(ONE, network.submitted.size());
    }

    @Test
    void aSenderDoesNotUseUpTheErrorsOfAll() {
        network.slowPath.tick(1000);
        for (int i = 0; i < 1000; i++) {
            Ipv6Address from = Ipv6Address.of(CLIENT.high(), i + 1);
            in(
                    network,
                    1,
                    PuntReason.HOP_LIMIT,
                    frame(ipv6(UDP, from, SERVER6, transport(UDP, PORT6, 53, 30))));
        }
        assertEquals(ONE, network.submitted.size(), "addresses of a subscriber");
        for (int i = 0; i < 1000; i++) {
            in(network, 10, PuntReason.HOP_LIMIT, server(30, true));
        }
        assertEquals(2 * ONE, network.submitted.size(), "an IPv4 address");
        // Hosts of IPv4 are no subscribers, where their packets are translated already.
        for (int i = 0; i < 2; i++) {
            in(network, 10, PuntReason.HOP_LIMIT, frame(ipv6(UDP, SERVER6, CLIENT, new byte[20])));
        }
        assertEquals(2 * ONE, network.submitted.size());
        Ipv6Address other = Ipv6Address.parse("64:ff9b::198.51.100.10");
        in(network, 10, PuntReason.HOP_LIMIT, frame(ipv6(UDP, other, CLIENT, new byte[20])));
        in(network, 1, PuntReason.HOP_LIMIT, subscriber(1));
        assertEquals(2 * ONE + 2, network.submitted.size());
        assertEquals(
                2000 - 2 * ONE + 2, network.count(Counter.ERROR_SENDER_LIMITED), "and counted");
        assertEquals(0, network.count(Counter.ERROR_RATE_LIMITED));
    }

    @Test
    void answersLinkLocalSendersDirectly() {
        byte[] p =
                ipv6(
                        UDP,
                        Ipv6Address.parse("fe80::7"),
                        Ipv6Address.parse("fe80::ff:fe00:1"),
                        transport(UDP, 33434, 33434, 20));
        in(network, 1, PuntReason.LOCAL, frame(p));
        SlowPathNetwork.Sent s = network.one();
        assertEquals(1, s.port);
        assertEquals(0x0a00_0000_0007L, u48(s.frame, 0));
        error(s.frame, 1, 4, 0);
    }

    @Test
    void saysWhatFits() {
        network = new SlowPathNetwork(1500, 1400);
        network.fabric
                .neighbors()
                .learn(
                        network.fabric.interfaceAt(LEAF, 3, 30),
                        V4Mapped.of(SERVER),
                        MacAddress.of(7));
        in(network, 1, PuntReason.TOO_BIG, client(1452));
        error(network.submittedOne(), 2, 0, 1420);
        in(
                network,
                10,
                PuntReason.TOO_BIG,
                frame(ipv4(UDP, HOST4, SERVER, transport(UDP, 1, 2, 1480))));
        error(network.submittedOne(), 3, 4, 1400);
        // Towards clients over IPv6.
        network = new SlowPathNetwork(1400, 1500);
        in(network, 3, PuntReason.TOO_BIG, server(1400, true));
        error(network.submittedOne(), 3, 4, 1380);
        // A fragment gets a Fragment Header: 1380 bytes of it do not fit either.
        byte[] first = ipv4(UDP, SERVER, EAM4, transport(UDP, 53, 9, 1360));
        put16(first, 6, 0x6000);
        in(network, 3, PuntReason.TOO_BIG, frame(first));
        error(network.submittedOne(), 3, 4, 1372);
        in(
                network,
                10,
                PuntReason.TOO_BIG,
                frame(ipv6(UDP, FAR, CLIENT, transport(UDP, 1, 2, 1460))));
        error(network.submittedOne(), 2, 0, 1400);
        // A fragment whose sender can send smaller packets.
        network = new SlowPathNetwork(1500, 1400);
        byte[] fragment = new byte[8 + 1448];
        put32(fragment, 0, UDP << 24 | 1);
        System.arraycopy(transport(UDP, PORT6, 53, 1448), 0, fragment, 8, 1448);
        in(network, 1, PuntReason.TOO_BIG, frame(ipv6(44, CLIENT, SERVER6, fragment)));
        error(network.submittedOne(), 2, 0, 1420);
        // A link of the least size.
        network = new SlowPathNetwork(1280, 1000);
        in(network, 1, PuntReason.TOO_BIG, client(1452));
        error(network.submittedOne(), 2, 0, 1280);
        in(network, 1, PuntReason.TOO_BIG, client(50));
        assertEquals(1, network.count(Counter.NOT_TOO_BIG));
        assertTrue(network.submitted.isEmpty());
    }

    @Test
    void pointsAtWhatItCannotTake() {
        byte[] upper = new byte[24 + 20];
        put32(upper, 0, UDP << 24 | 2 << 16 | 1);
        in(network, 1, PuntReason.PARAMETER_PROBLEM, frame(ipv6(43, CLIENT, SERVER6, upper)));
        error(network.submittedOne(), 4, 0, 43);
        // An unexpired loose source route.
        in(network, 3, PuntReason.IPV4_OPTIONS, withOptions(131, 7, 4, 192, 0, 2, 77, 0));
        error(network.submittedOne(), 3, 5, 0);
        in(network, 1, PuntReason.PARAMETER_PROBLEM, client(30));
        assertEquals(1, network.count(Counter.MALFORMED));
        // From a switch that does not read extension headers.
        in(network, 1, PuntReason.EXTENSION_HEADERS, frame(ipv6(43, CLIENT, SERVER6, upper)));
        error(network.submittedOne(), 4, 0, 43);
    }

    @Test
    void isNoHopOfARouteThatTheSenderNames() {
        byte[] upper = new byte[24 + 20];
        put32(upper, 0, UDP << 24 | 2 << 16 | 1);
        in(network, 1, PuntReason.LOCAL, frame(ipv6(43, CLIENT, SERVER6, upper)));
        error(network.submittedOne(), 4, 0, 43);
        in(network, 3, PuntReason.LOCAL, withOptions(131, 7, 4, 192, 0, 2, 77, 0));
        error(network.submittedOne(), 3, 5, 0);
        // The route has been taken to its end.
        in(network, 3, PuntReason.LOCAL, withOptions(131, 7, 8, 192, 0, 2, 77, 0));
        assertTrue(network.submitted.isEmpty());
    }

    @Test
    void saysThatThereIsNoRoute() {
        in(network, 1, PuntReason.NO_NEIGHBOR, frame(ipv6(UDP, CLIENT, FAR, new byte[20])));
        error(network.submittedOne(), 1, 0, 0);
        assertEquals(1, network.count(Counter.NO_ROUTE));
    }

    @Test
    void saysSoOfWhatTheSwitchDroppedForIt() {
        in(network, 1, PuntReason.NO_ROUTE, frame(ipv6(UDP, CLIENT, FAR, new byte[20])));
        FrameTuple t = error(network.submittedOne(), 1, 0, 0);
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        assertEquals(1, network.count(Counter.NO_ROUTE));
        // A route has come meanwhile.
        in(network, 3, PuntReason.NO_ROUTE, server(30, true));
        assertTrue(network.submitted.isEmpty());
        assertEquals(1, network.count(Counter.NO_ROUTE));
    }
}
