// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

/** The three protocols with bindings of their own (RFC 6146 section 3). */
public enum Protocol {
    /** ICMP and ICMPv6 queries; the identifier stands where the others have a port. */
    ICMP(1, 58),
    TCP(6, 6),
    UDP(17, 17);

    private final int v4;
    private final int v6;

    Protocol(int v4, int v6) {
        this.v4 = v4;
        this.v6 = v6;
    }

    /** The number in the IPv4 header; it also stands for the protocol in bindings. */
    public int v4() {
        return v4;
    }

    /** The number in the IPv6 header. */
    public int v6() {
        return v6;
    }

    /** By the protocol number of either family; null: none of the three. */
    public static Protocol of(int number) {
        switch (number) {
            case 1:
            case 58:
                return ICMP;
            case 6:
                return TCP;
            case 17:
                return UDP;
            default:
                return null;
        }
    }
}
