// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.packet;

import static org.isthmus.core.packet.Bytes.u8;

/** Options of an IPv4 header (RFC 791 section 3.1). Stateless. */
public final class Ipv4Options {
    private static final int MIN_HEADER = 20;
    private static final int END = 0;
    private static final int NO_OPERATION = 1;
    private static final int LOOSE_SOURCE_ROUTE = 131;
    private static final int STRICT_SOURCE_ROUTE = 137;

    private Ipv4Options() {}

    /**
     * Whether there is a source route with hops left, with which no packet is translated (RFC 7915
     * section 4.1). What follows an option that has no right length is not read.
     *
     * @param header where the IPv4 header begins, which is whole
     */
    public static boolean areSourceRouted(byte[] frame, int header) {
        int end = header + (u8(frame, header) & 0xf) * 4;
        for (int at = header + MIN_HEADER; at < end; ) {
            int kind = u8(frame, at);
            if (kind == END) {
                return false;
            }
            if (kind == NO_OPERATION) {
                at++;
                continue;
            }
            int length = at + 1 < end ? u8(frame, at + 1) : 0;
            if (length < 2 || at + length > end) {
                return false;
            }
            if (kind == LOOSE_SOURCE_ROUTE || kind == STRICT_SOURCE_ROUTE) {
                if (length >= 3 && u8(frame, at + 2) <= length) {
                    return true;
                }
            }
            at += length;
        }
        return false;
    }
}
