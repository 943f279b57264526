// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

/** The tables of RFC 7915 sections 4.2 and 5.2. A type and its code are packed into one number. */
final class IcmpTables {
    static final int NONE = -1;

    private static final int[] POINTER_TO_6 = {
        0, 1, 4, 4, NONE, NONE, NONE, NONE, 7, 6, NONE, NONE, 8, 8, 8, 8, 24, 24, 24, 24
    };
    private static final int[] PLATEAUS = {
        65535, 32000, 17914, 8166, 4352, 2002, 1492, 1006, 508, 296, 68
    };

    private IcmpTables() {}

    static int pair(int type, int code) {
        return type << 8 | code;
    }

    /** An ICMPv4 error as ICMPv6 type and code; NONE: it is dropped. */
    static int to6(int type, int code) {
        switch (type) {
            case 3:
                return unreachableTo6(code);
            case 11:
                return pair(3, code);
            case 12:
                return code == 0 || code == 2 ? pair(4, 0) : NONE;
            default:
                return NONE;
        }
    }

    private static int unreachableTo6(int code) {
        switch (code) {
            case 0:
            case 1:
            case 5:
            case 6:
            case 7:
            case 8:
            case 11:
            case 12:
                return pair(1, 0);
            case 2:
                return pair(4, 1);
            case 3:
                return pair(1, 4);
            case 4:
                return pair(2, 0);
            case 9:
            case 10:
            case 13:
            case 15:
                return pair(1, 1);
            default:
                return NONE;
        }
    }

    /** An ICMPv6 error as ICMPv4 type and code; NONE: it is dropped. */
    static int to4(int type, int code) {
        switch (type) {
            case 1:
                return unreachableTo4(code);
            case 2:
                return pair(3, 4);
            case 3:
                return pair(11, code);
            case 4:
                return code == 0 ? pair(12, 0) : code == 1 ? pair(3, 2) : NONE;
            default:
                return NONE;
        }
    }

    private static int unreachableTo4(int code) {
        switch (code) {
            case 0:
            case 2:
            case 3:
                return pair(3, 1);
            case 1:
                return pair(3, 10);
            case 4:
                return pair(3, 3);
            default:
                return NONE;
        }
    }

    /** The Pointer of a Parameter Problem (figure 3); NONE: the field has no counterpart. */
    static int pointerTo6(int pointer) {
        return pointer < POINTER_TO_6.length ? POINTER_TO_6[pointer] : NONE;
    }

    /**
     * The Pointer in the ICMPv4 error (figure 6).
     *
     * @param pointer 32 bits, unsigned
     */
    static int pointerTo4(int pointer) {
        if (pointer < 0 || pointer > 39) {
            return NONE;
        }
        if (pointer >= 24) {
            return 16;
        }
        if (pointer >= 8) {
            return 12;
        }
        switch (pointer) {
            case 0:
            case 1:
                return pointer;
            case 4:
            case 5:
                return 2;
            case 6:
                return 9;
            case 7:
                return 8;
            default:
                return NONE;
        }
    }

    /**
     * The largest plateau of RFC 1191 section 7.1 below the length of a packet that was too big.
     */
    static int plateau(int length) {
        for (int p : PLATEAUS) {
            if (p < length) {
                return p;
            }
        }
        return PLATEAUS[PLATEAUS.length - 1];
    }

    /** The MTU of a Packet Too Big (section 4.2); the first may be 0, unknown to an old router. */
    static int mtuTo6(int reported, int length, int mtu4, int mtu6) {
        int mtu = reported == 0 ? plateau(length) : reported;
        return Math.max(1280, Math.min(mtu + 20, Math.min(mtu6, mtu4 + 20)));
    }

    /**
     * The MTU of a Fragmentation Needed (section 5.2). No IPv6 link has less than 1280 (RFC 8200
     * section 5), and an IPv6 host would not believe it (RFC 8201 section 4). An IPv4 host would,
     * for all that it sends to the pool address, whose other subscribers would have it too.
     *
     * @param reported 32 bits, unsigned; less than 1280 counts as that
     * @param fragment whether the packet that is too big has a Fragment Header, which it had not in
     *     IPv4
     */
    static int mtuTo4(int reported, int mtu4, int mtu6, boolean fragment) {
        int mtu = reported < 0 ? 65535 : Math.max(1280, Math.min(reported, 65535));
        int less = fragment ? 28 : 20;
        return Math.max(68, Math.min(mtu - less, Math.min(mtu4, mtu6 - less)));
    }
}
