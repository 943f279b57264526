// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.packet.Bytes.u48;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM6;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT4;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT6;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.icmp;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.right;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.upper;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.isthmus.core.slowpath.SlowPathNetwork.MAC;
import static org.isthmus.core.slowpath.SlowPathPackets.FAR;
import static org.isthmus.core.slowpath.SlowPathPackets.HOST4;
import static org.isthmus.core.slowpath.SlowPathPackets.UDP;
import static org.isthmus.core.slowpath.SlowPathPackets.client;
import static org.isthmus.core.slowpath.SlowPathPackets.error;
import static org.isthmus.core.slowpath.SlowPathPackets.in;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;
import org.junit.jupiter.api.Test;

/** Echo requests to addresses of switches, and to identifiers behind the translator. */
class SlowPathEchoTest {
    private SlowPathNetwork network = new SlowPathNetwork();

    @Test
    void answersProbesOfItsAddresses() {
        in(
                network,
                1,
                PuntReason.LOCAL,
                frame(ipv4(UDP, HOST4, v4("192.0.2.1"), transport(UDP, 1, 33434, 20))));
        assertEquals(v4("192.0.2.1"), error(network.submittedOne(), 3, 3, 0).source4);
        in(
                network,
                1,
                PuntReason.LOCAL,
                frame(
                        ipv6(
                                UDP,
                                CLIENT,
                                Ipv6Address.parse("2001:db8::1"),
                                transport(UDP, 1, 33434, 20))));
        error(network.submittedOne(), 1, 4, 0);
        in(
                network,
                1,
                PuntReason.LOCAL,
                frame(ipv4(6, HOST4, v4("192.0.2.1"), transport(6, 1, 22, 20))));
        in(network, 1, PuntReason.LOCAL, frame(ipv4(UDP, HOST4, SERVER, transport(UDP, 1, 2, 20))));
        assertTrue(network.submitted.isEmpty());
        assertEquals(2, network.count(Counter.LOCAL_IGNORED));
    }

    @Test
    void answersForItsIpv4AddressesInThePrefix() {
        Ipv6Address leaf = Ipv6Address.parse("64:ff9b::192.0.2.1");
        byte[] ping = ipv6(58, CLIENT, leaf, icmp(128, 0, PORT6 << 16 | 7, new byte[33]));
        in(network, 1, PuntReason.NO_NEIGHBOR, frame(ping.clone()));
        byte[] out = network.submittedOne();
        byte[] expected = ipv6(58, leaf, CLIENT, icmp(129, 0, PORT6 << 16 | 7, new byte[33]));
        put8(expected, 7, 65);
        assertArrayEquals(expected, Arrays.copyOfRange(out, 14, out.length));
        assertEquals(MAC, u48(out, 0));
        ping[50] ^= 1;
        in(network, 1, PuntReason.NO_NEIGHBOR, frame(ping));
        out = network.submittedOne();
        assertFalse(right(out, parse(out)), "what is wrong stays wrong");
        // That of an interface, as a host that has nothing at the port.
        Ipv6Address servers = Ipv6Address.parse("64:ff9b::198.51.100.1");
        byte[] probe = ipv6(UDP, CLIENT, servers, transport(UDP, PORT6, 33434, 20));
        in(network, 1, PuntReason.NO_NEIGHBOR, frame(probe));
        FrameTuple t = error(network.submittedOne(), 1, 4, 0);
        assertEquals(servers, Ipv6Address.of(t.sourceHigh, t.sourceLow));
        in(
                network,
                1,
                PuntReason.NO_NEIGHBOR,
                frame(ipv6(6, CLIENT, leaf, transport(6, PORT6, 22, 20))));
        assertEquals(1, network.count(Counter.LOCAL_IGNORED));
        assertTrue(network.submitted.isEmpty() && network.sent.isEmpty());
        // Another switch answers for itself.
        Ipv6Address spine = Ipv6Address.parse("64:ff9b::192.0.2.11");
        in(network, 1, PuntReason.NO_NEIGHBOR, frame(ipv6(58, CLIENT, spine, upper(ping, 40))));
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
            in(network, 1, PuntReason.HAIRPIN_ECHO, f.clone());
            byte[] out = network.submittedOne();
            assertArrayEquals(
                    echo(type, pool, CLIENT, PORT6), Arrays.copyOfRange(out, 14, out.length));
            f[60] ^= 1;
            in(network, 1, PuntReason.HAIRPIN_ECHO, f);
            out = network.submittedOne();
            assertFalse(right(out, parse(out)), "what is wrong stays wrong");
        }
        assertEquals(4, network.count(Counter.ECHOES_HAIRPINNED));
        // EAMs keep the identifier; the pipeline does not send these up.
        in(network, 1, PuntReason.HAIRPIN_ECHO, frame(echo(128, EAM6, pool, PORT4)));
        byte[] out = network.submittedOne();
        assertArrayEquals(
                echo(128, Ipv6Address.parse("64:ff9b::203.0.113.200"), CLIENT, PORT6),
                Arrays.copyOfRange(out, 14, out.length));
    }

    /** RFC 6146 sections 3.5.3 and 3.8. */
    @Test
    void hairpinsNoEchoPastTheFilterOfABinding() {
        network.fixture.refused4 = SlowPathFixture.POOL;
        Ipv6Address pool = Ipv6Address.parse("64:ff9b::203.0.113.7");
        for (int type : new int[] {128, 129}) {
            in(network, 1, PuntReason.HAIRPIN_ECHO, frame(echo(type, CLIENT, pool, PORT6)));
        }
        assertTrue(network.submitted.isEmpty());
        assertEquals(2, network.count(Counter.ECHOES_FILTERED));
    }

    /** RFC 7915 sections 4.1 and 5.1: what is translated twice has neither side's class. */
    @Test
    void setsTheTrafficClassOfHairpinsAsConfigured() {
        network.fixture.tos = 0x20;
        Ipv6Address pool = Ipv6Address.parse("64:ff9b::203.0.113.7");
        in(network, 1, PuntReason.HAIRPIN_ECHO, frame(echo(128, CLIENT, pool, PORT6)));
        assertEquals(0, parse(network.submittedOne()).trafficClass);
    }

    @Test
    void answersEchoToAnIdentifierThatIsNotBound() {
        Ipv6Address other = Ipv6Address.parse("64:ff9b::203.0.113.8");
        for (int identifier : new int[] {PORT6, 77}) {
            in(network, 1, PuntReason.HAIRPIN_ECHO, frame(echo(128, CLIENT, other, identifier)));
            byte[] out = network.submittedOne();
            byte[] expected = echo(129, other, CLIENT, identifier);
            put8(expected, 7, 65);
            assertArrayEquals(expected, Arrays.copyOfRange(out, 14, out.length));
            in(network, 1, PuntReason.HAIRPIN_ECHO, frame(echo(129, CLIENT, other, identifier)));
        }
        in(network, 1, PuntReason.HAIRPIN_ECHO, client(30));
        in(network, 1, PuntReason.HAIRPIN_ECHO, frame(echo(128, CLIENT, FAR, 77)));
        assertTrue(network.submitted.isEmpty());
        assertEquals(2, network.count(Counter.ECHOES_UNBOUND));
        assertEquals(2, network.count(Counter.MALFORMED));
        assertEquals(0, network.count(Counter.ECHOES_HAIRPINNED));
    }
}
