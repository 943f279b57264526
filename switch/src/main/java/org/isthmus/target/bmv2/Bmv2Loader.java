// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import org.isthmus.target.bmv2.gen.Linkage;
import org.isthmus.target.bmv2.gen.ProgramCompiler;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.ArrayDef;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.JsonReader;
import org.isthmus.target.bmv2.ir.MeterDef;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.run.ActionTable;
import org.isthmus.target.bmv2.run.IndexedCounter;
import org.isthmus.target.bmv2.run.IndexedMeter;
import org.isthmus.target.bmv2.run.IndexedRegister;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.PacketContext;
import org.isthmus.target.bmv2.run.PortStates;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.bmv2.run.Words;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.config.v1.P4InfoOuterClass;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Makes a program of BMv2 JSON and P4Info: creates what has state, and generates the code. */
final class Bmv2Loader implements Linkage {
    private static final Logger LOG = LoggerFactory.getLogger("org.isthmus.target.bmv2");

    /** What one array of longs can have. */
    private static final long MAX_ARRAY_BYTES = 8L * (Integer.MAX_VALUE - 8);

    private final P4Info p4info;
    private final Bmv2Program ir;
    private final LongSupplier clock;
    private final int dropPort;
    private final int nearRows;
    private final PortStates ports;
    private final Map<PipelineDef.TableDef, MatchTable> tables = new HashMap<>();
    private final Map<String, IndexedCounter> counters = new HashMap<>();
    private final Map<String, IndexedMeter> meters = new HashMap<>();
    private final Map<String, IndexedRegister> registers = new HashMap<>();
    private final Map<PipelineDef.ActionProfileDef, Profile> profiles = new HashMap<>();
    private final Map<Integer, String> actionNames = new HashMap<>();
    private final LoadedProgram.Objects objects = new LoadedProgram.Objects();
    private final RemovedTables removed;

    private Bmv2Loader(
            P4Info p4info,
            Bmv2Program ir,
            LongSupplier clock,
            int dropPort,
            int nearRows,
            PortStates ports) {
        this.p4info = p4info;
        this.ir = ir;
        this.clock = clock;
        this.dropPort = dropPort;
        this.nearRows = nearRows;
        this.ports = ports;
        this.removed = new RemovedTables(p4info, ir.actions.size());
    }

    /**
     * @throws RefusedException as {@link org.isthmus.target.api.Target#compile} says
     */
    static LoadedProgram load(
            P4Info p4info,
            byte[] json,
            LongSupplier clock,
            int dropPort,
            int nearRows,
            PortStates ports)
            throws RefusedException {
        Bmv2Loader l =
                new Bmv2Loader(p4info, JsonReader.read(json), clock, dropPort, nearRows, ports);
        return l.load();
    }

    private LoadedProgram load() throws RefusedException {
        for (P4InfoOuterClass.Action a : p4info.getActionsList()) {
            actionNames.put(a.getPreamble().getId(), a.getPreamble().getName());
        }
        refuse(p4info.getValueSetsCount() > 0, "parser value set");
        refuse(p4info.getExternsCount() > 0, "extern");
        createArrays();
        createProfiles();
        createDigests();
        PacketHeaders.check(p4info, ir);
        for (PipelineDef p : List.of(ir.ingress, ir.egress)) {
            for (PipelineDef.Node n : p.nodes.values()) {
                if (n instanceof PipelineDef.TableDef) {
                    createTable((PipelineDef.TableDef) n);
                }
            }
        }
        createRemovedTables();
        int keyWords = 1;
        for (MatchTable t : tables.values()) {
            keyWords = Math.max(keyWords, t.keyLayout().words());
        }
        Class<? extends PacketContext> type = ProgramCompiler.compile(ir, this, keyWords);
        for (Map.Entry<PipelineDef.TableDef, MatchTable> e : tables.entrySet()) {
            addConstEntries(e.getKey(), e.getValue());
        }
        return new LoadedProgram(type, objects, new ProgramView(ir, this));
    }

    private static void refuse(boolean present, String what) throws RefusedException {
        if (present) {
            throw new RefusedException(Code.UNIMPLEMENTED, "not supported: " + what);
        }
    }

    private static RefusedException missing(String what, String name) {
        return new RefusedException(
                Code.INVALID_ARGUMENT, "the device config has no " + what + " " + name);
    }

