// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class PoolSpecTest {
    /** Addresses are numbered in the order of the prefixes, whatever that is. */
    @Test
    void addressesAreNumberedFromEndToEnd() {
        long seed = Seeds.of(6888);
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            List<Ipv4Prefix> prefixes = new ArrayList<>();
            for (int i = random.nextInt(40); i >= 0; i--) {
                prefixes.add(Ipv4Prefix.of(-2000 + i * 64, 26 + random.nextInt(7)));
            }
            Collections.shuffle(prefixes, random);
            PoolSpec pool = pool(prefixes);
            long index = 0;
            for (Ipv4Prefix p : prefixes) {
                for (int a = p.bits(); p.contains(a); a++) {
                    assertEquals(a, pool.address(index), "seed " + seed);
                    assertEquals(index++, pool.indexOf(a), "seed " + seed);
                    assertTrue(pool.contains(a));
                }
            }
            assertEquals(index, pool.addresses(), "seed " + seed);
            long end = index;
            assertThrows(IndexOutOfBoundsException.class, () -> pool.address(end));
            assertThrows(IndexOutOfBoundsException.class, () -> pool.address(-1));
            assertEquals(-1, pool.indexOf(-2049));
            assertFalse(pool.contains(5000));
        }
    }

    @Test
    void allAddressesAreTwoToThe32() {
        PoolSpec all = pool(List.of(Ipv4Prefix.ALL));
        assertEquals(1L << 32, all.addresses());
        assertEquals(-1, all.address((1L << 32) - 1));
        assertEquals((1L << 32) - 1, all.indexOf(-1));
    }

    private static PoolSpec pool(List<Ipv4Prefix> prefixes) {
        return new PoolSpec(
                "p", "main", prefixes, PoolSpec.defaultFirstPort(), PoolSpec.defaultLastPort());
    }
}
