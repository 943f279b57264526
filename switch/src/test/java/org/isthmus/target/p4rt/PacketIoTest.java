// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import org.isthmus.target.p4rt.ServerCounters.Loss;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.ControllerPacketMetadata;
import p4.v1.P4RuntimeOuterClass.DigestListAck;
import p4.v1.P4RuntimeOuterClass.IdleTimeoutNotification;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;
import p4.v1.P4RuntimeOuterClass.StreamError;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;

class PacketIoTest {
    private static final int EXACT = 33554433;

    private static PacketMetadata metadata(int id, int... value) {
        byte[] b = new byte[value.length];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) value[i];
        }
        return PacketMetadata.newBuilder()
                .setMetadataId(id)
                .setValue(ByteString.copyFrom(b))
                .build();
    }

    private static StreamMessageRequest packet(PacketMetadata... metadata) {
        return StreamMessageRequest.newBuilder()
                .setPacket(
                        PacketOut.newBuilder()
                                .setPayload(ByteString.copyFromUtf8("x"))
                                .addAllMetadata(List.of(metadata)))
                .build();
    }

    /** One that is right. */
    static StreamMessageRequest packet() {
        return packet(metadata(2, 0x01, 0xa3), metadata(1, 5));
    }

    @Test
    void packetOutBecomesAFrameWithItsHeader() {
        try (Rig rig = new Rig()) {
            Rig.Controller c = rig.connect(1);
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            // mode 5 (3 bits), port 0x1a3 (9 bits), padding left out (4 bits)
            c.out.onNext(packet());
            assertEquals(1, rig.target.packetOuts.size());
            assertArrayEquals(new byte[] {(byte) 0xba, 0x30, 'x'}, rig.target.packetOuts.get(0));
            assertTrue(c.isQuiet());
        }
    }

    @Test
    void packetOutThatDoesNotFitTheP4InfoIsReported() {
        try (Rig rig = new Rig()) {
            Rig.Controller c = rig.connect(1);
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            List<StreamMessageRequest> wrong =
                    List.of(
                            packet(metadata(1, 1)),
                            packet(metadata(1, 1), metadata(2, 1), metadata(9, 1)),
                            packet(metadata(1, 1), metadata(1, 1), metadata(2, 1)));
            assertReported(Code.INVALID_ARGUMENT_VALUE, c, wrong);
            assertEquals(0, rig.target.packetOuts.size());
        }
    }

    /** A client that reads nothing would have the server keep megabytes for each stream. */
    @Test
    void aLongPacketOutDoesNotComeBack() {
        try (Rig rig = Rig.ready()) {
            Rig.Controller c = rig.open();
            PacketOut packet =
                    PacketOut.newBuilder()
                            .setPayload(ByteString.copyFrom(new byte[1 << 16]))
                            .build();
            c.out.onNext(StreamMessageRequest.newBuilder().setPacket(packet).build());
            StreamError e = c.next().getError();
            assertEquals(Code.PERMISSION_DENIED_VALUE, e.getCanonicalCode());
            assertTrue(e.hasPacketOut());
            assertFalse(e.getPacketOut().hasPacketOut());
        }
    }

    @Test
    void packetOutWithAStringThatIsNoValueOfItsFieldIsOutOfRange() {
        try (Rig rig = new Rig()) {
            Rig.Controller c = rig.connect(1);
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            List<StreamMessageRequest> wrong =
                    List.of(
                            packet(metadata(1, 8), metadata(2, 1)),
                            packet(metadata(1), metadata(2, 1)));
            assertReported(Code.OUT_OF_RANGE_VALUE, c, wrong);
            assertEquals(0, rig.target.packetOuts.size());
        }
    }

    private static void assertReported(
            int code, Rig.Controller c, List<StreamMessageRequest> wrong) {
        for (StreamMessageRequest m : wrong) {
            c.out.onNext(m);
            StreamError e = c.next().getError();
            assertEquals(code, e.getCanonicalCode());
            assertEquals(m.getPacket(), e.getPacketOut().getPacketOut());
        }
    }

    @Test
    void aPacketThatTheTargetFailsAtCostsTheStreamNothing() {
        try (Rig rig = Rig.ready()) {
            Rig.Controller c = rig.connect(2);
            rig.target.onPacketOut =
                    () -> {
                        throw new StackOverflowError("meant to fail");
                    };
            assertReported(Code.INTERNAL_VALUE, c, List.of(packet()));
            rig.target.onPacketOut = () -> {};
            c.out.onNext(packet());
            assertEquals(1, rig.target.packetOuts.size());
            c.out.onCompleted();
            rig.connect(2);
        }
    }

    @Test
    void onlyThePrimaryMaySendPackets() {
        try (Rig rig = Rig.ready()) {
            Rig.Controller c = rig.open();
            c.out.onNext(packet(metadata(1, 1), metadata(2, 1)));
            StreamError e = c.next().getError();
            assertEquals(Code.PERMISSION_DENIED_VALUE, e.getCanonicalCode());
            assertTrue(e.hasPacketOut());
            assertEquals(0, rig.target.packetOuts.size());
        }
    }

    /** Or the primary's would find no place, and overtake the Write before them. */
    @Test
    void whatABackupSendsTakesNoPlaceBehindALateWrite() {
        Queue<Runnable> waiting = new ArrayDeque<>();
        try (Rig rig = new Rig(Runnable::run, waiting::add)) {
            Rig.Controller primary = rig.connect(1);
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            rig.service.device().late().add(() -> {});
            Rig.Controller backup = rig.open();
            for (int i = 0; i < LateCalls.MAX; i++) {
                backup.out.onNext(packet());
                assertFalse(backup.isQuiet(), "waits");
                assertEquals(
                        Code.PERMISSION_DENIED_VALUE, backup.next().getError().getCanonicalCode());
            }
            primary.out.onNext(packet());
            assertEquals(0, rig.target.packetOuts.size());
            waiting.remove().run();
            assertEquals(1, rig.target.packetOuts.size());
        }
    }

    @Test
    void packetOutNeedsAPipeline() {
        try (Rig rig = new Rig()) {
            Rig.Controller c = rig.connect(1);
            c.out.onNext(packet(metadata(1, 1), metadata(2, 1)));
            assertEquals(Code.FAILED_PRECONDITION_VALUE, c.next().getError().getCanonicalCode());
        }
    }

    @Test
    void unknownMessagesAndDigestAcksAreReported() {
        try (Rig rig = new Rig()) {
            Rig.Controller c = rig.open();
            c.out.onNext(
                    StreamMessageRequest.newBuilder()
                            .setDigestAck(DigestListAck.newBuilder().setDigestId(1))
                            .build());
            StreamError e = c.next().getError();
            assertEquals(Code.PERMISSION_DENIED_VALUE, e.getCanonicalCode());
            assertEquals(1, e.getDigestListAck().getDigestListAck().getDigestId());
            c.out.onNext(StreamMessageRequest.getDefaultInstance());
            assertTrue(c.next().getError().hasOther());
        }
    }

    @Test
    void packetInGoesToThePrimaryWithCanonicalMetadata() {
        try (Rig rig = new Rig()) {
            Rig.Controller c = rig.connect(1);
            Rig.Controller backup = rig.open();
            backup.arbitrate(0);
            backup.next();
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            // port 0x101 (9 bits), padding 0 (7 bits), reason 3
            rig.target.packetIn(new byte[] {(byte) 0x80, (byte) 0x80, 3, 'a', 'b'});
            PacketIn p = c.next().getPacket();
            assertEquals("ab", p.getPayload().toStringUtf8());
            assertEquals(
                    List.of(metadata(1, 1, 1), metadata(2, 0), metadata(3, 3)),
                    p.getMetadataList());
            assertTrue(backup.isQuiet());
        }
    }

    @Test
    void packetInWithoutPrimaryOrShorterThanItsHeaderIsCountedAsDropped() {
        try (Rig rig = new Rig()) {
            rig.target.packetIn(new byte[10]);
            assertEquals(1, rig.service.device().counters().lostPacketIns());
            Rig.Controller c = rig.connect(1);
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            rig.target.packetIn(new byte[2]);
            assertEquals(2, rig.service.device().counters().lostPacketIns());
            for (Loss why : List.of(Loss.NO_PRIMARY, Loss.NO_HEADER)) {
                assertEquals(1, rig.service.device().counters().lostPacketIns(why));
            }
            assertTrue(c.isQuiet());
        }
    }

    /** A packet-in with two bytes of payload. */
    private static byte[] packetIn(int a, int b) {
        return new byte[] {0, 0, 0, (byte) a, (byte) b};
    }

    private static int payload(Rig.Controller c) {
        ByteString p = c.next().getPacket().getPayload();
        return (p.byteAt(0) & 0xff) << 8 | p.byteAt(1) & 0xff;
    }

    @Test
    void aSlowControllerGetsWhatTheQueueHoldsAndTheRestIsCounted() {
        try (Rig rig = new Rig()) {
            Rig.Controller c = rig.open(1);
            c.arbitrate(1);
            assertEquals(Code.OK, c.standing());
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            for (int i = 0; i < 4096 + 3; i++) {
                rig.target.packetIn(packetIn(i >> 8, i));
            }
            assertTrue(c.isQuiet());
            assertEquals(3, rig.service.device().counters().lostPacketIns(Loss.QUEUE_FULL));
            c.out.request(10);
            for (int i = 0; i < 10; i++) {
                assertEquals(i, payload(c));
            }
            assertTrue(c.isQuiet());
            c.out.request(5000);
            for (int i = 10; i < 4096; i++) {
                assertEquals(i, payload(c));
            }
            assertTrue(c.isQuiet());
        }
    }

    @Test
    void packetInsOfSeveralThreadsKeepTheOrderOfEach() throws InterruptedException {
        ExecutorService sender = Executors.newSingleThreadExecutor();
        try (Rig rig = new Rig(sender)) {
            Rig.Controller c = rig.connect(1);
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int thread = t;
                threads.add(
                        new Thread(
                                () -> {
                                    for (int i = 0; i < 1000; i++) {
                                        int n = thread << 12 | i;
                                        rig.target.packetIn(packetIn(n >> 8, n));
                                    }
                                }));
            }
            threads.forEach(Thread::start);
            int[] next = new int[4];
            for (int i = 0; i < 4000; i++) {
                int n = payload(c);
                assertEquals(next[n >> 12]++, n & 0xfff, "thread " + (n >> 12));
            }
            for (Thread t : threads) {
                t.join();
            }
            assertTrue(c.isQuiet());
            assertEquals(0, rig.service.device().counters().lostPacketIns());
        } finally {
            sender.shutdownNow();
        }
    }

    @Test
    void idleRowsComeInOneMessage() {
        try (Rig rig = new Rig()) {
            Rig.Controller c = rig.connect(1);
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            for (int i = 1; i <= 3; i++) {
                rig.target.running.table(EXACT).idle(row(i));
            }
            assertTrue(c.isQuiet());
            rig.timer.fire();
            IdleTimeoutNotification n = c.next().getIdleTimeoutNotification();
            assertEquals(3, n.getTableEntryCount());
            assertEquals(1_000_000_007L, n.getTimestamp());
            assertEquals(EXACT, n.getTableEntry(2).getTableId());
            assertEquals(
                    ByteString.copyFrom(new byte[] {3}),
                    n.getTableEntry(2).getMatch(0).getExact().getValue());
            assertEquals(500, n.getTableEntry(2).getIdleTimeoutNs());
            assertEquals(42, ControllerMetadata.get(n.getTableEntry(2)));
            assertEquals("m", n.getTableEntry(2).getMetadata().toStringUtf8());
            rig.timer.fire();
            assertTrue(c.isQuiet());
        }
    }

    /** A client of gRPC takes 4 MB in a message, and ends its stream at more. */
    @Test
    void idleRowsWithMuchMetadataComeInSeveralMessages() {
        try (Rig rig = new Rig()) {
            Rig.Controller c = rig.connect(1);
            rig.setPipeline(Action.VERIFY_AND_COMMIT);
            byte[] metadata = new byte[100_000];
            for (int i = 1; i <= 45; i++) {
                rig.target.running.table(EXACT).idle(row(i, metadata));
            }
            rig.timer.fire();
            int rows = 0;
            while (rows < 45) {
                IdleTimeoutNotification n = c.next().getIdleTimeoutNotification();
                assertTrue(n.getSerializedSize() <= 1 << 20, n.getSerializedSize() + " bytes");
                rows += n.getTableEntryCount();
            }
            assertEquals(45, rows);
            rig.timer.fire();
            assertTrue(c.isQuiet());
        }
    }

    private static Table.Entry row(int dst) {
        return row(dst, new byte[] {'m'});
    }

    private static Table.Entry row(int dst, byte[] metadata) {
        MatchKey key = new MatchKey(new byte[][] {{0, 0, 0, (byte) dst}, {0, 1}}, new byte[2][], 0);
        return new Table.Entry(key, null, 500, 42, metadata);
    }

    @Test
    void headersOfAnyLayoutPackAndUnpack() throws RefusedException {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        for (int n = 0; n < 2_000; n++) {
            ControllerPacketMetadata.Builder m = ControllerPacketMetadata.newBuilder();
            PacketOut.Builder out = PacketOut.newBuilder();
            BigInteger bits = BigInteger.ZERO;
            int width = 0;
            for (int id = 1; id <= 1 + random.nextInt(6); id++) {
                int w = 1 + random.nextInt(70);
                BigInteger v = new BigInteger(w, random);
                m.addMetadata(
                        ControllerPacketMetadata.Metadata.newBuilder()
                                .setId(id)
                                .setName("f" + id)
                                .setBitwidth(w));
                out.addMetadata(
                        PacketMetadata.newBuilder().setMetadataId(id).setValue(canonical(v)));
                bits = bits.shiftLeft(w).or(v);
                width += w;
            }
            PacketHeader header = new PacketHeader(m.build());
            byte[] frame = header.pack(out.setPayload(ByteString.copyFromUtf8("p")).build());
            int bytes = (width + 7) / 8;
            assertEquals(bytes + 1, frame.length, "seed " + seed);
            byte[] head = java.util.Arrays.copyOf(frame, bytes);
            assertEquals(
                    bits.shiftLeft(bytes * 8 - width), new BigInteger(1, head), "seed " + seed);
            PacketIn in = header.unpack(frame);
            assertEquals(
                    new ArrayList<>(out.getMetadataList()), in.getMetadataList(), "seed " + seed);
        }
    }

    private static ByteString canonical(BigInteger v) {
        byte[] b = v.toByteArray();
        return b.length > 1 && b[0] == 0
                ? ByteString.copyFrom(b, 1, b.length - 1)
                : ByteString.copyFrom(b);
    }
}
