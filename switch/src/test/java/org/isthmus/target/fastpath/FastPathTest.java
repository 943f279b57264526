// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.EmbeddedSwitch;
import org.isthmus.target.conformance.VectorRunner;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.io.Offloading;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** The vectors, by wire and through the kernel where it takes them. */
@Tag("root")
class FastPathTest {
    private static final int CPU_PORT = 255;

    FastSwitch newSwitch(Collection<Integer> ports, int flows) throws IOException {
        return new FastSwitch(ports, flows, true);
    }

    static final List<Integer> PORTS = List.of(1, 2, 3, 4);
    private static final Path COMPILED = VectorRunner.P4.resolve("compiled");

    /** Frames of a suite's vectors that add no entries, and whose flows the kernel gets. */
    private static List<Frame> frames(FastSwitch device, JsonNode suite) {
        List<Frame> frames = new ArrayList<>();
        for (JsonNode v : suite.get("vectors")) {
            JsonNode sent = v.get("send").get(0);
            if (v.path("entries").isEmpty() && sent.has("port")) {
                Frame f =
                        new Frame(sent.get("port").asInt(), Hex.bytes(sent.get("packet").asText()));
                if (device.isTraceable(f)) {
                    frames.add(f);
                }
            }
        }
        return frames;
    }

    private static JsonNode suite(String name) throws IOException {
        return VectorRunner.read(VectorRunner.P4.resolve("vectors").resolve(name));
    }

    /** Random identifications apart. */
    private static String text(List<Frame> frames) {
        return text(frames, false);
    }

    /**
     * @param atomic whether identifications of packets with DF are left out as well
     */
    private static String text(List<Frame> frames, boolean atomic) {
        StringBuilder b = new StringBuilder();
        for (Frame f : frames) {
            byte[] bytes = Candidate.untagged(f.bytes).clone();
            if (bytes[12] == 8 && bytes[13] == 0 && (atomic || (bytes[20] & 0x40) == 0)) {
                Arrays.fill(bytes, 18, 20, (byte) 0);
                Arrays.fill(bytes, 24, 26, (byte) 0);
            }
            b.append(new Frame(f.port, bytes)).append(' ').append(f.bytes.length).append('\n');
        }
        return b.toString();
    }

