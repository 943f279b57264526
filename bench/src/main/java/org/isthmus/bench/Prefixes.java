// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/**
 * The EAMs and routes of a network in use, up to 2^20 of each. As with flows, everything follows
 * from a number.
 */
final class Prefixes {
    /** Of all EAMs, of length 32. */
    static final long EAM_NETWORK6 = 0x2001_0d02_0000_0000L;

    private static final int EAM_NETWORK4 = 0x0a00_0000;

    /** About the lengths that BGP tables have. */
    private static final int[] LENGTHS6 = {29, 32, 36, 40, 44, 48, 48, 48};

    private static final int[] LENGTHS4 = {
        24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 23, 23, 22, 22, 18, 20
    };

    private static final int ROUTES4 = 0x1000_0000;

    private Prefixes() {}

    /** One EAM in eight is of sixteen addresses, the others of one. */
    private static int eamBits(int n) {
        return n % 8 == 0 ? 4 : 0;
    }

    static Ipv4Prefix eam4(int n) {
        return Ipv4Prefix.of(eamHost4(n), 32 - eamBits(n));
    }

    static Ipv6Prefix eam6(int n) {
        return Ipv6Prefix.of(EAM_NETWORK6, eamHost6(n), 128 - eamBits(n));
    }

    /** An address of the EAM. */
    static int eamHost4(int n) {
        return EAM_NETWORK4 + (n << 4);
    }

    /** The same host's lower half; the upper one is the network's. */
    static long eamHost6(int n) {
        return (long) n << 4;
    }

    static Ipv6Prefix route6(int n) {
        int length = LENGTHS6[n % 8];
        return Ipv6Prefix.of(routed6(n) & -1L << 64 - length, 0, length);
    }

    /** Upper half of an address that has the route, or a longer one. */
    static long routed6(int n) {
        return 1L << 61 | (long) (n % 8) << 58 | (long) (n / 8) << 41;
    }

    static Ipv4Prefix route4(int n) {
        int length = LENGTHS4[n % 16];
        return Ipv4Prefix.of(routed4(n) & -1 << 32 - length, length);
    }

    /** An address that has the route, or a longer one. */
    static int routed4(int n) {
        return ROUTES4 + (n << 10);
    }
}
