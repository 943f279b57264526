// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.MatchKey;
import org.junit.jupiter.api.Test;

/** Packets of a batch that stop at two tables, at one or at none, by l3.p4. */
class BatchTest {
    private static final int ROUNDS = 300;

    /** Several full batches. */
    private static final int MOST_PACKETS = 200;

    private static final int UDP = 17;
    private static final byte[] ADDRESS4 = {10, 0, 0, 1};
    private static final byte[] UNROUTED4 = {11, 0, 0, 1};
    private static final byte[] ADDRESS6 = new byte[16];

    private final long seed = Seeds.of(System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void leaveInTheOrderTheyCame() throws Exception {
        Harness h = router();
        for (int round = 0; round < ROUNDS; round++) {
            List<Frame> batch = new ArrayList<>();
            for (int n = random.nextInt(MOST_PACKETS); n >= 0; n--) {
                byte[] destination = random.nextBoolean() ? ADDRESS4 : UNROUTED4;
                batch.add(new Frame(1, frame(random.nextInt(4), destination, (short) n)));
            }
            List<Frame> alone = new ArrayList<>();
            batch.forEach(frame -> alone.addAll(h.send(1, frame.bytes)));
            assertEquals(alone, h.send(batch), "seed " + seed);
        }
    }

    @Test
    void waitForNoOtherWhereNoRowCanMatch() throws Exception {
        Harness h = router();
        h.table("I.routes")
                .setDefaultAction(h.action("I.forward", new byte[] {0, 4}, new byte[6]), null);
        List<Frame> out = h.begin(new Frame(1, frame(2, UNROUTED4, (short) 1)));
        assertEquals(List.of(4), ports(out));
        assertEquals(List.of(), h.begin(new Frame(1, frame(2, ADDRESS4, (short) 2))));
    }

    private static List<Integer> ports(List<Frame> frames) {
        return frames.stream().map(f -> f.port).collect(Collectors.toList());
    }

    private static Harness router() throws Exception {
        Harness h = Harness.stopping("l3");
        h.table("I.flows")
                .insert(
                        Harness.entry(
                                Harness.exact(ADDRESS6, new byte[] {0, 7}, new byte[] {UDP}),
                                h.action("I.translate", ADDRESS4, new byte[] {0, 9})));
        h.table("I.routes")
                .insert(
                        Harness.entry(
                                new MatchKey(
                                        new byte[][] {{10, 0, 0, 0}},
                                        new byte[][] {{-1, 0, 0, 0}},
                                        0),
                                h.action("I.forward", new byte[] {0, 3}, new byte[6])));
        return h;
    }

    /**
     * @param kind 0: translated, then routed; 1: a flow that is not there; 2: routed; else: neither
     *     IPv4 nor IPv6
     */
    private static byte[] frame(int kind, byte[] destination4, short mark) {
        ByteBuffer b = ByteBuffer.allocate(80).position(12);
        b.putShort((short) (kind < 2 ? 0x86dd : kind == 2 ? 0x800 : 0x1234));
        if (kind < 2) {
            b.putLong(6L << 60 | 8L << 16 | UDP << 8 | 64).put(ADDRESS6);
            b.position(b.position() + 12).put(destination4).putShort((short) (kind == 0 ? 7 : 8));
        } else {
            b.putLong(0x4500_001c_0000_0000L).putInt(64 << 24 | UDP << 16).put(ADDRESS4);
            b.put(destination4).putShort((short) 7);
        }
        b.putShort(78, mark);
        return b.array();
    }
}
