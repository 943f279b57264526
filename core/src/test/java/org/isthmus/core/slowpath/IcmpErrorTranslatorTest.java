// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.slowpath.ErrorFixture.OWN;
import static org.isthmus.core.slowpath.ErrorFixture.OWN6;
import static org.isthmus.core.slowpath.ErrorFixture.ROUTER;
import static org.isthmus.core.slowpath.ErrorFixture.ROUTER6;
import static org.isthmus.core.slowpath.ErrorFixture.TCP;
import static org.isthmus.core.slowpath.ErrorFixture.UDP;
import static org.isthmus.core.slowpath.ErrorFixture.error4;
import static org.isthmus.core.slowpath.ErrorFixture.error6;
import static org.isthmus.core.slowpath.ErrorFixture.extended;
import static org.isthmus.core.slowpath.ErrorFixture.inner;
import static org.isthmus.core.slowpath.ErrorFixture.sent4;
import static org.isthmus.core.slowpath.ErrorFixture.sent6;
import static org.isthmus.core.slowpath.ErrorFixture.to4;
import static org.isthmus.core.slowpath.ErrorFixture.to6;
import static org.isthmus.core.slowpath.ErrorFixture.translator;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM4;
import static org.isthmus.core.slowpath.SlowPathFixture.EAM6;
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
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class IcmpErrorTranslatorTest {
    private final Counters counters = new Counters();
    private final SlowPathFixture fixture = new SlowPathFixture();

    private final IcmpErrorTranslator translator = translator(fixture, counters);

    @Test
    void translatesAnErrorToIpv6() {
        byte[] out = to6(translator, error4(3, 3, 0, sent4(UDP, 30)));
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
        byte[] out = to4(translator, error6(1, 4, 0, sent6(TCP, 40)));
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

    @Test
    void setsTosAndTrafficClassAsConfigured() {
        fixture.tos = 0x20;
        byte[] out = to6(translator, error4(3, 3, 0, sent4(UDP, 30)));
        assertEquals(0, parse(out).trafficClass);
        assertEquals(0, inner(out).trafficClass);
        out = to4(translator, error6(1, 4, 0, sent6(TCP, 40)));
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
        FrameTuple t = parse(to4(translator, p));
        assertEquals(0x4321, t.identification);
        assertFalse(t.dontFragment || t.fragment);
    }

    @Test
    void translatesNoProtocolOfOneFamilyAlone() {
        for (int protocol : new int[] {0, 43, 44, 58, 60}) {
            byte[] quote = ipv4(protocol, EAM4, SERVER, new byte[24]);
            assertNull(
                    to6(translator, ipv4(1, ROUTER, EAM4, icmp(3, 1, 0, quote))),
                    "protocol " + protocol);
        }
        byte[] quote = ipv6(1, SERVER6, EAM6, new byte[24]);
        assertNull(to4(translator, ipv6(58, ROUTER6, SERVER6, icmp(1, 0, 0, quote))));
        // A part of a packet in which an extension header is behind the Fragment Header.
        byte[] part = new byte[8 + 24];
        put32(part, 0, FrameTuple.DESTINATION_OPTIONS << 24 | 800);
        quote = ipv6(44, SERVER6, EAM6, part);
        assertNull(to4(translator, ipv6(58, ROUTER6, SERVER6, icmp(1, 0, 0, quote))));
        // Those that both have do pass.
        put32(part, 0, 132 << 24 | 800);
        quote = ipv6(44, SERVER6, EAM6, part);
        assertNotNull(to4(translator, ipv6(58, ROUTER6, SERVER6, icmp(1, 0, 0, quote))));
        quote = ipv6(132, SERVER6, EAM6, new byte[24]);
        assertTrue(to4(translator, ipv6(58, ROUTER6, SERVER6, icmp(1, 0, 0, quote))) != null);
        assertEquals(7, counters.get(Counter.ICMP_UNTRANSLATABLE));
    }

    @Test
    void translatesPingsInside() {
        byte[] echo = icmp(8, 0, PORT4 << 16 | 5, new byte[21]);
        byte[] out = to6(translator, error4(11, 0, 0, ipv4(1, POOL, SERVER, echo)));
        FrameTuple i = inner(out);
        assertEquals(128, i.icmpType);
        assertEquals(PORT6, i.sourcePort);
        assertTrue(right(out, i));
        assertEquals(3, parse(out).icmpType);

        byte[] reply = icmp(129, 0, PORT6 << 16 | 5, new byte[21]);
        out = to4(translator, error6(3, 0, 0, ipv6(58, SERVER6, CLIENT, reply)));
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
        byte[] out = to6(translator, error4(3, 1, 0, inside));
        assertFalse(right(out, inner(out)));
        inside = sent6(TCP, 30);
        inside[57] ^= 1;
        out = to4(translator, error6(1, 0, 0, inside));
        assertFalse(right(out, inner(out)));
    }

    /** RFC 5508 REQ-3a. */
    @Test
    void dropsQuotesWhoseHeaderIsDamaged() {
        byte[] inside = sent4(UDP, 30);
        inside[8] ^= 1;
        assertNull(to6(translator, error4(3, 1, 0, inside)));
        byte[] plain = sent4(UDP, 30);
        byte[] options = new byte[plain.length + 4];
        System.arraycopy(plain, 0, options, 0, 20);
        System.arraycopy(plain, 20, options, 24, plain.length - 20);
        put32(options, 20, 0x0101_0100);
        options[0] = 0x46;
        put16(options, 2, options.length);
        put16(options, 10, 0);
        put16(options, 10, Checksum.finish(Checksum.sum(options, 0, 24)));
        assertNotNull(to6(translator, error4(3, 1, 0, options)));
        options[22] ^= 1;
        assertNull(to6(translator, error4(3, 1, 0, options)));
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
            assertNull(to6(translator, error4(3, 1, 0, inside)), peer);
            Ipv6Address peer6 = Ipv6Address.parse("64:ff9b::" + peer);
            inside = ipv6(UDP, peer6, CLIENT, transport(UDP, 53, PORT6, 30));
            assertNull(to4(translator, ipv6(58, ROUTER6, peer6, icmp(1, 0, 0, inside))), peer);
        }
        // A denied port (RFC 6888 REQ-6).
        byte[] inside = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4, 25, 30));
        assertNull(to6(translator, error4(3, 1, 0, inside)));
        inside = ipv6(UDP, SERVER6, CLIENT, transport(UDP, 25, PORT6, 30));
        assertNull(to4(translator, ipv6(58, ROUTER6, SERVER6, icmp(1, 0, 0, inside))));
        assertEquals(2 * nobody.length + 2, counters.get(Counter.ICMP_QUOTE_ILLEGAL));
        assertEquals(0, counters.get(Counter.ICMP_TRANSLATED));
        // RFC 7915 section 4.1: who says so may have any address.
        byte[] said = icmp(3, 1, 0, sent4(UDP, 30));
        FrameTuple t = parse(to6(translator, ipv4(1, v4("127.0.0.1"), POOL, said)));
        assertEquals(
                Ipv6Address.parse("64:ff9b::127.0.0.1"), Ipv6Address.of(t.sourceHigh, t.sourceLow));
    }

    @Test
    void translatesQuotesThatAreCutShort() {
        byte[] out = to6(translator, error4(3, 1, 0, Arrays.copyOf(sent4(TCP, 100), 28)));
        FrameTuple i = inner(out);
        assertEquals(140, i.length);
        assertEquals(PORT6, i.sourcePort);
        assertEquals(8, i.end - i.l4Offset);
        assertTrue(right(out, parse(out)));
        // One of 65,575 bytes, as it says, which IPv4 has no length for.
        byte[] longest = sent6(UDP, 100);
        put16(longest, 4, 65535);
        out = to4(translator, error6(1, 0, 0, longest));
        assertEquals(65535, inner(out).length);
        assertTrue(right(out, parse(out)));
    }

    /** RFC 6146 section 3.4. */
    @Test
    void dropsQuotesWhoseTupleIsCutOff() {
        assertNull(to6(translator, error4(3, 1, 0, Arrays.copyOf(sent4(TCP, 100), 22))));
        assertNull(to4(translator, error6(1, 0, 0, Arrays.copyOf(sent6(UDP, 100), 42))));
        byte[] echo = ipv4(1, POOL, SERVER, icmp(8, 0, PORT4 << 16 | 5, new byte[21]));
        assertNull(to6(translator, error4(11, 0, 0, Arrays.copyOf(echo, 24))));
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
        byte[] out = to6(translator, error4(3, 1, 0, quote));
        byte[] original = ipv6(TCP, CLIENT, SERVER6, transport(TCP, PORT6, 53, 40));
        assertArrayEquals(original, Arrays.copyOfRange(out, parse(out).l4Offset + 8, out.length));
    }

    @Test
    void translatesMtusAndPointers() {
        byte[] f = frame(error4(3, 4, 1400, sent4(UDP, 30)));
        byte[] out = translator.to6(f, parse(f), OWN6, a -> 65535);
        assertEquals(1420, i32(out, 58));
        out = translator.to6(f, parse(f), OWN6, a -> a.equals(CLIENT) ? 1300 : 65535);
        assertEquals(1300, i32(out, 58));
        Ipv6Address router = V4Mapped.of(ROUTER);
        out = translator.to6(f, parse(f), OWN6, a -> a.equals(router) ? 1340 : 65535);
        assertEquals(1360, i32(out, 58));
        byte[] big = Arrays.copyOf(sent4(UDP, 1480), 100);
        assertEquals(1512, i32(to6(translator, error4(3, 4, 0, big)), 58));
        assertEquals(6, i32(to6(translator, error4(3, 2, 0, sent4(UDP, 30))), 58));
        assertEquals(7, i32(to6(translator, error4(12, 0, 8 << 24, sent4(UDP, 30))), 58));
        assertNull(to6(translator, error4(12, 0, 4 << 24, sent4(UDP, 30))));

        translator.namesOrigins(false);
        assertEquals(1380, i32(to4(translator, error6(2, 0, 1400, sent6(UDP, 30))), 38));
        assertEquals(1372, i32(to4(translator, error6(2, 0, 1400, firstFragment())), 38));
        byte[] six = frame(error6(2, 0, 1400, sent6(UDP, 30)));
        Ipv6Address server = V4Mapped.of(SERVER);
        out = translator.to4(six, parse(six), OWN, a -> a.equals(server) ? 1300 : 65535);
        assertEquals(1300, i32(out, 38));
        out = translator.to4(six, parse(six), OWN, a -> a.equals(ROUTER6) ? 1310 : 65535);
        assertEquals(1290, i32(out, 38));
        assertEquals(8 << 24, i32(to4(translator, error6(4, 0, 7, sent6(UDP, 30))), 38));
        assertEquals(0, i32(to4(translator, error6(4, 1, 6, sent6(UDP, 30))), 38));
        assertNull(to4(translator, error6(4, 0, 3, sent6(UDP, 30))));
        assertEquals(2, counters.get(Counter.ICMP_UNTRANSLATABLE));
    }

    /** The first fragment of what the host was sent. */
    private static byte[] firstFragment() {
        byte[] upper = new byte[8 + 40];
        put32(upper, 0, UDP << 24 | 1);
        System.arraycopy(sent6(UDP, 40), 40, upper, 8, 40);
        return ipv6(44, SERVER6, CLIENT, upper);
    }

    @Test
    void dropsWhatMustNotPass() {
        byte[] wrong = error4(3, 1, 0, sent4(UDP, 30));
        wrong[22] ^= 1;
        assertNull(to6(translator, wrong));
        wrong = error6(1, 0, 0, sent6(UDP, 30));
        wrong[42] ^= 1;
        assertNull(to4(translator, wrong));
        assertEquals(2, counters.get(Counter.ICMP_CHECKSUM_WRONG));

        assertNull(
                to6(
                        translator,
                        error4(3, 1, 0, ipv4(1, POOL, SERVER, icmp(3, 1, 0, new byte[28])))));
        assertNull(
                to4(
                        translator,
                        error6(1, 0, 0, ipv6(58, SERVER6, CLIENT, icmp(1, 0, 0, new byte[48])))));
        assertEquals(2, counters.get(Counter.ICMP_ERROR_IN_ERROR));

        byte[] other = ipv4(UDP, POOL, SERVER, transport(UDP, PORT4 + 1, 53, 30));
        assertNull(to6(translator, error4(3, 1, 0, other)));
        assertNull(to6(translator, ipv4(1, ROUTER, POOL + 1, icmp(3, 1, 0, sent4(UDP, 30)))));
        assertNull(
                to4(
                        translator,
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
        // To a server, about a packet that another one sent.
        Ipv6Address another = Ipv6Address.of(SERVER6.high(), SERVER6.low() + 1);
        assertNull(to4(translator, ipv6(58, ROUTER6, another, icmp(1, 0, 0, sent6(UDP, 30)))));
        assertEquals(4, counters.get(Counter.ICMP_NO_MAPPING));

        assertNull(to6(translator, error4(5, 0, 0, sent4(UDP, 30))));
        assertNull(to6(translator, error4(4, 0, 0, sent4(UDP, 30))));
        assertNull(to4(translator, error6(100, 0, 0, sent6(UDP, 30))));
        assertEquals(3, counters.get(Counter.ICMP_UNTRANSLATABLE));

        assertNull(to6(translator, error4(3, 1, 0, new byte[10])));
        assertNull(to6(translator, error4(3, 1, 0, sent6(UDP, 30))));
        assertEquals(2, counters.get(Counter.MALFORMED));

        byte[] fragment = error4(3, 1, 0, sent4(UDP, 30));
        put16(fragment, 6, 0x2000);
        assertNull(to6(translator, fragment));
        assertEquals(1, counters.get(Counter.ICMP_FRAGMENT));
    }

    @Test
    void cutsToWhatEveryPathTakes() {
        byte[] out = to6(translator, error4(3, 1, 0, sent4(UDP, 1472)));
        assertEquals(14 + 1280, out.length);
        assertTrue(right(out, parse(out)));
        out = to4(translator, error6(1, 0, 0, sent6(UDP, 1100)));
        assertEquals(14 + 576, out.length);
        assertTrue(right(out, parse(out)));
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
