// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;

/**
 * Canonical byte strings of P4Runtime (section 8.4): big-endian, without leading zero bytes, never
 * empty. Readers take any number of leading zeros.
 */
final class Bytes {
    private static final ByteString[] SMALL = new ByteString[256];

    static {
        for (int i = 0; i < 256; i++) {
            SMALL[i] = UnsafeByteOperations.unsafeWrap(new byte[] {(byte) i});
        }
    }

    private Bytes() {}

    /**
     * @param value unsigned
     */
    static ByteString of(long value) {
        if (value >>> 8 == 0) {
            return SMALL[(int) value];
        }
        int length = length(value);
        byte[] bytes = new byte[length];
        put(bytes, length, value);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    /**
     * @param value 32 bits, unsigned
     */
    static ByteString of(int value) {
        return of(value & 0xffff_ffffL);
    }

    /** Of 128 bits. */
    static ByteString of(long high, long low) {
        if (high == 0) {
            return of(low);
        }
        int length = 8 + length(high);
        byte[] bytes = new byte[length];
        put(bytes, length - 8, high);
        put(bytes, length, low);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    /**
     * A mask.
     *
     * @param bits 1 to 128
     */
    static ByteString ones(int bits) {
        return bits > Long.SIZE
                ? of(-1L >>> 2 * Long.SIZE - bits, -1L)
                : of(-1L >>> Long.SIZE - bits);
    }

    /** How many bits are set. */
    static int count(ByteString bytes) {
        return Long.bitCount(low(bytes)) + Long.bitCount(high(bytes));
    }

    private static int length(long value) {
        return (71 - Long.numberOfLeadingZeros(value)) >>> 3;
    }

    /** Writes backwards from an end, to the start of the array or eight bytes. */
    private static void put(byte[] bytes, int end, long value) {
        for (int i = end - 1, n = 0; i >= 0 && n < 8; i--, n++) {
            bytes[i] = (byte) value;
            value >>>= 8;
        }
    }

    /** The lowest 64 bits. */
    static long low(ByteString bytes) {
        return word(bytes, bytes.size());
    }

    /** Bits 64 to 127 from the right. */
    static long high(ByteString bytes) {
        return bytes.size() <= 8 ? 0 : word(bytes, bytes.size() - 8);
    }

    private static long word(ByteString bytes, int end) {
        long value = 0;
        for (int i = Math.max(0, end - 8); i < end; i++) {
            value = value << 8 | bytes.byteAt(i) & 255;
        }
        return value;
    }

    static boolean isZero(ByteString bytes) {
        return low(bytes) == 0 && high(bytes) == 0;
    }

    static int intOf(ByteString bytes) {
        return (int) low(bytes);
    }
}
