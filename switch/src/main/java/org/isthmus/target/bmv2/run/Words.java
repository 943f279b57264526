// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.math.BigInteger;

/** Conversions between big-endian byte strings and words, low word first. Control plane only. */
public final class Words {
    private Words() {}

    /** Words that a value of so many bits takes, at least one. */
    public static int count(int bits) {
        return Math.max(1, (bits + 63) / 64);
    }

    /** The value at words[at...] as ceil(bits / 8) bytes. */
    public static byte[] toBytes(long[] words, int at, int bits) {
        byte[] b = new byte[(bits + 7) / 8];
        for (int i = 0; i < b.length; i++) {
            b[b.length - 1 - i] = (byte) (words[at + i / 8] >>> (i % 8 * 8));
        }
        return b;
    }

    /** Whether a value has no bits beyond so many. */
    static boolean fits(byte[] b, int bits) {
        int beyond = b.length * 8 - bits;
        for (int i = 0; i * 8 < beyond; i++) {
            int mask = beyond - i * 8 >= 8 ? 0xff : 0xff << 8 - (beyond - i * 8);
            if ((b[i] & mask & 0xff) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Writes a value of so many bits to words[at...]; bits beyond are cut off. */
    public static void fromBytes(byte[] b, int bits, long[] words, int at) {
        int n = count(bits);
        for (int w = 0; w < n; w++) {
            words[at + w] = 0;
        }
        for (int i = 0; i < b.length && i / 8 < n; i++) {
            words[at + i / 8] |= (b[b.length - 1 - i] & 0xffL) << (i % 8 * 8);
        }
        if (bits % 64 != 0) {
            words[at + n - 1] &= (1L << bits % 64) - 1;
        }
    }

    /** A value that is not negative as bytes of so many bits. */
    public static byte[] toBytes(BigInteger v, int bits) {
        byte[] b = new byte[(bits + 7) / 8];
        byte[] raw = v.toByteArray();
        for (int i = 0; i < b.length && i < raw.length; i++) {
            b[b.length - 1 - i] = raw[raw.length - 1 - i];
        }
        return b;
    }

    /** Ors bits [0, width) of src (at word srcAt) into dst, from bit position pos. */
    public static void insert(long[] src, int srcAt, int width, long[] dst, int dstAt, int pos) {
        for (int done = 0; done < width; done += 64) {
            int n = Math.min(64, width - done);
            long v = src[srcAt + done / 64];
            if (n < 64) {
                v &= (1L << n) - 1;
            }
            int at = pos + done;
            dst[dstAt + at / 64] |= v << (at % 64);
            if (at % 64 + n > 64) {
                dst[dstAt + at / 64 + 1] |= v >>> (64 - at % 64);
            }
        }
    }

    /** Reads bits [pos, pos + width) of src as bytes. */
    public static byte[] extract(long[] src, int srcAt, int pos, int width) {
        long[] out = new long[count(width)];
        for (int done = 0; done < width; done += 64) {
            int n = Math.min(64, width - done);
            int at = pos + done;
            long v = src[srcAt + at / 64] >>> (at % 64);
            if (at % 64 + n > 64) {
                v |= src[srcAt + at / 64 + 1] << (64 - at % 64);
            }
            out[done / 64] = n < 64 ? v & (1L << n) - 1 : v;
        }
        return toBytes(out, 0, width);
    }
}
