// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.Code;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isthmus.target.api.ActionProfile;
import org.isthmus.target.api.CounterArray;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.RegisterArray;
import org.isthmus.target.api.Replication.Replica;
import org.isthmus.target.api.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Each feature of the architecture, by semantics.p4. */
class SemanticsTest {
    private Harness h;

    @BeforeEach
    void load() throws Exception {
        h = Harness.of("semantics");
    }

    private static byte[] n(long v, int bits) {
        return Harness.number(v, bits);
    }

    /** A packet: opcode, argument, a trace header of zeros, payload. */
    private static byte[] packet(int op, int arg, String rest) {
        return Hex.bytes(String.format("%02x%04x%02x", op, arg, 0) + "00".repeat(17) + rest);
    }

    private void order(int v, int m, int lo, int hi, Integer layer, int priority, int port)
            throws Exception {
        byte[][] values = {n(v, 16), n(lo, 16), n(layer == null ? 0 : layer, 8)};
        byte[][] seconds = {n(m, 16), n(hi, 16), n(layer == null ? 0 : 0xff, 8)};
        h.table("I.order")
                .insert(
                        Harness.entry(
                                new MatchKey(values, seconds, priority),
                                h.action("I.send", n(port, 9))));
    }

    private void prefix(int v, int length, int layers, int port) throws Exception {
        int mask = length == 0 ? 0 : 0xffff << 16 - length & 0xffff;
        MatchKey key =
                new MatchKey(
                        new byte[][] {n(v & mask, 16), n(layers, 8)},
                        new byte[][] {n(mask, 16), null},
                        0);
        h.table("I.prefix").insert(Harness.entry(key, h.action("I.send", n(port, 9))));
    }

    private void port(int arg, int port) throws Exception {
        h.table("I.ports")
                .insert(
                        Harness.entry(
                                Harness.exact(n(arg, 16)), h.action("I.counted", n(port, 9))));
    }

    /** The entries that the golden file was made with. */
    private void goldenEntries() throws Exception {
        port(1, 3);
        port(2, 4);
        port(0x101, 2);
        order(1, 0xffff, 0, 0xffff, null, 10, 2);
        order(1, 0xff, 0, 0x1000, null, 20, 3);
        order(0, 0, 0x1000, 0x10ff, null, 15, 4);
        order(0, 0, 0, 0xffff, 0x80, 12, 1);
        order(0, 0, 5, 5, 0x05, 30, 2);
        order(0x100, 0xff00, 0, 0xffff, null, 11, 3);
        prefix(0x1000, 4, 0, 2);
        prefix(0x1000, 12, 0, 3);
        prefix(0x1001, 16, 0, 4);
        prefix(0, 0, 1, 2);
        prefix(0x1200, 8, 1, 3);
        prefix(0xffff, 16, 1, 4);
        prefix(0x8000, 1, 0, 1);
        ActionProfile profile = h.program.actionProfile(h.id("I.choice"));
        int[][] members = {{11, 2}, {5, 3}, {7, 4}, {3, 1}};
        for (int[] m : members) {
            profile.insertMember(new ActionProfile.Member(m[0], h.action("I.send", n(m[1], 9))));
        }
        profile.insertGroup(
                new ActionProfile.Group(1, 8, new int[] {5, 11, 3}, new int[] {1, 3, 2}));
        h.table("I.spread")
                .insert(
                        Harness.entry(
                                Harness.exact(n(13, 8)),
                                org.isthmus.target.api.ActionSpec.group(1)));
        var replication = h.program.replication();
        replication.setMulticastGroup(
                1, List.of(new Replica(1, 0), new Replica(2, 1), new Replica(3, 7)));
        replication.setMulticastGroup(5, List.of(new Replica(4, 2)));
        replication.setCloneSession(3, List.of(new Replica(4, 0)), 0);
        replication.setCloneSession(4, List.of(new Replica(1, 1), new Replica(3, 2)), 0);
        replication.setCloneSession(9, List.of(new Replica(2, 5)), 0);
    }

    @Test
    void doesWhatBmv2Does() throws Exception {
        goldenEntries();
        assertTrue(h.checkVectors("semantics") > 150);
    }

