// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.Collection;
import java.util.List;
import org.isthmus.pipeline.Pipeline;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowRule;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.TrafficSelector;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionSet;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.onosproject.net.pi.runtime.PiMatchKey;
import org.onosproject.net.pi.runtime.PiTableAction;
import org.onosproject.net.pi.runtime.PiTableEntry;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * Table entries in three forms: P4Runtime's, as the {@code pipeline} module writes and reads them;
 * ONOS's flow rules; and what ONOS's P4Runtime client writes and reads. Immutable; any thread.
 *
 * <p>A flow rule has the priority of its entry, 0 where the table knows none. An entry with several
 * actions, of which each flow takes one, is a rule with these as instructions, in ascending order
 * and as often as their weight: ONOS's stores do not take a {@link PiActionSet}, and groups would
 * be written without regard to the rules that need them. On the device it is one entry, as every
 * controller of ours writes it.
 *
 * <p>ONOS's client takes an entry without a match for the table's default action. One that matches
 * every packet is therefore a rule with a match of length 0, and two entries on the device, each
 * with half of all values; {@link #HALF} tells them from a prefix of length 1 of its own right.
 */
public final class PiEntities {
    /** The cookie of half an entry. */
    static final long HALF = 1;

    private final Schema schema;
    private final PiValues values;

    private PiEntities(P4Info info) {
        this.schema = new Schema(info);
        this.values = new PiValues(schema);
    }

    public static PiEntities of(Pipeline pipeline) {
        return of(pipeline.p4Info());
    }

    static PiEntities of(P4Info info) {
        return new PiEntities(info);
    }

    Schema schema() {
        return schema;
    }

    // To flow rules.

    /**
     * The permanent rule that stands for an entry. Its id follows from table and match.
     *
     * @throws IllegalArgumentException the P4Info has no such table, field, action or parameter
     */
    public FlowRule flowRule(DeviceId device, ApplicationId app, TableEntry entry) {
        Schema.Table table = schema.table(entry.getTableId());
        PiCriterion criterion = null;
        if (entry.getMatchCount() > 0) {
            PiCriterion.Builder builder = PiCriterion.builder();
            for (int i = 0; i < entry.getMatchCount(); i++) {
                FieldMatch match = entry.getMatch(i);
                builder.add(PiValues.fieldMatch(table.field(match.getFieldId()), match));
            }
            criterion = builder.build();
        } else if (!entry.getIsDefaultAction()) {
            criterion = everything(table);
        }
        return rule(
                device, app, table, criterion, entry.getPriority(), treatment(entry.getAction()));
    }

    /**
     * As {@link #flowRule(DeviceId, ApplicationId, TableEntry)}; null for the upper half of one.
     */
    FlowRule flowRule(DeviceId device, ApplicationId app, PiTableEntry entry) {
        Schema.Table table = schema.table(entry.table());
        PiCriterion criterion = null;
        if (isUpperHalf(entry)) {
            return null;
        }
        if (isLowerHalf(entry)) {
            criterion = table.all;
        } else if (!entry.isDefaultAction()) {
            PiCriterion.Builder builder = PiCriterion.builder();
            for (PiFieldMatch match : entry.matchKey().fieldMatches()) {
                builder.add(match);
            }
            criterion = builder.build();
        } else if (table.fields.length > 0) {
            criterion = everything(table);
        }
        TrafficTreatment treatment = DefaultTrafficTreatment.emptyTreatment();
        if (entry.action() != null) {
            TrafficTreatment.Builder builder = DefaultTrafficTreatment.builder();
            for (PiAction action : values.actions(entry.action())) {
                builder.piTableAction(action);
            }
            treatment = builder.build();
        }
        return rule(device, app, table, criterion, entry.priority().orElse(0), treatment);
    }

    boolean isUpperHalf(PiTableEntry entry) {
        return entry.cookie() == HALF && entry.matchKey().equals(schema.table(entry.table()).upper);
    }

    private boolean isLowerHalf(PiTableEntry entry) {
        return entry.cookie() == HALF && entry.matchKey().equals(schema.table(entry.table()).lower);
    }

    private static PiCriterion everything(Schema.Table table) {
        if (table.all == null) {
            throw new IllegalArgumentException(
                    "an entry of table " + table.name + " has to match on something");
        }
        return table.all;
    }

    private static FlowRule rule(
            DeviceId device,
            ApplicationId app,
            Schema.Table table,
            PiCriterion criterion,
            int priority,
            TrafficTreatment treatment) {
        TrafficSelector selector =
                criterion == null
                        ? DefaultTrafficSelector.emptySelector()
                        : DefaultTrafficSelector.builder().add(criterion).build();
        return DefaultFlowRule.builder()
                .forDevice(device)
                .forTable(table.name)
                .withSelector(selector)
                .withTreatment(treatment)
                .withPriority(priority)
                .withCookie(Cookies.of(app, table, criterion, priority))
                .makePermanent()
                .build();
    }

    private TrafficTreatment treatment(TableAction action) {
        switch (action.getTypeCase()) {
            case ACTION:
                return DefaultTrafficTreatment.builder()
                        .piTableAction(values.action(action.getAction()))
                        .build();
            case ACTION_PROFILE_ACTION_SET:
                TrafficTreatment.Builder builder = DefaultTrafficTreatment.builder();
                for (PiAction one :
                        values.actions(values.piSet(action.getActionProfileActionSet()))) {
                    builder.piTableAction(one);
                }
                return builder.build();
            case TYPE_NOT_SET:
                return DefaultTrafficTreatment.emptyTreatment();
            default:
                throw new IllegalArgumentException("no entry has a " + action.getTypeCase());
        }
    }

    // To what ONOS's client writes.

    /**
     * The entries that a rule is on its device, one or two.
     *
     * @throws IllegalArgumentException the rule is none of {@link #flowRule}; the message says why
     */
    List<PiTableEntry> piEntries(FlowRule rule) {
        Schema.Table table = table(rule);
        PiCriterion criterion = criterion(rule);
        PiTableEntry.Builder entry = PiTableEntry.builder().forTable(table.name);
        PiTableAction action = tableAction(table, rule);
        if (action != null) {
            entry.withAction(action);
        }
        if (rule.priority() > 0) {
            entry.withPriority(rule.priority());
        }
        if (criterion == null) {
            return List.of(entry.build());
        }
        if (criterion.equals(table.all)) {
            entry.withCookie(HALF);
            return List.of(
                    entry.withMatchKey(table.lower).build(),
                    entry.withMatchKey(table.upper).build());
        }
        PiMatchKey.Builder key = PiMatchKey.builder();
        for (PiFieldMatch match : criterion.fieldMatches()) {
            key.addFieldMatch(match);
        }
        return List.of(entry.withMatchKey(key.build()).build());
    }

    /** The key of an entry that matches on something, to look it up by. */
    PiTableEntry piEntry(TableEntry key) {
        Schema.Table table = schema.table(key.getTableId());
        PiMatchKey.Builder builder = PiMatchKey.builder();
        for (int i = 0; i < key.getMatchCount(); i++) {
            FieldMatch match = key.getMatch(i);
            builder.addFieldMatch(PiValues.fieldMatch(table.field(match.getFieldId()), match));
        }
        PiTableEntry.Builder entry =
                PiTableEntry.builder().forTable(table.name).withMatchKey(builder.build());
        if (key.getPriority() > 0) {
            entry.withPriority(key.getPriority());
        }
        return entry.build();
    }

    private Schema.Table table(FlowRule rule) {
        if (!(rule.table() instanceof PiTableId)) {
            throw new IllegalArgumentException("no table of the program: " + rule.table());
        }
        return schema.table((PiTableId) rule.table());
    }

    /** Null when the rule is a table's default. */
    private static PiCriterion criterion(FlowRule rule) {
        PiCriterion found = null;
        for (Criterion criterion : rule.selector().criteria()) {
            if (!(criterion instanceof PiCriterion)) {
                throw new IllegalArgumentException("cannot match on " + criterion);
            }
            found = (PiCriterion) criterion;
        }
        return found;
    }

    /** Null when the rule says none. */
    private static PiTableAction tableAction(Schema.Table table, FlowRule rule) {
        List<Instruction> instructions = rule.treatment().allInstructions();
        PiActionSet.Builder set = PiActionSet.builder();
        PiTableAction last = null;
        int weight = 0;
        for (Instruction instruction : instructions) {
            if (instruction.type() == Instruction.Type.NOACTION) {
                continue;
            }
            PiTableAction action =
                    instruction instanceof PiInstruction
                            ? ((PiInstruction) instruction).action()
                            : null;
            if (!(action instanceof PiAction) || (last != null && !table.selects)) {
                throw new IllegalArgumentException(
                        "cannot do " + instructions + " in table " + table.name);
            }
            if (last != null && !last.equals(action)) {
                set.addWeightedAction((PiAction) last, weight);
                weight = 0;
            }
            last = action;
            weight++;
        }
        return last == null || !table.selects
                ? last
                : set.addWeightedAction((PiAction) last, weight).build();
    }

    // To P4Runtime.

    /**
     * The entry that a rule stands for.
     *
     * @throws IllegalArgumentException the rule is none of {@link #flowRule}; the message says why
     */
    public TableEntry tableEntry(FlowRule rule) {
        Schema.Table table = table(rule);
        PiCriterion criterion = criterion(rule);
        return tableEntry(
                table,
                criterion == null,
                criterion == null || criterion.equals(table.all)
                        ? List.of()
                        : criterion.fieldMatches(),
                rule.priority(),
                tableAction(table, rule));
    }

    /**
     * An entry read from a device; null for the upper half of one, see above.
     *
     * @throws IllegalArgumentException it is of another program
     */
    public TableEntry tableEntry(PiTableEntry entry) {
        Schema.Table table = schema.table(entry.table());
        Collection<PiFieldMatch> matches = entry.matchKey().fieldMatches();
        if (isUpperHalf(entry)) {
            return null;
        }
        if (isLowerHalf(entry)) {
            matches = List.of();
        }
        return tableEntry(
                table,
                // Others may have written an entry without a match.
                table.fields.length == 0,
                matches,
                entry.priority().orElse(0),
                entry.action());
    }

    private TableEntry tableEntry(
            Schema.Table table,
            boolean isDefault,
            Collection<PiFieldMatch> matches,
            int priority,
            PiTableAction action) {
        TableEntry.Builder entry =
                TableEntry.newBuilder()
                        .setTableId(table.id)
                        .setIsDefaultAction(isDefault)
                        .setPriority(priority);
        for (PiFieldMatch match : matches) {
            entry.addMatch(PiValues.fieldMatch(table.field(match.fieldId()), match));
        }
        if (action instanceof PiActionSet) {
            ActionProfileActionSet.Builder set =
                    entry.getActionBuilder().getActionProfileActionSetBuilder();
            for (PiActionSet.WeightedAction one : values.sorted((PiActionSet) action)) {
                set.addActionProfileActions(
                        ActionProfileAction.newBuilder()
                                .setAction(values.action(one.action()))
                                .setWeight(one.weight()));
            }
        } else if (action instanceof PiAction) {
            entry.getActionBuilder().setAction(values.action((PiAction) action));
        } else if (action != null) {
            throw new IllegalArgumentException("no entry has a " + action.type());
        }
        return entry.build();
    }
}
