// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.i64;
import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u8;
import static org.isthmus.core.slowpath.ErrorFixture.OWN;
import static org.isthmus.core.slowpath.ErrorFixture.OWN6;
import static org.isthmus.core.slowpath.ErrorFixture.ROUTER;
import static org.isthmus.core.slowpath.ErrorFixture.ROUTER6;
import static org.isthmus.core.slowpath.ErrorFixture.UDP;
import static org.isthmus.core.slowpath.ErrorFixture.destination;
import static org.isthmus.core.slowpath.ErrorFixture.error6;
import static org.isthmus.core.slowpath.ErrorFixture.extended;
import static org.isthmus.core.slowpath.ErrorFixture.inner;
import static org.isthmus.core.slowpath.ErrorFixture.sent4;
import static org.isthmus.core.slowpath.ErrorFixture.sent6;
import static org.isthmus.core.slowpath.ErrorFixture.source;
import static org.isthmus.core.slowpath.ErrorFixture.to4;
import static org.isthmus.core.slowpath.ErrorFixture.to6;
import static org.isthmus.core.slowpath.ErrorFixture.translator;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM4;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM6;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM_SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM_SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.POOL;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT4;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT6;
import static org.isthmus.core.slowpath.SlowPathFixture.PREFIX;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.icmp;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.right;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isthmus.core.count.Counters;
import org.isthmus.core.model.Counter;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Rfc6052;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.junit.jupiter.api.Test;

/** Which addresses errors have once they are translated, and what they quote has. */
class ErrorAddressesTest {
    private final Counters counters = new Counters();
    private final SlowPathFixture fixture = new SlowPathFixture();

    private final IcmpErrorTranslator translator = translator(fixture, counters);

    /** RFC 7915 section 4.1: for whoever looks for the fault. */
    @Test
    void translatesAnErrorFromAnIllegalSource() {
        byte[] out =
                to6(translator, ipv4(1, v4("127.0.0.1"), POOL, icmp(11, 0, 0, sent4(UDP, 30))));
        FrameTuple t = parse(out);
        assertTrue(right(out, t));
        assertEquals(
                Ipv6Address.parse("64:ff9b::127.0.0.1"), Ipv6Address.of(t.sourceHigh, t.sourceLow));
    }

    @Test
    void translatesForEams() {
        byte[] inside = ipv4(UDP, EAM4, SERVER, transport(UDP, 7, 8, 20));
        byte[] out = to6(translator, ipv4(1, ROUTER, EAM4, icmp(3, 0, 0, inside)));
        FrameTuple i = inner(out);
        assertEquals(EAM6, Ipv6Address.of(i.sourceHigh, i.sourceLow));
        assertEquals(7, i.sourcePort);
        assertTrue(right(out, i));

        inside = ipv6(UDP, SERVER6, EAM6, transport(UDP, 8, 7, 20));
        out = to4(translator, error6(1, 0, 0, inside));
        i = inner(out);
        assertEquals(EAM4, i.destination4);
        assertEquals(7, i.destinationPort);
        assertTrue(right(out, i));
        // Any protocol, and any fragment: no port is needed.
        out =
                to6(
                        translator,
                        ipv4(
                                1,
                                ROUTER,
                                EAM4,
                                icmp(3, 0, 0, ipv4(132, EAM4, SERVER, new byte[12]))));
        assertEquals(132, inner(out).protocol);
        inside = ipv4(UDP, EAM4, SERVER, new byte[24]);
        put16(inside, 6, 0x2005);
        put16(inside, 10, 0);
        put16(inside, 10, Checksum.finish(Checksum.sum(inside, 0, 20)));
        out = to6(translator, ipv4(1, ROUTER, EAM4, icmp(3, 0, 0, inside)));
        i = inner(out);
        assertEquals(40, i.fragmentOffset);
        assertTrue(i.moreFragments);
        assertEquals(0x1234, i.identification);
    }