    /** Each row that there is goes, and comes back, between packets of a flow. */
    @Test
    void theNextPacketSeesWhatWasWritten() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            for (String name : List.of("checksums.json", "ecmp.json", "eam.json")) {
                new VectorRunner(device, COMPILED).start(suite(name));
                List<Frame> frames = frames(device, suite(name));
                assertTrue(frames.size() >= 4, name);
                for (Frame f : frames.subList(0, 4)) {
                    writeBetween(device, f);
                }
            }
            device.fastPath.keepHouse();
            assertEquals(0, device.fastPath.wrong());
            // Among thousands of writes some concern a flow, and not all do.
            assertTrue(gone > 50, () -> "gone " + gone);
            assertTrue(kept > 50, () -> "kept " + kept);
        }
    }

    private int gone;
    private int kept;

    private void writeBetween(FastSwitch device, Frame f) throws Exception {
        for (MatchTable table : tables(device)) {
            for (Table.Entry e : entries(table)) {
                List<Runnable> writes = new ArrayList<>();
                writes.add(() -> write(() -> table.delete(e.key())));
                writes.add(() -> write(() -> table.insert(e)));
                for (Runnable write : writes) {
                    device.pass(60);
                    boolean cached = device.isTraceable(f) && device.cache(f);
                    write.run();
                    device.settle();
                    if (cached && device.fastPath.forwards(f.port, f.bytes)) {
                        kept++;
                    } else if (cached) {
                        gone++;
                    }
                    String byWire = text(device.wire(f));
                    assertEquals(
                            text(
                                    device.inject(f).stream()
                                            .filter(o -> o.port < 5)
                                            .collect(Collectors.toList())),
                            byWire,
                            () -> table + " " + f);
                }
            }
        }
    }

    /**
     * Flows for which there is no entry take the ordinary way, and cost no copy, until one ends.
     */
    @Test
    void anEntryThatEndsMakesRoom() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, 1)) {
            JsonNode suite = suite("checksums.json");
            new VectorRunner(device, COMPILED).start(suite);
            List<Frame> frames = frames(device, suite);
            assertTrue(device.fastPath.wants(2));
            assertTrue(device.cache(frames.get(0)));
            assertFalse(device.fastPath.wants(2));
            assertFalse(device.cache(frames.get(1)));
            assertEquals(1, device.inject(frames.get(1)).size());
            device.pass(60);
            device.fastPath.keepHouse();
            assertTrue(device.fastPath.wants(2));
            assertTrue(device.cache(frames.get(1)));
        }
    }

    /** With all entries taken, a flow gets one by sending more than twice as much as another. */
    @Test
    void whoSendsMuchMoreTakesTheEntryOfAnother() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, 1)) {
            JsonNode suite = suite("checksums.json");
            new VectorRunner(device, COMPILED).start(suite);
            List<Frame> frames = frames(device, suite);
            Frame light = frames.get(0);
            Frame heavy = frames.get(1);
            assertTrue(device.cache(light));
            // 100 packets in ten seconds; 64 of the other in five are not twice as many a second.
            for (int i = 0; i < 100; i++) {
                device.wire(light);
            }
            device.pass(10);
            device.fastPath.keepHouse();
            device.send(heavy, 127);
            device.pass(5);
            device.send(heavy, 1);
            assertTrue(device.fastPath.forwards(light.port, light.bytes));
            // 64 in one second are.
            device.pass(1);
            device.send(heavy, 64);
            assertFalse(device.fastPath.forwards(light.port, light.bytes));
            device.fastPath.keepHouse();
            // It is kept for the one that has won.
            assertFalse(device.fastPath.wants(2));
            device.send(light, 3);
            assertFalse(device.fastPath.forwards(light.port, light.bytes));
            device.send(heavy, 65);
            assertTrue(device.fastPath.forwards(heavy.port, heavy.bytes));
            assertEquals(0, device.fastPath.wrong());
        }
    }

    /** What a program drops or sends up is no flow, however much of it comes. */
    @Test
    void whatDoesNotLeaveIsNoCandidate() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            JsonNode suite = suite("checksums.json");
            new VectorRunner(device, COMPILED).start(suite);
            Frame f = frames(device, suite).get(0);
            byte[] elsewhere = f.bytes.clone();
            elsewhere[0] ^= 2; // not to the switch
            Frame dropped = new Frame(f.port, elsewhere);
            assertEquals(List.of(), device.inject(dropped));
            assertFalse(device.cache(dropped));
            assertTrue(device.fastPath.describe().endsWith("refused {}"));
        }
    }

    private static final List<String> SEGMENTED =
            List.of("checksums.json", "eam.json", "forwarding.json");

    /** What stands for several packets leaves as each of them would by itself. */
    @Test
    void segmentsLeaveAsTheProgramMakesThem() throws Exception {
        int[] segmented = new int[2];
        int refused = 0;
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            for (String name : SEGMENTED) {
                JsonNode suite = suite(name);
                new VectorRunner(device, COMPILED).start(suite);
                for (Frame f : frames(device, suite)) {
                    for (boolean cut : new boolean[] {false, true}) {
                        SuperFrame whole = SuperFrame.of(f, 3500, 1000);
                        device.pass(60);
                        if (whole == null || !device.cache(f)) {
                            continue;
                        }
                        boolean counts = !becomesIpv4(device, f);
                        List<Frame> made = segments(device, whole, f, cut, counts);
                        if (counts) {
                            assertEquals(byProgram(device, whole).toString(), made.toString());
                            segmented[whole.udp() ? 1 : 0]++;
                        } else {
                            refused++;
                        }
                    }
                }
            }
            device.fastPath.keepHouse();
            assertEquals(0, device.fastPath.wrong());
        }
        assertTrue(segmented[0] > 4 && refused > 4);
        assertEquals(Offloading.KNOWS_UDP, segmented[1] > 4);
    }

    /**
     * What becomes IPv4 has identifications that count on from 0, if all segments have DF. Where
     * the last one of UDP is too short for it, the frame is for the program, and those after it are
     * forwarded as before.
     */
    @Test
    void segmentsThatAllHaveDontFragmentCountOn() throws Exception {
        int[] segmented = new int[2];
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            for (String name : SEGMENTED) {
                JsonNode suite = suite(name);
                new VectorRunner(device, COMPILED).start(suite);
                for (Frame f : frames(device, suite)) {
                    SuperFrame one = SuperFrame.of(f, 1, 1);
                    if (one == null || !becomesIpv4(device, f)) {
                        continue;
                    }
                    int headers = headersOfIpv4(one);
                    int shortest = 1261 - headers;
                    SuperFrame whole = SuperFrame.of(f, 3 * 1400 + shortest, 1400);
                    SuperFrame tooShort = SuperFrame.of(f, 3 * 1400 + shortest - 1, 1400);
                    Frame large = whole.segments().get(0);
                    for (boolean cut : new boolean[] {false, true}) {
                        device.pass(60);
                        assertTrue(device.cache(f) && device.cache(large));
                        if (whole.udp()) {
                            segments(device, tooShort, large, cut, false);
                        }
                        List<Frame> made = segments(device, whole, large, cut, true);
                        for (int i = 0; i < 4; i++) {
                            assertEquals(i, identification(made.get(i)));
                        }
                        segmented[whole.udp() ? 1 : 0]++;
                    }
                }
            }
            device.fastPath.keepHouse();
            assertEquals(0, device.fastPath.wrong());
        }
        assertTrue(segmented[0] > 4);
        assertEquals(Offloading.KNOWS_UDP, segmented[1] > 4);
    }

    /**
     * A frame of TCP whose last segment is too short for DF is cut by the kernel, as soon as it has
     * an entry for either kind; each packet is what the program makes of it, and in order.
     */
    @Test
    void whatIsTreatedInAnotherWayAtTheEndIsCutOff() throws Exception {
        int cut = 0;
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            for (String name : SEGMENTED) {
                JsonNode suite = suite(name);
                new VectorRunner(device, COMPILED).start(suite);
                for (Frame f : frames(device, suite)) {
                    SuperFrame one = SuperFrame.of(f, 1, 1);
                    if (one == null || one.udp() || !becomesIpv4(device, f)) {
                        continue;
                    }
                    int headers = headersOfIpv4(one);
                    device.pass(60);
                    // The entry that comes first is found first.
                    Frame large = SuperFrame.of(f, 1400, 1400).segments().get(0);
                    boolean shortFirst = cut % 2 == 0;
                    assertTrue(device.cache(shortFirst ? f : large));
                    assertTrue(device.cache(shortFirst ? large : f));
                    for (int packets : new int[] {2, 3, 45}) {
                        for (int tail : new int[] {1, 1260 - headers}) {
                            for (int flags : new int[] {ACK, ACK | PSH}) {
                                SuperFrame whole =
                                        SuperFrame.of(
                                                flags(f, flags), (packets - 1) * 1400 + tail, 1400);
                                cutOff(device, whole, large, f);
                            }
                        }
                    }
                    // CWR is for the first packet alone.
                    SuperFrame reduced = SuperFrame.of(flags(f, ACK | CWR), 1401, 1400);
                    int entry = device.fastPath.entry(large.port, large.bytes);
                    long before = device.fastPath.counted(entry);
                    assertEquals(2, device.wire(reduced).size());
                    assertEquals(before, device.fastPath.counted(entry));
                    cut++;
                }
            }
            device.fastPath.keepHouse();
            assertEquals(0, device.fastPath.wrong());
        }
        assertTrue(cut > 1, () -> "both entries may come first");
    }

    private static final int ACK = 0x10;
    private static final int PSH = 0x08;
    private static final int CWR = 0x80;

    private static Frame flags(Frame f, int flags) {
        byte[] bytes = f.bytes.clone();
        bytes[Layout.of(f.bytes).transport + 13] = (byte) flags;
        return new Frame(f.port, bytes);
    }

    private static void cutOff(FastSwitch device, SuperFrame whole, Frame large, Frame small)
            throws IOException {
        int first = device.fastPath.entry(large.port, large.bytes);
        int last = device.fastPath.entry(small.port, small.bytes);
        long[] before = {device.fastPath.counted(first), device.fastPath.counted(last)};
        long bytes = device.fastPath.countedBytes(last);
        List<Frame> made = device.wire(whole);
        List<Frame> wanted = byProgram(device, whole);
        assertEquals(text(wanted), text(made), large::toString);
        int packets = wanted.size();
        assertEquals(before[0] + packets - 1, device.fastPath.counted(first), large::toString);
        assertEquals(before[1] + 1, device.fastPath.counted(last), large::toString);
        int tail = whole.segments().get(packets - 1).bytes.length;
        assertEquals(bytes + tail, device.fastPath.countedBytes(last), large::toString);
    }

    /** Bytes of the headers of an IPv4 packet that was this one of IPv6, with a byte of payload. */
    private static int headersOfIpv4(SuperFrame one) {
        return one.segments().get(0).bytes.length - 1 - Layout.ETHERNET - Layout.IPV6 + 20;
    }

    private static boolean becomesIpv4(FastSwitch device, Frame f) {
        return !SuperFrame.ipv4(f.bytes)
                && SuperFrame.ipv4(Candidate.untagged(device.inject(f).get(0).bytes));
    }

    private static int identification(Frame f) {
        byte[] bytes = Candidate.untagged(f.bytes);
        return (bytes[18] & 0xff) << 8 | bytes[19] & 0xff;
    }

    private static List<Frame> byProgram(FastSwitch device, SuperFrame whole) {
        List<Frame> made = new ArrayList<>();
        for (Frame segment : whole.segments()) {
            made.addAll(device.inject(segment));
        }
        return made;
    }

    /**
     * What leaves for a frame of four segments, which is what the program makes of each.
     *
     * @param like a frame whose entry is the one for it
     * @param cut by the kernel before it leaves; else the host gets it whole
     * @param kernel whether the kernel forwards it
     */
    private static List<Frame> segments(
            FastSwitch device, SuperFrame whole, Frame like, boolean cut, boolean kernel)
            throws IOException {
        device.cuts(cut);
        int entry = device.fastPath.entry(like.port, like.bytes);
        long counted = device.fastPath.counted(entry);
        long before = device.whole();
        List<Frame> made = device.wire(whole);
        List<Frame> wanted = byProgram(device, whole);
        assertEquals(4, wanted.size());
        boolean fromIpv6 = !SuperFrame.ipv4(like.bytes);
        assertEquals(text(wanted, fromIpv6), text(made, fromIpv6), like::toString);
        assertEquals(counted + (kernel ? 4 : 0), device.fastPath.counted(entry), like::toString);
        assertEquals(kernel && !cut ? 1 : 0, device.whole() - before);
        return made;
    }

    /** Nobody behind the switch's program gets what it has forwarded. */
    @Test
    void whatIsForwardedIsTaken() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            JsonNode suite = suite("forwarding.json");
            new VectorRunner(device, COMPILED).start(suite);
            Frame f = routedTcp(frames(device, suite));
            FramesBehind behind = new FramesBehind("fp-t" + f.port, f);
            device.wire(f);
            assertEquals(1, behind.frames(1));
            assertTrue(device.cache(f));
            assertEquals(1, device.wire(f).size());
            long whole = device.whole();
            device.wire(SuperFrame.of(f, 2800, 1400));
            assertEquals(whole + 1, device.whole(), "forwarded in one piece");
            // One that is not forwarded, behind it: with another hop limit.
            byte[] other = f.bytes.clone();
            other[Layout.ETHERNET + 7]--;
            device.wire(new Frame(f.port, other));
            assertEquals(2, behind.frames(2));
        }
    }

    /** A segment that goes where the first of IPv6 goes. */
    private static Frame routedTcp(List<Frame> frames) {
        Frame like =
                frames.stream().filter(f -> !SuperFrame.ipv4(f.bytes)).findFirst().orElseThrow();
        int ip = Layout.ETHERNET;
        int tcp = ip + Layout.IPV6;
        ByteBuffer segment = ByteBuffer.wrap(Arrays.copyOf(like.bytes, tcp + 20));
        segment.putShort(ip + 4, (short) 20).put(ip + 6, (byte) Layout.TCP);
        segment.putInt(tcp, 1234 << 16 | 443)
                .putLong(tcp + 4, 1)
                .putShort(tcp + 12, (short) 0x5010);
        return new Frame(like.port, segment.array());
    }

    /** A write is answered when no frame, of all that are under way, is treated by what was. */
    @Test
    void noFrameIsTreatedByWhatWasBeforeAnAnswer() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            JsonNode suite = suite("checksums.json");
            new VectorRunner(device, COMPILED).start(suite);
            Frame f = frames(device, suite).get(0);
            MatchTable station =
                    tables(device).stream()
                            .filter(t -> t.name().equals("station"))
                            .findFirst()
                            .orElseThrow();
            Table.Entry row = entries(station).get(0);
            for (int round = 0; round < 20; round++) {
                device.pass(60);
                assertTrue(device.cache(f));
                int entry = device.fastPath.entry(f.port, f.bytes);
                AtomicBoolean stop = new AtomicBoolean();
                Thread sender = new Thread(() -> device.flood(f, stop::get));
                sender.start();
                while (device.fastPath.counted(entry) < 100) {
                    Thread.onSpinWait();
                }
                station.delete(row.key());
                device.settle();
                long counted = device.fastPath.counted(entry);
                long until = device.sent.get() + 1000;
                while (device.sent.get() < until) {
                    Thread.onSpinWait();
                }
                assertEquals(counted, device.fastPath.counted(entry));
                stop.set(true);
                sender.join();
                station.insert(row);
            }
        }
    }

    @Test
    void membersAndGroupsThatChangeEndTheirFlows() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            JsonNode suite = suite("ecmp.json");
            new VectorRunner(device, COMPILED).start(suite);
            Frame f = frames(device, suite).get(0);
            Profile profile =
                    tables(device).stream()
                            .map(MatchTable::profile)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElseThrow();
            device.pass(60);
            assertTrue(device.cache(f));
            profile.modifyGroup(profile.groups().get(0));
            assertFalse(device.fastPath.forwards(f.port, f.bytes));
            device.pass(60);
            assertTrue(device.cache(f));
            profile.modifyMember(profile.members().get(0));
            assertFalse(device.fastPath.forwards(f.port, f.bytes));
            device.settle();
        }
    }

    /** A change of a table. */
    private interface Write {
        void run() throws RefusedException;
    }

    private static void write(Write w) {
        try {
            w.run();
        } catch (RefusedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<MatchTable> tables(FastSwitch device) {
        return device.view().program.ingress.nodes.values().stream()
                .filter(n -> n instanceof PipelineDef.TableDef)
                .map(n -> device.view().linkage.table((PipelineDef.TableDef) n))
                .filter(t -> t.id() != 0)
                .collect(Collectors.toList());
    }

    private static List<Table.Entry> entries(MatchTable table) {
        List<Table.Entry> entries = new ArrayList<>();
        Table.Rows rows = table.rows();
        for (int i = 0; i < rows.size(); i++) {
            rows.visit(i, (e, packets, bytes, idle, meter) -> entries.add(e));
        }
        return entries;
    }

    @Test
    void countersAndTimesAreThoseOfThePipeline() throws IOException {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS);
                EmbeddedSwitch plain = new EmbeddedSwitch()) {
            JsonNode suite = suite("checksums.json");
            new VectorRunner(device, COMPILED).start(suite);
            new VectorRunner(plain, COMPILED).start(suite);
            device.log.clear();
            List<Frame> frames = frames(device, suite);
            long before = System.nanoTime();
            int times = 0;
            for (Frame f : frames) {
                if (device.cache(f)) {
                    long hit = System.nanoTime();
                    for (int i = 0; i < 3; i++) {
                        assertEquals(1, device.wire(f).size());
                    }
                    device.fastPath.account();
                    for (MatchTable t : tables(device)) {
                        if (t.timesOut()) {
                            times += touched(t, System.nanoTime() - hit);
                        }
                    }
                }
            }
            assertTrue(times > 0 && System.nanoTime() > before);
            plain.exchange(device.log);
            P4Info p4info = Artifacts.p4info(COMPILED);
            List<Entity> wanted = new ArrayList<>();
            p4info.getDirectCountersList()
                    .forEach(
                            c ->
                                    wanted.add(
                                            Entity.newBuilder()
                                                    .setDirectCounterEntry(
                                                            DirectCounterEntry.newBuilder()
                                                                    .setTableEntry(
                                                                            TableEntry.newBuilder()
                                                                                    .setTableId(
                                                                                            c
                                                                                                    .getDirectTableId())))
                                                    .build()));
            p4info.getCountersList()
                    .forEach(
                            c ->
                                    wanted.add(
                                            Entity.newBuilder()
                                                    .setCounterEntry(
                                                            CounterEntry.newBuilder()
                                                                    .setCounterId(
                                                                            c.getPreamble()
                                                                                    .getId()))
                                                    .build()));
            int counters = 0;
            for (Entity e : wanted) {
                Set<Entity> ours = Set.copyOf(device.control().read(e));
                assertEquals(Set.copyOf(plain.control().read(e)), ours);
                counters += ours.size();
            }
            assertTrue(counters > 100);
            // Another program takes all flows out of the kernel.
            assertTrue(device.fastPath.size() > 0);
            new VectorRunner(device, COMPILED).start(suite);
            assertEquals(0, device.fastPath.size());
        }
    }

    /** Rows that were hit within this time. */
    private static int touched(MatchTable table, long nanos) {
        int[] n = {0};
        Table.Rows rows = table.rows();
        for (int i = 0; i < rows.size(); i++) {
            rows.visit(i, (e, packets, bytes, idle, meter) -> n[0] += idle <= nanos ? 1 : 0);
        }
        return n[0];
    }

    @Test
    void vectors() throws IOException {
        Set<Integer> ports = new TreeSet<>();
        for (Path file : VectorRunner.suites()) {
            for (JsonNode v : VectorRunner.read(file).get("vectors")) {
                v.get("send").forEach(s -> ports.add(s.path("port").asInt(CPU_PORT)));
                v.get("expect").forEach(e -> ports.add(e.get("port").asInt()));
            }
        }
        ports.remove(CPU_PORT);
        List<String> wrong = new ArrayList<>();
        try (FastSwitch device = newSwitch(ports, FastPath.FLOWS)) {
            VectorRunner runner = new VectorRunner(device, VectorRunner.P4.resolve("compiled"));
            for (Path file : VectorRunner.suites()) {
                JsonNode suite = VectorRunner.read(file);
                runner.start(suite);
                for (JsonNode vector : suite.get("vectors")) {
                    if (runner.lacking(vector).isEmpty()) {
                        runner.run(vector)
                                .forEach(
                                        w ->
                                                wrong.add(
                                                        file.getFileName()
                                                                + ": "
                                                                + vector.get("name").asText()
                                                                + ": "
                                                                + w));
                    }
                }
            }
            device.fastPath.keepHouse();
            assertEquals(List.of(), wrong);
            assertEquals(0, device.fastPath.wrong());
            assertTrue(device.forwarded > 200, () -> "forwarded " + device.forwarded);
        }
    }
}
