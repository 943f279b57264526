// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageOrBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectMeterEntry;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** Entries, default actions and their direct counters and meters. */
final class TableEntries {
    private static final byte[] NO_METADATA = new byte[0];

    private final P4InfoSchema schema;
    private final Program program;
    private final ActionProfiles profiles;

    /** What clients store with default actions, by table id. */
    private final Map<Integer, Table.Entry> defaults = new HashMap<>();

    TableEntries(P4InfoSchema schema, Program program, ActionProfiles profiles) {
        this.schema = schema;
        this.program = program;
        this.profiles = profiles;
    }

    void write(Update.Type type, TableEntry e) throws RefusedException {
        TableSchema t = schema.table(e.getTableId());
        if (LaterFields.number(e, LaterFields.TABLE_ENTRY_IS_CONST) != 0) {
            throw Refusals.invalid(t.name + ": is_const cannot be written");
        }
        if (e.getIsDefaultAction()) {
            writeDefault(type, t, e);
            return;
        }
        if (type == Update.Type.DELETE) {
            delete(t, e);
            return;
        }
        checkAttributes(t, e);
        MeterConfig meter = meter(t, e);
        MatchKey key;
        if (type == Update.Type.INSERT) {
            key = insert(t, e, meter);
        } else {
            key = modify(t, e, meter);
        }
        if (e.hasCounterData()) {
            program.table(t.id)
                    .setCounter(
                            key,
                            e.getCounterData().getPacketCount(),
                            e.getCounterData().getByteCount());
        }
    }

    /** Null: none is given. */
    private static MeterConfig meter(TableSchema t, TableEntry e) throws RefusedException {
        return e.hasMeterConfig() ? MeterConfigs.decode(t.name, e.getMeterConfig()) : null;
    }

    private static void checkAttributes(TableSchema t, TableEntry e) throws RefusedException {
        if (e.hasTimeSinceLastHit()) {
            throw Refusals.invalid(t.name + ": time_since_last_hit can only be read");
        }
        if (e.getIdleTimeoutNs() != 0 && !t.idleTimeout) {
            throw Refusals.invalid(t.name + " has no idle timeout");
        }
        if (e.getIdleTimeoutNs() < 0) {
            throw Refusals.invalid(t.name + ": negative idle timeout");
        }
        if (e.hasCounterData() && t.directCounter == null) {
            throw Refusals.invalid(t.name + " has no direct counter");
        }
        CounterUnits.check(t.name, e.getCounterData());
        if (e.hasMeterConfig() && !t.directMeter) {
            throw Refusals.invalid(t.name + " has no direct meter");
        }
        checkMeterCounters(t.name, e, LaterFields.TABLE_ENTRY_METER_COUNTER_DATA);
    }

    private static void checkMeterCounters(String where, MessageOrBuilder m, int field)
            throws RefusedException {
        if (LaterFields.has(m, field)) {
            throw Refusals.unimplemented(where + ": meters do not count by colour");
        }
    }

    private MatchKey insert(TableSchema t, TableEntry e, MeterConfig meter)
            throws RefusedException {
        if (t.isConst) {
            throw Refusals.denied(t.name + " is constant");
        }
        if (t.isKeyless()) {
            throw Refusals.invalid(t.name + " has no key, so it takes a default action alone");
        }
        if (!e.hasAction()) {
            throw Refusals.invalid(t.name + ": no action");
        }
        MatchKey key = t.key(e);
        ActionSpec action = action(t, e.getAction(), null);
        try {
            program.table(t.id).insert(entry(key, action, e), meter);
        } catch (RefusedException x) {
            profiles.deleteOneShot(t, action);
            throw x;
        }
        return key;
    }

    private MatchKey modify(TableSchema t, TableEntry e, MeterConfig meter)
            throws RefusedException {
        MatchKey key = t.key(e);
        if (t.isConst && e.hasAction()) {
            throw Refusals.denied(t.name + " is constant, its entries keep their actions");
        }
        boolean simple = e.hasAction() && t.profile == 0;
        Table.Entry old = simple ? null : find(t, key);
        if (t.isConst) {
            if (t.directMeter) {
                program.table(t.id).setMeter(key, meter);
            }
            return key;
        }
        ActionSpec before = old == null ? null : old.action();
        ActionSpec action = e.hasAction() ? action(t, e.getAction(), before) : before;
        try {
            program.table(t.id).modify(entry(key, action, e), meter);
        } catch (RefusedException x) {
            if (e.hasAction()) {
                profiles.deleteOneShot(t, action);
            }
            throw x;
        }
        if (before != action) {
            profiles.deleteOneShot(t, before);
        }
        return key;
    }

    private void delete(TableSchema t, TableEntry e) throws RefusedException {
        MatchKey key = t.key(e);
        if (t.isConst) {
            throw Refusals.denied(t.name + " is constant");
        }
        Table.Entry old = t.profile == 0 ? null : find(t, key);
        program.table(t.id).delete(key);
        if (old != null) {
            profiles.deleteOneShot(t, old.action());
        }
    }

