// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.fastpath.trace.Rewrite;

/** Keys and flows as fastpath.c has them (struct key, struct flow). */
final class KernelEntry {
    private static final int VARIANT = 7;

    private static final int CHECKSUM = 1;
    private static final int NOT_ZERO = 2;
    private static final int TO_IPV6 = 4;
    private static final int TAG = 8;
    private static final int KEEP_ID = 16;
    private static final int RANDOM_ID = 32;
    private static final int SEGMENTS = 64;

    private KernelEntry() {}

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    /** The key of a frame that comes in by an interface. */
    static byte[] key(int ifindex, byte[] frame, Layout l) {
        ByteBuffer b = buffer(Programs.KEY_BYTES);
        b.putInt(0, ifindex);
        if (l.tagged()) {
            b.putShort(4, (short) ((frame[14] & 0xff) << 8 | frame[15] & 0xff));
            b.put(6, (byte) 1);
        }
        copy(frame, 0, b, 8, 12);
        b.put(20, (byte) (l.ipv6 ? 1 : 0));
        b.put(21, (byte) l.protocol);
        b.put(22, frame[l.ip + (l.ipv6 ? 7 : 8)]);
        copy(frame, l.ip, b, 24, l.ipv6 ? 4 : 2);
        if (!l.ipv6) {
            copy(frame, l.ip + 6, b, 26, 2);
        }
        copy(frame, l.ip + (l.ipv6 ? 8 : 12), b, 28, l.ipv6 ? 32 : 8);
        boolean echo = l.protocol == Layout.ICMP || l.protocol == Layout.ICMPV6;
        copy(frame, l.transport, b, 60, echo ? 2 : 4);
        if (echo) {
            copy(frame, l.transport + 4, b, 62, 2);
        }
        return b.array();
    }

    private static void copy(byte[] from, int at, ByteBuffer to, int position, int bytes) {
        for (int i = 0; i < bytes; i++) {
            to.put(position + i, from[at + i]);
        }
    }

    /**
     * The key of a flow's packets of these or those lengths.
     *
     * @param variant 0 or 1
     */
    static byte[] variant(byte[] key, int variant) {
        byte[] other = key.clone();
        other[VARIANT] = (byte) variant;
        return other;
    }

    /**
     * What becomes of a flow's frames.
     *
     * @param ifindex by which they leave
     * @param longest IP packet that may come and fits there, bytes
     */
    static byte[] flow(Layout in, Rewrite r, int ifindex, int longest) {
        ByteBuffer b = buffer(Programs.FLOW_BYTES);
        b.putInt(4, ifindex);
        b.putShort(12, (short) r.shortest);
        b.putShort(14, (short) Math.min(longest, r.longest));
        b.put(16, (byte) flags(in, r));
        b.put(17, (byte) r.lengths);
        b.putShort(18, (short) Math.max(0, r.tag));
        b.order(ByteOrder.BIG_ENDIAN);
        b.putShort(20, (short) r.pseudo);
        b.putShort(22, (short) r.rest);
        b.putShort(24, (short) Layout.sum(r.ip, 0, r.ip.length));
        b.position(28);
        b.put(r.ethernet);
        b.put(r.transport);
        b.position(48);
        b.put(r.ip);
        return b.array();
    }

    private static int flags(Layout in, Rewrite r) {
        int flags = r.checksum ? CHECKSUM : 0;
        flags |= r.notZero ? NOT_ZERO : 0;
        flags |= r.ipv6() ? TO_IPV6 : 0;
        flags |= r.tag >= 0 ? TAG : 0;
        flags |= r.identification == Rewrite.Identification.KEPT ? KEEP_ID : 0;
        flags |= r.identification == Rewrite.Identification.RANDOM ? RANDOM_ID : 0;
        // Segments count their identification on, as those do that the pipeline gets and keeps.
        // Without DF it is random, and not to be guessed from another.
        boolean mayCount =
                r.ipv6() || r.identification == Rewrite.Identification.KEPT || r.makesAtomic();
        boolean segments = mayCount && (in.protocol == Layout.TCP || in.protocol == Layout.UDP);
        return flags | (segments ? SEGMENTS : 0);
    }
}
