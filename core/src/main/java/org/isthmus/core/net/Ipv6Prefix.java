// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

/** An IPv6 prefix; the bits beyond its length are zero. Immutable. */
public final class Ipv6Prefix implements Comparable<Ipv6Prefix> {
    /** Of addresses that no router forwards (RFC 4291 section 2.5.6). */
    public static final Ipv6Prefix LINK_LOCAL = parse("fe80::/10");

    private final long high;
    private final long low;
    private final int length;

    private Ipv6Prefix(long high, long low, int length) {
        this.high = high;
        this.low = low;
        this.length = length;
    }

    /**
     * @param length 0 to 128; bits beyond it are cleared
     */
    public static Ipv6Prefix of(long high, long low, int length) {
        if (length < 0 || length > 128) {
            throw new IllegalArgumentException("not an IPv6 prefix length: " + length);
        }
        return new Ipv6Prefix(high & maskHigh(length), low & maskLow(length), length);
    }

    /**
     * Parses {@code address/length}; a bare address is a /128.
     *
     * @throws IllegalArgumentException names the text: bad form, or bits set behind the length
     */
    public static Ipv6Prefix parse(String text) {
        Ipv6Prefix prefix = parseAround(text);
        if (!addressOf(text).equals(prefix.address())) {
            throw new IllegalArgumentException("bits are set behind the prefix length: " + text);
        }
        return prefix;
    }

    /**
     * Parses as {@link #parse}, but clears bits that are set behind the length.
     *
     * @throws IllegalArgumentException names the text: bad form
     */
    public static Ipv6Prefix parseAround(String text) {
        int slash = text.indexOf('/');
        Ipv6Address a = addressOf(text);
        return of(a.high(), a.low(), slash < 0 ? 128 : PrefixLength.parse(text, slash + 1, 128));
    }

    private static Ipv6Address addressOf(String text) {
        int slash = text.indexOf('/');
        return Ipv6Address.parse(slash < 0 ? text : text.substring(0, slash));
    }

    /** The upper half of the mask of a length, 0 to 128. */
    public static long maskHigh(int length) {
        return length == 0 ? 0 : length >= 64 ? -1 : -1L << (64 - length);
    }

    /** The lower half of the mask of a length, 0 to 128. */
    public static long maskLow(int length) {
        return length <= 64 ? 0 : -1L << (128 - length);
    }

    public long high() {
        return high;
    }

    public long low() {
        return low;
    }

    public int length() {
        return length;
    }

    /** The first address. */
    public Ipv6Address address() {
        return Ipv6Address.of(high, low);
    }

    public boolean contains(long addressHigh, long addressLow) {
        return (addressHigh & maskHigh(length)) == high && (addressLow & maskLow(length)) == low;
    }

    public boolean contains(Ipv6Address a) {
        return contains(a.high(), a.low());
    }

    public boolean overlaps(Ipv6Prefix o) {
        return length <= o.length ? contains(o.high, o.low) : o.contains(high, low);
    }

    @Override
    public int compareTo(Ipv6Prefix o) {
        int c = Long.compareUnsigned(high, o.high);
        c = c != 0 ? c : Long.compareUnsigned(low, o.low);
        return c != 0 ? c : length - o.length;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Ipv6Prefix
                && ((Ipv6Prefix) o).high == high
                && ((Ipv6Prefix) o).low == low
                && ((Ipv6Prefix) o).length == length;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high * 31 + low) * 31 + length;
    }

    @Override
    public String toString() {
        return Ipv6Address.toString(high, low) + "/" + length;
    }
}
