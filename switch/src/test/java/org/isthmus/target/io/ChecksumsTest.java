// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;

class ChecksumsTest {
    /** RFC 1071's definition, word by word. */
    private static int slowSum(byte[] b, int start, int end) {
        int sum = 0;
        for (int i = start; i < end; i += 2) {
            int low = i + 1 < end ? b[i + 1] & 0xff : 0;
            sum += (b[i] & 0xff) << 8 | low;
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return sum;
    }

    @Test
    void exampleOfRfc1071() {
        byte[] b = {
            0x00, 0x01, (byte) 0xf2, 0x03, (byte) 0xf4, (byte) 0xf5, (byte) 0xf6, (byte) 0xf7
        };
        assertEquals(0xddf2, Checksums.sum(b, 0, 8));
    }

    @Test
    void sumsOfAnyPlaceAndLength() {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        byte[] b = new byte[3000];
        for (int n = 0; n < 3_000; n++) {
            random.nextBytes(b);
            int start = random.nextInt(100);
            int end = start + random.nextInt(b.length - start);
            assertEquals(slowSum(b, start, end), Checksums.sum(b, start, end), "seed " + seed);
        }
    }

    @Test
    void completedChecksumMakesTheSumRight() {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        for (int n = 0; n < 1_000; n++) {
            byte[] b = new byte[40 + random.nextInt(100)];
            random.nextBytes(b);
            int field = 10 + 6;
            int pseudo = (b[field] & 0xff) << 8 | b[field + 1] & 0xff;
            Checksums.complete(b, 10, field, b.length);
            // The receiver adds the pseudo header to the segment and gets all ones.
            long sum = Checksums.sum(b, 10, b.length) + pseudo;
            assertEquals(0xffff, (sum & 0xffff) + (sum >> 16), "seed " + seed);
        }
    }

    @Test
    void zeroIsWrittenAsOnes() {
        byte[] b = {(byte) 0xff, (byte) 0xff, 0, 0};
        Checksums.complete(b, 0, 2, 4);
        assertEquals((byte) 0xff, b[2]);
        assertEquals((byte) 0xff, b[3]);
    }
}