    /** Packets that wait for each other's lookups come to the same, and leave in order. */
    @Test
    void doesTheSameInBatches() throws Exception {
        List<Frame> in = new ArrayList<>();
        String text = new String(Harness.resource("semantics.vectors"), StandardCharsets.US_ASCII);
        for (String line : text.split("\n")) {
            if (!line.startsWith("#")) {
                String[] frame = line.split(" >", -1)[0].split(":");
                in.add(new Frame(Integer.parseInt(frame[0]), Hex.bytes(frame[1])));
            }
        }
        List<Frame> expected = new ArrayList<>();
        goldenEntries();
        for (Frame f : in) {
            expected.addAll(h.send(f.port, f.bytes));
        }
        for (int size : new int[] {1, 5, in.size()}) {
            h = Harness.stopping("semantics");
            goldenEntries();
            List<Frame> got = new ArrayList<>();
            for (int i = 0; i < in.size(); i += size) {
                got.addAll(h.send(in.subList(i, Math.min(in.size(), i + size))));
            }
            assertEquals(expected, got, "batches of " + size);
        }
    }

    @Test
    void truncates() {
        assertEquals(9, h.send(1, packet(5, 9, "aabbccdd")).get(0).bytes.length);
        assertEquals(25, h.send(1, packet(5, 100, "aabbccdd")).get(0).bytes.length);
    }

    @Test
    void cutsClonesToTheLengthOfTheirSession() {
        h.program.replication().setCloneSession(3, List.of(new Replica(4, 1)), 10);
        List<Frame> out = h.send(1, packet(1, 3, "aabbccdd"));
        assertEquals(2, out.size());
        assertEquals(4, out.get(0).port);
        assertEquals(10, out.get(0).bytes.length);
        assertEquals(25, out.get(1).bytes.length);
    }

    @Test
    void drawsRandomNumbersBetweenBounds() {
        TreeSet<Integer> seen = new TreeSet<>();
        for (int i = 0; i < 200; i++) {
            byte[] out = h.send(1, packet(20, 700, "")).get(0).bytes;
            seen.add((out[17] & 0xff) << 8 | out[18] & 0xff);
        }
        assertEquals(new TreeSet<>(List.of(700, 701, 702)), seen);
    }

    @Test
    void dropsPacketsThatFailAnAssertion() {
        assertEquals(List.of(), h.send(1, packet(21, 7, "")));
        assertEquals(1, h.target.failedAssertions());
        assertEquals(1, h.send(1, packet(21, 8, "")).size());
    }

    /** As p4c says of "entries" without "const". */
    @Test
    void entriesOfTheProgramThatAreNotConstCanBeChanged() throws Exception {
        Table fixed = h.table("I.fixed_rows");
        Table table = withoutConst().table("I.fixed_rows");
        List<Table.Entry> entries = new ArrayList<>();
        table.rows().visit(0, (e, packets, bytes, idle, meter) -> entries.add(e));
        Table.Entry first = entries.get(0);
        assertEquals(Code.PERMISSION_DENIED, Harness.code(() -> fixed.delete(first.key())));
        int size = table.size();
        table.delete(first.key());
        assertEquals(size - 1, table.size());
        table.insert(first);
        assertEquals(size, table.size());
        table.modify(first);
    }

    private static Harness withoutConst() throws Exception {
        P4Info.Builder info = Harness.p4info("semantics").toBuilder();
        info.getTablesBuilderList().stream()
                .filter(t -> t.getPreamble().getName().equals("I.fixed_rows"))
                .forEach(t -> t.clearIsConstTable());
        return new Harness(info.build(), Harness.resource("semantics.json"));
    }

