// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class PrefixIndexTest {
    @Test
    void addressesAtBothEnds() {
        PrefixIndex ends =
                new PrefixIndex(
                        List.of(Ipv4Prefix.parse("255.255.255.255"), Ipv4Prefix.parse("0.0.0.0")));
        assertEquals(0, ends.indexOf(-1));
        assertEquals(1, ends.indexOf(0));
        assertEquals(-1, ends.indexOf(1));
        assertEquals(-1, ends.indexOf(Integer.MIN_VALUE));
        assertEquals(0, new PrefixIndex(List.of(Ipv4Prefix.ALL)).indexOf(Integer.MIN_VALUE));
        assertEquals(-1, new PrefixIndex(List.of()).indexOf(0));
    }

    @Test
    void agreesWithAWalk() {
        long seed = Seeds.of(4632);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            List<Ipv4Prefix> prefixes = new ArrayList<>();
            for (int i = random.nextInt(60); i > 0; i--) {
                Ipv4Prefix p = Ipv4Prefix.of(address(random), 22 + random.nextInt(11));
                if (!prefixes.contains(p)) {
                    prefixes.add(p);
                }
            }
            PrefixIndex found = new PrefixIndex(prefixes);
            for (int i = 0; i < 100; i++) {
                int a = address(random);
                assertEquals(walk(prefixes, a), found.indexOf(a), "seed " + seed);
            }
        }
    }

    /** Close to others, on both sides of where the sign changes, and of the end. */
    private static int address(Random random) {
        int middle = random.nextBoolean() ? Integer.MIN_VALUE : 0;
        return middle + random.nextInt(1 << 13) - (1 << 12);
    }

    private static int walk(List<Ipv4Prefix> prefixes, int address) {
        int best = -1;
        for (int i = 0; i < prefixes.size(); i++) {
            Ipv4Prefix p = prefixes.get(i);
            if (p.contains(address) && (best < 0 || p.length() > prefixes.get(best).length())) {
                best = i;
            }
        }
        return best;
    }
}
