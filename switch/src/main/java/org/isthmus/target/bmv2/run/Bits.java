// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Loads, stores and arithmetic that generated code calls. Words are 64 bits, low word first. */
public final class Bits {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private Bits() {}

    public static long get8(byte[] b, int i) {
        return (long) LONG.get(b, i);
    }

    public static long get4(byte[] b, int i) {
        return (int) INT.get(b, i) & 0xffffffffL;
    }

    public static long get2(byte[] b, int i) {
        return (short) SHORT.get(b, i) & 0xffffL;
    }

    public static long get1(byte[] b, int i) {
        return b[i] & 0xffL;
    }

    public static void put8(byte[] b, int i, long v) {
        LONG.set(b, i, v);
    }

    public static void put4(byte[] b, int i, long v) {
        INT.set(b, i, (int) v);
    }

    public static void put2(byte[] b, int i, long v) {
        SHORT.set(b, i, (short) v);
    }

    public static void put1(byte[] b, int i, long v) {
        b[i] = (byte) v;
    }

    /** Bits [bit, bit + width) of the array counted from byte i, width at most 64. */
    public static long bits(byte[] b, int i, int bit, int width) {
        long v = 0;
        int first = i + (bit >> 3);
        int last = i + ((bit + width - 1) >> 3);
        int spare = 7 - ((bit + width - 1) & 7);
        for (int k = first; k <= last; k++) {
            if (k == last) {
                v = v << (8 - spare) | (b[k] & 0xff) >>> spare;
            } else {
                v = v << 8 | b[k] & 0xff;
            }
        }
        return width == 64 ? v : v & (1L << width) - 1;
    }

    /** Appends the low bits of v at bit position pos; bytes that it enters afresh are cleared. */
    public static int append(byte[] b, int pos, long v, int width) {
        for (int left = width; left > 0; ) {
            int used = pos & 7;
            int take = Math.min(8 - used, left);
            int part = (int) (v >>> (left - take)) & (1 << take) - 1;
            int shifted = part << (8 - used - take);
            b[pos >> 3] = (byte) (used == 0 ? shifted : b[pos >> 3] | shifted);
            pos += take;
            left -= take;
        }
        return pos;
    }

    /** Appends whole bytes at a bit position. */
    public static int append(byte[] b, int pos, byte[] src, int len) {
        if ((pos & 7) == 0) {
            System.arraycopy(src, 0, b, pos >> 3, len);
            return pos + len * 8;
        }
        for (int i = 0; i < len; i++) {
            pos = append(b, pos, src[i] & 0xff, 8);
        }
        return pos;
    }

    /** An index seen as unsigned; -1: no array is as long. */
    public static int index(long i) {
        return i >>> 31 == 0 ? (int) i : -1;
    }

    /** v << s for any s seen as unsigned. */
    public static long shl(long v, long s) {
        return s >= 0 && s < 64 ? v << s : 0;
    }

    /** Logical v >> s for any s seen as unsigned. */
    public static long shr(long v, long s) {
        return s >= 0 && s < 64 ? v >>> s : 0;
    }

    /** Arithmetic v >> s for any s seen as unsigned. */
    public static long sar(long v, long s) {
        return v >> (s >= 0 && s < 64 ? s : 63);
    }

    public static long shlHi(long hi, long lo, long s) {
        if (s < 0 || s > 127) {
            return 0;
        }
        return s >= 64 ? lo << (s - 64) : s == 0 ? hi : hi << s | lo >>> (64 - s);
    }

    /** Low word of an unsigned shift right of two words. */
    public static long shrLo(long hi, long lo, long s) {
        if (s < 0 || s > 127) {
            return 0;
        }
        return s >= 64 ? hi >>> (s - 64) : s == 0 ? lo : lo >>> s | hi << (64 - s);
    }

    /** Low word of an arithmetic shift right of two words. */
    public static long sarLo(long hi, long lo, long s) {
        if (s < 0 || s > 127) {
            return hi >> 63;
        }
        return s >= 64 ? hi >> (s - 64) : s == 0 ? lo : lo >>> s | hi << (64 - s);
    }

    public static long carry(long a, long b) {
        return Long.compareUnsigned(a + b, a) < 0 ? 1 : 0;
    }

    public static long borrow(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? 1 : 0;
    }

    /** High word of the unsigned product. */
    public static long mulHi(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }

    /** Unsigned; division by zero, which the compiler rules out, gives 0. */
    public static long div(long a, long b) {
        return b == 0 ? 0 : Long.divideUnsigned(a, b);
    }

    /** Unsigned; division by zero, which the compiler rules out, gives 0. */
    public static long mod(long a, long b) {
        return b == 0 ? 0 : Long.remainderUnsigned(a, b);
    }

    /** hash % size, both unsigned; a size of 0 counts as 1. */
    public static long modOrZero(long hash, long size) {
        return size == 0 ? 0 : Long.remainderUnsigned(hash, size);
    }

    /** Clamps the signed two-word value to [min, max], which are signed two-word values as well. */
    public static long clampLo(long hi, long lo, long minHi, long minLo, long maxHi, long maxLo) {
        if (less(hi, lo, minHi, minLo)) {
            return minLo;
        }
        return less(maxHi, maxLo, hi, lo) ? maxLo : lo;
    }

    public static long clampHi(long hi, long lo, long minHi, long minLo, long maxHi, long maxLo) {
        if (less(hi, lo, minHi, minLo)) {
            return minHi;
        }
        return less(maxHi, maxLo, hi, lo) ? maxHi : hi;
    }

    private static boolean less(long aHi, long aLo, long bHi, long bLo) {
        return aHi < bHi || aHi == bHi && Long.compareUnsigned(aLo, bLo) < 0;
    }
}
