// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class PortPrefixTest {
    @Test
    void aRangeIsItsFewestPrefixes() {
        assertEquals("[25/16]", PortPrefix.covering(25, 25).toString());
        assertEquals("[0/0]", PortPrefix.covering(0, 65535).toString());
        assertEquals(30, PortPrefix.covering(1, 65534).size());
        assertEquals(
                "[6881/16, 6882/15, 6884/14, 6888/13, 6896/12, 6912/10, 6976/12, 6992/13]",
                PortPrefix.covering(6881, 6999).toString());
    }

    @Test
    void aRangeHasJustItsPorts() {
        long seed = Seeds.of(6888);
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            int first = random.nextInt(65536);
            int last = Math.min(65535, first + random.nextInt(1 << 1 + random.nextInt(16)));
            String at = "seed " + seed + ": " + first + "-" + last;
            int next = first;
            List<PortPrefix> all = PortPrefix.covering(first, last);
            for (PortPrefix p : all) {
                assertEquals(next, p.first(), at);
                assertEquals(p, PortPrefix.of(p.first(), p.length()), at);
                next += 0x10000 >> p.length();
            }
            assertEquals(last + 1, next, at);
            assertTrue(all.size() <= 30, at);
        }
    }

    @Test
    void whatIsNoRangeIsRefused() {
        for (int[] wrong : new int[][] {{-1, 5}, {6, 5}, {5, 65536}}) {
            assertThrows(
                    IllegalArgumentException.class, () -> PortPrefix.covering(wrong[0], wrong[1]));
        }
        assertThrows(IllegalArgumentException.class, () -> PortPrefix.of(65536, 16));
        assertThrows(IllegalArgumentException.class, () -> PortPrefix.of(0, 17));
    }
}
