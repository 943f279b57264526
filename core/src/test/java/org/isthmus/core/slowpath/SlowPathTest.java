// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put8;
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
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.right;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.upper;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.isthmus.core.slowpath.SlowPathNetwork.LEAF;
import static org.isthmus.core.slowpath.SlowPathNetwork.MAC;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class SlowPathTest {
    private static final int UDP = FrameTuple.UDP;
    private static final int HOST4 = v4("10.1.0.7");
    private static final Ipv6Address FAR = Ipv6Address.parse("2001:db8:9::1");

    /** Second word of an error to IPv4 that tells its origin: 128 bytes before the extension. */
    private static final int ORIGIN = 128 / 4 << 16;

    private SlowPathNetwork network = new SlowPathNetwork();

    private void in(int port, PuntReason reason, byte[] frame) {
        network.slowPath.packetIn(LEAF, port, reason, frame);
    }

    private static byte[] client(int length) {
        return frame(ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 53, length)));
    }

    private static byte[] server(int length, boolean dontFragment) {
        byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, length));
        if (!dontFragment) {
            put16(p, 6, 0);
            put16(p, 10, 0);
            put16(p, 10, Checksum.finish(Checksum.sum(p, 0, 20)));
        }
        return frame(p);
    }

    /** Checks an ICMP error; returns its headers. */
    static FrameTuple error(byte[] frame, int type, int code, int rest) {
        FrameTuple t = parse(frame);
        assertTrue(right(frame, t));
        assertEquals(type, t.icmpType);
        assertEquals(code, t.icmpCode);
        assertEquals(rest, i32(frame, t.l4Offset + 4));
        return t;
    }

    @Test
    void saysThatTimeIsExceeded() {
        byte[] f = client(30);
        in(1, PuntReason.HOP_LIMIT, f);
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
        in(3, PuntReason.HOP_LIMIT, f);
        out = network.submittedOne();
        t = error(out, 11, 0, 0);
        assertEquals(SERVER, t.destination4);
        assertEquals(v4("198.51.100.1"), t.source4);
        // From another switch: no interface there, so from the loopback.
        in(10, PuntReason.HOP_LIMIT, server(1400, true));
        out = network.submittedOne();
        assertEquals(v4("192.0.2.1"), error(out, 11, 0, 0).source4);
        assertEquals(14 + 576, out.length);
        in(10, PuntReason.HOP_LIMIT, client(1400));
        assertEquals(14 + 1280, network.submittedOne().length);
    }

    /** RFC 5508 section 7.7: of the Diffserv class, which is not all of the byte. */
    @Test
    void errorsHaveTheClassOfWhatTheyAreAbout() {
        byte[] f = client(30);
        put16(f, 14, 0x6b90);
        in(1, PuntReason.HOP_LIMIT, f);
        assertEquals(0xb8, error(network.submittedOne(), 3, 0, 0).trafficClass);
        f = Packets.tagged(server(30, true), 30);
        put8(f, 19, 0x2b);
        put16(f, 28, 0);
        put16(f, 28, Checksum.finish(Checksum.sum(f, 18, 38)));
        in(3, PuntReason.HOP_LIMIT, f);
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

    @Test
    void saysThatItRefuses() {
        in(1, PuntReason.REFUSED, client(30));
        FrameTuple t = error(network.submittedOne(), 1, 1, 0);
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        in(3, PuntReason.REFUSED, server(30, true));
        assertEquals(SERVER, error(network.submittedOne(), 3, 13, 0).destination4);
        in(3, PuntReason.REFUSED, frame(ipv4(1, SERVER, POOL, icmp(3, 1, 0, new byte[28]))));
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
            in(1, PuntReason.HOP_LIMIT, f);
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
        in(1, PuntReason.HOP_LIMIT, f);
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
            in(10, PuntReason.HOP_LIMIT, server(1400, true));
            FrameTuple t = error(network.submittedOne(), 11, 0, 0);
            assertTrue(!t.dontFragment && !t.fragment);
            identifications.add(t.identification);
        }
        assertEquals(16, identifications.size());
    }

    /** RFC 7915 section 4.5; the sender of a whole packet is told. */
    @Test
    void isSilentAboutFragmentsWithoutChecksum() {
        byte[] fragment = ipv4(UDP, SERVER, EAM4, transport(UDP, 53, 9, 64));
        put16(fragment, 26, 0);
        put16(fragment, 6, 0x2000);
        in(3, PuntReason.REFUSED, frame(fragment.clone()));
        assertTrue(network.submitted.isEmpty());
        assertEquals(1, network.count(Counter.FRAGMENTS_DROPPED));
        put16(fragment, 6, 0);
        in(3, PuntReason.REFUSED, frame(fragment));
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
            in(1, PuntReason.HOP_LIMIT, subscriber(i));
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
        in(1, PuntReason.HOP_LIMIT, subscriber(0));
        assertEquals(ALL * 3 / 2, network.submitted.size());
    }

    @Test
    void aSenderDoesNotUseUpTheErrorsOfAll() {
        network.slowPath.tick(1000);
        for (int i = 0; i < 1000; i++) {
            Ipv6Address from = Ipv6Address.of(CLIENT.high(), i + 1);
            in(
                    1,
                    PuntReason.HOP_LIMIT,
                    frame(ipv6(UDP, from, SERVER6, transport(UDP, PORT6, 53, 30))));
        }
        assertEquals(ONE, network.submitted.size(), "addresses of a subscriber");
        for (int i = 0; i < 1000; i++) {
            in(10, PuntReason.HOP_LIMIT, server(30, true));
        }
        assertEquals(2 * ONE, network.submitted.size(), "an IPv4 address");
        // Hosts of IPv4 are no subscribers, where their packets are translated already.
        for (int i = 0; i < 2; i++) {
            in(10, PuntReason.HOP_LIMIT, frame(ipv6(UDP, SERVER6, CLIENT, new byte[20])));
        }
        assertEquals(2 * ONE, network.submitted.size());
        Ipv6Address other = Ipv6Address.parse("64:ff9b::198.51.100.10");
        in(10, PuntReason.HOP_LIMIT, frame(ipv6(UDP, other, CLIENT, new byte[20])));
        in(1, PuntReason.HOP_LIMIT, subscriber(1));
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
        in(1, PuntReason.LOCAL, frame(p));
        SlowPathNetwork.Sent s = network.one();
        assertEquals(1, s.port);
        assertEquals(0x0a00_0000_0007L, u48(s.frame, 0));
        error(s.frame, 1, 4, 0);
    }

    @Test
    void answersProbesOfItsAddresses() {
        in(
                1,
                PuntReason.LOCAL,
                frame(ipv4(UDP, HOST4, v4("192.0.2.1"), transport(UDP, 1, 33434, 20))));
        assertEquals(v4("192.0.2.1"), error(network.submittedOne(), 3, 3, 0).source4);
        in(
                1,
                PuntReason.LOCAL,
                frame(
                        ipv6(
                                UDP,
                                CLIENT,
                                Ipv6Address.parse("2001:db8::1"),
                                transport(UDP, 1, 33434, 20))));
        error(network.submittedOne(), 1, 4, 0);
        in(1, PuntReason.LOCAL, frame(ipv4(6, HOST4, v4("192.0.2.1"), transport(6, 1, 22, 20))));
        in(1, PuntReason.LOCAL, frame(ipv4(UDP, HOST4, SERVER, transport(UDP, 1, 2, 20))));
        assertTrue(network.submitted.isEmpty());
        assertEquals(2, network.count(Counter.LOCAL_IGNORED));
    }

    @Test
    void answersForItsIpv4AddressesInThePrefix() {
        Ipv6Address leaf = Ipv6Address.parse("64:ff9b::192.0.2.1");
        byte[] ping = ipv6(58, CLIENT, leaf, icmp(128, 0, PORT6 << 16 | 7, new byte[33]));
        in(1, PuntReason.NO_NEIGHBOR, frame(ping.clone()));
        byte[] out = network.submittedOne();
        byte[] expected = ipv6(58, leaf, CLIENT, icmp(129, 0, PORT6 << 16 | 7, new byte[33]));
        put8(expected, 7, 65);
        assertArrayEquals(expected, Arrays.copyOfRange(out, 14, out.length));
        assertEquals(MAC, u48(out, 0));
        ping[50] ^= 1;
        in(1, PuntReason.NO_NEIGHBOR, frame(ping));
        out = network.submittedOne();
        assertFalse(right(out, parse(out)), "what is wrong stays wrong");
        // That of an interface, as a host that has nothing at the port.
        Ipv6Address servers = Ipv6Address.parse("64:ff9b::198.51.100.1");
        byte[] probe = ipv6(UDP, CLIENT, servers, transport(UDP, PORT6, 33434, 20));
        in(1, PuntReason.NO_NEIGHBOR, frame(probe));
        FrameTuple t = error(network.submittedOne(), 1, 4, 0);
        assertEquals(servers, Ipv6Address.of(t.sourceHigh, t.sourceLow));
        in(1, PuntReason.NO_NEIGHBOR, frame(ipv6(6, CLIENT, leaf, transport(6, PORT6, 22, 20))));
        assertEquals(1, network.count(Counter.LOCAL_IGNORED));
        assertTrue(network.submitted.isEmpty() && network.sent.isEmpty());
        // Another switch answers for itself.
        Ipv6Address spine = Ipv6Address.parse("64:ff9b::192.0.2.11");
        in(1, PuntReason.NO_NEIGHBOR, frame(ipv6(58, CLIENT, spine, upper(ping, 40))));
        assertEquals(0, network.submitted.stream().filter(s -> s.frame[54] == -127).count());
    }

    private static byte[] echo(int type, Ipv6Address from, Ipv6Address to, int identifier) {
        return ipv6(58, from, to, icmp(type, 0, identifier << 16 | 7, new byte[33]));
    }

    /** RFC 6146 section 3.8. The fixture's client holds {@code PORT4} of {@code POOL}. */
    @Test
    void hairpinsEchoToWhoHasTheIdentifier() {
        Ipv6Address pool = Ipv6Address.parse("64:ff9b::203.0.113.7");
        for (int type : new int[] {128, 129}) {
            byte[] f = frame(echo(type, CLIENT, pool, PORT6));
            in(1, PuntReason.HAIRPIN_ECHO, f.clone());
            byte[] out = network.submittedOne();
            assertArrayEquals(
                    echo(type, pool, CLIENT, PORT6), Arrays.copyOfRange(out, 14, out.length));
            f[60] ^= 1;
            in(1, PuntReason.HAIRPIN_ECHO, f);
            out = network.submittedOne();
            assertFalse(right(out, parse(out)), "what is wrong stays wrong");
        }
        assertEquals(4, network.count(Counter.ECHOES_HAIRPINNED));
        // EAMs keep the identifier; the pipeline does not send these up.
        in(1, PuntReason.HAIRPIN_ECHO, frame(echo(128, EAM6, pool, PORT4)));
        byte[] out = network.submittedOne();
        assertArrayEquals(
                echo(128, Ipv6Address.parse("64:ff9b::203.0.113.200"), CLIENT, PORT6),
                Arrays.copyOfRange(out, 14, out.length));
    }

    @Test
    void answersEchoToAnIdentifierThatIsNotBound() {
        Ipv6Address other = Ipv6Address.parse("64:ff9b::203.0.113.8");
        for (int identifier : new int[] {PORT6, 77}) {
            in(1, PuntReason.HAIRPIN_ECHO, frame(echo(128, CLIENT, other, identifier)));
            byte[] out = network.submittedOne();
            byte[] expected = echo(129, other, CLIENT, identifier);
            put8(expected, 7, 65);
            assertArrayEquals(expected, Arrays.copyOfRange(out, 14, out.length));
            in(1, PuntReason.HAIRPIN_ECHO, frame(echo(129, CLIENT, other, identifier)));
        }
        in(1, PuntReason.HAIRPIN_ECHO, client(30));
        in(1, PuntReason.HAIRPIN_ECHO, frame(echo(128, CLIENT, FAR, 77)));
        assertTrue(network.submitted.isEmpty());
        assertEquals(2, network.count(Counter.ECHOES_UNBOUND));
        assertEquals(2, network.count(Counter.MALFORMED));
        assertEquals(0, network.count(Counter.ECHOES_HAIRPINNED));
    }

    /** Only what is translated comes to the routes with such a destination. */
    @Test
    void whatIsTranslatedToItselfComesUp() {
        network.fabric.learn(
                network.fabric.interfaceAt(LEAF, 3, 30),
                V4Mapped.of(v4("198.51.100.254")),
                MacAddress.of(7));
        Ipv6Address far = V4Mapped.of(v4("192.0.2.200"));
        assertEquals(
                RoutingIntent.Via.NEXT,
                network.fabric.paths().lookup(LEAF, far).via,
                "a default route");
        Ipv6Address own = V4Mapped.of(v4("192.0.2.1"));
        assertEquals(RoutingIntent.Via.CONNECTED, network.fabric.paths().lookup(LEAF, own).via);
        assertEquals(
                RoutingIntent.Via.NEXT,
                network.fabric.paths().lookup(SlowPathNetwork.SPINE, own).via);
        own = V4Mapped.of(v4("192.0.2.11"));
        assertNotEquals(
                RoutingIntent.Via.CONNECTED,
                network.fabric.paths().lookup(SlowPathNetwork.SPINE, own).via,
                "it translates nothing");
    }

    @Test
    void saysWhatFits() {
        network = new SlowPathNetwork(1500, 1400);
        network.fabric.learn(
                network.fabric.interfaceAt(LEAF, 3, 30), V4Mapped.of(SERVER), MacAddress.of(7));
        in(1, PuntReason.TOO_BIG, client(1452));
        error(network.submittedOne(), 2, 0, 1420);
        in(10, PuntReason.TOO_BIG, frame(ipv4(UDP, HOST4, SERVER, transport(UDP, 1, 2, 1480))));
        error(network.submittedOne(), 3, 4, 1400);
        // Towards clients over IPv6.
        network = new SlowPathNetwork(1400, 1500);
        in(3, PuntReason.TOO_BIG, server(1400, true));
        error(network.submittedOne(), 3, 4, 1380);
        in(10, PuntReason.TOO_BIG, frame(ipv6(UDP, FAR, CLIENT, transport(UDP, 1, 2, 1460))));
        error(network.submittedOne(), 2, 0, 1400);
        // A fragment whose sender can send smaller packets.
        network = new SlowPathNetwork(1500, 1400);
        byte[] fragment = new byte[8 + 1448];
        put32(fragment, 0, UDP << 24 | 1);
        System.arraycopy(transport(UDP, PORT6, 53, 1448), 0, fragment, 8, 1448);
        in(1, PuntReason.TOO_BIG, frame(ipv6(44, CLIENT, SERVER6, fragment)));
        error(network.submittedOne(), 2, 0, 1420);
        // A link of the least size.
        network = new SlowPathNetwork(1280, 1000);
        in(1, PuntReason.TOO_BIG, client(1452));
        error(network.submittedOne(), 2, 0, 1280);
        in(1, PuntReason.TOO_BIG, client(50));
        assertEquals(1, network.count(Counter.NOT_TOO_BIG));
        assertTrue(network.submitted.isEmpty());
    }

    @Test
    void countsWhatNoNeighborShouldSend() {
        in(1, PuntReason.TOO_BIG, client(1460));
        assertEquals(0, network.count(Counter.PACKETS_ABOVE_MTU));
        // Its sender has another MTU, or has not cut it yet.
        in(1, PuntReason.TOO_BIG, client(1461));
        assertEquals(1, network.count(Counter.PACKETS_ABOVE_MTU));
        // Between switches larger ones are fine.
        in(10, PuntReason.TOO_BIG, client(5000));
        assertEquals(1, network.count(Counter.PACKETS_ABOVE_MTU));
    }

    @Test
    void cutsWhatMayBeCut() {
        // IPv4 to IPv6, also where the next link's MTU would allow it whole.
        byte[] original = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 1400));
        in(3, PuntReason.TOO_BIG, server(1400, false));
        assertEquals(2, network.submitted.size());
        assertEquals(0x1234, parse(network.submitted.get(0).frame).identification);
        assertArrayEquals(upper(original, 40), network.mended(1280));
        // Where the configured MTU is above the minimum.
        network.fixture.lowestIpv6Mtu = 1400;
        in(3, PuntReason.TOO_BIG, server(1400, false));
        assertEquals(1400, parse(network.submitted.get(0).frame).length);
        assertArrayEquals(upper(original, 40), network.mended(1400));
        // The next link has a smaller MTU.
        network = new SlowPathNetwork(1304, 1500);
        network.fixture.lowestIpv6Mtu = 1400;
        in(3, PuntReason.TOO_BIG, server(1400, false));
        assertEquals(1304, parse(network.submitted.get(0).frame).length);
        assertArrayEquals(upper(original, 40), network.mended(1304));
        // IPv4 to IPv4.
        network = new SlowPathNetwork(1400, 1400);
        byte[] p = ipv4(UDP, SERVER, HOST4, transport(UDP, 1, 2, 1480));
        put16(p, 6, 0);
        in(3, PuntReason.TOO_BIG, frame(p));
        assertArrayEquals(upper(p, 20), network.mended(1400));
        // IPv6 to IPv4 without DF, over a link below what IPv6 takes.
        network = new SlowPathNetwork(1500, 1000);
        in(1, PuntReason.TOO_BIG, client(1200));
        original = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 1200));
        assertArrayEquals(upper(original, 20), network.mended(1000));
    }

    @Test
    void computesMissingUdpChecksums() {
        byte[] f = server(31, true);
        put16(f, 40, 0);
        in(3, PuntReason.UDP_CHECKSUM_ZERO, Arrays.copyOf(f, 80));
        assertArrayEquals(
                upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 31)), 40),
                network.mended(1280));
        // DF: not to be fragmented, however large.
        byte[] large = server(1400, true);
        put16(large, 40, 0);
        in(3, PuntReason.UDP_CHECKSUM_ZERO, large);
        assertEquals(1, network.submitted.size());
        assertArrayEquals(
                upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 1400)), 40),
                network.mended(1440));
        // Its own length is not that of the packet.
        put16(f, 38, 30);
        in(3, PuntReason.UDP_CHECKSUM_ZERO, f);
        assertTrue(network.submitted.isEmpty());
    }

    /** They are left out, right or not (RFC 7915 section 4.1). */
    @Test
    void translatesWhatHasOptions() {
        byte[] expected = upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30)), 40);
        for (int[] options :
                new int[][] {
                    {148, 4, 0, 0},
                    {1, 131, 7, 8, 192, 0, 2, 77},
                    {0, 131, 7, 4},
                    {148, 9, 0, 0},
                    {148, 1, 131, 0},
                    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 148}
                }) {
            in(3, PuntReason.IPV4_OPTIONS, withOptions(options));
            assertArrayEquals(expected, network.mended(1280));
        }
    }

    /** A packet of the server with these bytes of options. */
    private static byte[] withOptions(int... options) {
        return withOptions(server(30, true), options);
    }

    static byte[] withOptions(byte[] plain, int... options) {
        byte[] f = new byte[plain.length + options.length];
        System.arraycopy(plain, 0, f, 0, 34);
        for (int i = 0; i < options.length; i++) {
            put8(f, 34 + i, options[i]);
        }
        System.arraycopy(plain, 34, f, 34 + options.length, plain.length - 34);
        put8(f, 14, 0x45 + options.length / 4);
        put16(f, 16, f.length - 14);
        put16(f, 24, 0);
        put16(f, 24, Checksum.finish(Checksum.sum(f, 14, 34 + options.length)));
        return f;
    }

    @Test
    void translatesErrorsIntoThePipeline() {
        byte[] inside = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 30));
        in(
                3,
                PuntReason.ICMP_ERROR,
                frame(ipv4(1, v4("192.0.2.99"), POOL, icmp(3, 4, 1480, inside))));
        byte[] out = network.submittedOne();
        assertEquals(MAC, u48(out, 0));
        assertEquals(FrameTuple.ETHER_IPV6, u16(out, 12));
        // The client's link takes 1500.
        error(out, 2, 0, 1500);
        inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30));
        in(1, PuntReason.ICMP_ERROR, frame(ipv6(58, CLIENT, SERVER6, icmp(1, 4, 0, inside))));
        out = network.submittedOne();
        assertEquals(POOL, error(out, 3, 3, 0).source4);
        in(1, PuntReason.ICMP_ERROR, client(30));
        assertEquals(1, network.count(Counter.MALFORMED));
    }

    /** An EAM's host answers the client, which knows it by its IPv4 address (RFC 7757 4.2.2). */
    @Test
    void hairpinsErrors() {
        Ipv6Address pool6 = Ipv6Address.parse("64:ff9b::203.0.113.7");
        Ipv6Address eam6 = Ipv6Address.parse("64:ff9b::203.0.113.200");
        byte[] inside = ipv6(UDP, pool6, EAM6, transport(UDP, PORT4, 53, 30));
        in(1, PuntReason.ICMP_ERROR, frame(ipv6(58, EAM6, pool6, icmp(1, 4, 0, inside))));
        byte[] between = network.submittedOne();
        FrameTuple t = error(between, 3, 3, 0);
        assertEquals(EAM4, t.source4);
        assertEquals(POOL, t.destination4);
        in(1, PuntReason.ICMP_ERROR, between);
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
        in(255, PuntReason.ICMP_ERROR, own);
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
        in(1, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(v4("10.1.0.1"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
        in(10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(v4("192.0.2.1"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
        network = new SlowPathNetwork(1500, 1500, List.of());
        in(10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(v4("10.1.0.1"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
        // No host's address is a router's.
        network = new SlowPathNetwork(1500, 1500, List.of(), false);
        in(10, PuntReason.ICMP_ERROR, error.clone());
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
            in(1, PuntReason.ICMP_ERROR, error.clone());
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
        in(1, PuntReason.ICMP_ERROR, frame(ipv6(58, CLIENT, SERVER6, icmp(1, 4, 0, inside))));
        assertEquals(POOL, error(network.submittedOne(), 3, 3, 0).source4);
        in(1, PuntReason.ICMP_ERROR, frame(ipv6(58, EAM6, SERVER6, icmp(3, 0, 0, inside))));
        assertEquals(EAM4, error(network.submittedOne(), 11, 0, 0).source4);
        // Without the pool it is the translator's again.
        network.slowPath.configure(Nat64Config.builder().build());
        in(10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(v4("192.0.2.1"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
    }

    /** RFC 6791 section 4; the extension is IcmpErrorTranslatorTest's. */
    @Test
    void namesTheOriginOfErrorsUnlessItIsToldNotTo() {
        byte[] inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30));
        byte[] error = frame(ipv6(58, FAR, SERVER6, icmp(3, 0, 0, inside)));
        int plain = 14 + 20 + 8 + 50;
        network.slowPath.configure(Nat64Config.builder().build());
        in(10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(14 + 20 + 8 + 128 + 28, network.submittedOne().length);
        network.slowPath.configure(Nat64Config.builder().errorOrigins(false).build());
        in(10, PuntReason.ICMP_ERROR, error.clone());
        assertEquals(plain, network.submittedOne().length);
    }

    @Test
    void namesSwitchesByTheirOwnAddress() {
        List<Ipv4Prefix> pool = List.of(Ipv4Prefix.parse("192.0.2.64/30"));
        network.slowPath.configure(Nat64Config.builder().errorSources(pool).build());
        Ipv6Address spine = Ipv6Address.parse("2001:db8::11");
        byte[] inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30));
        in(10, PuntReason.ICMP_ERROR, frame(ipv6(58, spine, SERVER6, icmp(3, 0, 0, inside))));
        assertEquals(v4("192.0.2.11"), error(network.submittedOne(), 11, 0, ORIGIN).source4);
    }

    @Test
    void pointsAtWhatItCannotTake() {
        byte[] upper = new byte[24 + 20];
        put32(upper, 0, UDP << 24 | 2 << 16 | 1);
        in(1, PuntReason.PARAMETER_PROBLEM, frame(ipv6(43, CLIENT, SERVER6, upper)));
        error(network.submittedOne(), 4, 0, 43);
        // An unexpired loose source route.
        in(3, PuntReason.IPV4_OPTIONS, withOptions(131, 7, 4, 192, 0, 2, 77, 0));
        error(network.submittedOne(), 3, 5, 0);
        in(1, PuntReason.PARAMETER_PROBLEM, client(30));
        assertEquals(1, network.count(Counter.MALFORMED));
        // From a switch that does not read extension headers.
        in(1, PuntReason.EXTENSION_HEADERS, frame(ipv6(43, CLIENT, SERVER6, upper)));
        error(network.submittedOne(), 4, 0, 43);
    }

    @Test
    void saysThatThereIsNoRoute() {
        in(1, PuntReason.NO_NEIGHBOR, frame(ipv6(UDP, CLIENT, FAR, new byte[20])));
        error(network.submittedOne(), 1, 0, 0);
        assertEquals(1, network.count(Counter.NO_ROUTE));
    }

    @Test
    void asksForThePathOfWhatItTranslates() {
        network = new SlowPathNetwork(1500, 1400);
        network.fabric.learn(
                network.fabric.interfaceAt(LEAF, 3, 30), V4Mapped.of(EAM_SERVER), MacAddress.of(7));
        in(1, PuntReason.TOO_BIG, frame(ipv6(UDP, EAM6, EAM_SERVER6, new byte[1452])));
        error(network.submittedOne(), 2, 0, 1420);
    }

    @Test
    void isNotAskedForOtherReasons() {
        assertThrows(IllegalArgumentException.class, () -> in(1, PuntReason.BIB_MISS, client(30)));
        network.slowPath.packetIn(DeviceId.of("device:other"), 1, PuntReason.LOCAL, client(30));
    }

    @Test
    void survivesAnything() {
        long seed = Seeds.of(7);
        Random random = new Random(seed);
        PuntReason[] reasons =
                Arrays.stream(PuntReason.values())
                        .filter(r -> r != PuntReason.BIB_MISS && r != PuntReason.SESSION_MISS)
                        .filter(r -> r != PuntReason.UNSOLICITED_SYN)
                        .filter(r -> r != PuntReason.TCP_STATE)
                        .toArray(PuntReason[]::new);
        byte[] inside = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 30));
        byte[][] seeds = {
            client(30),
            server(30, false),
            server(1300, false),
            Packets.tagged(server(30, true), 30),
            frame(ipv4(UDP, SERVER, EAM4, transport(UDP, 53, 9, 1300))),
            frame(ipv6(UDP, EAM6, SERVER6, transport(UDP, 9, 53, 1300))),
            frame(ipv6(UDP, EAM6, EAM_SERVER6, transport(UDP, 9, 53, 1300))),
            frame(ipv4(1, SERVER, POOL, icmp(3, 4, 1480, inside))),
            frame(ipv6(43, CLIENT, SERVER6, new byte[64])),
            frame(ipv6(44, CLIENT, SERVER6, new byte[64])),
            NeighborPackets.arp(1, 7, HOST4, 0, v4("10.1.0.1")),
            NeighborPackets.solicitation(7, CLIENT, 0, Ipv6Address.parse("2001:db8:1::1")),
        };
        for (int i = 0; i < 120_000; i++) {
            byte[] f = seeds[random.nextInt(seeds.length)].clone();
            for (int k = random.nextInt(6); k > 0; k--) {
                put8(f, random.nextInt(Math.min(f.length, 100)), random.nextInt());
            }
            if (random.nextInt(8) == 0) {
                f = Arrays.copyOf(f, random.nextInt(f.length + 1));
            }
            PuntReason reason = reasons[random.nextInt(reasons.length)];
            try {
                in(1 + random.nextInt(4), reason, f);
                network.slowPath.refuse(LEAF, 1, f, random.nextBoolean());
                if (i % 100 == 0) {
                    network.slowPath.tick(i * 10L);
                    network.acknowledge();
                }
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + " run " + i + " " + reason, e);
            }
            network.sent.clear();
            for (SlowPathNetwork.Sent s : network.submitted) {
                assertTrue(s.frame.length >= 34, "seed " + seed + " run " + i);
            }
            network.submitted.clear();
        }
        assertTrue(network.count(Counter.ERRORS_SENT) > 100);
        assertTrue(network.count(Counter.ICMP_TRANSLATED) > 100);
    }
}
