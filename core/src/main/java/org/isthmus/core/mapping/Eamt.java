// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.mapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/**
 * The explicit address mapping table (RFC 7757): longest match from either side. Prefixes may nest,
 * each may occur once, and those of IPv6 hosts do not overlap those of IPv4 hosts: the translation
 * to one would capture the native traffic of the other. Immutable: a change returns a new table, or
 * fails as a whole.
 */
public final class Eamt {
    /** No EAM matches. */
    public static final int NONE = -1;

    public static final Eamt EMPTY =
            new Eamt(
                    new EamRows(EamRows.BY_4),
                    new EamRows(EamRows.BY_6),
                    new int[Eam.Host.values().length]);

    private final EamRows rows4;
    private final EamRows rows6;

    // Sorted by prefix, so that a prefix precedes those inside it; enclosing: the row of the
    // longest prefix around it. The match of an address is the row before it, or one that
    // encloses that row.
    private final Eam[] by4;
    private final int[] enclosing4;
    private final Eam[] by6;
    private final int[] enclosing6;
    private final int[] byHost;

    private Eamt(EamRows rows4, EamRows rows6, int[] byHost) {
        this.rows4 = rows4;
        this.rows6 = rows6;
        this.byHost = byHost;
        by4 = rows4.rows;
        enclosing4 = rows4.enclosing;
        by6 = rows6.rows;
        enclosing6 = rows6.enclosing;
    }

    /**
     * A table of these mappings.
     *
     * @throws InvalidException an IPv6 suffix shorter than the IPv4 suffix; path {@code
     *     [3].prefix6}
     * @throws ConflictException a prefix that occurs twice, or hosts of both families in one
     */
    public static Eamt of(List<Eam> eams) {
        return EMPTY.plus(eams);
    }

    /**
     * This table with these mappings added; exceptions as of {@link #of}, their indexes are those
     * of the argument.
     */
    public Eamt plus(List<Eam> eams) {
        return plus(
                eams,
                e -> {
                    throw e;
                });
    }

    /**
     * Like {@link #plus(List)}, but continues after a fault unless the receiver throws it. The
     * result is invalid if there was a fault, and of use to find what contradicts it alone.
     *
     * @param wrong gets InvalidExceptions and ConflictExceptions
     */
    public Eamt plus(List<Eam> eams, Consumer<RuntimeException> wrong) {
        if (eams.isEmpty()) {
            return this;
        }
        Integer[] order4 = new Integer[eams.size()];
        boolean[] bad = new boolean[eams.size()];
        for (int i = 0; i < order4.length; i++) {
            order4[i] = i;
            Eam e = eams.get(i);
            if (128 - e.prefix6.length() < 32 - e.prefix4.length()) {
                bad[i] = true;
                wrong.accept(
                        new InvalidException(
                                "[" + i + "].prefix6",
                                "the suffix of "
                                        + e.prefix6
                                        + " is shorter than that of "
                                        + e.prefix4));
            }
        }
        Integer[] order6 = order4.clone();
        Arrays.sort(order4, Comparator.comparing(i -> eams.get(i).prefix4));
        Arrays.sort(order6, Comparator.comparing(i -> eams.get(i).prefix6));
        for (int i = 0; i < order4.length; i++) {
            int at = order4[i];
            Ipv4Prefix prefix4 = eams.get(at).prefix4;
            Eam twin = i == 0 ? null : eams.get(order4[i - 1]);
            twin = twin != null && twin.prefix4.equals(prefix4) ? twin : get(prefix4);
            if (twin != null) {
                bad[at] = true;
                wrong.accept(twice(at, ".prefix4", prefix4, twin));
            }
            at = order6[i];
            Ipv6Prefix prefix6 = eams.get(at).prefix6;
            twin = i == 0 ? null : eams.get(order6[i - 1]);
            twin = twin != null && twin.prefix6.equals(prefix6) ? twin : get(prefix6);
            if (twin != null) {
                bad[at] = true;
                wrong.accept(twice(at, ".prefix6", prefix6, twin));
            }
        }
        Eam[] added = inOrder(eams, order4, bad);
        int[] hosts = byHost.clone();
        for (Eam e : added) {
            hosts[e.host.ordinal()]++;
        }
        Eamt table = new Eamt(rows4.plus(added), rows6.plus(inOrder(eams, order6, bad)), hosts);
        oneFamily(eams, ".prefix4", table.by4, table.enclosing4, e -> e.prefix4, wrong);
        oneFamily(eams, ".prefix6", table.by6, table.enclosing6, e -> e.prefix6, wrong);
        return table;
    }

    private static Eam[] inOrder(List<Eam> eams, Integer[] order, boolean[] bad) {
        return Arrays.stream(order).filter(i -> !bad[i]).map(eams::get).toArray(Eam[]::new);
    }

    private static ConflictException twice(int index, String field, Object prefix, Eam other) {
        return new ConflictException(
                "[" + index + "]" + field, prefix + " is mapped already", other.toString());
    }

