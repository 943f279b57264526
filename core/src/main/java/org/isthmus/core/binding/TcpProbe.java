// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.nio.ByteBuffer;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Rfc6052;

/**
 * A TCP segment without data: ACK, sequence and acknowledgement number 0. It is as its peer's would
 * be after translation: one that a switch translated would count as a packet of the peer.
 */
final class TcpProbe {
    private static final int LENGTH = 74;
    private static final int SOURCE = 22;
    private static final int TCP = 54;
    private static final int HOP_LIMIT = 64;
    private static final int ACK = 0x5010; // data offset 5

    /** Locally administered. */
    private static final long SOURCE_MAC = 0x0200_0000_0001L;

    private TcpProbe() {}

    /**
     * @param prefix NAT64 prefix of the binding's instance, in which the host has its peer
     */
    static byte[] frame(
            MacAddress router,
            Ipv6Prefix prefix,
            int peer4,
            int peerPort,
            long hostHigh,
            long hostLow,
            int hostPort) {
        byte[] frame = new byte[LENGTH];
        ByteBuffer b = ByteBuffer.wrap(frame);
        b.putShort((short) (router.bits() >>> 32)).putInt((int) router.bits());
        b.putShort((short) (SOURCE_MAC >>> 32)).putInt((int) SOURCE_MAC).putShort((short) 0x86dd);
        b.putInt(0x6000_0000).putShort((short) 20).put((byte) 6).put((byte) HOP_LIMIT);
        b.putLong(Rfc6052.embedHigh(prefix, peer4)).putLong(Rfc6052.embedLow(prefix, peer4));
        b.putLong(hostHigh).putLong(hostLow);
        b.putShort((short) peerPort).putShort((short) hostPort).putInt(0).putInt(0);
        b.putShort((short) ACK).putShort((short) 1024).putInt(0);
        // The pseudo-header: both addresses, protocol 6, 20 bytes.
        b.putShort(TCP + 16, (short) ~fold(sum(b, SOURCE, LENGTH) + 6 + 20));
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
