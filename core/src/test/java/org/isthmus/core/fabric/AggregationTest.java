// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AggregationTest {
    /** The random tests live in the last bits of one IPv4 network. */
    private static final int BITS = 6;

    private final Aggregation aggregation = new Aggregation();

    /** The result as its changes tell it. */
    private final Set<Ipv6Prefix> told = new TreeSet<>();

    private static Ipv6Prefix prefix(String text) {
        return text.indexOf(':') < 0 ? V4Mapped.of(Ipv4Prefix.parse(text)) : Ipv6Prefix.parse(text);
    }

    private static Set<Ipv6Prefix> prefixes(String... texts) {
        Set<Ipv6Prefix> all = new TreeSet<>();
        for (String text : texts) {
            all.add(prefix(text));
        }
        return all;
    }

    private Set<Ipv6Prefix> result() {
        aggregation.changes(
                (prefix, now) ->
                        assertTrue(
                                now ? told.add(prefix) : told.remove(prefix), prefix + " " + now));
        Set<Ipv6Prefix> result = new TreeSet<>();
        aggregation.forEach(p -> assertTrue(result.add(p), p + " twice"));
        assertEquals(result, told);
        long v4 = result.stream().filter(V4Mapped::isIpv4).count();
        assertEquals(v4, aggregation.size4());
        assertEquals(result.size() - v4, aggregation.size6());
        return result;
    }

    private void add(String... texts) {
        prefixes(texts).forEach(aggregation::add);
    }

    @Test
    void mergesNeighboursIntoTheirParent() {
        add("192.0.2.0", "192.0.2.1", "192.0.2.3", "2001:db8::/33", "2001:db8:8000::/33");
        assertEquals(prefixes("192.0.2.0/31", "192.0.2.3", "2001:db8::/32"), result());
        add("192.0.2.2");
        assertEquals(prefixes("192.0.2.0/30", "2001:db8::/32"), result());
        aggregation.remove(prefix("192.0.2.1"));
        assertEquals(prefixes("192.0.2.0", "192.0.2.2/31", "2001:db8::/32"), result());
        assertTrue(aggregation.covers(prefix("192.0.2.0").address()));
        assertFalse(aggregation.covers(prefix("192.0.2.1").address()));
    }

    @Test
    void leavesOutWhatAShorterPrefixCovers() {
        add("192.0.2.7", "192.0.2.0/24");
        assertEquals(prefixes("192.0.2.0/24"), result());
        aggregation.remove(prefix("192.0.2.0/24"));
        assertEquals(prefixes("192.0.2.7"), result());
    }

    @Test
    void needsAsManyRemovalsAsAdditions() {
        add("192.0.2.7");
        add("192.0.2.7");
        aggregation.remove(prefix("192.0.2.7"));
        assertEquals(prefixes("192.0.2.7"), result());
        aggregation.remove(prefix("192.0.2.7"));
        assertEquals(prefixes(), result());
    }

    @Test
    void aMillionInARowAreOne() {
        for (int i = 0; i < 1 << 20; i++) {
            aggregation.add(V4Mapped.of(Ipv4Prefix.of((10 << 24) + i, 32)));
        }
        assertEquals(prefixes("10.0.0.0/12"), result());
    }

    static LongStream seeds() {
        return Seeds.upTo(20);
    }

    /**
     * Whatever was added, removed and routed: each address goes where it would without aggregation,
     * and no smaller set of prefixes does it.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void everyAddressGoesWhereItWentBefore(long seed) {
        Random random = new Random(seed);
        List<Ipv6Prefix> added = new ArrayList<>();
        Set<Ipv6Prefix> routed = new HashSet<>();
        for (int step = 0; step < 400; step++) {
            if (random.nextInt(20) == 0) {
                routed.clear();
                for (int n = random.nextInt(4); n > 0; n--) {
                    routed.add(random(random));
                }
                aggregation.routed(routed);
            } else if (added.isEmpty() || random.nextInt(3) > 0) {
                Ipv6Prefix p = random(random);
                added.add(p);
                aggregation.add(p);
            } else {
                aggregation.remove(added.remove(random.nextInt(added.size())));
            }
            String what = "seed " + seed + " step " + step + " " + added + " beside " + routed;
            Set<Ipv6Prefix> result = result();
            for (int i = 0; i < 1 << BITS; i++) {
                long low = prefix("192.0.2.0").low() + i;
                assertEquals(
                        leads(new HashSet<>(added), routed, low), leads(result, routed, low), what);
            }
            assertEquals(fewest(new HashSet<>(added), routed, what), result, what);
        }
    }

    private static Ipv6Prefix random(Random random) {
        int length = 32 - random.nextInt(random.nextBoolean() ? 2 : BITS + 1);
        return V4Mapped.of(Ipv4Prefix.of(0xc0000200 + random.nextInt(1 << BITS), length));
    }

    /** Whether the longest prefix of an address is one of the services. */
    private static boolean leads(Set<Ipv6Prefix> services, Set<Ipv6Prefix> routed, long low) {
        for (int length = 128; length >= 96; length--) {
            Ipv6Prefix p = Ipv6Prefix.of(0, low, length);
            if (services.contains(p)) {
                return true;
            }
            if (routed.contains(p)) {
                return false;
            }
        }
        return false;
    }

    /** By merging and leaving out one after the other until nothing can be. */
    private static Set<Ipv6Prefix> fewest(
            Set<Ipv6Prefix> services, Set<Ipv6Prefix> routed, String what) {
        Set<Ipv6Prefix> all = new TreeSet<>(services);
        for (boolean changed = true; changed; ) {
            changed = false;
            for (Ipv6Prefix p : List.copyOf(all)) {
                Ipv6Prefix parent = Ipv6Prefix.of(p.high(), p.low(), p.length() - 1);
                long other = p.low() ^ 1L << (128 - p.length());
                Ipv6Prefix sibling = Ipv6Prefix.of(p.high(), other, p.length());
                if (all.contains(sibling)
                        && !all.contains(parent)
                        && !routed.contains(p)
                        && !routed.contains(sibling)) {
                    changed |= all.add(parent);
                }
            }
        }
        Set<Ipv6Prefix> least = new TreeSet<>(all);
        for (Ipv6Prefix p : all) {
            for (int length = p.length(); length > 96; length--) {
                if (routed.contains(Ipv6Prefix.of(p.high(), p.low(), length))) {
                    break;
                }
                if (all.contains(Ipv6Prefix.of(p.high(), p.low(), length - 1))) {
                    least.remove(p);
                    break;
                }
            }
        }
        return least;
    }
}