    private static void oneFamily(
            List<Eam> added,
            String field,
            Eam[] rows,
            int[] enclosing,
            Function<Eam, ?> prefix,
            Consumer<RuntimeException> wrong) {
        Map<Eam, Integer> places = null;
        for (int i = 0; i < rows.length; i++) {
            if (enclosing[i] >= 0 && rows[enclosing[i]].host != rows[i].host) {
                places = places == null ? places(added) : places;
                boolean isInner = places.containsKey(rows[i]);
                Eam one = rows[isInner ? i : enclosing[i]];
                Eam other = rows[isInner ? enclosing[i] : i];
                if (!places.containsKey(one)) {
                    continue;
                }
                wrong.accept(
                        new ConflictException(
                                "[" + places.get(one) + "]" + field,
                                prefix.apply(one)
                                        + " overlaps "
                                        + prefix.apply(other)
                                        + ", whose hosts are of the other family",
                                other.toString()));
            }
        }
    }

    /** Where each is in a list, first: there may be as many faults as mappings. */
    private static Map<Eam, Integer> places(List<Eam> eams) {
        Map<Eam, Integer> places = new HashMap<>();
        for (int i = 0; i < eams.size(); i++) {
            places.putIfAbsent(eams.get(i), i);
        }
        return places;
    }

    /** This table without the mapping of a prefix, which must be there. */
    public Eamt minus(Ipv4Prefix prefix4) {
        return minus(List.of(get(prefix4)));
    }

    /** This table without some mappings, each of which must be there. */
    public Eamt minus(Collection<Eam> removed) {
        if (removed.isEmpty()) {
            return this;
        }
        int[] hosts = byHost.clone();
        removed.forEach(e -> hosts[e.host.ordinal()]--);
        return new Eamt(rows4.minus(removed), rows6.minus(removed), hosts);
    }

    /** The mapping of exactly this prefix, or null. */
    public Eam get(Ipv4Prefix prefix4) {
        return at4(row4(prefix4));
    }

    /** The mapping of exactly this prefix, or null. */
    public Eam get(Ipv6Prefix prefix6) {
        return at6(row6(prefix6));
    }

    /** Ordered by IPv4 prefix. */
    public List<Eam> list() {
        return List.of(by4);
    }

    public int size() {
        return by4.length;
    }

    /** How many are of hosts of a family. */
    public int size(Eam.Host host) {
        return byHost[host.ordinal()];
    }

    /** What is in this table and not in the other. */
    public Collection<Eam> without(Eamt other) {
        List<Eam> rest = new ArrayList<>();
        if (other == this) {
            return rest;
        }
        int at = 0;
        for (Eam e : by4) {
            // A table that was made of another one has its rows: most need no look at prefixes.
            while (at < other.by4.length
                    && other.by4[at] != e
                    && other.by4[at].prefix4.compareTo(e.prefix4) < 0) {
                at++;
            }
            if (at < other.by4.length && (other.by4[at] == e || other.by4[at].equals(e))) {
                at++;
            } else {
                rest.add(e);
            }
        }
        return rest;
    }

    /** Longest prefix match of an IPv4 address, or null; allocates nothing. */
    public Eam match(int address4) {
        int row = floor4(address4);
        while (row >= 0 && !by4[row].prefix4.contains(address4)) {
            row = enclosing4[row];
        }
        return at4(row);
    }

    /** Longest prefix match of an IPv6 address, or null; allocates nothing. */
    public Eam match(long high, long low) {
        int row = floor6(high, low);
        while (row >= 0 && !by6[row].prefix6.contains(high, low)) {
            row = enclosing6[row];
        }
        return at6(row);
    }

    /** Longest prefix match among the mappings of an instance, as above. */
    public Eam match(String instance, int address4) {
        int row = floor4(address4);
        while (row >= 0
                && !(by4[row].prefix4.contains(address4) && by4[row].instance.equals(instance))) {
            row = enclosing4[row];
        }
        return at4(row);
    }

    /** Longest prefix match among the mappings of an instance, as above. */
    public Eam match(String instance, long high, long low) {
        int row = floor6(high, low);
        while (row >= 0
                && !(by6[row].prefix6.contains(high, low) && by6[row].instance.equals(instance))) {
            row = enclosing6[row];
        }
        return at6(row);
    }

    /** Visits the mappings of an IPv4 address, whatever their instances. */
    public void around(int address4, Consumer<Eam> visitor) {
        for (int row = floor4(address4); row >= 0; row = enclosing4[row]) {
            if (by4[row].prefix4.contains(address4)) {
                visitor.accept(by4[row]);
            }
        }
    }

    /** Visits the mappings of an IPv6 address, whatever their instances. */
    public void around(long high, long low, Consumer<Eam> visitor) {
        for (int row = floor6(high, low); row >= 0; row = enclosing6[row]) {
            if (by6[row].prefix6.contains(high, low)) {
                visitor.accept(by6[row]);
            }
        }
    }

