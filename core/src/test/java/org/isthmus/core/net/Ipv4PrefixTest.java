// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class Ipv4PrefixTest {
    @Test
    void aRangeIsItsFewestPrefixes() {
        assertEquals(
                "[198.51.100.3/32, 198.51.100.4/30, 198.51.100.8/29, 198.51.100.16/28,"
                        + " 198.51.100.32/27, 198.51.100.64/29, 198.51.100.72/30,"
                        + " 198.51.100.76/31]",
                Ipv4Prefix.parseRange("198.51.100.3-198.51.100.77").toString());
        assertEquals("[0.0.0.0/0]", Ipv4Prefix.parseRange("0.0.0.0-255.255.255.255").toString());
        assertEquals(62, Ipv4Prefix.parseRange("0.0.0.1-255.255.255.254").size());
        assertEquals("[192.0.2.0/24]", Ipv4Prefix.parseRange("192.0.2.0/24").toString());
        assertEquals("[192.0.2.1/32]", Ipv4Prefix.parseRange("192.0.2.1-192.0.2.1").toString());
    }

    @Test
    void aRangeHasJustItsAddresses() {
        long seed = Seeds.of(4632);
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long first = random.nextInt() & 0xffff_ffffL;
            long last = Math.min(0xffff_ffffL, first + random.nextInt(1 << 1 + random.nextInt(30)));
            String text =
                    Ipv4Address.toString((int) first) + "-" + Ipv4Address.toString((int) last);
            String at = "seed " + seed + ": " + text;
            long next = first;
            Ipv4Prefix before = null;
            for (Ipv4Prefix p : Ipv4Prefix.parseRange(text)) {
                assertEquals((int) next, p.bits(), at);
                next += p.size();
                // Two of one length that make one prefix would be one too many.
                boolean merges =
                        before != null
                                && before.length() == p.length()
                                && (before.bits() & (int) p.size()) == 0;
                assertTrue(!merges, at);
                before = p;
            }
            assertEquals(last + 1, next, at);
        }
    }

    @Test
    void whatIsNoRangeIsNamed() {
        for (String wrong : List.of("192.0.2.2-192.0.2.1", "192.0.2.1-", "-192.0.2.1", "1-2")) {
            IllegalArgumentException e =
                    assertThrows(
                            IllegalArgumentException.class, () -> Ipv4Prefix.parseRange(wrong));
            assertTrue(e.getMessage().length() > 5, wrong);
        }
    }
}
