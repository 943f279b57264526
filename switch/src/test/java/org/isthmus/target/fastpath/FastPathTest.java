// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.EmbeddedSwitch;
import org.isthmus.target.conformance.VectorRunner;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.io.PortCounters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** The vectors, by wire and through the kernel where it takes them. */
@Tag("root")
class FastPathTest extends FastPathVectors {
    private static final int CPU_PORT = 255;

    /** Each row that there is goes, and comes back, between packets of a flow. */
    @Test
    void theNextPacketSeesWhatWasWritten() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            for (String name : List.of("checksums.json", "ecmp.json", "eam.json")) {
                List<Frame> frames = start(device, name);
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
            List<Frame> frames = start(device, "checksums.json");
            assertTrue(device.fastPath.wants(2));
            assertTrue(device.cache(frames.get(0)));
            assertFalse(device.fastPath.wants(2));
            assertFalse(device.cache(frames.get(1)));
            assertEquals(1, device.inject(frames.get(1)).size());
            device.pass(60);
            device.fastPath.keepHouse();
            assertTrue(device.fastPath.wants(2));
            assertTrue(device.cache(frames.get(1)));
            device.pass(1);
            device.fastPath.keepHouse();
            FastPathNumbers numbers = device.fastPath.numbers();
            assertEquals(1, numbers.flows);
            assertEquals(1, numbers.room);
            assertEquals(2, numbers.admitted);
            assertEquals(0, numbers.evicted);
        }
    }

    /** With all entries taken, a flow gets one by sending more than twice as much as another. */
    @Test
    void whoSendsMuchMoreTakesTheEntryOfAnother() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, 1)) {
            List<Frame> frames = start(device, "checksums.json");
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
            assertEquals(1, device.fastPath.numbers().evicted);
            assertEquals(100, device.fastPath.numbers().packets);
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
            Frame f = start(device, "checksums.json").get(0);
            byte[] elsewhere = f.bytes.clone();
            elsewhere[0] ^= 2; // not to the switch
            Frame dropped = new Frame(f.port, elsewhere);
            assertEquals(List.of(), device.inject(dropped));
            assertFalse(device.cache(dropped));
            assertTrue(device.fastPath.describe().endsWith("refused {}"));
        }
    }

    /** Nobody behind the switch's program gets what it has forwarded. */
    @Test
    void whatIsForwardedIsTaken() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Frame f = routedTcp(start(device, "forwarding.json"));
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

    /** Longer than what the kernel's test facility takes. */
    @Test
    void jumboFramesAreForwarded() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            String suite = suite("checksums.json").toString();
            JsonNode larger = new ObjectMapper().readTree(suite.replace(":1500", ":9000"));
            new VectorRunner(device, COMPILED).start(larger);
            int forwarded = 0;
            for (Frame f : frames(device, larger)) {
                SuperFrame one = SuperFrame.of(f, 8801, 8801);
                Frame jumbo = one == null ? f : one.segments().get(0);
                if (one == null || !device.isTraceable(jumbo)) {
                    continue;
                }
                device.pass(60);
                assertTrue(device.cache(jumbo), device.fastPath::describe);
                int entry = device.fastPath.entry(jumbo.port, jumbo.bytes);
                long counted = device.fastPath.counted(entry);
                assertEquals(text(device.inject(jumbo)), text(device.wire(jumbo)));
                assertEquals(counted + 1, device.fastPath.counted(entry));
                forwarded++;
            }
            device.fastPath.keepHouse();
            assertEquals(0, device.fastPath.wrong());
            assertTrue(forwarded > 2);
        }
    }

    /**
     * A host that leaves a checksum to offload says where it is to be written. If that is an
     * address or a port, the packet is what it is then, and not what it was when a flow was looked
     * for.
     */
    @Test
    void aChecksumIsWrittenBeforeAFlowIsLookedFor() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            int tried = 0;
            for (Frame f : start(device, "checksums.json")) {
                Layout l = Layout.of(f.bytes);
                if (l.tagged() || l.protocol != Layout.TCP && l.protocol != Layout.UDP) {
                    continue;
                }
                int pseudo =
                        SuperFrame.sum(
                                f.bytes,
                                l.ip + (l.ipv6 ? 8 : 12),
                                l.transport,
                                f.bytes.length - l.transport + l.protocol);
                byte[] partial = f.bytes.clone();
                ByteBuffer.wrap(partial).putShort(l.checksum, (short) pseudo);
                List<String> expected = offloaded(device, f.port, l, f.bytes, partial);
                assertTrue(device.cache(f));
                int field = l.checksum - l.transport;
                Frame honest = new Frame(f.port, partial);
                assertEquals(1, device.wire(honest, l.transport, field).size());
                assertEquals(expected, offloaded(device, f.port, l, f.bytes, partial));
                tried++;
            }
            assertTrue(tried > 4);
        }
    }

    /** What leaves if the checksum of packets belongs over an address, and over each port. */
    private static List<String> offloaded(FastSwitch device, int port, Layout l, byte[]... packets)
            throws IOException {
        List<String> left = new ArrayList<>();
        for (byte[] packet : packets) {
            for (int at : new int[] {l.transport - 4, l.transport, l.transport + 2}) {
                int start = Math.min(at, l.transport);
                left.add(text(device.wire(new Frame(port, packet), start, at - start)));
            }
        }
        return left;
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
            Frame f = start(device, "checksums.json").get(0);
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

    /** Does something to a row, and says whether the flow's packets hit it. */
    private interface RowStep {
        boolean hits(FastSwitch device, Frame f, MatchTable t, Table.Entry e) throws Exception;
    }

    /** Has a flow in the kernel before each row's step, and nothing left to count. */
    private void forEachRow(RowStep step) throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Frame f = start(device, "checksums.json").get(0);
            int checked = 0;
            for (MatchTable t : tables(device)) {
                for (Table.Entry e : entries(t)) {
                    device.pass(60);
                    assertTrue(device.cache(f));
                    device.fastPath.account();
                    checked += step.hits(device, f, t, e) ? 1 : 0;
                }
            }
            assertTrue(checked > 0);
        }
    }

    /** As a Write does that modifies a row and sets its counter. */
    @Test
    void aCounterThatIsSetBehindAChangeOfItsRowStaysSet() throws Exception {
        forEachRow(
                (device, f, t, e) -> {
                    long before = packets(t, e);
                    device.wire(f);
                    device.fastPath.account();
                    if (packets(t, e) == before) {
                        return false;
                    }
                    device.wire(f);
                    t.modify(e);
                    t.setCounter(e.key(), 0, 0);
                    device.settle();
                    assertEquals(0, packets(t, e), t.name());
                    return true;
                });
    }

    /** As a Write does that replaces a row, takes it out and puts one with its key there. */
    @Test
    void aRowThatComesInThePlaceOfAnotherCountsFromZero() throws Exception {
        forEachRow(
                (device, f, t, e) -> {
                    long before = packets(t, e);
                    device.wire(f);
                    t.modify(e);
                    boolean hit = packets(t, e) > before;
                    t.delete(e.key());
                    t.insert(e);
                    device.settle();
                    assertEquals(0, packets(t, e), t.name());
                    return hit;
                });
    }

    /** Looked at between a change and the end of what packets under way still go by. */
    @Test
    void aRowThatWasHitIsNotIdleWhileItsFlowLeaves() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Frame f = start(device, "checksums.json").get(0);
            long timeout = 0;
            int checked = 0;
            for (MatchTable t : tables(device)) {
                for (Table.Entry e : t.timesOut() ? entries(t) : List.<Table.Entry>of()) {
                    // Longer than until the last sweep, so that this one looks at the row first.
                    timeout += TimeUnit.SECONDS.toNanos(10);
                    t.modify(
                            new Table.Entry(
                                    e.key(),
                                    e.action(),
                                    timeout,
                                    e.controllerMetadata(),
                                    e.metadata()));
                    assertTrue(device.cache(f));
                    device.fastPath.account();
                    long packets = packets(t, e);
                    long before = System.nanoTime();
                    device.wire(f);
                    device.fastPath.replaced();
                    List<MatchKey> idle = new ArrayList<>();
                    t.onIdle((table, entry, nanos) -> idle.add(entry.key()));
                    t.sweep(before + timeout);
                    device.settle();
                    boolean hit = packets(t, e) > packets;
                    checked += hit ? 1 : 0;
                    assertEquals(hit ? List.of() : List.of(e.key()), idle, t.name());
                    t.modify(e);
                }
            }
            assertTrue(checked > 0);
        }
    }

    private static long packets(Table t, Table.Entry e) {
        long[] found = {0};
        assertTrue(t.read(e.key(), (x, packets, bytes, idle, meter) -> found[0] = packets));
        return found[0];
    }

    /** Of the switch's end of a port. */
    static int ifindex(int port) throws IOException {
        Path file = Path.of("/sys/class/net/fp-t" + port + "/ifindex");
        return Integer.parseInt(Files.readString(file).trim());
    }

    /** The fast path's own thread takes candidates while a port is taken away. */
    @Test
    void noFlowBeginsToLeaveByAPortThatIsTakenAway() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Frame f = start(device, "checksums.json").get(0);
            assertTrue(device.cache(f));
            int out = device.inject(f).get(0).port;
            assertNotEquals(f.port, out);
            PortTable.Attached at = new PortTable.Attached(ifindex(out), 9000, new PortCounters());
            AutoCloseable hook = () -> assertFalse(device.cache(f));
            device.fastPath.attached(out, at, hook).close();
            assertFalse(device.fastPath.forwards(f.port, f.bytes));
        }
    }

    /** The kernel would count as sent what such an interface drops. */
    @Test
    void whatWouldLeaveByAPortThatIsDownIsForTheProgram() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Frame f = start(device, "checksums.json").get(0);
            assertTrue(device.cache(f));
            int out = device.inject(f).get(0).port;
            for (int round = 1; round <= 2; round++) {
                device.set(out, false);
                assertFalse(device.fastPath.forwards(f.port, f.bytes));
                assertFalse(device.cache(f));
                long sent = device.counters(out).txFrames();
                assertEquals(List.of(), device.wire(f));
                assertEquals(sent, device.counters(out).txFrames());
                assertEquals(round, device.counters(out).txDropped());
                device.set(out, true);
                assertTrue(device.cache(f));
                assertEquals(1, device.wire(f).size());
            }
        }
    }

    @Test
    void membersAndGroupsThatChangeEndTheirFlows() throws Exception {
        try (FastSwitch device = newSwitch(PORTS, FastPath.FLOWS)) {
            Frame f = start(device, "ecmp.json").get(0);
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
            VectorRunner runner = new VectorRunner(device, COMPILED);
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
