// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.util.Arrays;
import java.util.List;

/**
 * Finds which of many IPv4 prefixes holds an address, by binary search; of several the longest.
 * Immutable; a look-up allocates nothing.
 */
public final class PrefixIndex {
    private static final int INDEX_BITS = 26;

    private final List<Ipv4Prefix> prefixes;

    /** Of each its bits, as they sort as a signed number, its length, and its index. */
    private final long[] sorted;

    /** Where in {@link #sorted} the longest prefix around each is, or -1. */
    private final int[] enclosing;

    /**
     * @param prefixes at most 2^26
     */
    public PrefixIndex(List<Ipv4Prefix> prefixes) {
        this.prefixes = List.copyOf(prefixes);
        sorted = new long[prefixes.size()];
        for (int i = 0; i < sorted.length; i++) {
            Ipv4Prefix p = prefixes.get(i);
            sorted[i] = key(p.bits()) | (long) p.length() << INDEX_BITS | i;
        }
        Arrays.sort(sorted);
        enclosing = new int[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            enclosing[i] = around(i - 1, prefix(i).bits());
        }
    }

    private static long key(int address4) {
        return (long) (address4 ^ Integer.MIN_VALUE) << 32;
    }

    private int index(int at) {
        return (int) sorted[at] & (1 << INDEX_BITS) - 1;
    }

    private Ipv4Prefix prefix(int at) {
        return prefixes.get(index(at));
    }

    /** This one or the longest around it that holds an address. */
    private int around(int at, int address4) {
        int i = at;
        while (i >= 0 && !prefix(i).contains(address4)) {
            i = enclosing[i];
        }
        return i;
    }

    /** The index of the prefix that holds an address, in the order that they were given; or -1. */
    public int indexOf(int address4) {
        long last = key(address4) | 0xffff_ffffL;
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int mid = (low + high) >>> 1;
            if (sorted[mid] <= last) {
                low = mid + 1;
            } else {
                high = mid;
            }
        }
        int at = around(low - 1, address4);
        return at < 0 ? -1 : index(at);
    }

    /** Whether one of the prefixes holds an address. */
    public boolean contains(int address4) {
        return indexOf(address4) >= 0;
    }
}