    private Table.Entry find(TableSchema t, MatchKey key) throws RefusedException {
        CapturedRow found = new CapturedRow();
        if (!program.table(t.id).read(key, found)) {
            throw Refusals.notFound(t.name + ": no such entry");
        }
        return found.entry();
    }

    private static Table.Entry entry(MatchKey key, ActionSpec action, TableEntry e) {
        ByteString metadata = e.getMetadata();
        return new Table.Entry(
                key,
                action,
                e.getIdleTimeoutNs(),
                ControllerMetadata.get(e),
                metadata.isEmpty() ? NO_METADATA : metadata.toByteArray());
    }

    /**
     * @param old what it replaces; null: nothing of an action profile
     */
    private ActionSpec action(TableSchema t, TableAction a, ActionSpec old)
            throws RefusedException {
        TableAction.TypeCase given = a.getTypeCase();
        if ((t.profile == 0) != (given == TableAction.TypeCase.ACTION)) {
            throw Refusals.invalid(
                    t.name
                            + (t.profile == 0
                                    ? " takes actions, not "
                                    : " takes members or groups of its action profile, not ")
                            + given);
        }
        switch (given) {
            case ACTION:
                ActionSchema action = schema.action(a.getAction().getActionId());
                t.checkAction(action, false);
                return action.decode(a.getAction());
            case ACTION_PROFILE_MEMBER_ID:
                profiles.checkManual(t);
                return ActionSpec.member(a.getActionProfileMemberId());
            case ACTION_PROFILE_GROUP_ID:
                if (!schema.profiles.get(t.profile).getWithSelector()) {
                    throw Refusals.invalid(t.name + ": its action profile has no groups");
                }
                profiles.checkManual(t);
                return ActionSpec.group(a.getActionProfileGroupId());
            case ACTION_PROFILE_ACTION_SET:
                return profiles.insertOneShot(t, a.getActionProfileActionSet(), old);
            default:
                throw Refusals.invalid(t.name + ": no action");
        }
    }

    private void writeDefault(Update.Type type, TableSchema t, TableEntry e)
            throws RefusedException {
        if (type != Update.Type.MODIFY) {
            throw Refusals.invalid(t.name + ": the default action can only be modified");
        }
        checkAttributes(t, e);
        if (e.getMatchCount() != 0 || e.getPriority() != 0 || e.getIdleTimeoutNs() != 0) {
            throw Refusals.invalid(
                    t.name + ": the default action has no match, priority or idle timeout");
        }
        if (t.profile != 0) {
            throw Refusals.invalid(t.name + ": its default action cannot be set");
        }
        if (t.hasConstDefault) {
            throw Refusals.denied(t.name + ": its default action is constant");
        }
        ActionSpec spec = null;
        if (e.hasAction()) {
            if (!e.getAction().hasAction()) {
                throw Refusals.invalid(t.name + " takes actions alone");
            }
            ActionSchema action = schema.action(e.getAction().getAction().getActionId());
            t.checkAction(action, true);
            spec = action.decode(e.getAction().getAction());
        }
        Table table = program.table(t.id);
        table.setDefaultAction(spec, meter(t, e));
        if (spec == null) {
            defaults.remove(t.id);
        } else {
            defaults.put(t.id, entry(null, spec, e));
        }
        if (t.directCounter != null && (e.hasCounterData() || spec == null)) {
            table.setCounter(
                    null, e.getCounterData().getPacketCount(), e.getCounterData().getByteCount());
        }
    }

    boolean hasDefaultOfClient(int tableId) {
        return defaults.containsKey(tableId);
    }

    void write(Update.Type type, DirectCounterEntry e) throws RefusedException {
        TableSchema t = schema.table(e.getTableEntry().getTableId());
        if (type != Update.Type.MODIFY) {
            throw Refusals.invalid(t.name + ": direct counters can only be modified");
        }
        if (t.directCounter == null) {
            throw Refusals.invalid(t.name + " has no direct counter");
        }
        CounterUnits.check(t.name, e.getData());
        MatchKey key = keyOrDefault(t, e.getTableEntry());
        if (e.hasData()) {
            program.table(t.id)
                    .setCounter(key, e.getData().getPacketCount(), e.getData().getByteCount());
        } else if (key != null) {
            find(t, key);
        }
    }

    void write(Update.Type type, DirectMeterEntry e) throws RefusedException {
        TableSchema t = schema.table(e.getTableEntry().getTableId());
        if (type != Update.Type.MODIFY) {
            throw Refusals.invalid(t.name + ": direct meters can only be modified");
        }
        if (!t.directMeter) {
            throw Refusals.invalid(t.name + " has no direct meter");
        }
        checkMeterCounters(t.name, e, LaterFields.DIRECT_METER_ENTRY_COUNTER_DATA);
        program.table(t.id)
                .setMeter(
                        keyOrDefault(t, e.getTableEntry()),
                        e.hasConfig() ? MeterConfigs.decode(t.name, e.getConfig()) : null);
    }

