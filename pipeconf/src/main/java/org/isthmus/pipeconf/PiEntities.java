// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.Pipeline;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
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
import org.onosproject.net.group.DefaultGroupBucket;
import org.onosproject.net.group.DefaultGroupDescription;
import org.onosproject.net.group.DefaultGroupKey;
import org.onosproject.net.group.GroupBuckets;
import org.onosproject.net.group.GroupDescription;
import org.onosproject.net.group.GroupKey;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiActionSet;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.onosproject.net.pi.runtime.PiLpmFieldMatch;
import org.onosproject.net.pi.runtime.PiMatchKey;
import org.onosproject.net.pi.runtime.PiTableAction;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.net.pi.runtime.PiTernaryFieldMatch;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Action;
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
 * be written behind the back of the rules that need them. On the device it is one entry, as every
 * controller of ours writes it.
 *
 * <p>ONOS's client takes an entry without a match for the table's default action. One that matches
 * every packet is therefore a rule with a match of length 0, and two entries on the device, each
 * with half of all values; {@link #HALF} tells them from a prefix of length 1 of its own right.
 */
public final class PiEntities {
    /** The cookie of half an entry. */
    static final long HALF = 1;

    private static final GroupKey CPU_SESSION_KEY = new DefaultGroupKey(new byte[] {0});

    private final Schema schema;

    private PiEntities(P4Info info) {
        this.schema = new Schema(info);
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
                builder.add(fieldMatch(table.field(match.getFieldId()), match));
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
            for (PiAction action : actions(entry.action())) {
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
                .withCookie((long) app.id() << 48 | hash(table, criterion, priority) >>> 16)
                .makePermanent()
                .build();
    }

    /** Of numbers alone: ONOS's own way makes strings of the match. */
    private static long hash(Schema.Table table, PiCriterion criterion, int priority) {
        long hash = mix(table.id + ((long) priority << 32));
        if (criterion != null) {
            for (PiFieldMatch match : criterion.fieldMatches()) {
                // A sum, since the order of fields says nothing.
                hash += hash(mix(table.field(match.fieldId()).id), match);
            }
        }
        return mix(hash);
    }

    /** ONOS's own hash codes are the same for too many values. */
    private static long hash(long hash, PiFieldMatch match) {
        if (match instanceof PiExactFieldMatch) {
            return hash(hash, ((PiExactFieldMatch) match).value());
        }
        if (match instanceof PiLpmFieldMatch) {
            PiLpmFieldMatch lpm = (PiLpmFieldMatch) match;
            return hash(mix(hash + lpm.prefixLength()), lpm.value());
        }
        if (match instanceof PiTernaryFieldMatch) {
            PiTernaryFieldMatch ternary = (PiTernaryFieldMatch) match;
            return hash(hash(hash, ternary.value()), ternary.mask());
        }
        throw new IllegalArgumentException("no field has a match " + match.type());
    }

    private static long hash(long hash, ImmutableByteSequence value) {
        ByteBuffer bytes = value.asReadOnlyBuffer();
        while (bytes.remaining() >= Long.BYTES) {
            hash = mix(hash ^ bytes.getLong());
        }
        long rest = 0;
        while (bytes.hasRemaining()) {
            rest = rest << 8 | bytes.get() & 255;
        }
        return mix(hash ^ rest);
    }

    private static long mix(long bits) {
        bits = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        return bits ^ bits >>> 31;
    }

    private TrafficTreatment treatment(TableAction action) {
        switch (action.getTypeCase()) {
            case ACTION:
                return DefaultTrafficTreatment.builder()
                        .piTableAction(action(action.getAction()))
                        .build();
            case ACTION_PROFILE_ACTION_SET:
                TrafficTreatment.Builder builder = DefaultTrafficTreatment.builder();
                for (PiAction one : actions(piSet(action.getActionProfileActionSet()))) {
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
            builder.addFieldMatch(fieldMatch(table.field(match.getFieldId()), match));
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
            entry.addMatch(fieldMatch(table.field(match.fieldId()), match));
        }
        if (action instanceof PiActionSet) {
            ActionProfileActionSet.Builder set =
                    entry.getActionBuilder().getActionProfileActionSetBuilder();
            for (PiActionSet.WeightedAction one : sorted((PiActionSet) action)) {
                set.addActionProfileActions(
                        ActionProfileAction.newBuilder()
                                .setAction(action(one.action()))
                                .setWeight(one.weight()));
            }
        } else if (action instanceof PiAction) {
            entry.getActionBuilder().setAction(action((PiAction) action));
        } else if (action != null) {
            throw new IllegalArgumentException("no entry has a " + action.type());
        }
        return entry.build();
    }

    // The clone session.

    /** By which packets come up; must be on a device before anything is punted. */
    public static GroupDescription cpuSession(DeviceId device, ApplicationId app) {
        TrafficTreatment up =
                DefaultTrafficTreatment.builder()
                        .setOutput(PortNumber.portNumber(P4.CPU_PORT))
                        .build();
        return new DefaultGroupDescription(
                device,
                GroupDescription.Type.CLONE,
                new GroupBuckets(List.of(DefaultGroupBucket.createCloneGroupBucket(up))),
                CPU_SESSION_KEY,
                P4.CPU_CLONE_SESSION,
                app);
    }

    /** What GroupService knows {@link #cpuSession} by. */
    public static GroupKey cpuSessionKey() {
        return CPU_SESSION_KEY;
    }

    // Fields and actions.

    private static PiFieldMatch fieldMatch(Schema.Field field, FieldMatch match) {
        switch (match.getFieldMatchTypeCase()) {
            case EXACT:
                return new PiExactFieldMatch(
                        field.name, fit(match.getExact().getValue(), field.bytes));
            case LPM:
                return new PiLpmFieldMatch(
                        field.name,
                        fit(match.getLpm().getValue(), field.bytes),
                        match.getLpm().getPrefixLen());
            case TERNARY:
                return new PiTernaryFieldMatch(
                        field.name,
                        fit(match.getTernary().getValue(), field.bytes),
                        fit(match.getTernary().getMask(), field.bytes));
            default:
                throw new IllegalArgumentException(
                        "field " + field.name + " has a match " + match.getFieldMatchTypeCase());
        }
    }

    private static FieldMatch fieldMatch(Schema.Field field, PiFieldMatch match) {
        FieldMatch.Builder builder = FieldMatch.newBuilder().setFieldId(field.id);
        switch (match.type()) {
            case EXACT:
                builder.getExactBuilder().setValue(canonical(((PiExactFieldMatch) match).value()));
                break;
            case LPM:
                PiLpmFieldMatch lpm = (PiLpmFieldMatch) match;
                builder.getLpmBuilder()
                        .setValue(canonical(lpm.value()))
                        .setPrefixLen(lpm.prefixLength());
                break;
            case TERNARY:
                PiTernaryFieldMatch ternary = (PiTernaryFieldMatch) match;
                builder.getTernaryBuilder()
                        .setValue(canonical(ternary.value()))
                        .setMask(canonical(ternary.mask()));
                break;
            default:
                throw new IllegalArgumentException(
                        "field " + field.name + " has a match " + match.type());
        }
        return builder.build();
    }

    private PiAction action(Action action) {
        Schema.Action known = schema.action(action.getActionId());
        if (known.plain != null) {
            return known.plain;
        }
        PiAction.Builder builder = PiAction.builder().withId(known.name);
        for (int i = 0; i < action.getParamsCount(); i++) {
            Action.Param param = action.getParams(i);
            int at = known.index(param.getParamId());
            builder.withParameter(
                    new PiActionParam(
                            known.paramNames[at], fit(param.getValue(), known.paramBytes[at])));
        }
        return builder.build();
    }

    private Action action(PiAction action) {
        Schema.Action known = schema.action(action.id());
        Action.Param[] params = new Action.Param[known.params.length];
        for (PiActionParam param : action.parameters()) {
            int at = known.index(param.id());
            params[at] =
                    Action.Param.newBuilder()
                            .setParamId(known.params[at])
                            .setValue(canonical(param.value()))
                            .build();
        }
        Action.Builder builder = Action.newBuilder().setActionId(known.id);
        for (Action.Param param : params) {
            if (param != null) {
                builder.addParams(param);
            }
        }
        return builder.build();
    }

    private PiActionSet piSet(ActionProfileActionSet set) {
        PiActionSet.Builder builder = PiActionSet.builder();
        for (ActionProfileAction one : set.getActionProfileActionsList()) {
            builder.addWeightedAction(action(one.getAction()), one.getWeight());
        }
        return builder.build();
    }

    /** The actions of an entry, each as often as its weight. */
    private List<PiAction> actions(PiTableAction action) {
        if (action instanceof PiAction) {
            return List.of((PiAction) action);
        }
        if (!(action instanceof PiActionSet)) {
            throw new IllegalArgumentException("no entry has a " + action.type());
        }
        List<PiAction> all = new ArrayList<>();
        for (PiActionSet.WeightedAction one : sorted((PiActionSet) action)) {
            for (int i = 0; i < one.weight(); i++) {
                all.add(one.action());
            }
        }
        return all;
    }

    /** By id and then by parameters, which have a fixed width: for next hops, by port. */
    private List<PiActionSet.WeightedAction> sorted(PiActionSet set) {
        List<PiActionSet.WeightedAction> all = new ArrayList<>(set.actions());
        if (all.size() > 1) {
            all.sort((a, b) -> compare(a.action(), b.action()));
        }
        return all;
    }

    private int compare(PiAction one, PiAction other) {
        Schema.Action known = schema.action(one.id());
        int order = Integer.compare(known.id, schema.action(other.id()).id);
        for (int i = 0; order == 0 && i < known.params.length; i++) {
            order = Arrays.compareUnsigned(param(one, known, i), param(other, known, i));
        }
        return order;
    }

    /** Empty when it is not there. */
    private static byte[] param(PiAction action, Schema.Action known, int at) {
        for (PiActionParam param : action.parameters()) {
            if (param.id().equals(known.paramNames[at])) {
                return param.value().asArray();
            }
        }
        return new byte[0];
    }

    /** With the width that ONOS's client insists on. */
    private static ImmutableByteSequence fit(ByteString value, int bytes) {
        int from = 0;
        while (value.size() - from > bytes) {
            if (value.byteAt(from++) != 0) {
                throw new IllegalArgumentException(
                        "a value of " + value.size() + " bytes where " + bytes + " fit");
            }
        }
        byte[] padded = new byte[bytes];
        int length = value.size() - from;
        value.copyTo(padded, from, bytes - length, length);
        return ImmutableByteSequence.copyFrom(padded);
    }

    /** Without leading zeros, as P4Runtime wants it. */
    private static ByteString canonical(ImmutableByteSequence value) {
        byte[] bytes = value.asArray();
        int from = 0;
        while (from < bytes.length - 1 && bytes[from] == 0) {
            from++;
        }
        return ByteString.copyFrom(bytes, from, bytes.length - from);
    }
}
