// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** An IPv6 address: two longs in network order. Immutable; ordered as unsigned. */
public final class Ipv6Address implements Comparable<Ipv6Address> {
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
        if (text.indexOf(':') < 0 || text.indexOf('%') >= 0 || text.indexOf('[') >= 0) {
            throw new IllegalArgumentException("not an IPv6 address: " + text);
        }
        byte[] b;
        try {
            // With a colon in it the JDK parses the text as a literal and never asks a resolver.
            b = InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an IPv6 address: " + text, e);
        }
        if (b.length == 4) {
            // The JDK turns ::ffff:a.b.c.d into an IPv4 address.
            long v4 = (b[0] & 255L) << 24 | (b[1] & 255) << 16 | (b[2] & 255) << 8 | b[3] & 255;
            return new Ipv6Address(0, 0xffff_0000_0000L | v4);
        }
        return new Ipv6Address(word(b, 0), word(b, 8));
    }

    private static long word(byte[] b, int at) {
        long w = 0;
        for (int i = at; i < at + 8; i++) {
            w = w << 8 | b[i] & 255;
        }
        return w;
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
