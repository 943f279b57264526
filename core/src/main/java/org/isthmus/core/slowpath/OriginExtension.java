// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put64;
import static org.isthmus.core.packet.Bytes.put8;

import org.isthmus.core.packet.Checksum;

/**
 * The ICMP extension that tells which router of IPv6 an ICMPv4 error is from (RFC 6791 section 4):
 * an Interface Information Object with its address (RFC 5837 section 4), in a structure of its own
 * (RFC 4884 section 7).
 */
final class OriginExtension {
    /** Bytes: header of the structure, header of the object, address. */
    static final int LENGTH = 4 + 4 + 20;

    private static final int VERSION = 2;
    private static final int INTERFACE_INFORMATION = 2;

    /** The interface at which the packet arrived, by its address alone. */
    private static final int ARRIVAL_BY_ADDRESS = 0x04;

    private static final int AFI_IPV6 = 2;

    private OriginExtension() {}

    /** Writes it where there are zeros. */
    static void write(byte[] b, int at, long high, long low) {
        put8(b, at, VERSION << 4);
        put16(b, at + 4, LENGTH - 4);
        put8(b, at + 6, INTERFACE_INFORMATION);
        put8(b, at + 7, ARRIVAL_BY_ADDRESS);
        put16(b, at + 8, AFI_IPV6);
        put64(b, at + 12, high);
        put64(b, at + 20, low);
        put16(b, at + 2, Checksum.finish(Checksum.sum(b, at, at + LENGTH)));
    }
}
