// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.MeterDef;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.ir.PipelineDef.MatchType;
import org.isthmus.target.bmv2.run.ActionTable;
import p4.config.v1.P4InfoOuterClass;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.MeterSpec.Unit;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * Tables that stand in the P4Info and not in the program: the compiler removes those that no packet
 * can reach after it wrote the P4Info. They can be written and read, and no packet sees it.
 */
final class RemovedTables {
    private final P4Info p4info;
    private final Map<Integer, Action> actions = new HashMap<>();

    /**
     * @param firstIndex of the actions of these tables, above those of the program
     */
    RemovedTables(P4Info p4info, int firstIndex) {
        this.p4info = p4info;
        for (P4InfoOuterClass.Action a : p4info.getActionsList()) {
            List<String> names = new ArrayList<>();
            int[] widths = new int[a.getParamsCount()];
            for (int i = 0; i < widths.length; i++) {
                names.add(a.getParams(i).getName());
                widths[i] = a.getParams(i).getBitwidth();
            }
            int id = a.getPreamble().getId();
            int index = firstIndex + actions.size();
            actions.put(
                    id, new Action(a.getPreamble().getName(), id, index, names, widths, List.of()));
        }
    }

    /** Adds the actions of a table under their ids. */
    void addActions(ActionTable to, Table t) {
        for (P4InfoOuterClass.ActionRef ref : t.getActionRefsList()) {
            to.add(ref.getId(), actions.get(ref.getId()));
        }
    }

    PipelineDef.TableDef table(Table t) {
        int id = t.getPreamble().getId();
        PipelineDef.TableBuilder b = new PipelineDef.TableBuilder();
        b.place = "";
        b.name = t.getPreamble().getName();
        b.match = MatchType.EXACT;
        b.key = new ArrayList<>();
        for (MatchField f : t.getMatchFieldsList()) {
            MatchType type = Bmv2Loader.matchType(f);
            int width = Bmv2Loader.width(f);
            b.key.add(new PipelineDef.KeyField(f.getName(), null, type, null, width));
            // A table is of the most general kind that its fields need.
            b.match = b.match.compareTo(type) > 0 ? b.match : type;
        }
        b.actions =
                t.getActionRefsList().stream()
                        .map(ref -> actions.get(ref.getId()))
                        .collect(Collectors.toList());
        b.counters =
                p4info.getDirectCountersList().stream().anyMatch(c -> c.getDirectTableId() == id);
        b.timeouts = t.getIdleTimeoutBehavior() == Table.IdleTimeoutBehavior.NOTIFY_CONTROL;
        p4info.getDirectMetersList().stream()
                .filter(m -> m.getDirectTableId() == id)
                .forEach(
                        m ->
                                b.meter =
                                        new MeterDef(
                                                m.getPreamble().getName(),
                                                m.getSpec().getUnit() == Unit.BYTES,
                                                0,
                                                true,
                                                null));
        b.nextByAction = Map.of();
        b.constDefault = t.getConstDefaultActionId() != 0;
        return new PipelineDef.TableDef(b);
    }
}