    /**
     * Refuses arrays for which there may be no memory: what the heap lacks ends the process, and
     * with it the program that runs.
     */
    private void checkMemory() throws RefusedException {
        long bytes = 0;
        for (ArrayDef d : ir.counters.values()) {
            bytes += (long) IndexedCounter.CELL_BYTES * d.size;
        }
        for (MeterDef d : ir.meters.values()) {
            bytes += (long) IndexedMeter.CELL_BYTES * d.size;
        }
        for (ArrayDef d : ir.registers.values()) {
            bytes += IndexedRegister.cellBytes(d.width) * d.size;
        }
        // The program that runs stays until the new one does, and has arrays as well.
        long most = Math.min(Runtime.getRuntime().maxMemory() / 2, MAX_ARRAY_BYTES);
        if (bytes > most) {
            throw new RefusedException(
                    Code.RESOURCE_EXHAUSTED,
                    "counters, meters and registers of "
                            + (bytes >> 20)
                            + " MB; at most, half of the heap, "
                            + (most >> 20)
                            + " MB");
        }
    }

    private void createArrays() throws RefusedException {
        checkMemory();
        long origin = clock.getAsLong() / 1000;
        for (ArrayDef d : ir.counters.values()) {
            counters.put(d.name, new IndexedCounter(d.size));
        }
        for (MeterDef d : ir.meters.values()) {
            if (!d.direct) {
                meters.put(d.name, new IndexedMeter(d.size, d.bytes, origin));
            }
        }
        for (ArrayDef d : ir.registers.values()) {
            registers.put(d.name, new IndexedRegister(d.name, d.size, d.width));
        }
        for (P4InfoOuterClass.Counter c : p4info.getCountersList()) {
            put("counter", objects.counters, counters, c.getPreamble());
        }
        for (P4InfoOuterClass.Meter m : p4info.getMetersList()) {
            put("meter", objects.meters, meters, m.getPreamble());
        }
        for (P4InfoOuterClass.Register r : p4info.getRegistersList()) {
            put("register", objects.registers, registers, r.getPreamble());
        }
    }

    private static <T> void put(
            String what, Map<Integer, T> byId, Map<String, T> byName, P4InfoOuterClass.Preamble p)
            throws RefusedException {
        T o = byName.get(p.getName());
        if (o == null) {
            throw missing(what, p.getName());
        }
        byId.put(p.getId(), o);
    }

    private static void warn(P4InfoOuterClass.Preamble p) {
        LOG.warn("{} is in the P4Info and not in the program: it has no effect", p.getName());
    }

    /** Tables that no packet can reach, and their action profiles. */
    private void createRemovedTables() throws RefusedException {
        for (P4InfoOuterClass.Table t : p4info.getTablesList()) {
            int id = t.getPreamble().getId();
            if (objects.tables.containsKey(id)) {
                continue;
            }
            checkOfOneProgram(t.getPreamble().getName());
            warn(t.getPreamble());
            ActionTable actions = new ActionTable();
            removed.addActions(actions, t);
            PipelineDef.TableDef def = removed.table(t);
            MatchTable table =
                    new MatchTable(
                            def,
                            id,
                            (int) Math.min(Integer.MAX_VALUE, t.getSize()),
                            actions,
                            t.getImplementationId() == 0
                                    ? null
                                    : removedProfile(t.getImplementationId(), actions),
                            nearRows,
                            clock);
            table.seal();
            objects.tables.put(id, table);
            if (def.timeouts) {
                objects.timed.add(table);
            }
        }
        for (P4InfoOuterClass.ActionProfile p : p4info.getActionProfilesList()) {
            removedProfile(p.getPreamble().getId(), new ActionTable());
        }
    }

    private Profile removedProfile(int id, ActionTable actions) {
        Profile known = objects.profiles.get(id);
        if (known != null) {
            return known;
        }
        for (P4InfoOuterClass.ActionProfile p : p4info.getActionProfilesList()) {
            if (p.getPreamble().getId() == id) {
                warn(p.getPreamble());
                objects.profiles.put(id, profile(p, p.getWithSelector(), actions));
            }
        }
        return objects.profiles.get(id);
    }

