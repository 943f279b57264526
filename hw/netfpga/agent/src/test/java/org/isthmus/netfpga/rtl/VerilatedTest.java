// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.isthmus.netfpga.card.Buckets;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows and frames in Verilog that runs. */
@Tag("rtl")
class VerilatedTest {
    private static final int HOSTS = TinyCard.HOSTS;
    private static final int ETYPES = TinyCard.ETYPES;

    /** The action of the tables' values. */
    private static final int TO = 1 << 8;

    private Verilated verilated;
    private RtlCard card;
    private final List<String> left = new ArrayList<>();
    private final List<byte[]> frames = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        verilated = new Verilated(TinyCard.LIBRARY);
        card = RtlCard.afterReset(TinyCard.description(), verilated, verilated);
        verilated.onFrame((nf, buf, off, len) -> left("nf" + nf, buf, off, len));
        verilated.onWires((port, buf, off, len) -> left("port " + port, buf, off, len));
    }

    @AfterEach
    void close() {
        verilated.close();
    }

    private void left(String where, byte[] buf, int off, int len) {
        left.add(where);
        frames.add(Arrays.copyOfRange(buf, off, off + len));
    }

    private static BigInteger n(long n) {
        return BigInteger.valueOf(n);
    }

    private static byte[] frame(long destination, int etherType, int length) {
        byte[] frame = new byte[length];
        for (int i = 0; i < 6; i++) {
            frame[i] = (byte) (destination >> 8 * (5 - i));
        }
        frame[12] = (byte) (etherType >> 8);
        frame[13] = (byte) etherType;
        for (int i = 14; i < length; i++) {
            frame[i] = (byte) (i * 7 + i / 256);
        }
        return frame;
    }

    private void receive(int port, byte[] frame) {
        verilated.receive(port, frame, 0, frame.length);
    }

    /** Where frames have left since, sorted. */
    private List<String> exits() throws CardException {
        verilated.finish();
        List<String> all = new ArrayList<>(left);
        left.clear();
        Collections.sort(all);
        return all;
    }

    /** As in a card: both tables are on the second page. */
    @Test
    void rowsAreWrittenThroughTheSlotOfASume() throws Exception {
        SumeSlot slot = new SumeSlot(new ModelSlot(verilated));
        RtlCard inSlot = RtlCard.inUse(TinyCard.description(), slot, verilated);
        long mac = 0x0200_0000_0001L;
        inSlot.addExact(HOSTS, n(mac), n(TO | 1 << 4));
        assertEquals(n(TO | 1 << 4), card.readExact(HOSTS, n(mac)));
        receive(1, frame(mac, 0x86dd, 60));
        assertEquals(List.of("port 3"), exits());
        RegisterMap.Array received = TinyCard.description().registers().array("received");
        assertEquals(1, inSlot.readRegister(received.address(0)));
        inSlot.writeTernary(ETYPES, 0, n(0x86dd), n(0xffff), n(TO | 1 << 2));
        receive(1, frame(mac, 0x86dd, 60));
        assertEquals(List.of("port 2"), exits());
        assertEquals(2, card.readRegister(received.address(0)));
        // Who comes later finds the rows.
        assertEquals(1, RtlCard.inUse(TinyCard.description(), slot, verilated).exactRows(HOSTS));
    }

    @Test
    void framesGoWhereRowsSay() throws Exception {
        long mac = 0x0200_0000_0001L;
        byte[] one = frame(mac, 0x86dd, 60);
        receive(1, one);
        assertEquals(List.of("nf0"), exits());
        card.addExact(HOSTS, n(mac), n(TO | 1 << 4));
        receive(2, one);
        card.send(3, one);
        assertEquals(List.of("port 3", "port 3"), exits());
        card.writeTernary(ETYPES, 3, n(0x8600), n(0xff00), n(TO | 1 | 1 << 3));
        receive(4, one);
        assertEquals(List.of("nf1", "port 1"), exits());
        card.eraseTernary(ETYPES, 3);
        card.deleteExact(HOSTS, n(mac));
        receive(4, one);
        card.send(2, one);
        assertEquals(List.of("nf2", "nf3"), exits());
        assertEquals(7, frames.size());
        for (byte[] f : frames) {
            assertArrayEquals(one, f);
        }
        // By port, with those that nf sent.
        RegisterMap.Array received = TinyCard.description().registers().array("received");
        int[] counts = new int[8];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = card.readRegister(received.address(i));
        }
        assertArrayEquals(new int[] {1, 0, 1, 0, 0, 1, 2, 1}, counts);
        assertEquals(0, verilated.dropped() + verilated.malformed());
    }

    @Test
    void rowsAreThoseOfTheCard() throws Exception {
        Random random = new Random(1);
        Map<BigInteger, BigInteger> rows = new HashMap<>();
        while (rows.size() < 64) {
            BigInteger key = new BigInteger(48, random);
            rows.put(key, new BigInteger(9, random));
            card.addExact(HOSTS, key, rows.get(key));
        }
        for (Map.Entry<BigInteger, BigInteger> e : rows.entrySet()) {
            assertEquals(e.getValue(), card.readExact(HOSTS, e.getKey()));
        }
        assertNull(card.readExact(HOSTS, n(1)));
        // Another agent of the same card.
        card = RtlCard.inUse(TinyCard.description(), verilated, verilated);
        assertEquals(64, card.exactRows(HOSTS));
        for (Map.Entry<BigInteger, BigInteger> e : rows.entrySet()) {
            card.replaceExact(HOSTS, e.getKey(), n(3));
            assertEquals(n(3), card.readExact(HOSTS, e.getKey()));
            card.deleteExact(HOSTS, e.getKey());
            assertNull(card.readExact(HOSTS, e.getKey()));
        }
        for (int slot = 0; slot < 16; slot++) {
            BigInteger key = new BigInteger(16, random);
            BigInteger mask = new BigInteger(16, random);
            assertFalse(card.holdsTernary(ETYPES, slot, key, mask, n(slot)));
            card.writeTernary(ETYPES, slot, key, mask, n(slot));
            assertTrue(card.holdsTernary(ETYPES, slot, key, mask, n(slot)));
            assertFalse(card.holdsTernary(ETYPES, slot, key, mask.flipBit(3), n(slot)));
        }
        card.clearTernary(ETYPES);
        assertFalse(card.holdsTernary(ETYPES, 5, n(0), n(0), n(5)));
    }

    /** Of all lengths, with gaps and stalls: what goes in comes out, in its order. */
    @Test
    void framesPassWhateverTheStreamDoes() throws Exception {
        Random random = new Random(2);
        for (int[] shake : new int[][] {{0, 0}, {50, 0}, {0, 50}, {30, 60}}) {
            verilated.shake(random.nextInt(), shake[0], shake[1]);
            List<byte[]> sent = new ArrayList<>();
            frames.clear();
            for (int i = 0; i < 200; i++) {
                int length = 14 + random.nextInt(i % 20 == 0 ? 9000 : 200);
                sent.add(frame(random.nextInt(), 0x0800, length));
                card.send(0, sent.get(i));
            }
            verilated.finish();
            assertEquals(sent.size(), frames.size());
            for (int i = 0; i < sent.size(); i++) {
                assertArrayEquals(sent.get(i), frames.get(i), "frame " + i);
            }
        }
        assertEquals(0, verilated.malformed() + verilated.dropped());
    }

    @Test
    void theClockStandsStillWithoutWork() throws Exception {
        long before = verilated.cycles();
        assertEquals(before, verilated.cycles());
        card.send(0, frame(1, 0x0800, 60));
        verilated.finish();
        long after = verilated.cycles();
        assertTrue(after > before && after < before + 100, after - before + " cycles");
        assertEquals(after, verilated.cycles());
    }

    @Test
    void framesThatNoCardTakesAreDroppedAndCounted() throws Exception {
        card.send(0, new byte[0]);
        receive(1, new byte[16385]);
        assertEquals(2, verilated.dropped());
        // Its thread is held, so that none leave.
        CountDownLatch held = new CountDownLatch(1);
        verilated.onFrame(
                (nf, buf, off, len) -> {
                    try {
                        held.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    left("nf" + nf, buf, off, len);
                });
        for (int i = 0; i < 1000; i++) {
            receive(2, frame(1, 0x0800, 60));
        }
        held.countDown();
        verilated.finish();
        assertTrue(verilated.dropped() > 400, verilated.dropped() + " dropped");
        assertEquals(1002, left.size() + verilated.dropped());
    }

    @Test
    void aCardThatIsClosedAnswersNothing() {
        verilated.close();
        verilated.close();
        card.send(0, frame(1, 0x0800, 60));
        CardException e = assertThrows(CardException.class, () -> card.readRegister(0));
        assertEquals("the card is closed", e.getMessage());
    }

    @Test
    void twoCardsAreTwo() throws Exception {
        try (Verilated another = new Verilated(TinyCard.LIBRARY)) {
            RtlCard other = RtlCard.afterReset(TinyCard.description(), another, another);
            other.addExact(HOSTS, n(1), n(2));
            assertNull(card.readExact(HOSTS, n(1)));
            assertEquals(1, other.exactRows(HOSTS));
        }
    }

    @Test
    void aLibraryThatIsNoneIsNamed(@TempDir Path folder) throws Exception {
        Path none = folder.resolve("none.so");
        IOException e = assertThrows(IOException.class, () -> new Verilated(none));
        assertTrue(e.getMessage().startsWith(none + " cannot be loaded: "), e.getMessage());
        Files.write(none, new byte[] {1});
        assertThrows(IOException.class, () -> new Verilated(none));
    }

    /** Rows come, move and go while a frame enters in every second cycle. */
    @Test
    void noFrameMissesARowWhileOthersChange() throws Exception {
        try (Streaming traffic = new Streaming(TinyCard.LIBRARY)) {
            RtlCard other = RtlCard.afterReset(TinyCard.description(), traffic, traffic);
            List<Long> rows = new ArrayList<>();
            int[] frames = new int[2];
            traffic.onFrame((nf, buf, off, len) -> fail("frame " + frames[1]));
            traffic.onWires(
                    (port, buf, off, len) -> {
                        assertEquals(2, port, () -> "frame " + frames[1]);
                        frames[1]++;
                    });
            Runnable fill =
                    () -> {
                        while (frames[0] - frames[1] < 200 && !rows.isEmpty()) {
                            long to = rows.get(frames[0]++ % rows.size());
                            traffic.receive(1, frame(to, 0x0800, 60));
                        }
                    };
            traffic.beforeAccess(fill);
            Random random = new Random(3);
            for (int i = 0; i < 400; i++) {
                int there = rows.size();
                if (there > 0 && (there == 64 || random.nextInt(3) == 0)) {
                    long gone = rows.remove(random.nextInt(there));
                    // Those on their way have had their turn.
                    fill.run();
                    traffic.finish();
                    if (random.nextBoolean()) {
                        other.replaceExact(HOSTS, n(gone), n(TO | 1 << 2 | 1 << 6));
                    }
                    other.deleteExact(HOSTS, n(gone));
                } else {
                    long key = random.nextLong() >>> 16;
                    other.addExact(HOSTS, n(key), n(TO | 1 << 2));
                    rows.add(key);
                }
            }
            traffic.finish();
            assertEquals(frames[0], frames[1]);
            assertTrue(frames[1] > 10_000, frames[1] + " frames");
        }
    }

    /** As it comes up from the program: EtherType of DMA frames, port, reason, and a number. */
    private static byte[] punt(long destination, int reason, int number) {
        byte[] frame = frame(destination, 0x88b5, 100);
        frame[16] = (byte) reason;
        frame[17] = (byte) (number >> 8);
        frame[18] = (byte) number;
        return frame;
    }

    /**
     * Misses with every other cycle, and among them answers to the controller's probes, the agent's
     * own probes, and what is forwarded. Misses alone are dropped.
     */
    @Test
    void aFloodForOneReasonCostsOthersNothing() throws Exception {
        int miss = 1;
        int local = 8;
        int burst = 50;
        int rate = 100_000;
        try (Streaming traffic = new Streaming(TinyCard.LIBRARY)) {
            RtlCard flooded = RtlCard.afterReset(TinyCard.description(), traffic, traffic);
            long mac = 0x0200_0000_0001L;
            flooded.addExact(HOSTS, n(mac), n(TO | 1 << 4));
            Buckets buckets = new RtlBuckets(flooded);
            for (int reason = 0; reason < Buckets.REASONS; reason++) {
                buckets.limit(reason, false, rate, burst);
                buckets.limit(reason, true, rate, burst);
            }
            int[] came = new int[256];
            int[] forwarded = {0};
            traffic.onFrame((nf, buf, off, len) -> came[buf[off + 16] & 0xff]++);
            traffic.onWires((port, buf, off, len) -> forwarded[0]++);
            int misses = 20_000;
            long cycles = 0;
            for (int i = 0; i < misses; i++) {
                traffic.receive(1, punt(1, miss, i));
                if (i % 500 == 0) {
                    traffic.receive(1, punt(1, local, i));
                }
                if (i % 50 == 0) {
                    // Of the same reason, and yet not of the flood.
                    traffic.send(0, punt(1, miss + 64, i));
                    traffic.receive(2, punt(mac, miss, i));
                }
                if (i % 100 == 99) {
                    cycles += traffic.finish();
                }
            }
            assertEquals(misses / 50, forwarded[0]);
            assertEquals(misses / 500, came[local]);
            assertEquals(misses / 50, came[miss + 64]);
            // Up to a turn of the buckets more or less.
            double allowed = burst + cycles * (rate / 200e6);
            assertTrue(Math.abs(came[miss] - allowed) < 5, came[miss] + " of " + allowed);
            assertEquals(misses - came[miss], buckets.dropped(miss, false));
            assertEquals(0, buckets.dropped(local, false));
        }
    }
}
