// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.u8;
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
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.right;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isthmus.core.count.Counters;
import org.isthmus.core.packet.FrameTuple;
import org.junit.jupiter.api.Test;

/** Extensions of ICMP errors (RFC 4884) once they are translated. */
class ErrorExtensionsTest {
    private final Counters counters = new Counters();
    private final SlowPathFixture fixture = new SlowPathFixture();

    private final IcmpErrorTranslator translator = translator(fixture, counters);

    @Test
    void movesExtensions() {
        byte[] quote = extended(sent4(UDP, 30), 128, 16);
        byte[] out = to6(translator, error4(11, 0, 128 / 4 << 16, quote));
        FrameTuple t = parse(out);
        assertEquals(128 / 8, u8(out, t.l4Offset + 4));
        assertEquals(t.l4Offset + 8 + 128 + 16, out.length);
        assertEquals(0x2000_0000, i32(out, out.length - 16));
        assertEquals(70, inner(out).length);
        assertTrue(right(out, t));
        // 132 bytes of IPv4 are 152 of IPv6.
        out = to6(translator, error4(3, 1, 132 / 4 << 16, extended(sent4(UDP, 200), 132, 8)));
        t = parse(out);
        assertEquals(152 / 8, u8(out, t.l4Offset + 4));
        assertEquals(t.l4Offset + 8 + 152 + 8, out.length);

        out = to4(translator, error6(3, 0, 136 / 8 << 24, extended(sent6(UDP, 30), 136, 12)));
        t = parse(out);
        assertEquals(128 / 4, u8(out, t.l4Offset + 5));
        assertEquals(t.l4Offset + 8 + 128 + 12, out.length);
        assertTrue(right(out, t));
        // They are opaque, and padding takes over where the quote is shorter than it may be.
        quote = extended(sent4(UDP, 8), 28, 40);
        put32(quote, 28, 0x1234_5678);
        out = to6(translator, error4(3, 3, 28 / 4 << 16, quote));
        t = parse(out);
        assertEquals(128 / 8, u8(out, t.l4Offset + 4));
        assertEquals(t.l4Offset + 8 + 128 + 40, out.length);
        assertEquals(0x1234_5678, i32(out, out.length - 40));
        assertTrue(right(out, t));
        // The quote is shortened, not the extensions.
        out = to4(translator, error6(1, 0, 1000 / 8 << 24, extended(sent6(UDP, 1100), 1000, 20)));
        t = parse(out);
        assertEquals(14 + 576, out.length);
        assertEquals(528 / 4, u8(out, t.l4Offset + 5));
        assertEquals(0x2000_0000, i32(out, out.length - 20));
    }

    @Test
    void leavesOutExtensionsWhereTheyHaveNoPlace() {
        // Parameter Problems have none in IPv6.
        byte[] quote = extended(sent4(UDP, 30), 128, 16);
        byte[] out = to6(translator, error4(12, 0, 8 << 24 | 128 / 4 << 16, quote));
        assertEquals(14 + 48 + 70, out.length);
        // Nor does the packet, which goes on behind the quote, go on with them.
        quote = extended(sent4(UDP, 200), 128, 16);
        out = to6(translator, error4(12, 0, 8 << 24 | 128 / 4 << 16, quote));
        assertEquals(14 + 48 + 148, out.length);
        // Where ICMPv6 has the length, a Packet Too Big has an MTU.
        out = to4(translator, error6(2, 0, 128 / 8 << 24, sent6(UDP, 200)));
        assertEquals(14 + 28 + 220 + 28, out.length);
        // Too large to keep: the packet goes alone.
        translator.namesOrigins(false);
        out = to4(translator, error6(3, 0, 128 / 8 << 24, extended(sent6(UDP, 30), 128, 600)));
        FrameTuple t = parse(out);
        assertEquals(0, u8(out, t.l4Offset + 5));
        assertEquals(14 + 28 + 50, out.length);
        // A length without extensions behind it, and one that is too long, mean nothing.
        out = to6(translator, error4(11, 0, 200 << 16, sent4(UDP, 30)));
        assertEquals(14 + 48 + 70, out.length);
    }
}
