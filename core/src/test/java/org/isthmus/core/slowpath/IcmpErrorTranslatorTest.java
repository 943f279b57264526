// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.i64;
import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u8;
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
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.isthmus.core.count.Counters;
import org.isthmus.core.model.Counter;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Rfc6052;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class IcmpErrorTranslatorTest {
    private static final int UDP = FrameTuple.UDP;
    private static final int TCP = FrameTuple.TCP;
    private static final int ROUTER = v4("192.0.2.99");
    private static final int OWN = v4("192.0.2.1");
    private static final Ipv6Address OWN6 = Ipv6Address.parse("2001:db8:ffff::2");
    private static final Ipv6Address ROUTER6 = Ipv6Address.parse("2001:db8:ffff::1");

    private final Counters counters = new Counters();
    private final SlowPathFixture fixture = new SlowPathFixture();
    private final IcmpErrorTranslator translator =
            new IcmpErrorTranslator(
                    new AddressMap(fixture), new Ipv4Identification(new Random(1)), counters);

    private byte[] to6(byte[] packet) {
        byte[] f = frame(packet);
        return translator.to6(f, parse(f), OWN6, a -> 65535);
    }

    private byte[] to4(byte[] packet) {
        byte[] f = frame(packet);
        return translator.to4(f, parse(f), OWN, a -> 65535);
    }

    /** What the client sent, as the server's side saw it. */
    private static byte[] sent4(int protocol, int length) {
        return ipv4(protocol, POOL, SERVER, transport(protocol, PORT4, 53, length));
    }

    /** What the server sent, as the client saw it. */
    private static byte[] sent6(int protocol, int length) {
        return ipv6(protocol, SERVER6, CLIENT, transport(protocol, 53, PORT6, length));
    }

    private static byte[] error4(int type, int code, int rest, byte[] quote) {
        return ipv4(1, ROUTER, POOL, icmp(type, code, rest, quote));
    }

    private static byte[] error6(int type, int code, int rest, byte[] quote) {
        return ipv6(58, ROUTER6, SERVER6, icmp(type, code, rest, quote));
    }

    private static FrameTuple inner(byte[] f) {
        FrameTuple t = new FrameTuple();
        assertTrue(t.parsePacket(f, parse(f).l4Offset + 8, f.length, true));
        return t;
    }

    @Test
    void translatesAnErrorToIpv6() {
        byte[] out = to6(error4(3, 3, 0, sent4(UDP, 30)));
        FrameTuple t = parse(out);
        assertTrue(t.ipv6 && right(out, t));
        assertEquals(CLIENT, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        assertEquals(
                Ipv6Address.parse("64:ff9b::192.0.2.99"),
                Ipv6Address.of(t.sourceHigh, t.sourceLow));
        assertEquals(1, t.icmpType);
        assertEquals(4, t.icmpCode);
        assertEquals(60, t.hopLimit);
        assertEquals(0x2e, t.trafficClass);
        // The packet inside is the one the client sent, byte for byte, but for its hop limit.
        byte[] original = ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 53, 30));
        assertArrayEquals(original, Arrays.copyOfRange(out, t.l4Offset + 8, out.length));
        assertEquals(1, counters.get(Counter.ICMP_TRANSLATED));
    }

    @Test
    void translatesAnErrorToIpv4() {
        byte[] out = to4(error6(1, 4, 0, sent6(TCP, 40)));
        FrameTuple t = parse(out);
        assertTrue(!t.ipv6 && right(out, t));
        assertEquals(SERVER, t.destination4);
        // For a router without IPv4 address, this device is the source.
        assertEquals(OWN, t.source4);
        assertEquals(3, t.icmpType);
        assertEquals(3, t.icmpCode);
        assertFalse(t.dontFragment);
        byte[] original = ipv4(TCP, SERVER, POOL, transport(TCP, 53, PORT4, 40));
        FrameTuple i = inner(out);
        assertEquals(original.length, i.length);
        assertEquals(PORT4, i.destinationPort);
        assertEquals(POOL, i.destination4);
        assertTrue(right(out, i));
        // Behind the IP header there is no difference.
        assertArrayEquals(
                Arrays.copyOfRange(original, 20, original.length),
                Arrays.copyOfRange(out, i.l4Offset, i.end));
    }

    /** RFC 7915 section 4.1: for whoever looks for the fault. */
    @Test
    void translatesAnErrorFromAnIllegalSource() {
        byte[] out = to6(ipv4(1, v4("127.0.0.1"), POOL, icmp(11, 0, 0, sent4(UDP, 30))));
        FrameTuple t = parse(out);
        assertTrue(right(out, t));
        assertEquals(
                Ipv6Address.parse("64:ff9b::127.0.0.1"), Ipv6Address.of(t.sourceHigh, t.sourceLow));
    }

    @Test
    void setsTosAndTrafficClassAsConfigured() {
        fixture.tos = 0x20;
        byte[] out = to6(error4(3, 3, 0, sent4(UDP, 30)));
        assertEquals(0, parse(out).trafficClass);
        assertEquals(0, inner(out).trafficClass);
        out = to4(error6(1, 4, 0, sent6(TCP, 40)));
        assertEquals(0x20, parse(out).trafficClass);
        assertEquals(0x20, inner(out).trafficClass);
        assertTrue(right(out, parse(out)) && right(out, inner(out)));
    }

    @Test
    void keepsTheIdentificationOfAnAtomicFragment() {
        byte[] error = icmp(1, 4, 0, sent6(UDP, 30));
        byte[] whole = ipv6(58, ROUTER6, SERVER6, error);
        byte[] p = new byte[whole.length + 8];
        System.arraycopy(whole, 0, p, 0, 40);
        System.arraycopy(whole, 40, p, 48, whole.length - 40);
        put16(p, 4, p.length - 40);
        p[6] = FrameTuple.FRAGMENT_HEADER;
        put32(p, 40, 58 << 24);
        put32(p, 44, 0x8765_4321);
        FrameTuple t = parse(to4(p));
        assertEquals(0x4321, t.identification);
        assertFalse(t.dontFragment || t.fragment);
    }

    @Test
    void translatesNoProtocolOfOneFamilyAlone() {
        for (int protocol : new int[] {0, 43, 44, 58, 60}) {
            byte[] quote = ipv4(protocol, EAM4, SERVER, new byte[24]);
            assertNull(to6(ipv4(1, ROUTER, EAM4, icmp(3, 1, 0, quote))), "protocol " + protocol);
        }
        byte[] quote = ipv6(1, SERVER6, EAM6, new byte[24]);
        assertNull(to4(ipv6(58, ROUTER6, SERVER6, icmp(1, 0, 0, quote))));
        // Those that both have do pass.
        quote = ipv6(132, SERVER6, EAM6, new byte[24]);
        assertTrue(to4(ipv6(58, ROUTER6, SERVER6, icmp(1, 0, 0, quote))) != null);
        assertEquals(6, counters.get(Counter.ICMP_UNTRANSLATABLE));
    }

    @Test
    void translatesPingsInside() {
        byte[] echo = icmp(8, 0, PORT4 << 16 | 5, new byte[21]);
        byte[] out = to6(error4(11, 0, 0, ipv4(1, POOL, SERVER, echo)));
        FrameTuple i = inner(out);
        assertEquals(128, i.icmpType);
        assertEquals(PORT6, i.sourcePort);
        assertTrue(right(out, i));
        assertEquals(3, parse(out).icmpType);

        byte[] reply = icmp(129, 0, PORT6 << 16 | 5, new byte[21]);
        out = to4(error6(3, 0, 0, ipv6(58, SERVER6, CLIENT, reply)));
        i = inner(out);
        assertEquals(0, i.icmpType);
        assertEquals(PORT4, i.sourcePort);
        assertTrue(right(out, i));
        assertEquals(11, parse(out).icmpType);
    }

    @Test
    void keepsWrongChecksumsInsideWrong() {
        byte[] inside = sent4(UDP, 30);
        inside[27] ^= 1;
        byte[] out = to6(error4(3, 1, 0, inside));
        assertFalse(right(out, inner(out)));
        inside = sent6(TCP, 30);
        inside[57] ^= 1;
        out = to4(error6(1, 0, 0, inside));
        assertFalse(right(out, inner(out)));
    }

    /** RFC 5508 REQ-3a. */
    @Test
    void dropsQuotesWhoseHeaderIsDamaged() {
        byte[] inside = sent4(UDP, 30);
        inside[8] ^= 1;
        assertNull(to6(error4(3, 1, 0, inside)));
        byte[] plain = sent4(UDP, 30);
        byte[] options = new byte[plain.length + 4];
        System.arraycopy(plain, 0, options, 0, 20);
        System.arraycopy(plain, 20, options, 24, plain.length - 20);
        put32(options, 20, 0x0101_0100);
        options[0] = 0x46;
        put16(options, 2, options.length);
        put16(options, 10, 0);
        put16(options, 10, Checksum.finish(Checksum.sum(options, 0, 24)));
        assertNotNull(to6(error4(3, 1, 0, options)));
        options[22] ^= 1;
        assertNull(to6(error4(3, 1, 0, options)));
        assertEquals(2, counters.get(Counter.ICMP_CHECKSUM_WRONG));
    }

    @Test
    void dropsQuotesThatNobodySent() {
        String[] nobody = {
            "127.0.0.1",
            "0.0.0.1",
            "224.0.0.5",
            "240.0.0.1",
            "255.255.255.255",
            "169.254.1.1",
            "10.0.0.1"
        };
        for (String peer : nobody) {
            byte[] inside = ipv4(UDP, POOL, v4(peer), transport(UDP, PORT4, 53, 30));
            assertNull(to6(error4(3, 1, 0, inside)), peer);
            Ipv6Address peer6 = Ipv6Address.parse("64:ff9b::" + peer);
            inside = ipv6(UDP, peer6, CLIENT, transport(UDP, 53, PORT6, 30));
            assertNull(to4(ipv6(58, ROUTER6, peer6, icmp(1, 0, 0, inside))), peer);
        }
        // A denied port (RFC 6888 REQ-6).
        byte[] inside = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 25, 30));
        assertNull(to6(error4(3, 1, 0, inside)));
        inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 25, PORT6, 30));
        assertNull(to4(ipv6(58, ROUTER6, SERVER6, icmp(1, 0, 0, inside))));
        assertEquals(2 * nobody.length + 2, counters.get(Counter.ICMP_QUOTE_ILLEGAL));
        assertEquals(0, counters.get(Counter.ICMP_TRANSLATED));
        // RFC 7915 section 4.1: who says so may have any address.
        byte[] said = icmp(3, 1, 0, sent4(UDP, 30));
        FrameTuple t = parse(to6(ipv4(1, v4("127.0.0.1"), POOL, said)));
        assertEquals(
                Ipv6Address.parse("64:ff9b::127.0.0.1"), Ipv6Address.of(t.sourceHigh, t.sourceLow));
    }

    @Test
    void translatesQuotesThatAreCutShort() {
        byte[] out = to6(error4(3, 1, 0, Arrays.copyOf(sent4(TCP, 100), 28)));
        FrameTuple i = inner(out);
        assertEquals(140, i.length);
        assertEquals(PORT6, i.sourcePort);
        assertEquals(8, i.end - i.l4Offset);
        assertTrue(right(out, parse(out)));
    }

    /** RFC 6146 section 3.4. */
    @Test
    void dropsQuotesWhoseTupleIsCutOff() {
        assertNull(to6(error4(3, 1, 0, Arrays.copyOf(sent4(TCP, 100), 22))));
        assertNull(to4(error6(1, 0, 0, Arrays.copyOf(sent6(UDP, 100), 42))));
        byte[] echo = ipv4(1, POOL, SERVER, icmp(8, 0, PORT4 << 16 | 5, new byte[21]));
        assertNull(to6(error4(11, 0, 0, Arrays.copyOf(echo, 24))));
        assertEquals(3, counters.get(Counter.ICMP_NO_MAPPING));
    }

    /** RFC 5508 REQ-3b; the options themselves are left out. */
    @Test
    void readsQuotesBehindTheirOptions() {
        byte[] plain = sent4(TCP, 40);
        byte[] options = {(byte) 131, 7, 8, (byte) 192, 0, 2, 77, 0};
        byte[] quote = new byte[plain.length + options.length];
        System.arraycopy(plain, 0, quote, 0, 20);
        System.arraycopy(options, 0, quote, 20, options.length);
        System.arraycopy(plain, 20, quote, 20 + options.length, plain.length - 20);
        quote[0] = 0x47;
        put16(quote, 2, quote.length);
        put16(quote, 10, 0);
        put16(quote, 10, Checksum.finish(Checksum.sum(quote, 0, 20 + options.length)));
        byte[] out = to6(error4(3, 1, 0, quote));
        byte[] original = ipv6(TCP, CLIENT, SERVER6, transport(TCP, PORT6, 53, 40));
        assertArrayEquals(original, Arrays.copyOfRange(out, parse(out).l4Offset + 8, out.length));
    }

    @Test
    void translatesForEams() {
        byte[] inside = ipv4(UDP, EAM4, SERVER, transport(UDP, 7, 8, 20));
        byte[] out = to6(ipv4(1, ROUTER, EAM4, icmp(3, 0, 0, inside)));
        FrameTuple i = inner(out);
        assertEquals(EAM6, Ipv6Address.of(i.sourceHigh, i.sourceLow));
        assertEquals(7, i.sourcePort);
        assertTrue(right(out, i));

        inside = ipv6(UDP, SERVER6, EAM6, transport(UDP, 8, 7, 20));
        out = to4(error6(1, 0, 0, inside));
        i = inner(out);
        assertEquals(EAM4, i.destination4);
        assertEquals(7, i.destinationPort);
        assertTrue(right(out, i));
        // Any protocol, and any fragment: no port is needed.
        out = to6(ipv4(1, ROUTER, EAM4, icmp(3, 0, 0, ipv4(132, EAM4, SERVER, new byte[12]))));
        assertEquals(132, inner(out).protocol);
        inside = ipv4(UDP, EAM4, SERVER, new byte[24]);
        put16(inside, 6, 0x2005);
        put16(inside, 10, 0);
        put16(inside, 10, Checksum.finish(Checksum.sum(inside, 0, 20)));
        out = to6(ipv4(1, ROUTER, EAM4, icmp(3, 0, 0, inside)));
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
        assertNull(to6(ipv4(1, ROUTER, POOL, icmp(3, 0, 0, inside))));
        assertEquals(1, counters.get(Counter.ICMP_NO_MAPPING));
        fixture.refused4 = ROUTER;
        assertNotNull(to6(ipv4(1, ROUTER, POOL, icmp(3, 0, 0, inside))), "its sender is nobody");
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
        byte[] out = to6(ipv4(1, EAM4, POOL, icmp(11, 0, 0, inside)));
        assertEquals(EAM6, source(parse(out)));
        assertEquals(embedded(ROUTER), destination(inner(out)));
        // To another instance it is in IPv4.
        fixture.eamInstance = 2;
        out = to6(ipv4(1, EAM4, POOL, icmp(11, 0, 0, inside)));
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
        byte[] out = to6(packet);
        assertEquals(OWN6, source(parse(out)));
        assertEquals(SERVER6, destination(inner(out)));
        byte[] f = frame(packet);
        assertNull(translator.to6(f, parse(f), null, a -> 65535));
        assertEquals(1, counters.get(Counter.ERROR_NO_SOURCE));
    }

    /** The error of a destination about a packet that it got, in between two translations. */
    private byte[] hairpinned(int from, int to, byte[] message) {
        return to6(ipv4(1, to, from, icmp(3, 3, 0, ipv4(UDP, from, to, message))));
    }

    private static Ipv6Address source(FrameTuple t) {
        return Ipv6Address.of(t.sourceHigh, t.sourceLow);
    }

    private static Ipv6Address destination(FrameTuple t) {
        return Ipv6Address.of(t.destinationHigh, t.destinationLow);
    }

    @Test
    void mapsIpv4HostsAsPeersOnly() {
        byte[] inside = ipv6(UDP, EAM_SERVER6, EAM6, transport(UDP, 8, 7, 20));
        byte[] out = to4(ipv6(58, ROUTER6, EAM_SERVER6, icmp(1, 0, 0, inside)));
        FrameTuple i = inner(out);
        assertEquals(EAM_SERVER, parse(out).destination4);
        assertEquals(EAM_SERVER, i.source4);
        assertEquals(EAM4, i.destination4);
        assertTrue(right(out, i));
        // To their own addresses nothing is translated.
        assertNull(
                to6(
                        ipv4(
                                1,
                                ROUTER,
                                EAM_SERVER,
                                icmp(3, 0, 0, ipv4(UDP, EAM_SERVER, EAM4, new byte[20])))));
        inside = ipv6(UDP, EAM6, CLIENT, transport(UDP, 8, PORT6, 20));
        assertNull(to4(ipv6(58, ROUTER6, EAM6, icmp(1, 0, 0, inside))));
        assertEquals(2, counters.get(Counter.ICMP_NO_MAPPING));
        // A router is seen as itself only if it is in IPv6.
        out = to4(ipv6(58, EAM_SERVER6, SERVER6, icmp(1, 0, 0, sent6(UDP, 30))));
        assertEquals(OWN, parse(out).source4);
    }

    @Test
    void namesTheSenderInIpv4() {
        // The host itself goes by the address its peer knows.
        byte[] out = to4(ipv6(58, CLIENT, SERVER6, icmp(1, 4, 0, sent6(UDP, 30))));
        assertEquals(POOL, parse(out).source4);
        // A router with an EAM has an address.
        out = to4(ipv6(58, EAM6, SERVER6, icmp(1, 0, 0, sent6(UDP, 30))));
        assertEquals(EAM4, parse(out).source4);
        // Where this device has none, nobody speaks for it.
        byte[] f = frame(error6(1, 0, 0, sent6(UDP, 30)));
        assertNull(translator.to4(f, parse(f), 0, a -> 65535));
        assertEquals(1, counters.get(Counter.ERROR_NO_SOURCE));
        assertNull(to4(ipv6(58, SERVER6, SERVER6, icmp(1, 0, 0, sent6(UDP, 30)))));
        assertEquals(1, counters.get(Counter.ICMP_SOURCE_REFUSED));
    }

    /** RFC 6791 section 4: by the extension of RFC 5837, where its address in IPv4 is ours. */
    @Test
    void namesRoutersWithoutAnAddressInIpv6() {
        for (int length : new int[] {30, 1000}) {
            byte[] out = to4(error6(3, 0, 0, sent6(UDP, length)));
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
        byte[] out = to4(error6(2, 0, 1300, sent6(UDP, 1400)));
        assertEquals(130 << 16 | 1280, i32(out, parse(out).l4Offset + 4));
        out = to4(error6(4, 0, 7, sent6(UDP, 30)));
        assertEquals(8 << 24 | 32 << 16, i32(out, parse(out).l4Offset + 4));
        // An extension that is there stays as it is.
        out = to4(error6(3, 0, 128 / 8 << 24, extended(sent6(UDP, 30), 128, 12)));
        assertEquals(8 + 128 + 12, parse(out).end - parse(out).l4Offset);
        // Who has an address has said who it is.
        out = to4(ipv6(58, CLIENT, SERVER6, icmp(1, 4, 0, sent6(UDP, 30))));
        assertEquals(8 + 50, parse(out).end - parse(out).l4Offset);
        out = to4(ipv6(58, EAM6, SERVER6, icmp(1, 0, 0, sent6(UDP, 30))));
        assertEquals(8 + 50, parse(out).end - parse(out).l4Offset);
        translator.namesOrigins(false);
        out = to4(error6(3, 0, 0, sent6(UDP, 30)));
        assertEquals(8 + 50, parse(out).end - parse(out).l4Offset);
        assertEquals(0, i32(out, parse(out).l4Offset + 4));
    }

    @Test
    void translatesMtusAndPointers() {
        byte[] f = frame(error4(3, 4, 1400, sent4(UDP, 30)));
        byte[] out = translator.to6(f, parse(f), OWN6, a -> 65535);
        assertEquals(1420, i32(out, 58));
        out = translator.to6(f, parse(f), OWN6, a -> a.equals(CLIENT) ? 1300 : 65535);
        assertEquals(1300, i32(out, 58));
        byte[] big = Arrays.copyOf(sent4(UDP, 1480), 100);
        assertEquals(1512, i32(to6(error4(3, 4, 0, big)), 58));
        assertEquals(6, i32(to6(error4(3, 2, 0, sent4(UDP, 30))), 58));
        assertEquals(7, i32(to6(error4(12, 0, 8 << 24, sent4(UDP, 30))), 58));
        assertNull(to6(error4(12, 0, 4 << 24, sent4(UDP, 30))));

        translator.namesOrigins(false);
        assertEquals(1380, i32(to4(error6(2, 0, 1400, sent6(UDP, 30))), 38));
        assertEquals(8 << 24, i32(to4(error6(4, 0, 7, sent6(UDP, 30))), 38));
        assertEquals(0, i32(to4(error6(4, 1, 6, sent6(UDP, 30))), 38));
        assertNull(to4(error6(4, 0, 3, sent6(UDP, 30))));
        assertEquals(2, counters.get(Counter.ICMP_UNTRANSLATABLE));
    }

    @Test
    void dropsWhatMustNotPass() {
        byte[] wrong = error4(3, 1, 0, sent4(UDP, 30));
        wrong[22] ^= 1;
        assertNull(to6(wrong));
        wrong = error6(1, 0, 0, sent6(UDP, 30));
        wrong[42] ^= 1;
        assertNull(to4(wrong));
        assertEquals(2, counters.get(Counter.ICMP_CHECKSUM_WRONG));

        assertNull(to6(error4(3, 1, 0, ipv4(1, POOL, SERVER, icmp(3, 1, 0, new byte[28])))));
        assertNull(to4(error6(1, 0, 0, ipv6(58, SERVER6, CLIENT, icmp(1, 0, 0, new byte[48])))));
        assertEquals(2, counters.get(Counter.ICMP_ERROR_IN_ERROR));

        byte[] other = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4 + 1, 53, 30));
        assertNull(to6(error4(3, 1, 0, other)));
        assertNull(to6(ipv4(1, ROUTER, POOL + 1, icmp(3, 1, 0, sent4(UDP, 30)))));
        assertNull(
                to4(
                        ipv6(
                                58,
                                ROUTER6,
                                SERVER6,
                                icmp(
                                        1,
                                        0,
                                        0,
                                        ipv6(
                                                UDP,
                                                SERVER6,
                                                CLIENT,
                                                transport(UDP, 53, PORT6 + 1, 30))))));
        assertEquals(3, counters.get(Counter.ICMP_NO_MAPPING));

        assertNull(to6(error4(5, 0, 0, sent4(UDP, 30))));
        assertNull(to6(error4(4, 0, 0, sent4(UDP, 30))));
        assertNull(to4(error6(100, 0, 0, sent6(UDP, 30))));
        assertEquals(3, counters.get(Counter.ICMP_UNTRANSLATABLE));

        assertNull(to6(error4(3, 1, 0, new byte[10])));
        assertNull(to6(error4(3, 1, 0, sent6(UDP, 30))));
        assertEquals(2, counters.get(Counter.MALFORMED));

        byte[] fragment = error4(3, 1, 0, sent4(UDP, 30));
        put16(fragment, 6, 0x2000);
        assertNull(to6(fragment));
        assertEquals(1, counters.get(Counter.ICMP_FRAGMENT));
    }

    @Test
    void cutsToWhatEveryPathTakes() {
        byte[] out = to6(error4(3, 1, 0, sent4(UDP, 1472)));
        assertEquals(14 + 1280, out.length);
        assertTrue(right(out, parse(out)));
        out = to4(error6(1, 0, 0, sent6(UDP, 1100)));
        assertEquals(14 + 576, out.length);
        assertTrue(right(out, parse(out)));
    }

    /** A quote of so many bytes, zeros behind the packet, and extensions. */
    private static byte[] extended(byte[] packet, int quote, int extension) {
        byte[] b = new byte[quote + extension];
        System.arraycopy(packet, 0, b, 0, Math.min(packet.length, quote));
        Arrays.fill(b, quote, b.length, (byte) 0x5a);
        put32(b, quote, 0x2000_0000);
        return b;
    }

    @Test
    void movesExtensions() {
        byte[] quote = extended(sent4(UDP, 30), 128, 16);
        byte[] out = to6(error4(11, 0, 128 / 4 << 16, quote));
        FrameTuple t = parse(out);
        assertEquals(128 / 8, u8(out, t.l4Offset + 4));
        assertEquals(t.l4Offset + 8 + 128 + 16, out.length);
        assertEquals(0x2000_0000, i32(out, out.length - 16));
        assertEquals(70, inner(out).length);
        assertTrue(right(out, t));
        // 132 bytes of IPv4 are 152 of IPv6.
        out = to6(error4(3, 1, 132 / 4 << 16, extended(sent4(UDP, 200), 132, 8)));
        t = parse(out);
        assertEquals(152 / 8, u8(out, t.l4Offset + 4));
        assertEquals(t.l4Offset + 8 + 152 + 8, out.length);

        out = to4(error6(3, 0, 136 / 8 << 24, extended(sent6(UDP, 30), 136, 12)));
        t = parse(out);
        assertEquals(128 / 4, u8(out, t.l4Offset + 5));
        assertEquals(t.l4Offset + 8 + 128 + 12, out.length);
        assertTrue(right(out, t));
        // They are opaque, and padding takes over where the quote is shorter than it may be.
        quote = extended(sent4(UDP, 8), 28, 40);
        put32(quote, 28, 0x1234_5678);
        out = to6(error4(3, 3, 28 / 4 << 16, quote));
        t = parse(out);
        assertEquals(128 / 8, u8(out, t.l4Offset + 4));
        assertEquals(t.l4Offset + 8 + 128 + 40, out.length);
        assertEquals(0x1234_5678, i32(out, out.length - 40));
        assertTrue(right(out, t));
        // The quote is shortened, not the extensions.
        out = to4(error6(1, 0, 1000 / 8 << 24, extended(sent6(UDP, 1100), 1000, 20)));
        t = parse(out);
        assertEquals(14 + 576, out.length);
        assertEquals(528 / 4, u8(out, t.l4Offset + 5));
        assertEquals(0x2000_0000, i32(out, out.length - 20));
    }

    @Test
    void leavesOutExtensionsWhereTheyHaveNoPlace() {
        // Parameter Problems have none in IPv6.
        byte[] quote = extended(sent4(UDP, 30), 128, 16);
        byte[] out = to6(error4(12, 0, 8 << 24 | 128 / 4 << 16, quote));
        assertEquals(14 + 48 + 70, out.length);
        // Too large to keep: the packet goes alone.
        translator.namesOrigins(false);
        out = to4(error6(3, 0, 128 / 8 << 24, extended(sent6(UDP, 30), 128, 600)));
        FrameTuple t = parse(out);
        assertEquals(0, u8(out, t.l4Offset + 5));
        assertEquals(14 + 28 + 50, out.length);
        // A length without extensions behind it, and one that is too long, mean nothing.
        out = to6(error4(11, 0, 200 << 16, sent4(UDP, 30)));
        assertEquals(14 + 48 + 70, out.length);
    }

    @Test
    void survivesAnything() {
        long seed = Seeds.of(99);
        Random random = new Random(seed);
        byte[][] seeds = {
            frame(error4(3, 4, 1400, sent4(UDP, 30))),
            frame(error4(11, 0, 128 / 4 << 16, extended(sent4(TCP, 30), 128, 16))),
            frame(error6(3, 0, 136 / 8 << 24, extended(sent6(UDP, 30), 136, 12))),
            frame(error6(2, 0, 1400, sent6(TCP, 30))),
        };
        FrameTuple t = new FrameTuple();
        int translated = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] f = seeds[i % seeds.length].clone();
            for (int k = random.nextInt(5); k >= 0; k--) {
                f[14 + random.nextInt(f.length - 14)] = (byte) random.nextInt();
            }
            if (random.nextInt(4) == 0) {
                f = Arrays.copyOf(f, 14 + random.nextInt(f.length - 14));
            }
            if (!t.parse(f) || !t.icmpError) {
                continue;
            }
            fix(f, t);
            byte[] out =
                    t.ipv6
                            ? translator.to4(f, t, OWN, a -> 1500)
                            : translator.to6(f, t, OWN6, a -> 1500);
            if (out != null) {
                translated++;
                assertTrue(right(out, parse(out)), "seed " + seed + " run " + i);
                assertTrue(out.length <= 14 + (t.ipv6 ? 576 : 1280), "seed " + seed);
            }
        }
        assertTrue(translated > 1000, "few were translated: " + translated);
    }

    /** Corrects the outer checksums, so that the parser goes on to what they cover. */
    private static void fix(byte[] f, FrameTuple t) {
        if (!t.ipv6) {
            put16(f, t.l3Offset + 10, 0);
            put16(f, t.l3Offset + 10, Checksum.finish(Checksum.sum(f, t.l3Offset, t.l4Offset)));
        }
        put16(f, t.l4Offset + 2, 0);
        long pseudo =
                t.ipv6
                        ? Checksum.pseudo6(
                                t.sourceHigh,
                                t.sourceLow,
                                t.destinationHigh,
                                t.destinationLow,
                                58,
                                t.end - t.l4Offset)
                        : 0;
        put16(f, t.l4Offset + 2, Checksum.finish(pseudo + Checksum.sum(f, t.l4Offset, t.end)));
    }
}
