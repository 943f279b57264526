// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.util.ArrayList;
import java.util.List;

/** An IPv4 prefix; the bits beyond its length are zero. Immutable. */
public final class Ipv4Prefix implements Comparable<Ipv4Prefix> {
    /** Of every address. */
    public static final Ipv4Prefix ALL = new Ipv4Prefix(0, 0);

    private final int bits;
    private final int length;

    private Ipv4Prefix(int bits, int length) {
        this.bits = bits;
        this.length = length;
    }

    /**
     * @param bits in network order; bits beyond the length are cleared
     * @param length 0 to 32
     */
    public static Ipv4Prefix of(int bits, int length) {
        if (length < 0 || length > 32) {
            throw new IllegalArgumentException("not an IPv4 prefix length: " + length);
        }
        return new Ipv4Prefix(bits & mask(length), length);
    }

    /**
     * Parses {@code address/length}; a bare address is a /32.
     *
     * @throws IllegalArgumentException names the text: bad form, or bits set behind the length
     */
    public static Ipv4Prefix parse(String text) {
        int slash = text.indexOf('/');
        int bits = Ipv4Address.parse(slash < 0 ? text : text.substring(0, slash)).bits();
        int length = slash < 0 ? 32 : PrefixLength.parse(text, slash + 1, 32);
        if ((bits & ~mask(length)) != 0) {
            throw new IllegalArgumentException("bits are set behind the prefix length: " + text);
        }
        return new Ipv4Prefix(bits, length);
    }

    /**
     * Parses {@code address/length}, an address, or a range {@code first-last}, both inclusive.
     *
     * @return the fewest prefixes that hold just these addresses, in their order
     * @throws IllegalArgumentException as {@link #parse}; or the last address is before the first
     */
    public static List<Ipv4Prefix> parseRange(String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            return List.of(parse(text));
        }
        long first = Ipv4Address.parse(text.substring(0, dash)).bits() & 0xffff_ffffL;
        long last = Ipv4Address.parse(text.substring(dash + 1)).bits() & 0xffff_ffffL;
        if (last < first) {
            throw new IllegalArgumentException("the last address is before the first: " + text);
        }
        List<Ipv4Prefix> prefixes = new ArrayList<>();
        while (first <= last) {
            int aligned = Math.min(32, Long.numberOfTrailingZeros(first));
            int left = 63 - Long.numberOfLeadingZeros(last - first + 1);
            int bits = Math.min(aligned, left);
            prefixes.add(of((int) first, 32 - bits));
            first += 1L << bits;
        }
        return prefixes;
    }

    /** The mask of a length, 0 to 32. */
    public static int mask(int length) {
        return length == 0 ? 0 : -1 << (32 - length);
    }

    public int bits() {
        return bits;
    }

    public int length() {
        return length;
    }

    public boolean contains(int address) {
        return (address & mask(length)) == bits;
    }

    public boolean overlaps(Ipv4Prefix o) {
        return length <= o.length ? contains(o.bits) : o.contains(bits);
    }

    /** How many addresses it holds, 1 to 2^32. */
    public long size() {
        return 1L << (32 - length);
    }

    @Override
    public int compareTo(Ipv4Prefix o) {
        int c = Integer.compareUnsigned(bits, o.bits);
        return c != 0 ? c : length - o.length;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Ipv4Prefix
                && ((Ipv4Prefix) o).bits == bits
                && ((Ipv4Prefix) o).length == length;
    }

    @Override
    public int hashCode() {
        return bits * 31 + length;
    }

    @Override
    public String toString() {
        return Ipv4Address.toString(bits) + "/" + length;
    }
}
