// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Lookup;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.graph.TableShape;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.PipelineDef;
import org.isthmus.target.bmv2.ir.PipelineDef.ActionCall;
import org.isthmus.target.bmv2.ir.PipelineDef.Conditional;
import org.isthmus.target.bmv2.ir.PipelineDef.KeyField;
import org.isthmus.target.bmv2.ir.PipelineDef.Node;
import org.isthmus.target.bmv2.ir.PipelineDef.TableDef;

/**
 * A control without its branches: both sides are computed, and where they join one is taken. A
 * table is looked up by every packet, whether the program asks it or not.
 */
final class ControlLowering {
    /** In the place of the action of a row: there is no row. */
    private static final Action MISS = null;

    private final PipelineDef control;
    private final Graph graph;
    private final Statements statements;
    private final Map<String, TableShape> shapes;
    private final Joins joins;
    private final Set<String> applied = new HashSet<>();

    ControlLowering(
            PipelineDef control, Graph graph, Statements statements, Map<String, TableShape> shapes)
            throws NotSupportedException {
        this.control = control;
        this.graph = graph;
        this.statements = statements;
        this.shapes = shapes;
        this.joins = new Joins(control);
    }

    /** Changes the values to those behind the control. */
    Values run(Values values) throws NotSupportedException {
        return run(control.init, null, values, graph.constant(1, 1));
    }

    /**
     * @param from name of the first node
     * @param until name of the node that is not run any more; null: the end
     * @param when one bit: packets that come by here
     */
    private Values run(String from, String until, Values values, Signal when)
            throws NotSupportedException {
        String at = from;
        Values now = values;
        while (at != null && !at.equals(until)) {
            Node node = control.nodes.get(at);
            graph.at(node.place);
            String join = joins.of(at);
            if (node instanceof Conditional) {
                now = branch((Conditional) node, join, now, when);
            } else if (node instanceof ActionCall) {
                statements.run(((ActionCall) node).action, List.of(), when, now);
            } else {
                now = apply((TableDef) node, join, now, when);
            }
            at = join;
        }
        return now;
    }

    private Values branch(Conditional node, String join, Values values, Signal when)
            throws NotSupportedException {
        Signal condition = new Expressions(graph, values, List.of()).bool(node.condition);
        if (!condition.isConst()) {
            condition.nameIt("if_" + node.place.replaceAll("\\.p4:|[^A-Za-z0-9]", "_"), node.place);
        }
        Values then = run(node.trueNext, join, values.copy(), graph.and(when, condition));
        Values otherwise =
                run(node.falseNext, join, values.copy(), graph.and(when, graph.not(condition)));
        graph.at(node.place);
        return then.orElse(condition, otherwise);
    }

    private Values apply(TableDef table, String join, Values values, Signal when)
            throws NotSupportedException {
        if (table.key.isEmpty()) {
            miss(table, values, when);
            return run(next(table, MISS), join, values, when);
        }
        TableShape shape = shapes.get(SwitchInfo.shortName(table.name));
        if (shape == null) {
            throw new NotSupportedException("table " + table.name + " is not in the P4Info", "");
        }
        if (!applied.add(table.name)) {
            throw new NotSupportedException(
                    "table " + table.name + " is looked up in a second place", table.place);
        }
        if (table.profile != null || table.meter != null || table.entries != null) {
            throw new NotSupportedException(
                    "table " + table.name + " with an action profile, a meter or own entries",
                    table.place);
        }
        Lookup lookup = new Lookup(shape, key(table, values), when, table.place);
        Signal hit = graph.hit(lookup);
        Signal value = graph.value(lookup);
        Signal number = graph.slice(value, shape.valueBits - shape.actionBits, shape.actionBits);
        Values result = null;
        for (List<Action> way : ways(table, shape, join)) {
            Signal chosen = graph.zero(1);
            Values either = null;
            for (Action action : way) {
                Values ran = values.copy();
                Signal own;
                if (action == MISS) {
                    own = graph.not(hit);
                    miss(table, ran, graph.and(when, own));
                } else {
                    int row = shape.actions.get(SwitchInfo.shortName(action.name));
                    Signal same = graph.equal(number, graph.constant(row, number.width));
                    own = graph.and(hit, same);
                    own.nameIt(shape.name + "_" + SwitchInfo.shortName(action.name), table.place);
                    List<Signal> params = params(shape, action, value, table);
                    statements.run(action, params, graph.and(when, own), ran);
                }
                either = either == null ? ran : ran.orElse(own, either);
                chosen = graph.or(chosen, own);
            }
            either = run(next(table, way.get(0)), join, either, graph.and(when, chosen));
            graph.at(table.place);
            result = result == null ? either : either.orElse(chosen, result);
        }
        return result;
    }

    /**
     * The ways on behind a table: a miss, and each action that a row may have; together where they
     * come by other nodes before all join.
     */
    private static Collection<List<Action>> ways(TableDef table, TableShape shape, String join) {
        List<Action> all = new ArrayList<>();
        all.add(MISS);
        for (Action action : table.actions) {
            if (shape.actions.containsKey(SwitchInfo.shortName(action.name))) {
                all.add(action);
            }
        }
        Map<Object, List<Action>> ways = new LinkedHashMap<>();
        for (Action action : all) {
            String next = next(table, action);
            Object way = Objects.equals(next, join) ? ways.size() : String.valueOf(next);
            ways.computeIfAbsent(way, none -> new ArrayList<>()).add(action);
        }
        return ways.values();
    }

    /** Name of the node behind an action of a row, or a miss; null: the end. */
    private static String next(TableDef table, Action action) {
        if (table.hitMiss) {
            return action == MISS ? table.missNext : table.hitNext;
        }
        Action ran = action == MISS ? table.defaultAction : action;
        return ran == null ? table.baseNext : table.nextByAction.get(ran);
    }

    private void miss(TableDef table, Values values, Signal when) throws NotSupportedException {
        Action action = table.defaultAction;
        if (action == null) {
            return;
        }
        List<Signal> params = new ArrayList<>();
        for (int i = 0; i < action.paramWidths.length; i++) {
            BigInteger data = table.defaultData[i];
            params.add(graph.constant(data, action.paramWidths[i]));
        }
        statements.run(action, params, when, values);
    }

    private Signal key(TableDef table, Values values) throws NotSupportedException {
        Expressions expressions = new Expressions(graph, values, List.of());
        List<Signal> fields = new ArrayList<>();
        for (KeyField k : table.key) {
            Signal field = expressions.data(k.field, k.width);
            fields.add(k.mask == null ? field : graph.and(field, graph.constant(k.mask, k.width)));
        }
        return graph.concat(fields);
    }

    private List<Signal> params(TableShape shape, Action action, Signal value, TableDef table)
            throws NotSupportedException {
        List<Signal> params = new ArrayList<>();
        for (TableShape.Param p : shape.params) {
            if (!p.action.equals(SwitchInfo.shortName(action.name))) {
                continue;
            }
            if (params.size() == action.paramWidths.length
                    || p.width != action.paramWidths[params.size()]) {
                throw otherParams(action, table);
            }
            Signal bits = graph.slice(value, p.low, p.width);
            params.add(graph.field(bits, shape.name + "_" + p.name));
        }
        if (params.size() < action.paramWidths.length) {
            throw otherParams(action, table);
        }
        return params;
    }

    private static NotSupportedException otherParams(Action action, TableDef table) {
        return new NotSupportedException(
                "action " + action.name + " has other parameters in the P4Info", table.place);
    }
}
