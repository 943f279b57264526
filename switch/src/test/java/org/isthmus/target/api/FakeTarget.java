// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4Types.P4BitstringLikeTypeSpec;
import p4.config.v1.P4Types.P4DataTypeSpec;
import p4.config.v1.P4Types.P4TypeInfo;

/**
 * A target that keeps what it is told and processes no packets: the server's test double. Device
 * config "broken" does not compile. Tests reach its state through the fields.
 */
public final class FakeTarget implements Target {
    /** The program that runs, or null. */
    public FakeProgram running;

    /** Frames given to {@link #packetOut}. */
    public final List<byte[]> packetOuts = new ArrayList<>();

    public boolean closed;

    /** Called before each packet-out is taken. */
    public Runnable onPacketOut = () -> {};

    /** Called with each program, to give it the entries that are its own. */
    public Consumer<FakeProgram> onCompile = p -> {};

    private PacketInListener packetIns;

    @Override
    public Program compile(P4Info p4info, byte[] deviceConfig) throws RefusedException {
        if (new String(deviceConfig, java.nio.charset.StandardCharsets.UTF_8).equals("broken")) {
            throw new RefusedException(Code.INVALID_ARGUMENT, "broken program");
        }
        FakeProgram program = new FakeProgram(p4info);
        onCompile.accept(program);
        return program;
    }

    @Override
    public void run(Program program) {
        running = (FakeProgram) program;
    }

    @Override
    public void packetOut(byte[] frame) {
        onPacketOut.run();
        synchronized (packetOuts) {
            packetOuts.add(frame);
            packetOuts.notifyAll();
        }
    }

    public int packetOutCount() {
        synchronized (packetOuts) {
            return packetOuts.size();
        }
    }

    /** Returns once there was one. */
    public void awaitPacketOut() throws InterruptedException {
        synchronized (packetOuts) {
            while (packetOuts.isEmpty()) {
                packetOuts.wait();
            }
        }
    }

    @Override
    public void onPacketIn(PacketInListener listener) {
        packetIns = listener;
    }

