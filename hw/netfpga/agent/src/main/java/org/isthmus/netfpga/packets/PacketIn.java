// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

/**
 * The header {@code packet_in} of p4/include/packet_io.p4: ingress port 9 bits, padding 7 bits,
 * reason 8 bits.
 */
final class PacketIn {
    /** Bytes. */
    static final int HEADER = 3;

    private PacketIn() {}

    static void put(byte[] frame, int port, int reason) {
        frame[0] = (byte) (port >> 1);
        frame[1] = (byte) (port << 7);
        frame[2] = (byte) reason;
    }

    /** One of {@link Reasons}, or a number that none of them has. */
    static int reason(byte[] buf, int off) {
        return buf[off + 2] & 0xff;
    }
}
