// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class EamtTest {
    /** RFC 7757 section 3.2, figure 1. */
    private static final Eamt FIGURE_1 =
            Eamt.of(
                    List.of(
                            eam("192.0.2.1", "2001:db8:aaaa::"),
                            eam("192.0.2.2/32", "2001:db8:bbbb::b/128"),
                            eam("192.0.2.16/28", "2001:db8:cccc::/124"),
                            eam("192.0.2.128/26", "2001:db8:dddd::/64"),
                            eam("192.0.2.192/29", "2001:db8:eeee:8::/62"),
                            eam("192.0.2.224/31", "64:ff9b::/127")));

    private static Eam eam(String prefix4, String prefix6) {
        return new Eam(Ipv4Prefix.parse(prefix4), Ipv6Prefix.parse(prefix6), "main", Eam.Host.IPV6);
    }

    private static void assertMapped(String address4, String address6) {
        int v4 = Ipv4Address.parse(address4).bits();
        Ipv6Address v6 = Ipv6Address.parse(address6);
        Eam e = FIGURE_1.match(v4);
        assertEquals(v6, Ipv6Address.of(Eamt.toIpv6High(e, v4), Eamt.toIpv6Low(e, v4)), address4);
        assertEquals(e, FIGURE_1.match(v6.high(), v6.low()));
        assertEquals(v4, Eamt.toIpv4(e, v6.high(), v6.low()), address6);
    }

    /** RFC 7757 section 3.3, on the mappings of figure 1. */
    @Test
    void exampleOfTheRfc() {
        Eamt t = FIGURE_1;
        String[][] rows = {
            {"192.0.2.1", "2001:db8:aaaa::"},
            {"192.0.2.2", "2001:db8:bbbb::b"},
            {"192.0.2.17", "2001:db8:cccc::1"},
            {"192.0.2.129", "2001:db8:dddd:0:400::"},
            {"192.0.2.196", "2001:db8:eeee:a::"},
            {"192.0.2.225", "64:ff9b::1"},
        };
        for (String[] row : rows) {
            assertMapped(row[0], row[1]);
        }
        // Bits behind the IPv4 suffix are ignored.
        Ipv6Address longer = Ipv6Address.parse("2001:db8:dddd:0:400::7");
        Eam e = t.match(longer.high(), longer.low());
        assertEquals(
                Ipv4Address.parse("192.0.2.129").bits(),
                Eamt.toIpv4(e, longer.high(), longer.low()));
    }

    /** RFC 7757 appendix B: every row. */
    @Test
    void appendixBOfTheRfc() {
        assertMapped("192.0.2.1", "2001:db8:aaaa::");
        assertMapped("192.0.2.2", "2001:db8:bbbb::b");
        assertMapped("192.0.2.16", "2001:db8:cccc::");
        assertMapped("192.0.2.24", "2001:db8:cccc::8");
        assertMapped("192.0.2.31", "2001:db8:cccc::f");
        assertMapped("192.0.2.128", "2001:db8:dddd::");
        assertMapped("192.0.2.152", "2001:db8:dddd:0:6000::");
        assertMapped("192.0.2.183", "2001:db8:dddd:0:dc00::");
        assertMapped("192.0.2.191", "2001:db8:dddd:0:fc00::");
        assertMapped("192.0.2.195", "2001:db8:eeee:9:8000::");
        assertMapped("192.0.2.225", "64:ff9b::1");
        // By RFC 6052, for want of a mapping.
        Ipv6Address embedded = Ipv6Address.parse("64:ff9b::c000:2f8");
        assertNull(FIGURE_1.match(Ipv4Address.parse("192.0.2.248").bits()));
        assertNull(FIGURE_1.match(embedded.high(), embedded.low()));
    }

    private static Eam ipv4(String prefix4, String prefix6) {
        return new Eam(Ipv4Prefix.parse(prefix4), Ipv6Prefix.parse(prefix6), "main", Eam.Host.IPV4);
    }

    private static void mixed(Eamt table, List<Eam> added, String field, Eam other) {
        ConflictException c = assertThrows(ConflictException.class, () -> table.plus(added));
        assertEquals(field, c.field());
        assertEquals(other.toString(), c.other());
    }

    @Test
    void hostsOfBothFamiliesDoNotOverlap() {
        Eam six = eam("192.0.2.0/28", "2001:db8:a::/124");
        Eam four = ipv4("198.51.100.0/28", "2001:db8:b::/124");
        Eamt t = Eamt.of(List.of(six, four, ipv4("198.51.100.1", "2001:db8:b::7")));
        assertEquals(3, t.size());
        Eam apart = eam("192.0.2.99", "2001:db8:c::99");
        // Inside one that is there, around one, and among those that come together.
        mixed(t, List.of(apart, ipv4("192.0.2.1", "2001:db8:c::1")), "[1].prefix4", six);
        mixed(t, List.of(ipv4("192.0.2.0/24", "2001:db8:c::/120")), "[0].prefix4", six);
        mixed(t, List.of(eam("192.0.2.64", "2001:db8:b::1")), "[0].prefix6", four);
        mixed(t, List.of(eam("192.0.2.64/26", "2001:db8:b::/64")), "[0].prefix6", four);
        Eam around = eam("203.0.113.0/28", "2001:db8:c::/124");
        mixed(
                Eamt.EMPTY,
                List.of(around, ipv4("203.0.113.1", "2001:db8:d::")),
                "[1].prefix4",
                around);
        // The same prefix is a duplicate whatever the hosts.
        ConflictException c =
                assertThrows(
                        ConflictException.class,
                        () -> t.plus(List.of(ipv4("192.0.2.0/28", "2001:db8:d::/124"))));
        assertEquals("192.0.2.0/28 is mapped already", c.getMessage());
    }

    @Test
    void conflictsAreNamed() {
        Eamt t = Eamt.of(List.of(eam("192.0.2.0/28", "2001:db8::/124")));
        ConflictException c =
                assertThrows(
                        ConflictException.class,
                        () ->
                                t.plus(
                                        List.of(
                                                eam("192.0.2.32/28", "2001:db8::20/124"),
                                                eam("192.0.2.0/28", "2001:db8::30/124"))));
        assertEquals("[1].prefix4", c.field());
        assertEquals("192.0.2.0/28 <-> 2001:db8::/124", c.other());
        c =
                assertThrows(
                        ConflictException.class,
                        () ->
                                t.plus(
                                        List.of(
                                                eam("10.0.0.1", "2001:db8::55"),
                                                eam("10.0.0.2", "2001:db8::55"))));
        assertEquals("[1].prefix6", c.field());
        assertEquals("10.0.0.1/32 <-> 2001:db8::55/128", c.other());
        InvalidException i =
                assertThrows(
                        InvalidException.class,
                        () -> t.plus(List.of(eam("10.0.0.0/24", "2001:db8::/124"))));
        assertEquals("[0].prefix6", i.field());
        assertEquals(1, t.size(), "the table did not change");
    }

    /** A table of a million may be wrong from end to end. */
    @Test
    void noneIsSearchedForAFault() {
        List<Eam> eams =
                new ArrayList<>() {
                    @Override
                    public int indexOf(Object o) {
                        throw new AssertionError("all are searched for " + o);
                    }

                    @Override
                    public boolean contains(Object o) {
                        return indexOf(o) >= 0;
                    }
                };
        eams.add(eam("192.0.2.0/24", "2001:db8:a::/120"));
        for (int i = 0; i < 100; i++) {
            eams.add(ipv4("192.0.2." + i, "2001:db8:b::" + i));
        }
        List<String> fields = new ArrayList<>();
        Eamt.EMPTY.plus(eams, e -> fields.add(((ConflictException) e).field()));
        assertEquals(100, fields.size());
        assertEquals("[1].prefix4", fields.get(0));
    }

    /** Longest match and overlap from both sides, against a walk over all. */
    @Test
    void agreesWithAWalk() {
        long seed = Seeds.of(7757);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<Eam> eams = eams(random);
            Eamt table = Eamt.EMPTY;
            for (int i = 0; i < eams.size(); i += 7) {
                table = table.plus(eams.subList(i, Math.min(i + 7, eams.size())));
            }
            for (int k = random.nextInt(5); k > 0 && !eams.isEmpty(); k--) {
                table = table.minus(eams.remove(random.nextInt(eams.size())).prefix4);
            }
            assertEquals(new HashSet<>(eams), new HashSet<>(table.list()), "seed " + seed);
            for (int k = 0; k < 200; k++) {
                int v4 = random.nextInt(1 << 10);
                long high = random.nextInt(4);
                long low = random.nextLong() & 0xf00000000000003fL;
                assertEquals(best4(eams, v4), table.match(v4), "seed " + seed);
                assertEquals(best6(eams, high, low), table.match(high, low), "seed " + seed);
                List<Eam> others = new ArrayList<>(eams);
                others.removeIf(e -> !e.instance.equals("other"));
                assertEquals(best4(others, v4), table.match("other", v4), "seed " + seed);
                assertEquals(
                        best6(others, high, low), table.match("other", high, low), "seed " + seed);
                Set<Eam> found = new HashSet<>();
                table.around(v4, found::add);
                assertEquals(those(eams, e -> e.prefix4.contains(v4)), found, "seed " + seed);
                found.clear();
                table.around(high, low, found::add);
                assertEquals(
                        those(eams, e -> e.prefix6.contains(high, low)), found, "seed " + seed);
                Ipv4Prefix p4 = Ipv4Prefix.of(v4, 20 + random.nextInt(13));
                found.clear();
                table.overlapping(p4, found::add);
                assertEquals(those(eams, e -> e.prefix4.overlaps(p4)), found, "seed " + seed);
                assertEquals(!found.isEmpty(), table.overlap(p4) != null, "seed " + seed);
                Ipv6Prefix p6 = Ipv6Prefix.of(high, low, random.nextInt(129));
                found.clear();
                table.overlapping(p6, found::add);
                assertEquals(those(eams, e -> e.prefix6.overlaps(p6)), found, "seed " + seed);
                assertEquals(!found.isEmpty(), table.overlap(p6) != null, "seed " + seed);
            }
        }
    }

    private static Set<Eam> those(List<Eam> eams, Predicate<Eam> which) {
        return eams.stream().filter(which).collect(Collectors.toSet());
    }

    /** A table that came about by changes is the one that is made at once. */
    @Test
    void changesMakeTheSameTable() {
        long seed = Seeds.of(7915);
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            Set<Eam> there = new HashSet<>();
            Eamt table = Eamt.EMPTY;
            for (int change = 0; change < 20; change++) {
                Eamt before = table;
                if (random.nextInt(3) == 0 && !there.isEmpty()) {
                    List<Eam> gone = new ArrayList<>(there);
                    Collections.shuffle(gone, random);
                    gone = gone.subList(0, random.nextInt(Math.min(4, gone.size())) + 1);
                    there.removeAll(gone);
                    table = table.minus(gone);
                } else {
                    List<Eam> added = eams(random).subList(0, random.nextInt(12));
                    Eamt now = table;
                    added.removeIf(e -> now.get(e.prefix4) != null || now.get(e.prefix6) != null);
                    there.addAll(added);
                    table = table.plus(added);
                }
                Eamt anew = Eamt.of(new ArrayList<>(there));
                assertEquals(anew.list(), table.list(), "seed " + seed);
                for (Eam.Host host : Eam.Host.values()) {
                    assertEquals(anew.size(host), table.size(host), "seed " + seed);
                }
                for (Eam e : there) {
                    assertEquals(e, table.get(e.prefix4), "seed " + seed);
                    assertEquals(e, table.get(e.prefix6), "seed " + seed);
                }
                for (int k = 0; k < 100; k++) {
                    int v4 = random.nextInt(1 << 10);
                    long high = random.nextInt(4);
                    long low = random.nextLong() & 0xf00000000000003fL;
                    assertEquals(anew.match(v4), table.match(v4), "seed " + seed);
                    assertEquals(anew.match(high, low), table.match(high, low), "seed " + seed);
                }
                assertDifferences(before, table, seed);
                // With some of the other's rows, and some that are equal to its.
                assertDifferences(table, Eamt.of(copies(random, there)), seed);
            }
        }
    }

    private static void assertDifferences(Eamt one, Eamt other, long seed) {
        List<Eam> expected = new ArrayList<>(one.list());
        expected.removeAll(new HashSet<>(other.list()));
        assertEquals(expected, one.without(other), "seed " + seed);
        expected = new ArrayList<>(other.list());
        expected.removeAll(new HashSet<>(one.list()));
        assertEquals(expected, other.without(one), "seed " + seed);
    }

    /** Most of some mappings, as they are, as others that are equal, or to another instance. */
    private static List<Eam> copies(Random random, Set<Eam> eams) {
        List<Eam> copies = new ArrayList<>();
        for (Eam e : eams) {
            int kind = random.nextInt(10);
            if (kind > 5) {
                copies.add(e);
            } else if (kind > 2) {
                copies.add(new Eam(e.prefix4, e.prefix6, e.instance, e.host));
            } else if (kind > 0) {
                copies.add(new Eam(e.prefix4, e.prefix6, "third", e.host));
            }
        }
        return copies;
    }

    private static List<Eam> eams(Random random) {
        List<Eam> eams = new ArrayList<>();
        Set<Object> taken = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            Ipv4Prefix p4 = Ipv4Prefix.of(random.nextInt(1 << 10), 22 + random.nextInt(11));
            int length = random.nextInt(96 + p4.length() + 1);
            Ipv6Prefix p6 =
                    Ipv6Prefix.of(
                            random.nextInt(4), random.nextLong() & 0xf00000000000003fL, length);
            if (!taken.contains(p4) && !taken.contains(p6)) {
                taken.add(p4);
                taken.add(p6);
                String instance = random.nextBoolean() ? "main" : "other";
                eams.add(new Eam(p4, p6, instance, Eam.Host.IPV6));
            }
        }
        return eams;
    }

    private static Eam best4(List<Eam> eams, int v4) {
        Eam best = null;
        for (Eam e : eams) {
            if (e.prefix4.contains(v4)
                    && (best == null || e.prefix4.length() > best.prefix4.length())) {
                best = e;
            }
        }
        return best;
    }

    private static Eam best6(List<Eam> eams, long high, long low) {
        Eam best = null;
        for (Eam e : eams) {
            if (e.prefix6.contains(high, low)
                    && (best == null || e.prefix6.length() > best.prefix6.length())) {
                best = e;
            }
        }
        return best;
    }

    @Test
    void whatIsMappedComesBack() {
        long seed = Seeds.of(3);
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            Ipv4Prefix p4 = Ipv4Prefix.of(random.nextInt(), random.nextInt(33));
            int length = random.nextInt(96 + p4.length() + 1);
            Ipv6Prefix p6 = Ipv6Prefix.of(random.nextLong(), random.nextLong(), length);
            Eam e = new Eam(p4, p6, "main", Eam.Host.IPV6);
            int v4 = p4.bits() | random.nextInt() & ~Ipv4Prefix.mask(p4.length());
            long high = Eamt.toIpv6High(e, v4);
            long low = Eamt.toIpv6Low(e, v4);
            assertEquals(true, p6.contains(high, low), () -> e + " seed " + seed);
            assertEquals(v4, Eamt.toIpv4(e, high, low), () -> e + " seed " + seed);
        }
    }
}
