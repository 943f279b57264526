// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.isthmus.target.api.CounterArray;
import org.isthmus.target.api.MeterArray;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.RegisterArray;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.Meter;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.Index;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
import p4.v1.P4RuntimeOuterClass.RegisterEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** Counters, meters and registers that are arrays. A missing index means every cell. */
final class IndexedEntries {
    /** Bytes of a counter's cell in a read. */
    private static final int COUNTS = 2 * Long.BYTES;

    /** Bytes of a register's cell in a read, beside its value: a reference, and an array's own. */
    private static final int VALUE = Reads.REFERENCE + 16;

    private final P4InfoSchema schema;
    private final Program program;

    /**
     * @throws RefusedException INVALID_ARGUMENT: the program has other registers than the P4Info
     */
    IndexedEntries(P4InfoSchema schema, Program program) throws RefusedException {
        this.schema = schema;
        this.program = program;
        for (RegisterSchema r : schema.registers.values()) {
            int width = program.register(r.id).width();
            if (width != r.width) {
                throw Refusals.invalid(
                        r.name
                                + ": its cells have "
                                + r.width
                                + " bits in the P4Info and "
                                + width
                                + " in the program");
            }
        }
    }

    /** The cells an index of a message means. */
    private static final class Cells {
        final int from;
        final int to;

        /** Whether they are the whole array, which has as many. */
        private final boolean all;

        private Cells(int from, int to, boolean all) {
            this.from = from;
            this.to = to;
            this.all = all;
        }

        int size() {
            return to - from;
        }

        /**
         * What they hold: of a whole array copied once for each read, however often it is asked
         * for.
         *
         * @param bytes that the copy of a cell takes
         */
        <T> T copy(Object array, int bytes, Reads.Read read, Supplier<T> copy)
                throws RefusedException {
            return all ? read.copy(array, (long) bytes * size(), copy) : copy.get();
        }

        static Cells of(String name, boolean given, Index index, int size) throws RefusedException {
            if (!given) {
                return new Cells(0, size, true);
            }
            if (index.getIndex() < 0) {
                throw Refusals.invalid(name + ": negative index " + index.getIndex());
            }
            if (index.getIndex() >= size) {
                throw Refusals.outOfRange(name + ": index " + index.getIndex() + ", size " + size);
            }
            int i = (int) index.getIndex();
            return new Cells(i, i + 1, false);
        }
    }

    private static final class CellSnapshot implements Snapshot {
        private final int size;
        private final IntFunction<Entity> encoder;

        /**
         * @param encoder makes the message of the n-th of the cells
         */
        CellSnapshot(Cells cells, IntFunction<Entity> encoder) {
            this.size = cells.size();
            this.encoder = encoder;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Entity get(int i) {
            return encoder.apply(i);
        }
    }

    private static void onlyModify(String name, Update.Type type) throws RefusedException {
        if (type != Update.Type.MODIFY) {
            throw Refusals.invalid(name + ": cells can only be modified");
        }
    }

    private static Index index(Cells cells, int i) {
        return Index.newBuilder().setIndex(cells.from + i).build();
    }

    private Counter counter(int id) throws RefusedException {
        Counter c = schema.counters.get(id);
        if (c == null) {
            throw P4InfoSchema.unknown("counter", id);
        }
        return c;
    }

    private static String name(Counter c) {
        return "counter " + c.getPreamble().getName();
    }

    void write(Update.Type type, CounterEntry e) throws RefusedException {
        Counter c = counter(e.getCounterId());
        onlyModify(name(c), type);
        CounterArray target = program.counter(e.getCounterId());
        Cells cells = Cells.of(name(c), e.hasIndex(), e.getIndex(), target.size());
        if (!e.hasData()) {
            return;
        }
        CounterUnits.check(name(c), e.getData());
        for (int i = cells.from; i < cells.to; i++) {
            target.set(i, e.getData().getPacketCount(), e.getData().getByteCount());
        }
    }

    List<Snapshot> read(CounterEntry e, Reads.Read read) throws RefusedException {
        int id = e.getCounterId();
        List<Snapshot> found = new ArrayList<>();
        Collection<Counter> wanted = id == 0 ? schema.counters.values() : List.of(counter(id));
        for (Counter c : wanted) {
            CounterArray target = program.counter(c.getPreamble().getId());
            Cells cells = Cells.of(name(c), e.hasIndex(), e.getIndex(), target.size());
            long[] counts = cells.copy(target, COUNTS, read, () -> counts(target, cells));
            CounterUnits units = CounterUnits.of(c.getSpec());
            found.add(
                    new CellSnapshot(
                            cells,
                            i ->
                                    Entity.newBuilder()
                                            .setCounterEntry(
                                                    CounterEntry.newBuilder()
                                                            .setCounterId(c.getPreamble().getId())
                                                            .setIndex(index(cells, i))
                                                            .setData(
                                                                    units.encode(
                                                                            counts[2 * i],
                                                                            counts[2 * i + 1])))
                                            .build()));
        }
        return found;
    }

