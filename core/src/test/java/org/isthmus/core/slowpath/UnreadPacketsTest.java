// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put64;
import static org.isthmus.core.packet.Bytes.put8;
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
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.upper;
import static org.isthmus.core.slowpath.SlowPathNetwork.LEAF;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.testing.LogLines;
import org.junit.jupiter.api.Test;

/** Packets with headers that a pipeline does not read, and those that it refuses. */
class UnreadPacketsTest {
    private static final int UDP = FrameTuple.UDP;

    private final SlowPathNetwork network = new SlowPathNetwork();

    private void in(int port, PuntReason reason, byte[] frame) {
        network.slowPath.packetIn(LEAF, port, reason, frame);
    }

    @Test
    void translatesFragmentsWithOptions() {
        byte[] whole = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 2000));
        put16(whole, 6, 0);
        byte[] f = frame(whole);
        for (byte[] part : Fragmenter.ipv4(f, parse(f), 1500)) {
            in(3, PuntReason.IPV4_OPTIONS, SlowPathPackets.withOptions(part, 148, 4, 0, 0));
        }
        assertArrayEquals(
                upper(ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 2000)), 40),
                network.mended(1280));
    }

    @Test
    void skipsAnyNumberOfExtensionHeaders() {
        byte[] data = transport(UDP, PORT6, 53, 30);
        byte[] expected = upper(ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 30)), 20);
        for (int headers : new int[] {1, 5, 40}) {
            in(1, PuntReason.EXTENSION_HEADERS, behind(headers, ipv6(UDP, CLIENT, SERVER6, data)));
            assertArrayEquals(expected, network.mended(1500));
        }
        assertEquals(3, network.count(Counter.PACKETS_TRANSLATED));
        data = transport(UDP, PORT6, 53, 1300);
        in(1, PuntReason.EXTENSION_HEADERS, behind(5, ipv6(UDP, CLIENT, SERVER6, data)));
        assertTrue(parse(network.submittedOne()).dontFragment);
        in(1, PuntReason.EXTENSION_HEADERS, behind(5, ipv6(132, EAM6, SERVER6, new byte[12])));
        assertEquals(132, parse(network.submittedOne()).protocol);
        // Fragments wait for the first one.
        byte[] whole = frame(ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 53, 2000)));
        List<byte[]> cut = Fragmenter.ipv6(whole, 7, 1280);
        for (int i = cut.size() - 1; i >= 0; i--) {
            in(1, PuntReason.EXTENSION_HEADERS, behind(6, upper(cut.get(i), 14)));
        }
        assertArrayEquals(
                upper(ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 2000)), 20),
                network.mended(1500));
        byte[] inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 53, PORT6, 30));
        byte[] error = ipv6(58, CLIENT, SERVER6, icmp(1, 4, 0, inside));
        in(1, PuntReason.EXTENSION_HEADERS, behind(5, error));
        SlowPathPackets.error(network.submittedOne(), 3, 3, 0);
    }

    @Test
    void refusesWhatIsBehindExtensionHeadersAsThePipelineDoes() {
        byte[] packet = ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 53, 30));
        byte[] routing = behind(5, packet);
        put8(routing, 14 + 40 + 24, 43);
        put8(routing, 14 + 40 + 32 + 3, 1);
        in(1, PuntReason.EXTENSION_HEADERS, routing);
        SlowPathPackets.error(network.submittedOne(), 4, 0, 40 + 32 + 3);
        byte[] last = behind(5, packet);
        put8(last, 14 + 7, 1);
        in(1, PuntReason.EXTENSION_HEADERS, last);
        SlowPathPackets.error(network.submittedOne(), 3, 0, 0);
        // Behind the Fragment Header (RFC 7915 section 5.1.1).
        in(1, PuntReason.EXTENSION_HEADERS, behindFragment(packet));
        SlowPathPackets.error(network.submittedOne(), 1, 1, 0);
        byte[] authenticated = behindFragment(packet);
        put8(authenticated, 54, 51);
        in(1, PuntReason.EXTENSION_HEADERS, authenticated);
        SlowPathPackets.error(network.submittedOne(), 1, 4, 0);
        assertEquals(2, network.count(Counter.UNTRANSLATED_HEADERS));
        byte[] denied =
                ipv6(
                        UDP,
                        CLIENT,
                        Ipv6Address.parse("64:ff9b::10.0.0.1"),
                        transport(UDP, PORT6, 53, 30));
        in(1, PuntReason.EXTENSION_HEADERS, behind(5, denied));
        SlowPathPackets.error(network.submittedOne(), 1, 1, 0);
        denied = ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 25, 30));
        in(1, PuntReason.EXTENSION_HEADERS, behind(5, denied));
        SlowPathPackets.error(network.submittedOne(), 1, 1, 0);
        in(1, PuntReason.EXTENSION_HEADERS, behind(5, ipv6(132, CLIENT, SERVER6, new byte[12])));
        SlowPathPackets.error(network.submittedOne(), 1, 4, 0);
        assertEquals(1, network.count(Counter.UNTRANSLATED_PROTOCOL));
        packet = ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 53, 30));
        put16(packet, 46, 0);
        in(1, PuntReason.EXTENSION_HEADERS, behind(5, packet));
        SlowPathPackets.error(network.submittedOne(), 1, 1, 0);
        assertEquals(1, network.count(Counter.UNTRANSLATED_UDP_CHECKSUM));
        in(
                1,
                PuntReason.EXTENSION_HEADERS,
                behind(5, ipv6(58, CLIENT, SERVER6, icmp(143, 0, 0, new byte[12]))));
        byte[] broken = behind(5, packet);
        put8(broken, 14 + 41, 200);
        in(1, PuntReason.EXTENSION_HEADERS, broken);
        assertEquals(1, network.count(Counter.MALFORMED));
        assertTrue(network.submitted.isEmpty());
    }

    /** An IPv6 packet in a frame, behind so many Destination Options headers. */
    private static byte[] behind(int headers, byte[] packet) {
        byte[] p = new byte[packet.length + 8 * headers];
        System.arraycopy(packet, 0, p, 0, 40);
        for (int i = 0; i < headers; i++) {
            put64(p, 40 + 8 * i, 60L << 56 | 0x0104L << 32);
        }
        put8(p, 40 + 8 * (headers - 1), packet[6]);
        put8(p, 6, 60);
        put16(p, 4, p.length - 40);
        System.arraycopy(packet, 40, p, 40 + 8 * headers, packet.length - 40);
        return frame(p);
    }

    /** A first fragment with Destination Options behind its Fragment Header. */
    private static byte[] behindFragment(byte[] packet) {
        byte[] f = behind(2, packet);
        put8(f, 20, 44);
        put64(f, 54, 60L << 56 | 1L << 32 | 7);
        return f;
    }

    @Test
    void tellsThatAProtocolHasNoBindings() {
        in(1, PuntReason.REFUSED, frame(ipv6(132, CLIENT, SERVER6, new byte[12])));
        SlowPathPackets.error(network.submittedOne(), 1, 4, 0);
        in(3, PuntReason.REFUSED, frame(ipv4(132, SERVER, POOL, new byte[12])));
        SlowPathPackets.error(network.submittedOne(), 3, 2, 0);
        // On the stateless path it passes, so there was another reason.
        in(1, PuntReason.REFUSED, frame(ipv6(132, EAM6, SERVER6, new byte[12])));
        SlowPathPackets.error(network.submittedOne(), 1, 1, 0);
        in(3, PuntReason.REFUSED, frame(ipv4(132, SERVER, EAM4, new byte[12])));
        SlowPathPackets.error(network.submittedOne(), 3, 13, 0);
    }

    @Test
    void tellsThatAProtocolOfTheOtherFamilyIsNotTranslated() {
        for (PuntReason reason : new PuntReason[] {PuntReason.REFUSED, PuntReason.IPV4_OPTIONS}) {
            for (int protocol : new int[] {0, 43, 44, 58, 60}) {
                byte[] f = frame(ipv4(protocol, SERVER, POOL, new byte[12]));
                in(3, reason, f);
                SlowPathPackets.error(network.submittedOne(), 3, 2, 0);
                in(3, reason, frame(ipv4(protocol, SERVER, EAM4, new byte[12])));
                SlowPathPackets.error(network.submittedOne(), 3, 13, 0);
            }
        }
        in(1, PuntReason.REFUSED, frame(ipv6(1, CLIENT, SERVER6, new byte[12])));
        SlowPathPackets.error(network.submittedOne(), 1, 4, 0);
        in(1, PuntReason.EXTENSION_HEADERS, behind(5, ipv6(1, CLIENT, SERVER6, new byte[12])));
        SlowPathPackets.error(network.submittedOne(), 1, 4, 0);
        in(1, PuntReason.REFUSED, frame(ipv6(1, EAM6, SERVER6, new byte[12])));
        SlowPathPackets.error(network.submittedOne(), 1, 1, 0);
    }

    /** It is not legal in IPv6 (RFC 8200 section 8.1, RFC 7915 section 5.4). */
    @Test
    void tellsThatUdpInIpv6HasAChecksum() {
        byte[] p = ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 53, 30));
        put16(p, 46, 0);
        in(1, PuntReason.REFUSED, frame(p));
        SlowPathPackets.error(network.submittedOne(), 1, 1, 0);
    }

    @Test
    void translatesToTheEamOfAnIpv4HostForMappedHostsAlone() {
        byte[] bound = ipv6(UDP, CLIENT, EAM_SERVER6, transport(UDP, PORT6, 53, 30));
        in(1, PuntReason.EXTENSION_HEADERS, behind(5, bound));
        SlowPathPackets.error(network.submittedOne(), 1, 1, 0);
        assertEquals(1, network.count(Counter.UNTRANSLATED_DENIED));
        in(
                1,
                PuntReason.EXTENSION_HEADERS,
                behind(5, ipv6(UDP, EAM6, EAM_SERVER6, transport(UDP, 7, 53, 30))));
        assertEquals(EAM_SERVER, parse(network.submittedOne()).destination4);
    }

    /** As it does where the pipeline dropped them (RFC 7915 section 4.4). */
    @Test
    void tellsThatUdpWithoutAChecksumIsNotWanted() {
        network.fixture.computesUdpChecksums = false;
        for (int destination : new int[] {EAM4, POOL}) {
            byte[] p = ipv4(UDP, SERVER, destination, transport(UDP, 53, PORT4, 30));
            put16(p, 26, 0);
            byte[] f = SlowPathPackets.withOptions(frame(p), 148, 4, 0, 0);
            try (LogLines log = new LogLines(DropLog.class)) {
                in(3, PuntReason.IPV4_OPTIONS, f);
                assertEquals(1, log.lines().size());
            }
            SlowPathPackets.error(network.submittedOne(), 3, 13, 0);
        }
        assertEquals(2, network.count(Counter.UNTRANSLATED_UDP_CHECKSUM));
        // None can be computed for a fragment, if it is wanted.
        network.fixture.computesUdpChecksums = true;
        byte[] p = ipv4(UDP, SERVER, EAM4, transport(UDP, 53, 9, 64));
        put16(p, 26, 0);
        put16(p, 6, 0x2000);
        in(3, PuntReason.IPV4_OPTIONS, SlowPathPackets.withOptions(frame(p), 148, 4, 0, 0));
        SlowPathPackets.error(network.submittedOne(), 3, 13, 0);
    }

    @Test
    void logsWhatHasNoChecksum() {
        byte[] f = frame(ipv4(UDP, SERVER, EAM4, transport(UDP, 53, 9, 30)));
        put16(f, 14 + 26, 0);
        try (LogLines log = new LogLines(DropLog.class)) {
            for (int i = 0; i < 3 * DropLog.LINES_PER_SECOND; i++) {
                in(3, PuntReason.REFUSED, f.clone());
            }
            assertEquals(DropLog.LINES_PER_SECOND, log.lines().size());
            assertEquals(
                    "dropped UDP without checksum at device:leaf,"
                            + " from 198.51.100.9:53 to 203.0.113.200:9",
                    log.lines().get(0));
            network.slowPath.tick(1000);
            put16(f, 20, 0x2000);
            network.fixture.computesUdpChecksums = false;
            in(3, PuntReason.FRAGMENT, f);
            assertEquals(DropLog.LINES_PER_SECOND + 1, log.lines().size());
            in(
                    3,
                    PuntReason.REFUSED,
                    frame(ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, 30))));
            assertEquals(DropLog.LINES_PER_SECOND + 1, log.lines().size());
        }
    }

    /** RFC 7915 section 5.1.1; what the pipeline dropped as well as what came up to be read. */
    @Test
    void logsExtensionHeadersBehindTheFragmentHeader() {
        byte[] options = behindFragment(ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 53, 30)));
        byte[] authentication = options.clone();
        put8(authentication, 54, 51);
        byte[] later = options.clone();
        put16(later, 56, 64);
        long second = 0;
        try (LogLines log = new LogLines(DropLog.class)) {
            for (byte[] f : List.of(options, authentication, later)) {
                in(1, PuntReason.REFUSED, f.clone());
                in(1, PuntReason.EXTENSION_HEADERS, f.clone());
                network.slowPath.tick(second += 1000);
            }
            String end =
                    " behind a Fragment Header at device:leaf, from 2001:db8:1::7 to"
                            + " 64:ff9b::c633:6409";
            assertEquals(
                    List.of(
                            "dropped header 60" + end,
                            "dropped header 60" + end,
                            "dropped header 51" + end,
                            "dropped header 51" + end,
                            "dropped header 60" + end,
                            "dropped header 60" + end),
                    log.lines());
            for (int i = 0; i < 3 * DropLog.LINES_PER_SECOND; i++) {
                in(1, PuntReason.REFUSED, options.clone());
            }
            assertEquals(6 + DropLog.LINES_PER_SECOND, log.lines().size());
            network.slowPath.tick(second += 1000);
            in(1, PuntReason.EXTENSION_HEADERS, behind(5, upper(options, 14)));
            assertEquals(7 + DropLog.LINES_PER_SECOND, log.lines().size(), "behind five others");
            in(
                    1,
                    PuntReason.EXTENSION_HEADERS,
                    behind(5, ipv6(132, CLIENT, SERVER6, new byte[12])));
            assertEquals(7 + DropLog.LINES_PER_SECOND, log.lines().size(), "no fragment");
        }
    }
}
