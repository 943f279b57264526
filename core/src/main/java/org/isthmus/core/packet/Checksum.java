// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.packet;

/**
 * The Internet checksum (RFC 1071) and its incremental update (RFC 1624). Sums are unfolded: add
 * them up freely, then {@link #finish}.
 */
public final class Checksum {
    private Checksum() {}

    /**
     * The sum of 16-bit words; an odd last byte counts as the upper half of a word.
     *
     * @param to exclusive
     */
    public static long sum(byte[] b, int from, int to) {
        long sum = 0;
        int i = from;
        for (; i + 1 < to; i += 2) {
            sum += (b[i] & 0xff) << 8 | b[i + 1] & 0xff;
        }
        return i < to ? sum + ((b[i] & 0xff) << 8) : sum;
    }

    public static long sum(int word32) {
        return (word32 >>> 16) + (word32 & 0xffff);
    }

    public static long sum(long word64) {
        return sum((int) (word64 >>> 32)) + sum((int) word64);
    }

    /** The pseudo-header of RFC 793. */
    public static long pseudo4(int source, int destination, int protocol, int length) {
        return sum(source) + sum(destination) + protocol + length;
    }

    /** The pseudo-header of RFC 8200 section 8.1. */
    public static long pseudo6(
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow,
            int nextHeader,
            int length) {
        return sum(sourceHigh)
                + sum(sourceLow)
                + sum(destinationHigh)
                + sum(destinationLow)
                + sum(length)
                + nextHeader;
    }

    /** Folds a sum and complements it: the value of a checksum field. */
    public static int finish(long sum) {
        return ~fold(sum) & 0xffff;
    }

    /** Of a message with its checksum in it (and its pseudo-header, if any) in the sum. */
    public static boolean valid(long sum) {
        return fold(sum) == 0xffff;
    }

    private static int fold(long sum) {
        long s = (sum & 0xffff_ffffL) + (sum >>> 32);
        while (s >>> 16 != 0) {
            s = (s & 0xffff) + (s >>> 16);
        }
        return (int) s;
    }

    /**
     * A checksum after some words under it were replaced (RFC 1624 equation 3): a correct checksum
     * stays correct, a wrong one wrong.
     *
     * @param before the sum of the words replaced
     * @param after the sum of what stands there now
     */
    public static int update(int checksum, long before, long after) {
        return finish((~checksum & 0xffffL) + (~fold(before) & 0xffff) + after);
    }
}
