// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BitsTest {
    private static BigInteger number(int[] words) {
        BigInteger n = BigInteger.ZERO;
        for (int i = words.length; i-- > 0; ) {
            n = n.shiftLeft(32).or(BigInteger.valueOf(Integer.toUnsignedLong(words[i])));
        }
        return n;
    }

    @Test
    void numbersAtAnyBit() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            int at = random.nextInt(100);
            int bits = 1 + random.nextInt(200);
            int[] words = new int[RtlDescription.words(at + bits)];
            BigInteger low = new BigInteger(at, random);
            BigInteger high = new BigInteger(bits, random);
            Bits.put(low, words, 0);
            Bits.put(high, words, at);
            assertEquals(low.or(high.shiftLeft(at)), number(words));
            assertEquals(high, Bits.get(words, at, bits));
            int[] copy = new int[RtlDescription.words(bits)];
            Bits.copy(words, at, bits, copy);
            assertEquals(high, number(copy));
            int[] again = new int[words.length];
            Bits.put(low, again, 0);
            for (int w = 0; w < copy.length; w++) {
                Bits.or(copy[w], again, at + 32 * w);
            }
            assertEquals(number(words), number(again));
        }
    }
}
