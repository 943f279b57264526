// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.Hex;
import org.isthmus.target.bmv2.run.Algorithms;
import org.isthmus.target.bmv2.run.Bits;
import org.junit.jupiter.api.Test;

/** Check values of the algorithms, and the checksum against the definition of RFC 1071. */
class AlgorithmsTest {
    private static final byte[] CHECK = "123456789".getBytes(StandardCharsets.US_ASCII);

    @Test
    void checkValues() {
        assertEquals(0xbb3d, Algorithms.crc16(CHECK, 9));
        assertEquals(0xcbf43926L, Algorithms.crc32(CHECK, 9));
        assertEquals(0x29b1, Algorithms.crcCcitt(CHECK, 9));
        assertEquals(0x3132333435363738L, Algorithms.identity(CHECK, 9));
        assertEquals(0x3132, Algorithms.identity(CHECK, 2));
        assertEquals(0x3132 ^ 0x3334 ^ 0x3536 ^ 0x3738 ^ 0x3900, Algorithms.xor16(CHECK, 9));
        assertEquals(0x31323334L ^ 0x35363738L ^ 0x39000000L, Algorithms.xor32(CHECK, 9));
    }

    /** The example of RFC 1071, section 3. */
    @Test
    void internetChecksum() {
        byte[] b = Hex.bytes("0001f203f4f5f6f7");
        assertEquals(~0xddf2 & 0xffff, Algorithms.csum16(b, 8));
        assertEquals(0xffff, Algorithms.csum16(new byte[20], 20));
    }

    @Test
    void checksumOfAnyLength() {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            byte[] b = new byte[random.nextInt(100)];
            random.nextBytes(b);
            if (random.nextInt(4) == 0) {
                Arrays.fill(b, (byte) 0xff);
            }
            int split = random.nextInt(b.length / 2 + 1) * 2;
            long sum = 0;
            for (int k = 0; k < b.length; k += 2) {
                sum += (b[k] & 0xff) << 8 | (k + 1 < b.length ? b[k + 1] & 0xff : 0);
            }
            while (sum >> 16 != 0) {
                sum = (sum & 0xffff) + (sum >> 16);
            }
            long want = ~sum & 0xffff;
            assertEquals(want, Algorithms.csum16(b, b.length), () -> "seed " + seed);
            long head = 0;
            for (int k = 0; k < split; k += 2) {
                head = Algorithms.add(head, Bits.get2(b, k));
            }
            assertEquals(
                    want,
                    Algorithms.finish(head, b, split, b.length - split),
                    () -> "seed " + seed);
        }
    }
}