    /** Visits the mappings whose IPv4 prefixes share an address with this one. */
    public void overlapping(Ipv4Prefix prefix, Consumer<Eam> visitor) {
        around(prefix.bits(), visitor);
        int row = floor4(prefix.bits()) + 1;
        for (; row < by4.length && prefix.contains(by4[row].prefix4.bits()); row++) {
            visitor.accept(by4[row]);
        }
    }

    /** Visits the mappings whose IPv6 prefixes share an address with this one. */
    public void overlapping(Ipv6Prefix prefix, Consumer<Eam> visitor) {
        around(prefix.high(), prefix.low(), visitor);
        int row = floor6(prefix.high(), prefix.low()) + 1;
        for (; row < by6.length && prefix.contains(by6[row].prefix6.address()); row++) {
            visitor.accept(by6[row]);
        }
    }

    /** A mapping whose IPv4 prefix shares an address with this one, or null. */
    public Eam overlap(Ipv4Prefix prefix) {
        Eam over = match(prefix.bits());
        if (over != null) {
            return over;
        }
        int last = floor4(prefix.bits() | ~Ipv4Prefix.mask(prefix.length()));
        return last >= 0 && by4[last].prefix4.overlaps(prefix) ? by4[last] : null;
    }

    /** A mapping whose IPv6 prefix shares an address with this one, or null. */
    public Eam overlap(Ipv6Prefix prefix) {
        Eam over = match(prefix.high(), prefix.low());
        if (over != null) {
            return over;
        }
        int last =
                floor6(
                        prefix.high() | ~Ipv6Prefix.maskHigh(prefix.length()),
                        prefix.low() | ~Ipv6Prefix.maskLow(prefix.length()));
        return last >= 0 && by6[last].prefix6.overlaps(prefix) ? by6[last] : null;
    }

    /** The IPv4 address of an IPv6 address under a mapping (RFC 7757 section 3.3.2). */
    public static int toIpv4(Eam eam, long high, long low) {
        int suffix = 32 - eam.prefix4.length();
        return eam.prefix4.bits()
                | (int) (bitsFrom(high, low, eam.prefix6.length()) >>> 32 >>> (32 - suffix));
    }

    /** Bits 0 to 63 of the IPv6 address of an IPv4 address under a mapping (section 3.3.1). */
    public static long toIpv6High(Eam eam, int address4) {
        int at = eam.prefix6.length();
        return at >= 64 ? eam.prefix6.high() : eam.prefix6.high() | suffix(eam, address4) >>> at;
    }

    /** Bits 64 to 127. */
    public static long toIpv6Low(Eam eam, int address4) {
        int at = eam.prefix6.length();
        long suffix = suffix(eam, address4);
        long low = eam.prefix6.low();
        if (at >= 64) {
            return at == 128 ? low : low | suffix >>> (at - 64);
        }
        return at <= 32 ? low : low | suffix << (64 - at);
    }

    /** The IPv4 suffix, at the top of 64 bits. */
    private static long suffix(Eam eam, int address4) {
        int length = eam.prefix4.length();
        return length == 32 ? 0 : (long) address4 << (32 + length);
    }

    /** The 64 bits of an IPv6 address that begin at a bit. */
    private static long bitsFrom(long high, long low, int at) {
        if (at >= 64) {
            return at == 128 ? 0 : low << (at - 64);
        }
        return at == 0 ? high : high << at | low >>> (64 - at);
    }

    private Eam at4(int row) {
        return row < 0 ? null : by4[row];
    }

    private Eam at6(int row) {
        return row < 0 ? null : by6[row];
    }

    private int row4(Ipv4Prefix prefix) {
        int low = 0;
        int high = by4.length - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            int c = by4[mid].prefix4.compareTo(prefix);
            if (c == 0) {
                return mid;
            }
            low = c < 0 ? mid + 1 : low;
            high = c > 0 ? mid - 1 : high;
        }
        return NONE;
    }

    private int row6(Ipv6Prefix prefix) {
        int low = 0;
        int high = by6.length - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            int c = by6[mid].prefix6.compareTo(prefix);
            if (c == 0) {
                return mid;
            }
            low = c < 0 ? mid + 1 : low;
            high = c > 0 ? mid - 1 : high;
        }
        return NONE;
    }

    /** The last row whose first address is not above this one. */
    private int floor4(int address4) {
        int low = 0;
        int high = by4.length;
        while (low < high) {
            int mid = (low + high) >>> 1;
            if (Integer.compareUnsigned(by4[mid].prefix4.bits(), address4) <= 0) {
                low = mid + 1;
            } else {
                high = mid;
            }
        }
        return low - 1;
    }

    private int floor6(long addressHigh, long addressLow) {
        int low = 0;
        int high = by6.length;
        while (low < high) {
            int mid = (low + high) >>> 1;
            Ipv6Prefix p = by6[mid].prefix6;
            int c = Long.compareUnsigned(p.high(), addressHigh);
            c = c != 0 ? c : Long.compareUnsigned(p.low(), addressLow);
            if (c <= 0) {
                low = mid + 1;
            } else {
                high = mid;
            }
        }
        return low - 1;
    }
}