    /**
     * A compiler adds tables, whose entries it writes itself, and removes some. A table that waits
     * for entries, of which the P4Info does not know, is another one's.
     */
    private void checkOfOneProgram(String missing) throws RefusedException {
        for (Map.Entry<PipelineDef.TableDef, MatchTable> e : tables.entrySet()) {
            PipelineDef.TableDef def = e.getKey();
            if (e.getValue().id() == 0 && !def.key.isEmpty() && def.entries == null) {
                throw new RefusedException(
                        Code.INVALID_ARGUMENT,
                        "P4Info and device config are of two programs: the one has table "
                                + missing
                                + ", the other "
                                + def.name);
            }
        }
    }

    private void createDigests() throws RefusedException {
        for (P4InfoOuterClass.Digest d : p4info.getDigestsList()) {
            P4InfoOuterClass.Preamble p = d.getPreamble();
            ir.digests.forEach(
                    (list, def) -> {
                        if (def.name.equals(p.getName())) {
                            objects.digests.put(p.getId(), new LoadedProgram.Digest(list, def));
                        }
                    });
            if (!objects.digests.containsKey(p.getId())) {
                throw missing("digest", p.getName());
            }
        }
    }

    private void createProfiles() throws RefusedException {
        Map<String, P4InfoOuterClass.ActionProfile> infos = new HashMap<>();
        for (P4InfoOuterClass.ActionProfile p : p4info.getActionProfilesList()) {
            infos.put(p.getPreamble().getName(), p);
        }
        for (PipelineDef pipeline : List.of(ir.ingress, ir.egress)) {
            for (PipelineDef.ActionProfileDef d : pipeline.profiles) {
                P4InfoOuterClass.ActionProfile info = infos.remove(d.name);
                if (info == null) {
                    throw new RefusedException(
                            Code.INVALID_ARGUMENT, "the P4Info has no action profile " + d.name);
                }
                ActionTable actions = new ActionTable();
                for (PipelineDef.Node n : pipeline.nodes.values()) {
                    if (n instanceof PipelineDef.TableDef
                            && ((PipelineDef.TableDef) n).profile == d) {
                        addActions(actions, (PipelineDef.TableDef) n);
                    }
                }
                Profile profile = profile(info, d.selector != null, actions);
                profiles.put(d, profile);
                objects.profiles.put(info.getPreamble().getId(), profile);
            }
        }
    }

    private Profile profile(
            P4InfoOuterClass.ActionProfile info, boolean selector, ActionTable actions) {
        return new Profile(
                info.getPreamble().getName(),
                (int) Math.min(Integer.MAX_VALUE, info.getSize()),
                info.getMaxGroupSize(),
                selector,
                actions,
                ports);
    }

    /**
     * Adds the actions of a table under their P4Info ids, or where the compiler has made the table
     * under its own. The compiler makes a copy of an action for each table that uses it; they all
     * have its name.
     */
    private void addActions(ActionTable actions, PipelineDef.TableDef t) throws RefusedException {
        P4InfoOuterClass.Table info = info(t);
        if (info == null) {
            t.actions.forEach(a -> actions.add(a.id, a));
            return;
        }
        Map<String, Action> byName = new HashMap<>();
        for (Action a : t.actions) {
            byName.put(a.name, a);
        }
        for (P4InfoOuterClass.ActionRef ref : info.getActionRefsList()) {
            String name = actionNames.get(ref.getId());
            Action a = byName.get(name);
            if (a == null) {
                throw missing("action of table " + t.name, name);
            }
            actions.add(ref.getId(), a);
        }
    }

    private P4InfoOuterClass.Table info(PipelineDef.TableDef t) {
        for (P4InfoOuterClass.Table info : p4info.getTablesList()) {
            if (info.getPreamble().getName().equals(t.name)) {
                return info;
            }
        }
        return null;
    }

    private void createTable(PipelineDef.TableDef def) throws RefusedException {
        P4InfoOuterClass.Table info = info(def);
        ActionTable actions = new ActionTable();
        addActions(actions, def);
        int id = 0;
        boolean fixed = def.entries != null && (info == null || info.getIsConstTable());
        long capacity = fixed ? def.entries.size() : def.maxSize;
        if (info != null) {
            id = info.getPreamble().getId();
            checkKey(def, info);
            capacity = Math.max(capacity, fixed ? 0 : info.getSize());
        }
        MatchTable table =
                new MatchTable(
                        def,
                        id,
                        (int) Math.min(Integer.MAX_VALUE, capacity),
                        actions,
                        def.profile == null ? null : profiles.get(def.profile),
                        nearRows,
                        clock);
        tables.put(def, table);
        if (info != null) {
            objects.tables.put(id, table);
        }
        if (def.timeouts) {
            objects.timed.add(table);
        }
    }