    /** The last has priority 1, as P4_16 and p4c have it where the program says nothing. */
    @Test
    void entriesOfClientsAreAboveThoseOfTheProgramIfTheirPriorityIs() throws Exception {
        Harness free = withoutConst();
        Table table = free.table("I.fixed_rows");
        List<Integer> priorities = new ArrayList<>();
        Table.Rows rows = table.rows();
        for (int i = 0; i < rows.size(); i++) {
            rows.visit(i, (e, packets, bytes, idle, m) -> priorities.add(e.key().priority()));
        }
        assertEquals(Set.of(3, 2, 1), Set.copyOf(priorities));
        assertEquals(4, free.send(1, packet(18, 1, "")).get(0).port);
        assertEquals(5, free.send(1, packet(18, 3, "")).get(0).port);
        byte[][] all = {n(0, 16)};
        table.insert(Harness.entry(new MatchKey(all, all, 3), free.action("I.send", n(9, 9))));
        assertEquals(9, free.send(1, packet(18, 3, "")).get(0).port);
        table.insert(Harness.entry(new MatchKey(all, all, 4), free.action("I.send", n(10, 9))));
        assertEquals(10, free.send(1, packet(18, 1, "")).get(0).port);
    }

    @Test
    void packetsThatGoRoundForEverEnd() throws Exception {
        byte[] json =
                new MiniProgram()
                        .in("a", 8, false)
                        .out("b", 8, false)
                        .run("resubmit", MiniProgram.hex("0x1"))
                        .bytes();
        Harness round = new Harness(P4Info.getDefaultInstance(), json);
        assertEquals(List.of(), round.send(1, "07"));
        assertEquals(1, round.target.loops());
    }

