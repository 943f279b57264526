// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** What can be said of entities whatever intent they belong to. Stateless. */
public final class Entities {
    private Entities() {}

    /** Writes an entity that the device may not have yet; see {@link #replace}. */
    public static Update insert(Entity entity) {
        return update(alwaysThere(entity) ? Update.Type.MODIFY : Update.Type.INSERT, entity);
    }

    /** Writes an entity that the device has in another form. */
    public static Update replace(Entity entity) {
        return update(Update.Type.MODIFY, entity);
    }

    /** Takes an entity away or, if it is always there, back to what the program says. */
    public static Update remove(Entity entity) {
        if (!alwaysThere(entity)) {
            return update(Update.Type.DELETE, entity);
        }
        Entity.Builder reset = Entity.newBuilder();
        reset.setMeterEntry(MeterEntry.newBuilder(entity.getMeterEntry()).clearConfig());
        return update(Update.Type.MODIFY, reset.build());
    }

    private static Update update(Update.Type type, Entity entity) {
        return Update.newBuilder().setType(type).setEntity(entity).build();
    }

    private static boolean alwaysThere(Entity entity) {
        return entity.hasMeterEntry();
    }

    /** What identifies a table entry: table, priority, and the match in one canonical form. */
    static TableEntry key(TableEntry entry) {
        List<FieldMatch> matches = new ArrayList<>();
        for (FieldMatch match : entry.getMatchList()) {
            if (!matchesAll(match)) {
                matches.add(canonical(match));
            }
        }
        matches.sort(Comparator.comparingInt(FieldMatch::getFieldId));
        return TableEntry.newBuilder()
                .setTableId(entry.getTableId())
                .setPriority(entry.getPriority())
                .addAllMatch(matches)
                .build();
    }

    /** Such a match may as well be left out. */
    private static boolean matchesAll(FieldMatch match) {
        return match.hasLpm() && match.getLpm().getPrefixLen() == 0
                || match.hasTernary() && Bytes.isZero(match.getTernary().getMask());
    }

    private static FieldMatch canonical(FieldMatch match) {
        FieldMatch.Builder b = FieldMatch.newBuilder().setFieldId(match.getFieldId());
        if (match.hasLpm()) {
            b.setLpm(
                    FieldMatch.LPM
                            .newBuilder()
                            .setValue(canonical(match.getLpm().getValue()))
                            .setPrefixLen(match.getLpm().getPrefixLen()));
        } else if (match.hasTernary()) {
            b.setTernary(
                    FieldMatch.Ternary.newBuilder()
                            .setValue(canonical(match.getTernary().getValue()))
                            .setMask(canonical(match.getTernary().getMask())));
        } else {
            b.setExact(
                    FieldMatch.Exact.newBuilder().setValue(canonical(match.getExact().getValue())));
        }
        return b.build();
    }

    private static ByteString canonical(ByteString value) {
        int from = 0;
        while (from < value.size() - 1 && value.byteAt(from) == 0) {
            from++;
        }
        return value.substring(from);
    }

    /** Whether two entries do the same; for direct actions. */
    static boolean sameAction(TableEntry one, TableEntry other) {
        Action a = one.getAction().getAction();
        Action b = other.getAction().getAction();
        if (a.getActionId() != b.getActionId() || a.getParamsCount() != b.getParamsCount()) {
            return false;
        }
        for (Action.Param p : a.getParamsList()) {
            boolean found = false;
            for (Action.Param q : b.getParamsList()) {
                found |=
                        p.getParamId() == q.getParamId()
                                && canonical(p.getValue()).equals(canonical(q.getValue()));
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }
}
