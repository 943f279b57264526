// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.util.Arrays;

/** An IPv6 address: two longs in network order. Immutable; ordered as unsigned. */
public final class Ipv6Address implements Comparable<Ipv6Address> {
    /** Of 16 bits. */
    private static final int GROUPS = 8;

    private final long high;
    private final long low;

    private Ipv6Address(long high, long low) {
        this.high = high;
        this.low = low;
    }

    public static Ipv6Address of(long high, long low) {
        return new Ipv6Address(high, low);
    }

    /**
     * Parses the text forms of RFC 4291 section 2.2; no zone.
     *
     * @throws IllegalArgumentException names the text
     */
    public static Ipv6Address parse(String text) {
        // Not by the JDK, which asks a resolver what begins with no hex digit.
        int[] groups = new int[GROUPS];
        int read = 0;
        int gap = text.startsWith("::") ? 0 : -1;
        int at = gap == 0 ? 2 : 0;
        while (at < text.length()) {
            int end = text.indexOf(':', at);
            end = end < 0 ? text.length() : end;
            if (end == text.length() && text.indexOf('.', at) >= 0) {
                int bits = embedded(text, at);
                read = put(groups, read, bits >>> 16, text);
                read = put(groups, read, bits & 0xffff, text);
            } else {
                read = put(groups, read, group(text, at, end), text);
            }
            at = end + 1;
            if (gap < 0 && text.startsWith("::", end)) {
                gap = read;
                at++;
            } else if (at == text.length()) {
                throw wrong(text);
            }
        }
        // "::" stands for one group at least.
        if (gap < 0 ? read != GROUPS : read == GROUPS) {
            throw wrong(text);
        }
        if (gap >= 0) {
            System.arraycopy(groups, gap, groups, GROUPS - read + gap, read - gap);
            Arrays.fill(groups, gap, GROUPS - read + gap, 0);
        }
        return new Ipv6Address(word(groups, 0), word(groups, GROUPS / 2));
    }

    private static int put(int[] groups, int at, int group, String text) {
        if (at == groups.length) {
            throw wrong(text);
        }
        groups[at] = group;
        return at + 1;
    }

    /** One to four hex digits. */
    private static int group(String text, int from, int to) {
        int value = to == from || to - from > 4 ? -1 : 0;
        for (int i = from; value >= 0 && i < to; i++) {
            char c = text.charAt(i);
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            value = digit < 0 ? -1 : value << 4 | digit;
        }
        if (value < 0) {
            throw wrong(text);
        }
        return value;
    }

    /** The IPv4 address that may stand for the last two groups. */
    private static int embedded(String text, int from) {
        try {
            return Ipv4Address.parse(text.substring(from)).bits();
        } catch (IllegalArgumentException e) {
            throw wrong(text);
        }
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("not an IPv6 address: " + text);
    }

    private static long word(int[] groups, int from) {
        long word = 0;
        for (int i = from; i < from + GROUPS / 2; i++) {
            word = word << 16 | groups[i];
        }
        return word;
    }

    /** Bits 0 to 63. */
    public long high() {
        return high;
    }

    /** Bits 64 to 127. */
    public long low() {
        return low;
    }

    @Override
    public int compareTo(Ipv6Address o) {
        int c = Long.compareUnsigned(high, o.high);
        return c != 0 ? c : Long.compareUnsigned(low, o.low);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Ipv6Address
                && ((Ipv6Address) o).high == high
                && ((Ipv6Address) o).low == low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high * 31 + low);
    }

    @Override
    public String toString() {
        return toString(high, low);
    }

    /** The canonical text of RFC 5952. */
    public static String toString(long high, long low) {
        int bestAt = -1;
        int best = 1;
        for (int i = 0; i < 8; i++) {
            int n = 0;
            while (i + n < 8 && group(high, low, i + n) == 0) {
                n++;
            }
            if (n > best) {
                best = n;
                bestAt = i;
            }
        }
        StringBuilder s = new StringBuilder(39);
        for (int i = 0; i < 8; i++) {
            if (i == bestAt) {
                s.append("::");
                i += best - 1;
            } else {
                if (i > 0 && s.charAt(s.length() - 1) != ':') {
                    s.append(':');
                }
                s.append(Integer.toHexString(group(high, low, i)));
            }
        }
        return s.toString();
    }

    private static int group(long high, long low, int i) {
        return (int) ((i < 4 ? high >>> (48 - 16 * i) : low >>> (112 - 16 * i)) & 0xffff);
    }
}
