// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import org.isthmus.target.api.RefusedException;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Headers of random layouts: what is parsed, copied field by field and deparsed is the same. */
class HeaderLayoutTest {
    @Test
    void roundTrips() throws RefusedException {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        for (int p = 0; p < 150; p++) {
            MiniProgram m = new MiniProgram();
            int fields = 1 + random.nextInt(20);
            int bits = 0;
            for (int i = 0; i < fields; i++) {
                int w = 1 + random.nextInt(random.nextBoolean() ? 16 : 200);
                if (i == fields - 1) {
                    w += (8 - (bits + w) % 8) % 8;
                }
                boolean signed = w > 1 && random.nextInt(4) == 0;
                m.in("f" + i, w, signed).out("f" + i, w, signed);
                m.run(
                        "assign",
                        MiniProgram.field("out", "f" + i),
                        MiniProgram.field("in", "f" + i));
                bits += w;
            }
            Harness h = new Harness(P4Info.getDefaultInstance(), m.bytes());
            for (int k = 0; k < 5; k++) {
                byte[] frame = new byte[bits / 8 + random.nextInt(5)];
                random.nextBytes(frame);
                List<Frame> out = h.send(3, frame);
                assertEquals("1:" + Hex.of(frame), out.get(0).toString(), () -> "seed " + seed);
            }
            // One byte is missing: nothing is parsed, and the frame is all payload.
            byte[] cut = new byte[bits / 8 - 1];
            random.nextBytes(cut);
            String zeros = "00".repeat(bits / 8);
            assertEquals("1:" + zeros + Hex.of(cut), h.send(3, cut).get(0).toString());
        }
    }
}