    @Test
    void aGroupMayHaveMoreReplicasThanALoopHasPasses() {
        List<Replica> replicas = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            replicas.add(new Replica(1 + i % 4, i));
        }
        h.program.replication().setMulticastGroup(1, replicas);
        Frame f = new Frame(1, packet(2, 1, ""));
        assertEquals(replicas.size(), h.send(1, f.bytes).size());
        assertEquals(2 * replicas.size(), h.send(List.of(f, f)).size());
        assertEquals(0, h.target.loops());
    }

    @Test
    void shortFramesStillPass() {
        List<Frame> out = h.send(1, "0102");
        assertEquals("1:0102", out.get(0).toString());
        assertEquals(1, h.send(1, new byte[0]).size());
    }

    @Test
    void leavesNothingBehind() {
        byte[] fill = new byte[60];
        Arrays.fill(fill, (byte) 0xff);
        fill[0] = 0;
        byte[] first = h.send(1, packet(0, 3, "")).get(0).bytes;
        h.send(1, fill);
        assertArrayEquals(first, h.send(1, packet(0, 3, "")).get(0).bytes);
    }

    @Test
    void sendsToTheCpu() throws Exception {
        port(9, Harness.CPU);
        List<Frame> out = h.send(1, packet(12, 9, "aa"));
        assertEquals(Harness.CPU, out.get(0).port);
        h.sent.clear();
        h.target.packetOut(packet(0, 0, "bb"));
        assertEquals(1, h.sent.get(0).port);
        assertEquals(
                Harness.CPU, (h.sent.get(0).bytes[9] & 1) << 8 | h.sent.get(0).bytes[10] & 255);
    }

    @Test
    void countsByIndexAndByRow() throws Exception {
        port(9, 3);
        MatchKey key = Harness.exact(n(9, 16));
        h.send(1, packet(12, 9, "aa"));
        h.send(1, packet(12, 9, ""));
        h.send(1, packet(12, 8, ""));
        CounterArray ops = h.program.counter(h.id("I.ops"));
        assertEquals(3, ops.packets(12));
        assertEquals(22 + 21 + 21, ops.bytes(12));
        long[] got = new long[2];
        Table.Visitor v =
                (e, packets, bytes, idle, meter) -> {
                    got[0] = packets;
                    got[1] = bytes;
                };
        assertTrue(h.table("I.ports").read(key, v));
        assertArrayEquals(new long[] {2, 43}, got);
        h.table("I.ports").modify(Harness.entry(key, h.action("I.counted", n(2, 9))));
        assertEquals(2, h.send(1, packet(12, 9, "aa")).get(0).port);
        h.table("I.ports").read(key, v);
        assertArrayEquals(new long[] {3, 65}, got);
        h.table("I.ports").readDefault(v);
        assertArrayEquals(new long[] {1, 21}, got);
        h.table("I.ports").setCounter(key, 7, 70);
        h.table("I.ports").read(key, v);
        assertArrayEquals(new long[] {7, 70}, got);
    }

    @Test
    void countersBeginAnewInsteadOfBecomingNegative() throws Exception {
        port(9, 1);
        MatchKey key = Harness.exact(n(9, 16));
        h.table("I.ports").setCounter(key, Long.MAX_VALUE, Long.MAX_VALUE);
        CounterArray ops = h.program.counter(h.id("I.ops"));
        ops.set(12, Long.MAX_VALUE, Long.MAX_VALUE);
        long[] got = new long[2];
        for (int i = 0; i < 3; i++) {
            h.send(1, packet(12, 9, ""));
            h.table("I.ports")
                    .read(
                            key,
                            (e, packets, bytes, idle, meter) -> {
                                got[0] = packets;
                                got[1] = bytes;
                            });
            assertArrayEquals(new long[] {i, 21 * (i + 1) - 1}, got);
            assertEquals(i, ops.packets(12));
            assertEquals(21 * (i + 1) - 1, ops.bytes(12));
        }
    }

    private int color(int op, int arg) {
        return color(h.send(1, packet(op, arg, "")).get(0));
    }

    private static int color(Frame sent) {
        return sent.bytes[18];
    }

    @Test
    void metersColourPackets() throws Exception {
        // Of one second: 2 green by the committed burst, 3 more yellow by the peak burst, then red.
        h.program.meter(h.id("I.rates")).configure(1, new MeterConfig(2, 2, 5, 5));
        int[] colors = new int[7];
        for (int i = 0; i < 7; i++) {
            colors[i] = color(11, 1);
        }
        assertArrayEquals(new int[] {0, 0, 1, 1, 1, 2, 2}, colors);
        h.nanos += 500_000_000L;
        assertEquals(0, color(11, 1));
        assertEquals(1, color(11, 1));
        assertEquals(2, color(11, 1));
        assertEquals(0, color(11, 2));
        h.program.meter(h.id("I.rates")).configure(1, null);
        assertEquals(0, color(11, 1));
    }

    @Test
    void eachBatchHasATimeOfItsOwn() throws Exception {
        h.program.meter(h.id("I.rates")).configure(1, new MeterConfig(2, 1, 2, 1));
        Frame f = new Frame(1, packet(11, 1, ""));
        assertArrayEquals(new int[] {0, 2}, colors(h.send(List.of(f, f))));
        h.nanos += 500_000_000L;
        assertArrayEquals(new int[] {0, 2}, colors(h.send(List.of(f, f))));
    }

    private static int[] colors(List<Frame> sent) {
        return sent.stream().mapToInt(SemanticsTest::color).toArray();
    }

    @Test
    void metersRows() throws Exception {
        port(9, 3);
        MatchKey key = Harness.exact(n(9, 16));
        assertEquals(0, color(12, 9));
        h.table("I.ports").setMeter(key, new MeterConfig(1, 21, 2, 42));
        assertEquals(0, color(12, 9));
        assertEquals(1, color(12, 9));
        assertEquals(2, color(12, 9));
        h.table("I.ports").setMeter(key, null);
        assertEquals(0, color(12, 9));
    }

    @Test
    void rowsComeWithTheirMeters() throws Exception {
        Table t = h.table("I.ports");
        MatchKey key = Harness.exact(n(9, 16));
        Table.Entry entry = Harness.entry(key, h.action("I.counted", n(2, 9)));
        t.insert(entry, new MeterConfig(0, 0, 0, 21));
        assertEquals(1, color(12, 9));
        assertEquals(2, color(12, 9));
        t.modify(entry, new MeterConfig(0, 21, 0, 42));
        assertEquals(0, color(12, 9));
        assertEquals(1, color(12, 9));
        assertEquals(2, color(12, 9));
        t.modify(entry);
        assertEquals(0, color(12, 9));
    }

    /** A read that takes its time shows what a row had counted, whatever became of the row. */
    @Test
    void rowsThatWereReadKeepTheirCounters() throws Exception {
        Table t = h.table("I.ports");
        MatchKey key = Harness.exact(n(9, 16));
        Table.Entry entry = new Table.Entry(key, h.action("I.counted", n(3, 9)), 0, 0, new byte[0]);
        t.insert(entry);
        t.setCounter(key, 7, 70);
        Table.Rows read = t.rows();
        t.modify(entry);
        assertEquals("7/70", counters(read));
        t.delete(key);
        assertEquals("7/70", counters(read));
        t.insert(entry);
        assertEquals("7/70", counters(read));
        assertEquals("0/0", counters(t.rows()));
    }

    private static String counters(Table.Rows rows) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            rows.visit(i, (e, packets, bytes, idle, meter) -> all.append(packets + "/" + bytes));
        }
        return all.toString();
    }

    /** As with a type that is translated, which has more bits for controllers. */
    @Test
    void parametersThatTheProgramHasNoBitsForAreRefused() throws Exception {
        Table t = h.table("I.ports");
        MatchKey key = Harness.exact(n(9, 16));
        Table.Entry fits = new Table.Entry(key, h.action("I.counted", n(3, 32)), 0, 0, null);
        Table.Entry wide = new Table.Entry(key, h.action("I.counted", n(0x203, 32)), 0, 0, null);
        assertEquals(Code.OUT_OF_RANGE, Harness.code(() -> t.insert(wide)));
        t.insert(fits);
        assertEquals(Code.OUT_OF_RANGE, Harness.code(() -> t.modify(wide)));
        assertEquals(3, h.send(1, packet(12, 9, "")).get(0).port);
    }

    @Test
    void looksForIdleRowsAfterALookThatFailed() throws Exception {
        CountDownLatch told = new CountDownLatch(2);
        Table t = h.table("I.ports");
        t.onIdle(
                (id, e, idle) -> {
                    h.nanos += 2_000_000_000L;
                    told.countDown();
                    throw new IllegalStateException("meant to fail");
                });
        t.insert(
                new Table.Entry(
                        Harness.exact(n(9, 16)), h.action("I.counted", n(3, 9)), 1L, 0, null));
        h.nanos += 2_000_000_000L;
        h.target.startSweeper();
        assertTrue(told.await(10, TimeUnit.SECONDS));
        h.target.close();
    }

    @Test
    void tellsOfIdleRowsAfterEachTimeout() throws Exception {
        StringBuilder told = new StringBuilder();
        Table t = h.table("I.ports");
        t.onIdle(
                (id, e, idle) ->
                        told.append(e.key().value(0)[1])
                                .append('/')
                                .append(idle / 1_000_000)
                                .append(' '));
        MatchKey key = Harness.exact(n(9, 16));
        t.insert(
                new Table.Entry(
                        key, h.action("I.counted", n(3, 9)), 2_000_000_000L, 5, new byte[] {1}));
        port(8, 3);
        h.nanos += 1_000_000_000L;
        h.send(1, packet(12, 9, ""));
        h.nanos += 1_900_000_000L;
        h.target.sweep();
        assertEquals("", told.toString());
        h.nanos += 200_000_000L;
        h.target.sweep();
        h.target.sweep();
        assertEquals("9/2100 ", told.toString());
        h.nanos += 1_800_000_000L;
        h.target.sweep();
        assertEquals("9/2100 ", told.toString());
        h.nanos += 100_000_000L;
        h.target.sweep();
        assertEquals("9/2100 9/4000 ", told.toString());
        // However many have passed.
        h.nanos += 9_000_000_000L;
        h.target.sweep();
        h.target.sweep();
        assertEquals("9/2100 9/4000 9/13000 ", told.toString());
        h.send(1, packet(12, 9, ""));
        h.nanos += 2_000_000_000L;
        h.target.sweep();
        assertEquals("9/2100 9/4000 9/13000 9/2000 ", told.toString());
    }

    @Test
    void readsAndWritesRegisters() {
        RegisterArray cells = h.program.register(h.id("I.cells"));
        cells.set(4, n(0xfffe, 16));
        byte[] out = h.send(1, packet(10, 4, "")).get(0).bytes;
        assertEquals("0001", Hex.of(Arrays.copyOfRange(out, 17, 19)));
        assertArrayEquals(n(1, 16), cells.get(4));
        // Outside of the array nothing is read or written.
        byte[] none = h.send(1, packet(10, 100, "")).get(0).bytes;
        assertEquals("0003", Hex.of(Arrays.copyOfRange(none, 17, 19)));
    }
}
