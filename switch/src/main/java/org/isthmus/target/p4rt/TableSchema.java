// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.SortedMap;
import java.util.TreeMap;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** One table: decodes and encodes the keys of its entries, checks which actions they may have. */
final class TableSchema {
    final int id;
    final String name;
    final boolean isConst;
    final boolean hasConstDefault;
    final boolean idleTimeout;

    /** Id of the action profile, or 0. */
    final int profile;

    /** Null where the table has none. */
    final CounterUnits directCounter;

    final boolean directMeter;

    private final FieldSchema[] fields;
    private final IdMap<FieldSchema> fieldsById;
    private final IdMap<ActionRef.Scope> actions;
    private final boolean needsPriority;

    TableSchema(Table t, CounterUnits directCounter, boolean directMeter) throws RefusedException {
        id = t.getPreamble().getId();
        name = "table " + t.getPreamble().getName();
        isConst = t.getIsConstTable();
        hasConstDefault = t.getConstDefaultActionId() != 0;
        idleTimeout = t.getIdleTimeoutBehavior() == Table.IdleTimeoutBehavior.NOTIFY_CONTROL;
        profile = t.getImplementationId();
        this.directCounter = directCounter;
        this.directMeter = directMeter;
        fields = new FieldSchema[t.getMatchFieldsCount()];
        SortedMap<Integer, FieldSchema> byId = new TreeMap<>();
        boolean priority = false;
        for (int i = 0; i < fields.length; i++) {
            MatchField f = t.getMatchFields(i);
            fields[i] = new FieldSchema(name, i, f);
            priority |= fields[i].needsPriority();
            if (byId.put(f.getId(), fields[i]) != null) {
                throw Refusals.invalid(name + ": two match fields with id " + f.getId());
            }
        }
        needsPriority = priority;
        fieldsById = new IdMap<>(byId);
        SortedMap<Integer, ActionRef.Scope> refs = new TreeMap<>();
        for (ActionRef r : t.getActionRefsList()) {
            refs.put(r.getId(), r.getScope());
        }
        actions = new IdMap<>(refs);
    }

    boolean isKeyless() {
        return fields.length == 0;
    }

    MatchKey key(TableEntry e) throws RefusedException {
        int priority = e.getPriority();
        if (needsPriority ? priority <= 0 : priority != 0) {
            throw Refusals.invalid(
                    name
                            + ": priority "
                            + priority
                            + (needsPriority
                                    ? "; it must be positive, for not all fields are exact or lpm"
                                    : "; it must be 0, for all fields are exact or lpm"));
        }
        return match(e);
    }

    /** Whether entries with the match of a read request and any priority are meant. */
    boolean isAnyPriority(TableEntry wanted) {
        return needsPriority
                && wanted.getPriority() == 0
                && wanted.getMatchCount() > 0
                && !wanted.getIsDefaultAction();
    }

    /** The key of an entry, of whatever priority. */
    MatchKey match(TableEntry e) throws RefusedException {
        byte[][] values = new byte[fields.length][];
        byte[][] seconds = new byte[fields.length][];
        for (int i = 0; i < e.getMatchCount(); i++) {
            int fieldId = e.getMatch(i).getFieldId();
            FieldSchema f = fieldsById.get(fieldId);
            if (f == null) {
                throw Refusals.invalid(name + " has no match field with id " + fieldId);
            }
            if (values[f.index] != null) {
                throw Refusals.invalid(f.name + ": given twice");
            }
            f.decode(e.getMatch(i), values, seconds);
        }
        if (e.getMatchCount() < fields.length) {
            for (FieldSchema f : fields) {
                if (values[f.index] == null) {
                    f.decodeAbsent(values, seconds);
                }
            }
        }
        return new MatchKey(values, seconds, e.getPriority());
    }

    /** Sets table id, match and priority. */
    void encode(MatchKey key, TableEntry.Builder b) {
        b.setTableId(id).setPriority(key.priority());
        for (FieldSchema f : fields) {
            var match = f.encode(key.value(f.index), key.second(f.index));
            if (match != null) {
                b.addMatch(match);
            }
        }
    }

    /**
     * @throws RefusedException INVALID_ARGUMENT, PERMISSION_DENIED (the action's scope)
     */
    void checkAction(ActionSchema action, boolean asDefault) throws RefusedException {
        ActionRef.Scope scope = actions.get(action.id);
        if (scope == null) {
            throw Refusals.invalid(name + " has no action " + action.name);
        }
        ActionRef.Scope other =
                asDefault ? ActionRef.Scope.TABLE_ONLY : ActionRef.Scope.DEFAULT_ONLY;
        if (scope == other || scope == ActionRef.Scope.UNRECOGNIZED) {
            throw Refusals.denied(name + ": action " + action.name + " has scope " + scope);
        }
    }
}
