// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class ChecksumTest {
    /** One's complement addition, word by word (RFC 1071 section 1). */
    static int naive(byte[] b) {
        int sum = 0;
        for (int i = 0; i < b.length; i += 2) {
            sum += (b[i] & 0xff) << 8 | (i + 1 < b.length ? b[i + 1] & 0xff : 0);
            if (sum > 0xffff) {
                sum -= 0xffff;
            }
        }
        return ~sum & 0xffff;
    }

    @Test
    void isThatOfRfc1071() {
        byte[] b = {
            0x00, 0x01, (byte) 0xf2, 0x03, (byte) 0xf4, (byte) 0xf5, (byte) 0xf6, (byte) 0xf7
        };
        assertEquals(~0xddf2 & 0xffff, Checksum.finish(Checksum.sum(b, 0, b.length)));
    }

    @Test
    void isThatOfTheNaiveSum() {
        long seed = Seeds.of(4711);
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            byte[] b = new byte[1 + random.nextInt(200)];
            random.nextBytes(b);
            assertEquals(naive(b), Checksum.finish(Checksum.sum(b, 0, b.length)), "seed " + seed);
        }
    }

    @Test
    void staysRightOrWrongWhenUpdated() {
        long seed = Seeds.of(4712);
        Random random = new Random(seed);
        for (int i = 0; i < 5000; i++) {
            byte[] b = new byte[40];
            random.nextBytes(b);
            Bytes.put16(b, 20, 0);
            int right = Checksum.finish(Checksum.sum(b, 0, 40));
            int error = random.nextInt(3) == 0 ? 1 + random.nextInt(1000) : 0;
            Bytes.put16(b, 20, (right + error) & 0xffff);
            boolean valid = Checksum.valid(Checksum.sum(b, 0, 40));
            long before = Checksum.sum(b, 4, 12);
            for (int k = 4; k < 12; k++) {
                b[k] = (byte) (random.nextInt(4) == 0 ? 0 : random.nextInt());
            }
            long after = Checksum.sum(b, 4, 12);
            Bytes.put16(b, 20, Checksum.update(Bytes.u16(b, 20), before, after));
            assertEquals(valid, Checksum.valid(Checksum.sum(b, 0, 40)), "seed " + seed);
        }
    }

    @Test
    void addsThePseudoHeader() {
        byte[] b = new byte[40 + 6];
        new Random(1).nextBytes(b);
        long pseudo =
                Checksum.pseudo6(
                        Bytes.i64(b, 0),
                        Bytes.i64(b, 8),
                        Bytes.i64(b, 16),
                        Bytes.i64(b, 24),
                        58,
                        6);
        byte[] flat = new byte[40 + 6];
        System.arraycopy(b, 0, flat, 0, 32);
        Bytes.put32(flat, 32, 6);
        Bytes.put32(flat, 36, 58);
        System.arraycopy(b, 40, flat, 40, 6);
        assertEquals(naive(flat), Checksum.finish(pseudo + Checksum.sum(b, 40, 46)));
        assertTrue(Checksum.valid(0xffff));
        assertFalse(Checksum.valid(0xfffe));
    }
}
