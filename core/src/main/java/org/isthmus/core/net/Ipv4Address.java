// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

/** An IPv4 address. Immutable; ordered as unsigned. */
public final class Ipv4Address implements Comparable<Ipv4Address> {
    private final int bits;

    private Ipv4Address(int bits) {
        this.bits = bits;
    }

    public static Ipv4Address of(int bits) {
        return new Ipv4Address(bits);
    }

    /**
     * Parses dotted decimal.
     *
     * @throws IllegalArgumentException names the text
     */
    public static Ipv4Address parse(String text) {
        int bits = 0;
        int octet = -1;
        int octets = 0;
        int digits = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : '.';
            if (c == '.') {
                if (octet < 0 || ++octets > 4) {
                    throw new IllegalArgumentException("not an IPv4 address: " + text);
                }
                bits = bits << 8 | octet;
                octet = -1;
                digits = 0;
            } else if (c >= '0' && c <= '9' && ++digits <= 3 && octet != 0) {
                octet = Math.max(octet, 0) * 10 + (c - '0');
                if (octet > 255) {
                    throw new IllegalArgumentException("not an IPv4 address: " + text);
                }
            } else {
                throw new IllegalArgumentException("not an IPv4 address: " + text);
            }
        }
        if (octets != 4) {
            throw new IllegalArgumentException("not an IPv4 address: " + text);
        }
        return new Ipv4Address(bits);
    }

    /** The address in network order: the first octet in the highest byte. */
    public int bits() {
        return bits;
    }

    @Override
    public int compareTo(Ipv4Address o) {
        return Integer.compareUnsigned(bits, o.bits);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Ipv4Address && ((Ipv4Address) o).bits == bits;
    }

    @Override
    public int hashCode() {
        return bits;
    }

    @Override
    public String toString() {
        return toString(bits);
    }

    /** Dotted decimal of an address in network order. */
    public static String toString(int bits) {
        return (bits >>> 24)
                + "."
                + (bits >>> 16 & 255)
                + "."
                + (bits >>> 8 & 255)
                + "."
                + (bits & 255);
    }
}
