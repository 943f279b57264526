// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.Arrays;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.fastpath.trace.Rewrite;

/** A packet with what the program has made of it. */
final class Candidate {
    final int port;
    final byte[] frame;

    final byte[] out;
    final int outPort;

    /** Of {@link FastPath#changes}, before the program had the packet. */
    final long changes;

    /** {@link Sampler#nth}. */
    final int nth;

    Candidate(int port, byte[] frame, int outPort, byte[] out, long changes, int nth) {
        this.port = port;
        this.frame = frame;
        this.outPort = outPort;
        this.out = out;
        this.changes = changes;
        this.nth = nth;
    }

    /**
     * The packet with less payload.
     *
     * @param bytes of the frame
     * @param rewrite what becomes of the flow's packets
     * @return null: it would not be treated so
     */
    Candidate shortened(int bytes, Rewrite rewrite) {
        byte[] less = Layout.of(frame).shortened(bytes);
        byte[] made = rewrite.apply(Layout.of(less), id(out));
        return made == null ? null : new Candidate(port, less, outPort, made, changes, nth);
    }

    private static boolean tagged(byte[] frame) {
        return frame.length > 18 && frame[12] == (byte) 0x81 && frame[13] == 0;
    }

    /** What stands where IPv4 has the identification. */
    static int id(byte[] frame) {
        int ip = tagged(frame) ? 18 : 14;
        return frame.length < ip + 6 ? 0 : (frame[ip + 4] & 0xff) << 8 | frame[ip + 5] & 0xff;
    }

    static byte[] untagged(byte[] frame) {
        if (!tagged(frame)) {
            return frame;
        }
        byte[] plain = Arrays.copyOf(frame, frame.length - 4);
        System.arraycopy(frame, 16, plain, 12, plain.length - 12);
        return plain;
    }

    /**
     * Whether two frames without tags are the same; of random identifications only the checksum is
     * compared, in which they are.
     */
    static boolean sameButId(byte[] a, byte[] b, boolean random) {
        if (!random) {
            return Arrays.equals(a, b);
        }
        if (a.length != b.length || sum(a) != 0xffff || sum(b) != 0xffff) {
            return false;
        }
        byte[] x = a.clone();
        byte[] y = b.clone();
        for (byte[] f : new byte[][] {x, y}) {
            Arrays.fill(f, 18, 20, (byte) 0);
            Arrays.fill(f, 24, 26, (byte) 0);
        }
        return Arrays.equals(x, y);
    }

    /** Of an IPv4 header. */
    private static int sum(byte[] frame) {
        return Layout.sum(frame, Layout.ETHERNET, Layout.ETHERNET + Layout.IPV4);
    }
}