    /** Acts as a packet thread does. */
    public void packetIn(byte[] frame) {
        packetIns.packetIn(frame);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** A program that keeps its control-plane state. */
    public static final class FakeProgram implements Program {
        public final Map<Integer, FakeTable> tables = new HashMap<>();
        public final Map<Integer, DigestListener> digests = new HashMap<>();
        public final FakeReplication replication = new FakeReplication();

        private final Map<Integer, FakeProfile> profiles = new HashMap<>();
        private final Map<Integer, FakeCounters> counters = new HashMap<>();
        private final Map<Integer, FakeMeters> meters = new HashMap<>();
        private final Map<Integer, FakeRegister> registers = new HashMap<>();

        FakeProgram(P4Info info) {
            info.getActionProfilesList()
                    .forEach(
                            p ->
                                    profiles.put(
                                            p.getPreamble().getId(),
                                            new FakeProfile((int) p.getSize())));
            info.getTablesList()
                    .forEach(
                            t ->
                                    tables.put(
                                            t.getPreamble().getId(),
                                            new FakeTable(
                                                    t.getPreamble().getId(),
                                                    t.getSize(),
                                                    profiles.get(t.getImplementationId()))));
            info.getCountersList()
                    .forEach(
                            c ->
                                    counters.put(
                                            c.getPreamble().getId(),
                                            new FakeCounters((int) c.getSize())));
            info.getMetersList()
                    .forEach(
                            m ->
                                    meters.put(
                                            m.getPreamble().getId(),
                                            new FakeMeters((int) m.getSize())));
            info.getRegistersList()
                    .forEach(
                            r ->
                                    registers.put(
                                            r.getPreamble().getId(),
                                            new FakeRegister(
                                                    r.getSize(),
                                                    width(r.getTypeSpec(), info.getTypeInfo()))));
        }

        /** As the program may have it. */
        public void setRegister(int id, int size, int width) {
            registers.put(id, new FakeRegister(size, width));
        }

        private static int width(P4DataTypeSpec cell, P4TypeInfo types) {
            if (cell.hasNewType()) {
                String name = cell.getNewType().getName();
                return width(types.getNewTypesOrThrow(name).getOriginalType(), types);
            }
            if (cell.hasSerializableEnum()) {
                String name = cell.getSerializableEnum().getName();
                return types.getSerializableEnumsOrThrow(name).getUnderlyingType().getBitwidth();
            }
            P4BitstringLikeTypeSpec bits = cell.getBitstring();
            return bits.getBit().getBitwidth() + bits.getInt().getBitwidth();
        }

        @Override
        public FakeTable table(int id) {
            return known(tables, id);
        }

        @Override
        public ActionProfile actionProfile(int id) {
            return known(profiles, id);
        }

        @Override
        public FakeCounters counter(int id) {
            return known(counters, id);
        }

        @Override
        public MeterArray meter(int id) {
            return known(meters, id);
        }

        @Override
        public RegisterArray register(int id) {
            return known(registers, id);
        }

        @Override
        public void onDigest(int digestId, int[] widths, DigestListener listener) {
            digests.put(digestId, listener);
        }

        @Override
        public Replication replication() {
            return replication;
        }

        private static <T> T known(Map<Integer, T> map, int id) {
            T t = map.get(id);
            if (t == null) {
                throw new IllegalArgumentException("id " + id);
            }
            return t;
        }
    }

    private static RefusedException refused(Code code) {
        return new RefusedException(code, "fake: " + code);
    }

    /** Rows in order of insertion. */
    public static final class FakeTable implements Table {
        private static final class Row {
            Entry entry;
            long packets;
            long bytes;
            MeterConfig meter;
        }

        /** Called before each entry is inserted. */
        public Runnable beforeInsert = () -> {};

        /** How many rows were shown to reads of the whole table. */
        public final AtomicLong visits = new AtomicLong();

        /** Called before a row is shown to a read of the whole table. */
        public Runnable beforeVisit = () -> {};

        /** Called before a row is read by its key. */
        public Runnable beforeRead = () -> {};

        /** Gets the meter of each row as packets find it first, or null. */
        public Consumer<MeterConfig> onChange = meter -> {};

        /** Time since last hit that every row reports. */
        public long idleNanos;

        private final int id;
        private final long capacity;
        private final FakeProfile profile;
        private final Map<MatchKey, Row> rows = new LinkedHashMap<>();
        private final Row defaultRow = new Row();
        private ActionSpec defaultAction;
        private IdleListener idle;

        FakeTable(int id, long capacity, FakeProfile profile) {
            this.id = id;
            this.capacity = capacity;
            this.profile = profile;
        }

        /** Adds a row as the program itself would. */
        public void addConst(Entry entry) {
            Row row = new Row();
            row.entry = entry;
            rows.put(entry.key(), row);
        }

        /** Acts as if the row's idle timeout ran out. */
        public void idle(Entry entry) {
            idle.idle(id, entry, entry.idleTimeoutNanos());
        }

        @Override
        public void insert(Entry entry, MeterConfig meter) throws RefusedException {
            beforeInsert.run();
            if (rows.containsKey(entry.key())) {
                throw refused(Code.ALREADY_EXISTS);
            }
            if (rows.size() >= capacity) {
                throw refused(Code.RESOURCE_EXHAUSTED);
            }
            check(entry.action());
            addConst(entry);
            rows.get(entry.key()).meter = meter;
            onChange.accept(meter);
        }

        private void check(ActionSpec a) throws RefusedException {
            if (a.kind() == ActionSpec.Kind.MEMBER && profile.member(a.id()) == null
                    || a.kind() == ActionSpec.Kind.GROUP && profile.group(a.id()) == null) {
                throw refused(Code.NOT_FOUND);
            }
        }

        @Override
        public void modify(Entry entry, MeterConfig meter) throws RefusedException {
            check(entry.action());
            Row row = row(entry.key());
            row.entry = entry;
            row.meter = meter;
            onChange.accept(meter);
        }

        private Row row(MatchKey key) throws RefusedException {
            Row row = key == null ? defaultRow : rows.get(key);
            if (row == null) {
                throw refused(Code.NOT_FOUND);
            }
            return row;
        }

        @Override
        public void delete(MatchKey key) throws RefusedException {
            row(key);
            rows.remove(key);
        }

        @Override
        public void setDefaultAction(ActionSpec action, MeterConfig meter) {
            defaultAction = action;
            defaultRow.meter = meter;
            onChange.accept(meter);
        }

        @Override
        public ActionSpec defaultAction() {
            return defaultAction;
        }

        @Override
        public boolean read(MatchKey key, Visitor visitor) {
            beforeRead.run();
            Row row = rows.get(key);
            if (row != null) {
                visit(row, visitor);
            }
            return row != null;
        }

        private void visit(Row r, Visitor visitor) {
            visitor.entry(r.entry, r.packets, r.bytes, idleNanos, r.meter);
        }

        @Override
        public Rows rows() {
            List<Row> now = List.copyOf(rows.values());
            List<Entry> entries = new ArrayList<>();
            now.forEach(r -> entries.add(r.entry));
            return new Rows() {
                @Override
                public int size() {
                    return now.size();
                }

                @Override
                public void visit(int i, Visitor visitor) {
                    visits.incrementAndGet();
                    beforeVisit.run();
                    Row r = now.get(i);
                    visitor.entry(entries.get(i), r.packets, r.bytes, idleNanos, r.meter);
                }
            };
        }

        @Override
        public void readDefault(Visitor visitor) {
            visit(defaultRow, visitor);
        }

        @Override
        public void setCounter(MatchKey key, long packets, long bytes) throws RefusedException {
            Row row = row(key);
            row.packets = packets;
            row.bytes = bytes;
        }

        @Override
        public void setMeter(MatchKey key, MeterConfig config) throws RefusedException {
            row(key).meter = config;
        }

        @Override
        public int size() {
            return rows.size();
        }

        @Override
        public void onIdle(IdleListener listener) {
            idle = listener;
        }
    }

    private static final class FakeProfile implements ActionProfile {
        private final int capacity;
        private final Map<Integer, Member> members = new LinkedHashMap<>();
        private final Map<Integer, Group> groups = new LinkedHashMap<>();

        FakeProfile(int capacity) {
            this.capacity = capacity;
        }

        @Override
        public void insertMember(Member m, int leaving) throws RefusedException {
            if (members.size() - leaving >= capacity) {
                throw refused(Code.RESOURCE_EXHAUSTED);
            }
            if (members.putIfAbsent(m.id(), m) != null) {
                throw refused(Code.ALREADY_EXISTS);
            }
        }

        @Override
        public void modifyMember(Member m) throws RefusedException {
            if (members.replace(m.id(), m) == null) {
                throw refused(Code.NOT_FOUND);
            }
        }

        @Override
        public void deleteMember(int id) throws RefusedException {
            for (Group g : groups.values()) {
                for (int i = 0; i < g.size(); i++) {
                    if (g.member(i) == id) {
                        throw refused(Code.FAILED_PRECONDITION);
                    }
                }
            }
            if (members.remove(id) == null) {
                throw refused(Code.NOT_FOUND);
            }
        }

        private void check(Group g) throws RefusedException {
            for (int i = 0; i < g.size(); i++) {
                if (!members.containsKey(g.member(i))) {
                    throw refused(Code.NOT_FOUND);
                }
            }
        }

        @Override
        public void insertGroup(Group g) throws RefusedException {
            check(g);
            if (groups.putIfAbsent(g.id(), g) != null) {
                throw refused(Code.ALREADY_EXISTS);
            }
        }

        @Override
        public void modifyGroup(Group g) throws RefusedException {
            check(g);
            if (groups.replace(g.id(), g) == null) {
                throw refused(Code.NOT_FOUND);
            }
        }

        @Override
        public void deleteGroup(int id) throws RefusedException {
            if (groups.remove(id) == null) {
                throw refused(Code.NOT_FOUND);
            }
        }

        @Override
        public Member member(int id) {
            return members.get(id);
        }

        @Override
        public Group group(int id) {
            return groups.get(id);
        }

        @Override
        public List<Member> members() {
            return new ArrayList<>(members.values());
        }

        @Override
        public List<Group> groups() {
            return new ArrayList<>(groups.values());
        }
    }

    /** Takes room for cells that were set alone. */
    public static final class FakeCounters implements CounterArray {
        /** How many cells were looked at. */
        public final AtomicLong looks = new AtomicLong();

        private final int size;
        private final Map<Integer, Long> packets = new HashMap<>();
        private final Map<Integer, Long> bytes = new HashMap<>();

        FakeCounters(int size) {
            this.size = size;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public long packets(int i) {
            looks.incrementAndGet();
            return packets.getOrDefault(i, 0L);
        }

        @Override
        public long bytes(int i) {
            return bytes.getOrDefault(i, 0L);
        }

        @Override
        public void set(int i, long p, long b) {
            packets.put(i, p);
            bytes.put(i, b);
        }
    }

    private static final class FakeMeters implements MeterArray {
        private final MeterConfig[] configs;

        FakeMeters(int size) {
            configs = new MeterConfig[size];
        }

        @Override
        public int size() {
            return configs.length;
        }

        @Override
        public MeterConfig config(int i) {
            return configs[i];
        }

        @Override
        public void configure(int i, MeterConfig config) {
            configs[i] = config;
        }
    }

    private static final class FakeRegister implements RegisterArray {
        private final byte[][] cells;
        private final int width;

        FakeRegister(int size, int width) {
            this.cells = new byte[size][(width + 7) / 8];
            this.width = width;
        }

        @Override
        public int width() {
            return width;
        }

        @Override
        public int size() {
            return cells.length;
        }

        @Override
        public byte[] get(int i) {
            return cells[i].clone();
        }

        @Override
        public void set(int i, byte[] value) {
            cells[i] = value.clone();
        }
    }

    /** Groups and sessions by id. */
    public static final class FakeReplication implements Replication {
        public final Map<Integer, List<Replica>> groups = new HashMap<>();
        public final Map<Integer, List<Replica>> sessions = new HashMap<>();

        @Override
        public void setMulticastGroup(int id, List<Replica> replicas) {
            set(groups, id, replicas);
        }

        @Override
        public void setCloneSession(int id, List<Replica> replicas, int packetLength) {
            set(sessions, id, replicas);
        }

        private static void set(Map<Integer, List<Replica>> map, int id, List<Replica> replicas) {
            if (replicas == null) {
                map.remove(id);
            } else {
                map.put(id, replicas);
            }
        }
    }
}
