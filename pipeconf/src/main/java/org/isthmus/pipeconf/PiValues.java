// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiActionSet;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.onosproject.net.pi.runtime.PiLpmFieldMatch;
import org.onosproject.net.pi.runtime.PiTableAction;
import org.onosproject.net.pi.runtime.PiTernaryFieldMatch;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.FieldMatch;

/**
 * Matches and actions in two forms: P4Runtime's, and those of ONOS's protocol-independent model.
 * Immutable; any thread.
 */
final class PiValues {
    private final Schema schema;

    PiValues(Schema schema) {
        this.schema = schema;
    }

    static PiFieldMatch fieldMatch(Schema.Field field, FieldMatch match) {
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

    static FieldMatch fieldMatch(Schema.Field field, PiFieldMatch match) {
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

    PiAction action(Action action) {
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

    Action action(PiAction action) {
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

    PiActionSet piSet(ActionProfileActionSet set) {
        PiActionSet.Builder builder = PiActionSet.builder();
        for (ActionProfileAction one : set.getActionProfileActionsList()) {
            builder.addWeightedAction(action(one.getAction()), one.getWeight());
        }
        return builder.build();
    }

    /** The actions of an entry, each as often as its weight. */
    List<PiAction> actions(PiTableAction action) {
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
    List<PiActionSet.WeightedAction> sorted(PiActionSet set) {
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
    static ImmutableByteSequence fit(ByteString value, int bytes) {
        int from = 0;
        while (value.size() - from > bytes) {
            if (value.byteAt(from++) != 0) {
                throw new IllegalArgumentException(
                        "a value of " + value.size() + " bytes where " + bytes + " fit");
            }
        }
        byte[] padded = new byte[bytes];
        int length = value.size() - from;
        value.substring(from).copyTo(padded, bytes - length);
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
