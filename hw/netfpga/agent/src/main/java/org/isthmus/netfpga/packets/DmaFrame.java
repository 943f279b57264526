// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

/**
 * Frames between host and card: an Ethernet header that no station sends, then the packet's header
 * of p4/include/packet_io.p4 ({@code packet_out} to the card, {@code packet_in} from it), then the
 * packet. By its EtherType the card tells them from what the host's own stack sends.
 */
final class DmaFrame {
    /** The first of IEEE Std 802's two for local experiments. */
    static final int ETHER_TYPE = 0x88b5;

    /** Bytes before the packet's header: both addresses, which are zero, and the EtherType. */
    static final int HEADER = 14;

    private static final int ETHER_TYPE_AT = 12;

    private DmaFrame() {}

    /**
     * @param packet from {@code packet_out} on
     */
    static byte[] of(byte[] packet) {
        byte[] frame = new byte[HEADER + packet.length];
        frame[ETHER_TYPE_AT] = (byte) (ETHER_TYPE >> 8);
        frame[ETHER_TYPE_AT + 1] = (byte) ETHER_TYPE;
        System.arraycopy(packet, 0, frame, HEADER, packet.length);
        return frame;
    }

    /** Whether a packet's header may follow. */
    static boolean isOne(byte[] buf, int off, int len) {
        if (len < HEADER) {
            return false;
        }
        int addresses = 0;
        for (int i = off; i < off + ETHER_TYPE_AT; i++) {
            addresses |= buf[i];
        }
        return addresses == 0
                && (buf[off + ETHER_TYPE_AT] & 0xff) == ETHER_TYPE >> 8
                && (buf[off + ETHER_TYPE_AT + 1] & 0xff) == (ETHER_TYPE & 0xff);
    }
}
