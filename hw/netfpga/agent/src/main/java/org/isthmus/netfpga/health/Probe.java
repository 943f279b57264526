// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.health;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.isthmus.target.io.Checksums;

/**
 * Packets that the program gives to the controller, and by which the agent knows its own: a token
 * that nobody else knows ends them. They are submitted, so that they go all the way from DMA
 * through parser, pipeline and deparser back to DMA.
 */
final class Probe {
    /** {@code packet_out} of p4/include/packet_io.p4: egress port 9 bits, submit 1, padding 6. */
    private static final byte[] SUBMIT = {0, 0x40};

    /** The nearest bridge's group address (IEEE Std 802.1AB). */
    private static final byte[] LLDP_GROUP = {0x01, (byte) 0x80, (byte) 0xc2, 0, 0, 0x0e};

    private static final byte[] LLDP_SOURCE = {0x02, 0, 0, 0, 0, 0};
    private static final int LLDP = 0x88cc;
    private static final int IPV6 = 0x86dd;
    private static final int ICMPV6 = 58;
    private static final int ECHO_REPLY = 129;

    /** The shortest frame of Ethernet without its check sequence. */
    private static final int SHORTEST = 60;

    private static final int IP = 14;
    private static final int ICMP = IP + 40;
    private static final int ICMP_BYTES = 8;

    private final byte[] token;

    Probe(long token) {
        this.token = ByteBuffer.allocate(Long.BYTES).putLong(token).array();
    }

    /** Of link discovery, for which the program needs no row. */
    byte[] withoutRows() {
        ByteBuffer b = ByteBuffer.allocate(SUBMIT.length + SHORTEST).put(SUBMIT);
        b.put(LLDP_GROUP).put(LLDP_SOURCE).putShort((short) LLDP);
        return end(b);
    }

    /** An answer from the router to itself, which is found in two tables. */
    byte[] to(OwnAddress own) {
        int bytes = ICMP_BYTES + token.length;
        ByteBuffer b = ByteBuffer.allocate(SUBMIT.length + ICMP + bytes).put(SUBMIT);
        b.put(own.mac).put(own.mac).putShort((short) IPV6);
        b.putInt(6 << 28).putShort((short) bytes).put((byte) ICMPV6).put((byte) 255);
        b.put(own.address6).put(own.address6);
        int icmp = b.position();
        b.put((byte) ECHO_REPLY).put((byte) 0).putShort((short) (bytes + ICMPV6)).putInt(0);
        byte[] frame = end(b);
        Checksums.complete(frame, icmp - 32, icmp + 2, frame.length);
        return frame;
    }

    private byte[] end(ByteBuffer b) {
        b.position(b.capacity() - token.length);
        return b.put(token).array();
    }

    /** Whether a packet is one of these. */
    boolean isOwn(byte[] buf, int off, int len) {
        return len >= IP + token.length
                && Arrays.equals(buf, off + len - token.length, off + len, token, 0, token.length);
    }
}
