// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

/**
 * Both families in one type: an IPv4 address is written as an IPv4-mapped IPv6 address (RFC 4291
 * section 2.5.5.2), which no host of a network has.
 */
public final class V4Mapped {
    private static final long HEAD = 0xffffL;

    private V4Mapped() {}

    public static Ipv6Address of(int address4) {
        return Ipv6Address.of(0, low(address4));
    }

    /** The lower half; the upper one is 0. */
    public static long low(int address4) {
        return HEAD << 32 | address4 & 0xffff_ffffL;
    }

    public static Ipv6Address of(Ipv4Address a) {
        return of(a.bits());
    }

    public static Ipv6Prefix of(Ipv4Prefix p) {
        return Ipv6Prefix.of(0, HEAD << 32 | p.bits() & 0xffff_ffffL, 96 + p.length());
    }

    /** The /128 prefix of an address. */
    public static Ipv6Prefix host(Ipv6Address a) {
        return Ipv6Prefix.of(a.high(), a.low(), 128);
    }

    public static boolean isIpv4(Ipv6Address a) {
        return a.high() == 0 && a.low() >>> 32 == HEAD;
    }

    public static boolean isIpv4(Ipv6Prefix p) {
        return p.length() >= 96 && p.high() == 0 && p.low() >>> 32 == HEAD;
    }

    public static int toIpv4(Ipv6Address a) {
        return (int) a.low();
    }

    public static Ipv4Prefix toIpv4(Ipv6Prefix p) {
        return Ipv4Prefix.of((int) p.low(), p.length() - 96);
    }

    /** As its family writes it. */
    public static String text(Ipv6Address a) {
        return isIpv4(a) ? Ipv4Address.toString(toIpv4(a)) : a.toString();
    }

    /** As its family writes it. */
    public static String text(Ipv6Prefix p) {
        return isIpv4(p) ? toIpv4(p).toString() : p.toString();
    }

    /** The link-local address made of a MAC address (RFC 4291 appendix A). */
    public static Ipv6Address linkLocal(MacAddress mac) {
        long m = mac.bits();
        long id = m >>> 24 << 40 | 0xff_fe00_0000L | m & 0xff_ffff;
        return Ipv6Address.of(0xfe80L << 48, id ^ 0x0200_0000_0000_0000L);
    }
}
