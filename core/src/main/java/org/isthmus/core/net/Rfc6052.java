// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

/**
 * IPv4-embedded IPv6 addresses (RFC 6052 section 2.2): the IPv4 address follows a prefix of 32, 40,
 * 48, 56, 64 or 96 bits and skips bits 64 to 71, which are zero. All values in network order.
 */
public final class Rfc6052 {
    /**
     * 64:ff9b::/96, which must not carry {@link SpecialPurpose#nonGlobal non-global} addresses
     * (section 3.1).
     */
    public static final Ipv6Prefix WELL_KNOWN = Ipv6Prefix.parse("64:ff9b::/96");

    private Rfc6052() {}

    /** Whether RFC 6052 allows a prefix of this length. */
    public static boolean isLength(int length) {
        return length == 96 || (length >= 32 && length <= 64 && length % 8 == 0);
    }

    /** Bits 0 to 63 of the address that carries an IPv4 address. */
    public static long embedHigh(Ipv6Prefix prefix, int address4) {
        int length = prefix.length();
        return length >= 64 ? prefix.high() : prefix.high() | (long) address4 << 32 >>> length;
    }

    /** Bits 64 to 127 of the address that carries an IPv4 address; the suffix is zero. */
    public static long embedLow(Ipv6Prefix prefix, int address4) {
        int length = prefix.length();
        if (length == 96) {
            return prefix.low() | address4 & 0xffff_ffffL;
        }
        // Of the address, length - 32 bits did not fit into the upper half. A shift by 64 would
        // be none at all.
        return length == 32 ? 0 : (long) address4 << (96 - length) >>> 8;
    }

    /**
     * The IPv4 address inside an IPv6 address; bits 64 to 71 and the suffix are ignored.
     *
     * @param length of the prefix, one of the six
     */
    public static int extract(long high, long low, int length) {
        if (length == 96) {
            return (int) low;
        }
        long upper = length == 64 ? 0 : high << length >>> 32;
        long lower = length == 32 ? 0 : low << 8 >>> (96 - length);
        return (int) (upper | lower);
    }
}
