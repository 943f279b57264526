// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.nio.ByteBuffer;
import org.isthmus.core.net.MacAddress;

/** A TCP segment without data: ACK, sequence and acknowledgement number 0. */
final class TcpProbe {
    private static final int LENGTH = 54;
    private static final int IP = 14;
    private static final int TCP = 34;
    private static final int TTL = 64;
    private static final int ACK = 0x5010; // data offset 5

    /** Locally administered. */
    private static final long SOURCE_MAC = 0x0200_0000_0001L;

    private TcpProbe() {}

    static byte[] frame(
            MacAddress router, int source4, int sourcePort, int destination4, int destinationPort) {
        byte[] frame = new byte[LENGTH];
        ByteBuffer b = ByteBuffer.wrap(frame);
        b.putShort((short) (router.bits() >>> 32)).putInt((int) router.bits());
        b.putShort((short) (SOURCE_MAC >>> 32)).putInt((int) SOURCE_MAC).putShort((short) 0x0800);
        b.put((byte) 0x45).put((byte) 0).putShort((short) 40).putInt(0x4000);
        b.put((byte) TTL).put((byte) 6).putShort((short) 0).putInt(source4).putInt(destination4);
        b.putShort((short) sourcePort).putShort((short) destinationPort).putInt(0).putInt(0);
        b.putShort((short) ACK).putShort((short) 1024).putInt(0);
        b.putShort(IP + 10, (short) ~fold(sum(b, IP, TCP)));
        // The pseudo-header: both addresses, protocol 6, 20 bytes.
        b.putShort(TCP + 16, (short) ~fold(sum(b, IP + 12, TCP) + 6 + 20 + sum(b, TCP, LENGTH)));
        return frame;
    }

    private static int sum(ByteBuffer b, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i += 2) {
            sum += b.getShort(i) & 0xffff;
        }
        return sum;
    }

    private static int fold(int sum) {
        int once = (sum & 0xffff) + (sum >>> 16);
        return (once & 0xffff) + (once >>> 16);
    }
}