    /** RFC 7757 section 4.2.1, rules 2 and 3. */
    @Test
    void errorsAboutPeersThatAreFilteredAreDropped() {
        fixture.refused4 = SERVER;
        byte[] inside = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 53, 30));
        assertNull(to6(translator, ipv4(1, ROUTER, POOL, icmp(3, 0, 0, inside))));
        assertEquals(1, counters.get(Counter.ICMP_NO_MAPPING));
        fixture.refused4 = ROUTER;
        assertNotNull(
                to6(translator, ipv4(1, ROUTER, POOL, icmp(3, 0, 0, inside))),
                "its sender is nobody");
    }

    @Test
    void embedsHairpinnedPeersAndMapsOthers() {
        byte[] out = hairpinned(EAM4, POOL, transport(UDP, 7, PORT4, 20));
        assertEquals(Ipv6Address.parse("64:ff9b::203.0.113.7"), destination(inner(out)));
        assertEquals(Ipv6Address.parse("64:ff9b::203.0.113.7"), source(parse(out)));
        out = hairpinned(POOL, EAM4, transport(UDP, PORT4, 7, 20));
        assertEquals(Ipv6Address.parse("64:ff9b::203.0.113.200"), destination(inner(out)));
        assertEquals(Ipv6Address.parse("64:ff9b::203.0.113.200"), source(parse(out)));
        // An IPv4 host is none.
        out = hairpinned(EAM4, EAM_SERVER, transport(UDP, 7, 8, 20));
        assertEquals(EAM_SERVER6, destination(inner(out)));
        assertEquals(EAM_SERVER6, source(parse(out)));
    }

    /** RFC 7757 section 4.2.2: of a router on the way to the other host of a hairpin. */
    @Test
    void namesARouterOfAHairpinByItsEam() {
        byte[] inside = ipv4(UDP, POOL, ROUTER, transport(UDP, PORT4, 7, 20));
        byte[] out = to6(translator, ipv4(1, EAM4, POOL, icmp(11, 0, 0, inside)));
        assertEquals(EAM6, source(parse(out)));
        assertEquals(embedded(ROUTER), destination(inner(out)));
        // To another instance it is in IPv4.
        fixture.eamInstance = 2;
        out = to6(translator, ipv4(1, EAM4, POOL, icmp(11, 0, 0, inside)));
        assertEquals(embedded(EAM4), source(parse(out)));
    }

    private static Ipv6Address embedded(int address4) {
        return Ipv6Address.of(
                Rfc6052.embedHigh(PREFIX, address4), Rfc6052.embedLow(PREFIX, address4));
    }

    /**
     * To where it wrote, by RFC 6146 section 3.5.4: an EAM of the peer is for peers with an EAM.
     */
    @Test
    void embedsThePeersOfBindings() {
        byte[] out = hairpinned(POOL, EAM_SERVER, transport(UDP, PORT4, 7, 20));
        Ipv6Address peer = embedded(EAM_SERVER);
        assertEquals(peer, destination(inner(out)));
        assertEquals(peer, source(parse(out)));
    }

    /** RFC 6052 section 3.1; the router at 10.0.0.1 must not be in 64:ff9b::/96. */
    @Test
    void speaksForRoutersThatThePrefixMustNotHold() {
        int unfit = v4("10.0.0.1");
        byte[] packet = ipv4(1, unfit, POOL, icmp(3, 4, 1400, sent4(UDP, 30)));
        byte[] out = to6(translator, packet);
        assertEquals(OWN6, source(parse(out)));
        assertEquals(SERVER6, destination(inner(out)));
        byte[] f = frame(packet);
        assertNull(translator.to6(f, parse(f), null, a -> 65535));
        assertEquals(1, counters.get(Counter.ERROR_NO_SOURCE));
    }

    /** The error of a destination about a packet that it got, in between two translations. */
    private byte[] hairpinned(int from, int to, byte[] message) {
        return to6(translator, ipv4(1, to, from, icmp(3, 3, 0, ipv4(UDP, from, to, message))));
    }

    @Test
    void mapsIpv4HostsAsPeersOnly() {
        byte[] inside = ipv6(UDP, EAM_SERVER6, EAM6, transport(UDP, 8, 7, 20));
        byte[] out = to4(translator, ipv6(58, ROUTER6, EAM_SERVER6, icmp(1, 0, 0, inside)));
        FrameTuple i = inner(out);
        assertEquals(EAM_SERVER, parse(out).destination4);
        assertEquals(EAM_SERVER, i.source4);
        assertEquals(EAM4, i.destination4);
        assertTrue(right(out, i));
        // To their own addresses nothing is translated.
        assertNull(
                to6(
                        translator,
                        ipv4(
                                1,
                                ROUTER,
                                EAM_SERVER,
                                icmp(3, 0, 0, ipv4(UDP, EAM_SERVER, EAM4, new byte[20])))));
        inside = ipv6(UDP, EAM6, CLIENT, transport(UDP, 8, PORT6, 20));
        assertNull(to4(translator, ipv6(58, ROUTER6, EAM6, icmp(1, 0, 0, inside))));
        // Nor to a host with a binding, which reaches them by RFC 6052 alone.
        inside = ipv6(UDP, EAM_SERVER6, CLIENT, transport(UDP, 8, PORT6, 20));
        assertNull(to4(translator, ipv6(58, ROUTER6, EAM_SERVER6, icmp(1, 0, 0, inside))));
        assertEquals(3, counters.get(Counter.ICMP_NO_MAPPING));
        // A router is seen as itself only if it is in IPv6.
        out = to4(translator, ipv6(58, EAM_SERVER6, SERVER6, icmp(1, 0, 0, sent6(UDP, 30))));
        assertEquals(OWN, parse(out).source4);
    }

    @Test
    void namesTheSenderInIpv4() {
        // The host itself goes by the address its peer knows.
        byte[] out = to4(translator, ipv6(58, CLIENT, SERVER6, icmp(1, 4, 0, sent6(UDP, 30))));
        assertEquals(POOL, parse(out).source4);
        // A router with an EAM has an address.
        out = to4(translator, ipv6(58, EAM6, SERVER6, icmp(1, 0, 0, sent6(UDP, 30))));
        assertEquals(EAM4, parse(out).source4);
        // Where this device has none, nobody speaks for it.
        byte[] f = frame(error6(1, 0, 0, sent6(UDP, 30)));
        assertNull(translator.to4(f, parse(f), 0, a -> 65535));
        assertEquals(1, counters.get(Counter.ERROR_NO_SOURCE));
        assertNull(to4(translator, ipv6(58, SERVER6, SERVER6, icmp(1, 0, 0, sent6(UDP, 30)))));
        assertEquals(1, counters.get(Counter.ICMP_SOURCE_REFUSED));
    }

    /** RFC 6791 section 4: by the extension of RFC 5837, where its address in IPv4 is ours. */
    @Test
    void namesRoutersWithoutAnAddressInIpv6() {
        for (int length : new int[] {30, 1000}) {
            byte[] out = to4(translator, error6(3, 0, 0, sent6(UDP, length)));
            FrameTuple t = parse(out);
            assertTrue(right(out, t));
            int quote = 4 * u8(out, t.l4Offset + 5);
            assertEquals(length == 30 ? 128 : 576 - 28 - 28, quote);
            int at = t.l4Offset + 8 + quote;
            assertEquals(28, t.end - at);
            assertEquals(2, u8(out, at) >>> 4, "version");
            assertTrue(Checksum.valid(Checksum.sum(out, at, t.end)));
            assertEquals(24, u16(out, at + 4));
            assertEquals(2, u8(out, at + 6), "an Interface Information Object");
            assertEquals(4, u8(out, at + 7), "of arrival, with an address");
            assertEquals(2 << 16, i32(out, at + 8), "of IPv6");
            assertEquals(ROUTER6, Ipv6Address.of(i64(out, at + 12), i64(out, at + 20)));
            assertTrue(length > 30 || right(out, inner(out)));
        }
        // Beside the other values of the second word.
        byte[] out = to4(translator, error6(2, 0, 1300, sent6(UDP, 1400)));
        assertEquals(130 << 16 | 1280, i32(out, parse(out).l4Offset + 4));
        out = to4(translator, error6(4, 0, 7, sent6(UDP, 30)));
        assertEquals(8 << 24 | 32 << 16, i32(out, parse(out).l4Offset + 4));
        // An extension that is there stays as it is.
        out = to4(translator, error6(3, 0, 128 / 8 << 24, extended(sent6(UDP, 30), 128, 12)));
        assertEquals(8 + 128 + 12, parse(out).end - parse(out).l4Offset);
        // Who has an address has said who it is.
        out = to4(translator, ipv6(58, CLIENT, SERVER6, icmp(1, 4, 0, sent6(UDP, 30))));
        assertEquals(8 + 50, parse(out).end - parse(out).l4Offset);
        out = to4(translator, ipv6(58, EAM6, SERVER6, icmp(1, 0, 0, sent6(UDP, 30))));
        assertEquals(8 + 50, parse(out).end - parse(out).l4Offset);
        translator.namesOrigins(false);
        out = to4(translator, error6(3, 0, 0, sent6(UDP, 30)));
        assertEquals(8 + 50, parse(out).end - parse(out).l4Offset);
        assertEquals(0, i32(out, parse(out).l4Offset + 4));
    }
}
