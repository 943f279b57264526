// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.onosproject.net.pi.runtime.PiLpmFieldMatch;
import org.onosproject.net.pi.runtime.PiMatchKey;
import org.onosproject.net.pi.runtime.PiTernaryFieldMatch;
import p4.config.v1.P4InfoOuterClass;
import p4.config.v1.P4InfoOuterClass.MatchField.MatchType;
import p4.config.v1.P4InfoOuterClass.P4Info;

/**
 * Tables and actions of a P4Info, by P4Runtime's ids and by ONOS's, which are names. Immutable; any
 * thread.
 */
final class Schema {
    private final Table[] tables;
    private final Action[] actions;
    private final Map<PiTableId, Table> tablesByName = new HashMap<>();
    private final Map<PiActionId, Action> actionsByName = new HashMap<>();

    Schema(P4Info info) {
        tables = info.getTablesList().stream().map(Table::new).toArray(Table[]::new);
        actions = info.getActionsList().stream().map(Action::new).toArray(Action[]::new);
        Arrays.sort(tables, Comparator.comparingInt((Table t) -> t.id));
        Arrays.sort(actions, Comparator.comparingInt((Action a) -> a.id));
        for (Table table : tables) {
            tablesByName.put(table.name, table);
        }
        for (Action action : actions) {
            actionsByName.put(action.name, action);
        }
    }

    /** Ordered by id. */
    List<Table> tables() {
        return List.of(tables);
    }

    /**
     * @throws IllegalArgumentException there is none
     */
    Table table(int id) {
        return byId(tables, id, t -> t.id, "table");
    }

    Table table(PiTableId name) {
        Table table = tablesByName.get(name);
        if (table == null) {
            throw new IllegalArgumentException("no table " + name);
        }
        return table;
    }

    Action action(int id) {
        return byId(actions, id, a -> a.id, "action");
    }

    Action action(PiActionId name) {
        Action action = actionsByName.get(name);
        if (action == null) {
            throw new IllegalArgumentException("no action " + name);
        }
        return action;
    }

    private static <T> T byId(T[] sorted, int id, ToIntFunction<T> idOf, String what) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = idOf.applyAsInt(sorted[middle]);
            if (found == id) {
                return sorted[middle];
            }
            if (found < id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        throw new IllegalArgumentException("no " + what + " has id " + id);
    }

    static int bytes(int bits) {
        return (bits + 7) / 8;
    }

    /** A table. */
    static final class Table {
        final int id;
        final PiTableId name;
        final Field[] fields;

        /** Whether an entry may hold several actions, of which each flow takes one. */
        final boolean selects;

        /** What a rule matches on that matches every packet; null without such a field. */
        final PiCriterion all;

        /** The two halves of {@link #all}. */
        final PiMatchKey lower;

        final PiMatchKey upper;
        private final Map<PiMatchFieldId, Field> fieldsByName = new HashMap<>();

        private Table(P4InfoOuterClass.Table table) {
            id = table.getPreamble().getId();
            name = PiTableId.of(table.getPreamble().getName());
            selects = table.getImplementationId() != 0;
            fields = table.getMatchFieldsList().stream().map(Field::new).toArray(Field[]::new);
            boolean wild = fields.length > 0;
            for (Field field : fields) {
                fieldsByName.put(field.name, field);
                wild &= field.type != MatchType.EXACT;
            }
            all = wild ? PiCriterion.builder().add(fields[0].prefix(false, 0)).build() : null;
            lower = wild ? key(fields[0].prefix(false, 1)) : null;
            upper = wild ? key(fields[0].prefix(true, 1)) : null;
        }

        private static PiMatchKey key(PiFieldMatch match) {
            return PiMatchKey.builder().addFieldMatch(match).build();
        }

        Field field(int fieldId) {
            // Fields are numbered from 1 on as a rule.
            if (fieldId > 0 && fieldId <= fields.length && fields[fieldId - 1].id == fieldId) {
                return fields[fieldId - 1];
            }
            return byId(fields, fieldId, f -> f.id, "field of table " + name);
        }

        Field field(PiMatchFieldId fieldName) {
            Field field = fieldsByName.get(fieldName);
            if (field == null) {
                throw new IllegalArgumentException("no field " + fieldName + " in table " + name);
            }
            return field;
        }
    }

    /** A field that a table matches on. */
    static final class Field {
        final int id;
        final PiMatchFieldId name;
        final int bytes;
        final MatchType type;
        private final int bits;

        private Field(P4InfoOuterClass.MatchField field) {
            id = field.getId();
            name = PiMatchFieldId.of(field.getName());
            bits = field.getBitwidth();
            bytes = bytes(bits);
            type = field.getMatchType();
            if (type != MatchType.EXACT && type != MatchType.LPM && type != MatchType.TERNARY) {
                throw new IllegalArgumentException(
                        "field " + field.getName() + ": cannot write match type " + type);
            }
        }

        /**
         * @param set whether the highest bit of the value is set; no other is
         * @param length of the prefix, 0 or 1
         */
        private PiFieldMatch prefix(boolean set, int length) {
            ImmutableByteSequence value = highest(set);
            return type == MatchType.LPM
                    ? new PiLpmFieldMatch(name, value, length)
                    : new PiTernaryFieldMatch(name, value, highest(length == 1));
        }

        private ImmutableByteSequence highest(boolean set) {
            byte[] value = new byte[bytes];
            value[0] = (byte) (set ? 1 << (bits - 1) % 8 : 0);
            return ImmutableByteSequence.copyFrom(value);
        }
    }

    /** An action. */
    static final class Action {
        final int id;
        final PiActionId name;
        final int[] params;
        final PiActionParamId[] paramNames;
        final int[] paramBytes;

        /** The action, if it has no parameters. */
        final PiAction plain;

        private Action(P4InfoOuterClass.Action action) {
            id = action.getPreamble().getId();
            name = PiActionId.of(action.getPreamble().getName());
            int count = action.getParamsCount();
            params = new int[count];
            paramNames = new PiActionParamId[count];
            paramBytes = new int[count];
            for (int i = 0; i < count; i++) {
                P4InfoOuterClass.Action.Param param = action.getParams(i);
                params[i] = param.getId();
                paramNames[i] = PiActionParamId.of(param.getName());
                paramBytes[i] = bytes(param.getBitwidth());
            }
            plain = count == 0 ? PiAction.builder().withId(name).build() : null;
        }

        /** Where a parameter stands in the arrays. */
        int index(int param) {
            for (int i = 0; i < params.length; i++) {
                if (params[i] == param) {
                    return i;
                }
            }
            throw new IllegalArgumentException("no parameter " + param + " in action " + name);
        }

        int index(PiActionParamId param) {
            for (int i = 0; i < params.length; i++) {
                if (paramNames[i].equals(param)) {
                    return i;
                }
            }
            throw new IllegalArgumentException("no parameter " + param + " in action " + name);
        }
    }
}
