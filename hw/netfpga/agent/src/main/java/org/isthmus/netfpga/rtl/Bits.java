// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.math.BigInteger;

/** Numbers in little-endian words of 32 bits, at any bit. */
final class Bits {
    private static final int WORD_SHIFT = 5;
    private static final int WORD_BITS = 1 << WORD_SHIFT;
    private static final int BYTE = 0xff;

    private Bits() {}

    /**
     * Sets the bits of a number in words where they are zero.
     *
     * @param number not negative, within the words
     * @param at its lowest bit
     */
    static void put(BigInteger number, int[] words, int at) {
        byte[] bytes = number.toByteArray();
        for (int i = 0; i < bytes.length; i++) {
            int b = bytes[bytes.length - 1 - i] & BYTE;
            int bit = at + i * Byte.SIZE;
            int in = bit & WORD_BITS - 1;
            if (b != 0) {
                words[bit >> WORD_SHIFT] |= b << in;
                if (b >> 1 >> WORD_BITS - 1 - in != 0) {
                    words[(bit >> WORD_SHIFT) + 1] |= b >>> WORD_BITS - in;
                }
            }
        }
    }

    /** Sets 32 bits where they are zero; those behind the end are zero. */
    static void or(int word, int[] words, int at) {
        int i = at >> WORD_SHIFT;
        int in = at & WORD_BITS - 1;
        words[i] |= word << in;
        if (in != 0 && i + 1 < words.length) {
            words[i + 1] |= word >>> WORD_BITS - in;
        }
    }

    /**
     * @param at the lowest bit
     */
    static BigInteger get(int[] words, int at, int bits) {
        byte[] bytes = new byte[(bits + Byte.SIZE - 1) / Byte.SIZE];
        for (int i = 0; i < bytes.length; i++) {
            int left = bits - i * Byte.SIZE;
            int b = word(words, at + i * Byte.SIZE) & BYTE;
            bytes[bytes.length - 1 - i] = (byte) (left < Byte.SIZE ? b & (1 << left) - 1 : b);
        }
        return new BigInteger(1, bytes);
    }

    /** As {@link #get}, to the beginning of words. */
    static void copy(int[] words, int at, int bits, int[] to) {
        for (int i = 0, left = bits; left > 0; i++, left -= WORD_BITS) {
            int word = word(words, at + i * WORD_BITS);
            to[i] = left < WORD_BITS ? word & (1 << left) - 1 : word;
        }
    }

    /** 32 bits; those behind the end are zero. */
    private static int word(int[] words, int at) {
        int i = at >> WORD_SHIFT;
        int in = at & WORD_BITS - 1;
        int low = words[i] >>> in;
        return in == 0 || i + 1 == words.length ? low : low | words[i + 1] << WORD_BITS - in;
    }
}
