// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class PrefixMapTest {
    /** Prefixes inside each other and the same ones several times, against a walk over all. */
    @Test
    void agreesWithAWalk() {
        long seed = Seeds.of(4291);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<Ipv6Prefix> all = new ArrayList<>();
            PrefixMap<Integer> map = new PrefixMap<>();
            for (int i = 0; i < 60; i++) {
                Ipv6Prefix p = prefix(random);
                List<Integer> found = new ArrayList<>();
                map.overlapping(
                        p,
                        (prefix, at) -> {
                            assertEquals(all.get(at), prefix);
                            found.add(at);
                        });
                Set<Integer> expected = new HashSet<>();
                for (int k = 0; k < all.size(); k++) {
                    if (all.get(k).overlaps(p)) {
                        expected.add(k);
                    }
                }
                assertEquals(expected, new HashSet<>(found), "seed " + seed);
                assertEquals(expected.size(), found.size(), "seed " + seed);
                map.add(p, all.size());
                all.add(p);
            }
        }
    }

    private static Ipv6Prefix prefix(Random random) {
        int length = random.nextInt(10) == 0 ? random.nextInt(129) : 120 + random.nextInt(9);
        return Ipv6Prefix.of(random.nextInt(2) * -1L, random.nextInt(1 << 10) - 512, length);
    }
}
