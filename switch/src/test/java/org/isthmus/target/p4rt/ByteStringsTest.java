// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.RefusedException;
import org.junit.jupiter.api.Test;

class ByteStringsTest {
    private static ByteString bytes(int... values) {
        byte[] b = new byte[values.length];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) values[i];
        }
        return ByteString.copyFrom(b);
    }

    // The examples of the specification's section "Bytestrings".
    @Test
    void acceptsWhatFits() {
        assertArrayEquals(new byte[] {0x63}, ByteStrings.decode(bytes(0x63), 8));
        assertArrayEquals(new byte[] {0, 0x63}, ByteStrings.decode(bytes(0, 0x63), 16));
        assertArrayEquals(new byte[] {0, 0x63}, ByteStrings.decode(bytes(0x63), 16));
        assertArrayEquals(new byte[] {0x30, 0x64}, ByteStrings.decode(bytes(0, 0x30, 0x64), 16));
        assertArrayEquals(new byte[] {0, 0x63}, ByteStrings.decode(bytes(0, 0, 0x63), 12));
    }

    @Test
    void rejectsWhatDoesNotFit() {
        assertNull(ByteStrings.decode(bytes(1, 0x63), 8));
        assertNull(ByteStrings.decode(ByteString.EMPTY, 8));
        assertNull(ByteStrings.decode(bytes(1, 0, 0x63), 16));
        assertNull(ByteStrings.decode(bytes(0x10, 0x63), 12));
        assertNull(ByteStrings.decode(bytes(1, 0, 0x63), 12));
        assertNull(ByteStrings.decode(bytes(0, 0x40, 0x63), 12));
    }

    @Test
    void encodesShortest() {
        assertEquals(bytes(0), ByteStrings.encode(new byte[4]));
        assertEquals(bytes(0x63), ByteStrings.encode(new byte[] {0, 0, 0x63}));
        assertEquals(bytes(1, 0), ByteStrings.encode(new byte[] {0, 1, 0}));
    }

    private static byte[] signed(int width, int... values) throws RefusedException {
        return ByteStrings.decodeSigned("it", bytes(values), width);
    }

    // The examples of the same section, and the bounds.
    @Test
    void numbersWithASignAreTwosComplement() throws RefusedException {
        assertArrayEquals(new byte[] {0x63}, signed(8, 0x63));
        assertArrayEquals(new byte[] {(byte) 0x9d}, signed(8, 0x9d));
        assertArrayEquals(new byte[] {(byte) 0x9d}, signed(8, 0xff, 0x9d));
        assertArrayEquals(new byte[] {0x0d, 0x1d}, signed(12, 0xfd, 0x1d));
        assertArrayEquals(new byte[] {0, 0}, signed(16, 0, 0));
        assertArrayEquals(new byte[] {0x08, 0}, signed(12, 0xf8, 0));
        assertThrows(RefusedException.class, () -> signed(8));
        assertThrows(RefusedException.class, () -> signed(8, 0, 0x80));
        assertThrows(RefusedException.class, () -> signed(12, 0x08, 0));
        assertThrows(RefusedException.class, () -> signed(12, 0xf7, 0xff));
        assertEquals(bytes(0xfd, 0x1d), ByteStrings.encodeSigned(new byte[] {0x0d, 0x1d}, 12));
        assertEquals(bytes(0xff), ByteStrings.encodeSigned(new byte[] {0x0f, (byte) 0xff}, 12));
        assertEquals(bytes(0, 0x80), ByteStrings.encodeSigned(new byte[] {0, (byte) 0x80}, 12));
        assertEquals(bytes(0), ByteStrings.encodeSigned(new byte[2], 16));
    }

    @Test
    void decodesLikeBigInteger() {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        for (int n = 0; n < 20_000; n++) {
            int width = 1 + random.nextInt(130);
            BigInteger value = new BigInteger(random.nextInt(135), random);
            byte[] given = new byte[18 + random.nextInt(3)];
            byte[] raw = value.toByteArray();
            System.arraycopy(raw, 0, given, given.length - raw.length, raw.length);
            byte[] decoded = ByteStrings.decode(ByteString.copyFrom(given), width);
            assertEquals(value.bitLength() <= width, decoded != null, "seed " + seed);
            if (decoded != null) {
                assertEquals((width + 7) / 8, decoded.length, "seed " + seed);
                assertEquals(value, new BigInteger(1, decoded), "seed " + seed);
                assertEquals(
                        value,
                        new BigInteger(1, ByteStrings.encode(decoded).toByteArray()),
                        "seed " + seed);
            }
        }
    }

    @Test
    void masks() {
        assertArrayEquals(new byte[] {0x01, (byte) 0xff}, ByteStrings.ones(9));
        assertArrayEquals(new byte[] {0x01, (byte) 0x80}, ByteStrings.prefix(2, 9));
        assertArrayEquals(new byte[] {0, 0}, ByteStrings.prefix(0, 9));
        assertArrayEquals(new byte[] {0x01, (byte) 0xff}, ByteStrings.prefix(9, 9));
        for (int i = 0; i <= 128; i++) {
            assertEquals(i, ByteStrings.prefixLength(ByteStrings.prefix(i, 128)));
        }
        assertTrue(ByteStrings.exceeds(new byte[] {3}, new byte[] {1}));
        assertFalse(ByteStrings.exceeds(new byte[] {2}, new byte[] {6}));
    }
}