    /** Bits of a field of a key. */
    static int width(P4InfoOuterClass.MatchField f) {
        return f.getBitwidth() == 0 ? MatchKey.ERROR_BITS : f.getBitwidth();
    }

    /** How a field of a key is matched. */
    static PipelineDef.MatchType matchType(P4InfoOuterClass.MatchField f) {
        switch (f.getMatchType()) {
            case LPM:
                return PipelineDef.MatchType.LPM;
            case TERNARY:
            case OPTIONAL:
                return PipelineDef.MatchType.TERNARY;
            case RANGE:
                return PipelineDef.MatchType.RANGE;
            default:
                return PipelineDef.MatchType.EXACT;
        }
    }

    private static void checkKey(PipelineDef.TableDef def, P4InfoOuterClass.Table info)
            throws RefusedException {
        boolean same = def.key.size() == info.getMatchFieldsCount();
        for (int i = 0; same && i < def.key.size(); i++) {
            same =
                    def.key.get(i).width == width(info.getMatchFields(i))
                            && def.key.get(i).type == matchType(info.getMatchFields(i));
        }
        if (!same) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT,
                    "the key of table " + def.name + " differs from the P4Info");
        }
    }

    private void addConstEntries(PipelineDef.TableDef def, MatchTable table)
            throws RefusedException {
        if (def.entries == null) {
            table.seal();
            return;
        }
        P4InfoOuterClass.Table info = info(def);
        int last = def.entries.stream().mapToInt(e -> e.priority).max().orElse(0);
        for (PipelineDef.ConstEntry e : def.entries) {
            byte[][] values = new byte[def.key.size()][];
            byte[][] seconds = new byte[def.key.size()][];
            for (int i = 0; i < values.length; i++) {
                int width = def.key.get(i).width;
                values[i] = Words.toBytes(e.values[i], width);
                seconds[i] = e.seconds[i] == null ? null : Words.toBytes(e.seconds[i], width);
            }
            boolean ordered =
                    def.match == PipelineDef.MatchType.TERNARY
                            || def.match == PipelineDef.MatchType.RANGE;
            // In the JSON the lower number wins, in P4Runtime the higher; the last one has 1.
            int priority = ordered ? last - e.priority + 1 : 0;
            List<byte[]> params = new ArrayList<>();
            for (int i = 0; i < e.data.length; i++) {
                params.add(Words.toBytes(e.data[i], e.action.paramWidths[i]));
            }
            table.insert(
                    new Table.Entry(
                            new MatchKey(values, seconds, priority),
                            ActionSpec.action(
                                    actionId(info, e.action), params.toArray(new byte[0][])),
                            0,
                            0,
                            null));
        }
        if (info == null || info.getIsConstTable()) {
            table.seal();
        }
    }

    private int actionId(P4InfoOuterClass.Table info, Action a) throws RefusedException {
        if (info == null) {
            return a.id;
        }
        for (P4InfoOuterClass.ActionRef ref : info.getActionRefsList()) {
            if (a.name.equals(actionNames.get(ref.getId()))) {
                return ref.getId();
            }
        }
        throw missing("P4Info of action", a.name);
    }

    // ---- Linkage ----

    private static <T> T known(String what, T o, String name) {
        if (o == null) {
            throw new IllegalArgumentException("unknown " + what + " " + name);
        }
        return o;
    }

    @Override
    public MatchTable table(PipelineDef.TableDef def) {
        return tables.get(def);
    }

    @Override
    public IndexedCounter counter(String name) {
        return known("counter", counters.get(name), name);
    }

    @Override
    public IndexedMeter meter(String name) {
        return known("meter", meters.get(name), name);
    }

    @Override
    public IndexedRegister register(String name) {
        return known("register", registers.get(name), name);
    }

    @Override
    public int dropPort() {
        return dropPort;
    }
}
