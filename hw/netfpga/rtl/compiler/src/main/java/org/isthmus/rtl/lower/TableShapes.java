// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.rtl.graph.TableShape;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

/** The tables of a P4Info as the agent lays out their rows. */
public final class TableShapes {
    /** The agent writes prefixes as IPv4 and IPv6 addresses. */
    private static final Set<Integer> PREFIX_BITS = Set.of(32, 128);

    private TableShapes() {}

    /** By name, in P4Info order. */
    public static Map<String, TableShape> of(P4Info info) throws NotSupportedException {
        SwitchInfo layout;
        try {
            layout = SwitchInfo.of(info);
        } catch (MisfitException e) {
            throw new NotSupportedException(e.getMessage(), "");
        }
        Map<Integer, String> actions = new HashMap<>();
        info.getActionsList()
                .forEach(
                        a ->
                                actions.put(
                                        a.getPreamble().getId(), SwitchInfo.name(a.getPreamble())));
        Map<String, TableShape> shapes = new LinkedHashMap<>();
        for (Table t : info.getTablesList()) {
            SwitchInfo.Lookup one = layout.lookups().get(SwitchInfo.name(t.getPreamble()));
            Map<String, Integer> numbers = new HashMap<>();
            for (ActionRef ref : t.getActionRefsList()) {
                if (ref.getScope() != ActionRef.Scope.DEFAULT_ONLY) {
                    String action = actions.get(ref.getId());
                    numbers.put(action, one.actions.get(action));
                }
            }
            shapes.put(one.name, shape(one, t.getSize(), numbers));
        }
        return shapes;
    }

    private static TableShape.Kind kind(SwitchInfo.Kind kind) {
        switch (kind) {
            case EXACT:
                return TableShape.Kind.EXACT;
            case LPM:
                return TableShape.Kind.LPM;
            default:
                return TableShape.Kind.TERNARY;
        }
    }

    private static TableShape shape(SwitchInfo.Lookup one, long size, Map<String, Integer> actions)
            throws NotSupportedException {
        int keyBits = one.key.stream().mapToInt(f -> f.bits).sum();
        if (one.kind == SwitchInfo.Kind.LPM && !PREFIX_BITS.contains(keyBits)) {
            throw new NotSupportedException(
                    "table "
                            + one.name
                            + " matches by lpm and "
                            + keyBits
                            + " bits, which are no address",
                    "");
        }
        List<TableShape.Param> params = new ArrayList<>();
        int low = one.params.stream().mapToInt(f -> f.bits).sum();
        int valueBits = low + one.actionBits;
        for (SwitchInfo.Field f : one.params) {
            low -= f.bits;
            params.add(new TableShape.Param(f.action, f.name, f.bits, low));
        }
        return new TableShape(
                one.name,
                one.id,
                kind(one.kind),
                keyBits,
                valueBits,
                Math.toIntExact(size),
                one.actionBits,
                actions,
                params);
    }
}
