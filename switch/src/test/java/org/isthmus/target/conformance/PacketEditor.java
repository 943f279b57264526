// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import org.isthmus.target.fastpath.trace.Layout;

/** Makes other packets of a flow. */
public final class PacketEditor {
    private PacketEditor() {}

    /**
     * Fills the end of a frame that has become longer, and makes lengths fit; its transport
     * checksum becomes another one, and wrong.
     */
    public static Layout lengthen(Layout flow, byte[] frame, int more) {
        for (int i = frame.length - more; i < frame.length; i++) {
            frame[i] = (byte) (31 * i + more);
        }
        int length = flow.length + more;
        int transport = flow.transport;
        if (flow.ipv6) {
            put16(frame, flow.ip + 4, length - 40);
        } else {
            put16(frame, flow.ip + 2, length);
            put16(frame, flow.ip + 4, 7 * more);
            put16(frame, flow.ip + 10, 0);
            int sum = 0;
            for (int i = flow.ip; i < transport; i += 2) {
                sum += (frame[i] & 0xff) << 8 | frame[i + 1] & 0xff;
            }
            sum = (sum >> 16) + (sum & 0xffff);
            put16(frame, flow.ip + 10, ~((sum >> 16) + sum));
        }
        if (flow.protocol == Layout.UDP) {
            put16(frame, transport + 4, length - (transport - flow.ip));
        }
        put16(frame, flow.checksum, 0x1234 + 13 * more);
        return Layout.of(frame);
    }

    private static void put16(byte[] b, int at, int value) {
        b[at] = (byte) (value >> 8);
        b[at + 1] = (byte) value;
    }
}