    /** Null: the default action. */
    private static MatchKey keyOrDefault(TableSchema t, TableEntry e) throws RefusedException {
        if (!e.getIsDefaultAction()) {
            return t.key(e);
        }
        if (e.getMatchCount() != 0 || e.getPriority() != 0) {
            throw Refusals.invalid(t.name + ": the default action has no match or priority");
        }
        return null;
    }

    List<Snapshot> read(TableEntry e, Reads.Read read) throws RefusedException {
        if (e.getTableId() == 0 && e.getMatchCount() > 0) {
            throw Refusals.invalid("a match, but no table id");
        }
        if (e.getTableId() != 0 && e.hasTimeSinceLastHit()) {
            TableSchema t = schema.table(e.getTableId());
            if (!t.idleTimeout || e.getIsDefaultAction()) {
                throw Refusals.invalid(t.name + ": no idle timeout, so no time_since_last_hit");
            }
        }
        checkMeterCounters("read", e, LaterFields.TABLE_ENTRY_METER_COUNTER_DATA);
        List<Snapshot> found = new ArrayList<>();
        for (TableSchema t : wanted(e.getTableId())) {
            found.add(read(TableEntrySnapshot.Form.TABLE_ENTRY, t, e, read));
        }
        return found;
    }

    List<Snapshot> read(DirectCounterEntry e, Reads.Read read) throws RefusedException {
        TableEntry rows = e.getTableEntry();
        if (rows.getTableId() != 0 && schema.table(rows.getTableId()).directCounter == null) {
            throw Refusals.invalid(schema.table(rows.getTableId()).name + " has no direct counter");
        }
        List<Snapshot> found = new ArrayList<>();
        for (TableSchema t : wanted(rows.getTableId())) {
            if (t.directCounter != null) {
                found.add(readDirect(TableEntrySnapshot.Form.DIRECT_COUNTER_ENTRY, t, rows, read));
            }
        }
        return found;
    }

    List<Snapshot> read(DirectMeterEntry e, Reads.Read read) throws RefusedException {
        TableEntry rows = e.getTableEntry();
        if (rows.getTableId() != 0 && !schema.table(rows.getTableId()).directMeter) {
            throw Refusals.invalid(schema.table(rows.getTableId()).name + " has no direct meter");
        }
        checkMeterCounters("read", e, LaterFields.DIRECT_METER_ENTRY_COUNTER_DATA);
        List<Snapshot> found = new ArrayList<>();
        for (TableSchema t : wanted(rows.getTableId())) {
            if (t.directMeter) {
                found.add(readDirect(TableEntrySnapshot.Form.DIRECT_METER_ENTRY, t, rows, read));
            }
        }
        return found;
    }

    private Snapshot readDirect(
            TableEntrySnapshot.Form form, TableSchema t, TableEntry e, Reads.Read read)
            throws RefusedException {
        TableEntrySnapshot found = read(form, t, e, read);
        if (e.getMatchCount() > 0
                && !t.isAnyPriority(e)
                && (found.size() == 0 || !found.shows(0))) {
            throw Refusals.notFound(t.name + ": no such entry");
        }
        return found;
    }

    private Collection<TableSchema> wanted(int tableId) throws RefusedException {
        return tableId == 0 ? schema.tables.values() : List.of(schema.table(tableId));
    }

    private TableEntrySnapshot read(
            TableEntrySnapshot.Form form, TableSchema t, TableEntry e, Reads.Read read)
            throws RefusedException {
        if (e.hasAction() && !e.getAction().hasAction()) {
            throw Refusals.invalid(t.name + ": entries can be filtered by action id alone");
        }
        MatchKey match = t.isAnyPriority(e) ? t.match(e) : null;
        return new TableEntrySnapshot(form, t, profiles, e, match, rows(t, e, read));
    }

    private Table.Rows rows(TableSchema t, TableEntry e, Reads.Read read) throws RefusedException {
        Table table = program.table(t.id);
        if (!e.getIsDefaultAction() && (e.getMatchCount() == 0 || t.isAnyPriority(e))) {
            return read.rows(table);
        }
        CapturedRow row = new CapturedRow();
        if (!e.getIsDefaultAction()) {
            table.read(t.key(e), row);
            return row;
        }
        ActionSpec action = table.defaultAction();
        Table.Entry stored = defaults.get(t.id);
        Table.Entry entry =
                stored != null ? stored : new Table.Entry(null, action, 0, 0, NO_METADATA);
        table.readDefault(
                (x, packets, bytes, idle, meter) -> row.entry(entry, packets, bytes, idle, meter));
        return row;
    }

    /** The entry as an idle timeout notification holds it. */
    TableEntry idle(int tableId, Table.Entry e) {
        TableEntry.Builder b =
                TableEntry.newBuilder()
                        .setIdleTimeoutNs(e.idleTimeoutNanos())
                        .setMetadata(ByteString.copyFrom(e.metadata()));
        ControllerMetadata.set(b, e.controllerMetadata());
        schema.tables.get(tableId).encode(e.key(), b);
        return b.build();
    }
}
