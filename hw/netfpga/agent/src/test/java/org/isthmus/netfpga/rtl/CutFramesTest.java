// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Frames that end before, or go on beyond, the length that they say do nothing to those before and
 * behind them, whatever the streams do.
 */
@Tag("rtl")
class CutFramesTest {
    private static final Path CARD = Path.of("../../../target/rtl/isthmus/libisthmus_rtl.so");
    private static final int ROUNDS = 8;
    private static final int FRAMES = 100;

    /** Of dma and packet_in, before a frame that goes to the host. */
    private static final int DMA = 17;

    /** LLDP, that goes to the host as it is, also of a card without rows. */
    private static byte[] whole(int length, int number) {
        ByteBuffer b = ByteBuffer.allocate(length);
        b.putLong(0x0180_c200_000e_0200L).putInt(9).putShort((short) 0x88cc).putInt(number);
        while (b.hasRemaining()) {
            b.put((byte) b.position());
        }
        return b.array();
    }

    @Test
    void theOthersPassAsTheyAre() {
        Random random = new Random(Seeds.of(1));
        try (Streaming card = new Streaming(CARD)) {
            List<byte[]> came = new ArrayList<>();
            card.onFrame(
                    (nf, buf, off, len) -> {
                        if (nf == 1) {
                            came.add(Arrays.copyOfRange(buf, off + DMA, off + len));
                        }
                    });
            int cut = 0;
            for (int round = 0; round < ROUNDS; round++) {
                card.shake(random.nextInt(), random.nextInt(60), random.nextInt(60));
                List<byte[]> sent = new ArrayList<>();
                came.clear();
                for (int i = 0; i < FRAMES; i++) {
                    if (random.nextInt(3) == 0) {
                        byte[] frame = whole(18 + random.nextInt(i % 10 == 0 ? 3000 : 300), i);
                        byte[] part = Arrays.copyOf(frame, 1 + random.nextInt(frame.length));
                        int says = random.nextInt(4) == 0 ? 0 : random.nextInt(4000);
                        card.receiveCut(1, part, says);
                        cut++;
                    } else {
                        sent.add(whole(18 + random.nextInt(300), i));
                        card.receive(2, sent.get(sent.size() - 1));
                    }
                }
                card.finish();
                assertEquals(sent.size(), came.size());
                for (int i = 0; i < sent.size(); i++) {
                    assertArrayEquals(sent.get(i), came.get(i), "frame " + i);
                }
            }
            int damaged = card.damaged();
            assertTrue(damaged > cut / 4, damaged + " of " + cut);
        }
    }
}
