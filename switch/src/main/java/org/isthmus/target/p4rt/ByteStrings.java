// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.math.BigInteger;
import java.util.Arrays;
import org.isthmus.target.api.RefusedException;

/**
 * P4Runtime byte strings (section "Bytestrings" of its specification): big-endian, any number of
 * leading zeros, or copies of the sign, on receipt, none in answers. Inside, a value has its
 * field's width rounded up to bytes.
 */
final class ByteStrings {
    static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

    /** Bits of the longest value: more than any header has. */
    static final int MAX_WIDTH = 1 << 14;

    private ByteStrings() {}

    /**
     * The width of a value, if there can be values of it.
     *
     * @param name of what has the value, for the message
     * @throws RefusedException UNIMPLEMENTED: none is given; INVALID_ARGUMENT
     */
    static int width(String name, int width) throws RefusedException {
        if (width <= 0) {
            throw Refusals.unimplemented(name + ": no bit width (is its type a string?)");
        }
        if (width > MAX_WIDTH) {
            throw Refusals.invalid(name + ": " + width + " bits; a value has at most " + MAX_WIDTH);
        }
        return width;
    }

    static int bytes(int width) {
        return (width + 7) >>> 3;
    }

    /** Null: empty, or does not fit into {@code width} bits. */
    static byte[] decode(ByteString s, int width) {
        int n = s.size();
        if (n == 0) {
            return null;
        }
        int bytes = bytes(width);
        int surplus = n - bytes;
        for (int i = 0; i < surplus; i++) {
            if (s.byteAt(i) != 0) {
                return null;
            }
        }
        byte[] v = new byte[bytes];
        if (surplus <= 0) {
            s.copyTo(v, -surplus);
        } else {
            s.substring(surplus).copyTo(v, 0);
        }
        return (v[0] & 0xff & ~firstByte(width)) == 0 ? v : null;
    }

    /**
     * @param name of what has the value, for the message
     * @throws RefusedException OUT_OF_RANGE: empty, or does not fit into {@code width} bits
     */
    static byte[] decode(String name, ByteString s, int width) throws RefusedException {
        byte[] v = decode(s, width);
        if (v == null) {
            throw Refusals.outOfRange(
                    name + ": " + Texts.hex(s) + " is no value of " + width + " bits");
        }
        return v;
    }

    /** Shortest string of the value; shares the array where nothing is cut off. */
    static ByteString encode(byte[] v) {
        int i = 0;
        while (i < v.length && v[i] == 0) {
            i++;
        }
        return i == v.length ? ZERO : UnsafeByteOperations.unsafeWrap(v, i, v.length - i);
    }

    /** The shortest string of the same value. */
    static ByteString shortest(ByteString s) {
        return encode(s.toByteArray());
    }

    /**
     * A value of type {@code int<W>}: its two's complement of {@code width} bits.
     *
     * @param name of what has the value, for the message
     * @throws RefusedException OUT_OF_RANGE: empty, or does not fit into {@code width} bits
     */
    static byte[] decodeSigned(String name, ByteString s, int width) throws RefusedException {
        BigInteger v = s.isEmpty() ? null : new BigInteger(s.toByteArray());
        if (v == null || v.bitLength() >= width) {
            throw Refusals.outOfRange(
                    name + ": " + Texts.hex(s) + " is no value of " + width + " bits with a sign");
        }
        byte[] b = v.toByteArray();
        byte[] value = new byte[bytes(width)];
        Arrays.fill(value, (byte) (v.signum() < 0 ? -1 : 0));
        System.arraycopy(b, 0, value, value.length - b.length, b.length);
        value[0] &= (byte) firstByte(width);
        return value;
    }

    /** Shortest string of a value of type {@code int<W>}. */
    static ByteString encodeSigned(byte[] v, int width) {
        byte[] extended = v.clone();
        int sign = firstByte(width) + 1 >> 1;
        if ((v[0] & sign) != 0) {
            extended[0] |= (byte) -sign;
        }
        return UnsafeByteOperations.unsafeWrap(new BigInteger(extended).toByteArray());
    }

    /** The bits of the first byte that belong to a value of this width. */
    private static int firstByte(int width) {
        return 0xff >>> (-width & 7);
    }

    static byte[] zeros(int width) {
        return new byte[bytes(width)];
    }

    static byte[] ones(int width) {
        byte[] v = new byte[bytes(width)];
        Arrays.fill(v, (byte) 0xff);
        v[0] = (byte) firstByte(width);
        return v;
    }

    /** The mask of the {@code length} most significant of {@code width} bits. */
    static byte[] prefix(int length, int width) {
        byte[] v = ones(width);
        int host = width - length;
        for (int i = v.length - 1; host > 0; i--, host -= 8) {
            v[i] &= (byte) (host >= 8 ? 0 : 0xff << host);
        }
        return v;
    }

    /** The number of ones of a prefix mask. */
    static int prefixLength(byte[] mask) {
        int ones = 0;
        for (byte b : mask) {
            ones += Integer.bitCount(b & 0xff);
        }
        return ones;
    }

    static boolean isZero(byte[] v) {
        for (byte b : v) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the value has ones outside the mask. */
    static boolean exceeds(byte[] value, byte[] mask) {
        for (int i = 0; i < value.length; i++) {
            if ((value[i] & ~mask[i]) != 0) {
                return true;
            }
        }
        return false;
    }
}