    /** Packets and bytes of each cell. */
    private static long[] counts(CounterArray target, Cells cells) {
        long[] counts = new long[2 * cells.size()];
        for (int i = cells.from, n = 0; i < cells.to; i++) {
            counts[n++] = target.packets(i);
            counts[n++] = target.bytes(i);
        }
        return counts;
    }

    private Meter meter(int id) throws RefusedException {
        Meter m = schema.meters.get(id);
        if (m == null) {
            throw P4InfoSchema.unknown("meter", id);
        }
        return m;
    }

    private static String name(Meter m) {
        return "meter " + m.getPreamble().getName();
    }

    private static void checkCounters(String name, MeterEntry e) throws RefusedException {
        if (LaterFields.has(e, LaterFields.METER_ENTRY_COUNTER_DATA)) {
            throw Refusals.unimplemented(name + ": meters do not count by colour");
        }
    }

    void write(Update.Type type, MeterEntry e) throws RefusedException {
        Meter m = meter(e.getMeterId());
        onlyModify(name(m), type);
        checkCounters(name(m), e);
        MeterArray target = program.meter(e.getMeterId());
        Cells cells = Cells.of(name(m), e.hasIndex(), e.getIndex(), target.size());
        MeterConfig config = e.hasConfig() ? MeterConfigs.decode(name(m), e.getConfig()) : null;
        for (int i = cells.from; i < cells.to; i++) {
            target.configure(i, config);
        }
    }

    List<Snapshot> read(MeterEntry e, Reads.Read read) throws RefusedException {
        int id = e.getMeterId();
        List<Snapshot> found = new ArrayList<>();
        Collection<Meter> wanted = id == 0 ? schema.meters.values() : List.of(meter(id));
        for (Meter m : wanted) {
            checkCounters(name(m), e);
            MeterArray target = program.meter(m.getPreamble().getId());
            Cells cells = Cells.of(name(m), e.hasIndex(), e.getIndex(), target.size());
            MeterConfig[] configs =
                    cells.copy(target, Reads.REFERENCE, read, () -> configs(target, cells));
            found.add(
                    new CellSnapshot(
                            cells,
                            i -> {
                                MeterEntry.Builder b =
                                        MeterEntry.newBuilder()
                                                .setMeterId(m.getPreamble().getId())
                                                .setIndex(index(cells, i));
                                if (configs[i] != null) {
                                    b.setConfig(MeterConfigs.encode(configs[i]));
                                }
                                return Entity.newBuilder().setMeterEntry(b).build();
                            }));
        }
        return found;
    }

    private static MeterConfig[] configs(MeterArray target, Cells cells) {
        MeterConfig[] configs = new MeterConfig[cells.size()];
        for (int i = 0; i < configs.length; i++) {
            configs[i] = target.config(cells.from + i);
        }
        return configs;
    }

    private RegisterSchema register(int id) throws RefusedException {
        RegisterSchema r = schema.registers.get(id);
        if (r == null) {
            throw P4InfoSchema.unknown("register", id);
        }
        return r;
    }

    void write(Update.Type type, RegisterEntry e) throws RefusedException {
        RegisterSchema r = register(e.getRegisterId());
        onlyModify(r.name, type);
        RegisterArray target = program.register(r.id);
        Cells cells = Cells.of(r.name, e.hasIndex(), e.getIndex(), target.size());
        byte[] value = r.decode(e.getData());
        for (int i = cells.from; i < cells.to; i++) {
            target.set(i, value);
        }
    }

    List<Snapshot> read(RegisterEntry e, Reads.Read read) throws RefusedException {
        int id = e.getRegisterId();
        List<Snapshot> found = new ArrayList<>();
        Collection<RegisterSchema> wanted =
                id == 0 ? schema.registers.values() : List.of(register(id));
        for (RegisterSchema r : wanted) {
            int bytes = VALUE + (r.width + Long.SIZE - 1) / Long.SIZE * Long.BYTES;
            RegisterArray target = program.register(r.id);
            Cells cells = Cells.of(r.name, e.hasIndex(), e.getIndex(), target.size());
            byte[][] values = cells.copy(target, bytes, read, () -> values(target, cells));
            found.add(
                    new CellSnapshot(
                            cells,
                            i ->
                                    Entity.newBuilder()
                                            .setRegisterEntry(
                                                    RegisterEntry.newBuilder()
                                                            .setRegisterId(r.id)
                                                            .setIndex(index(cells, i))
                                                            .setData(r.encode(values[i])))
                                            .build()));
        }
        return found;
    }

    private static byte[][] values(RegisterArray target, Cells cells) {
        byte[][] values = new byte[cells.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = target.get(cells.from + i);
        }
        return values;
    }
}
