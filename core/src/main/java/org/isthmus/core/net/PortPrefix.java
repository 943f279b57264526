// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.util.ArrayList;
import java.util.List;

/**
 * Ports, or identifiers, that are equal in their highest bits; the others are zero. As what a row
 * of a switch matches. Immutable.
 */
public final class PortPrefix {
    /** All of them. */
    public static final PortPrefix ALL = new PortPrefix(0, 0);

    private final int first;
    private final int length;

    private PortPrefix(int first, int length) {
        this.first = first;
        this.length = length;
    }

    /**
     * @param port 0 to 65535; bits beyond the length are cleared
     * @param length 0 to 16
     */
    public static PortPrefix of(int port, int length) {
        if (port >>> 16 != 0 || length < 0 || length > 16) {
            throw new IllegalArgumentException("no prefix of a port: " + port + "/" + length);
        }
        return new PortPrefix(port & mask(length), length);
    }

    /**
     * @param first 0 to 65535
     * @param last at least as much, to 65535
     * @return the fewest prefixes that hold just these ports, in their order; 30 at most
     */
    public static List<PortPrefix> covering(int first, int last) {
        if (first < 0 || last < first || last > 0xffff) {
            throw new IllegalArgumentException("no range of ports: " + first + "-" + last);
        }
        List<PortPrefix> all = new ArrayList<>();
        for (int next = first; next <= last; ) {
            int aligned = Math.min(16, Integer.numberOfTrailingZeros(next));
            int left = 31 - Integer.numberOfLeadingZeros(last - next + 1);
            int bits = Math.min(aligned, left);
            all.add(new PortPrefix(next, 16 - bits));
            next += 1 << bits;
        }
        return all;
    }

    /** The mask of a length, 0 to 16. */
    public static int mask(int length) {
        return 0xffff << (16 - length) & 0xffff;
    }

    /** The lowest port. */
    public int first() {
        return first;
    }

    /** How many of the 16 bits are matched. */
    public int length() {
        return length;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof PortPrefix
                && ((PortPrefix) o).first == first
                && ((PortPrefix) o).length == length;
    }

    @Override
    public int hashCode() {
        return first * 31 + length;
    }

    @Override
    public String toString() {
        return first + "/" + length;
    }
}
