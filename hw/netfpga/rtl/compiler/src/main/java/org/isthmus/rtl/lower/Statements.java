// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.rtl.graph.Bounds;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.ArrayDef;
import org.isthmus.target.bmv2.ir.Expr;

/** What the primitives of actions do to values, and beside them. */
final class Statements {
    /** As v1model has it. */
    private static final int INDEX_BITS = 32;

    private final Graph graph;
    private final Bounds bounds = new Bounds();

    /** By name. */
    private final Map<String, ArrayDef> counters;

    private final List<Effect> effects = new ArrayList<>();

    /** Where each counter is counted up. */
    private final Map<String, Action.Primitive> counted = new HashMap<>();

    /**
     * @param counters of the program, by name
     */
    Statements(Graph graph, Map<String, ArrayDef> counters) {
        this.graph = graph;
        this.counters = counters;
    }

    List<Effect> effects() {
        return effects;
    }

    private NotSupportedException unsupported(String what) {
        return new NotSupportedException(what, graph.place());
    }

    /**
     * @param when one bit: packets that come by here
     * @param params of the action
     */
    void run(Action action, List<Signal> params, Signal when, Values values)
            throws NotSupportedException {
        for (Action.Primitive p : action.primitives) {
            run(p, params, when, values);
        }
    }

    void run(Action.Primitive p, List<Signal> params, Signal when, Values values)
            throws NotSupportedException {
        switch (p.op) {
            case "assign":
                assign(values, p.args.get(0).expr, p.args.get(1).expr, params);
                break;
            case "add_header":
                values.setValid(header(p), true);
                break;
            case "remove_header":
                values.setValid(header(p), false);
                break;
            case "modify_field_rng_uniform":
                random(p, when, values);
                break;
            case "count":
                count(p, params, when, values);
                break;
            case "_jump_if_zero":
                throw unsupported("a condition in an action");
            default:
                throw unsupported(
                        "primitive " + p.op + (p.source.isEmpty() ? "" : ", " + p.source));
        }
    }

    void assign(Values values, Expr target, Expr value, List<Signal> params)
            throws NotSupportedException {
        Expr.FieldRef field = field(target);
        if (field.index < 0) {
            throw unsupported("assignment to the validity of " + field.header.name);
        }
        values.set(field, new Expressions(graph, values, params).data(value, field.field().width));
    }

    Expr.FieldRef field(Expr target) throws NotSupportedException {
        if (target instanceof Expr.FieldRef) {
            return Expressions.known((Expr.FieldRef) target, graph.place());
        }
        throw unsupported("assignment to a " + target.getClass().getSimpleName());
    }

    private org.isthmus.target.bmv2.ir.Header header(Action.Primitive p)
            throws NotSupportedException {
        Expr e = p.args.get(0).expr;
        if (e instanceof Expr.HeaderRef) {
            return ((Expr.HeaderRef) e).header;
        }
        throw unsupported(p.op + " of what is only known at run time");
    }

    /** Packets that ask are counted: no two of the range in turn get the same number. */
    private void random(Action.Primitive p, Signal when, Values values)
            throws NotSupportedException {
        Expr.FieldRef field = field(p.args.get(0).expr);
        Expr low = p.args.get(1).expr;
        Expr high = p.args.get(2).expr;
        if (!(low instanceof Expr.Const) || !(high instanceof Expr.Const)) {
            throw unsupported("random numbers of a range that is not constant");
        }
        BigInteger last = ((Expr.Const) high).value;
        int width = last.bitLength();
        if (((Expr.Const) low).value.signum() != 0 || last.bitCount() != width || width == 0) {
            throw unsupported("random numbers of another range than 0 to 2^n - 1");
        }
        values.set(field, graph.resize(graph.sequence(when, width), field.field().width));
    }

    /** Counts nowhere where the index is none of the array's. */
    private void count(Action.Primitive p, List<Signal> params, Signal when, Values values)
            throws NotSupportedException {
        String counter = p.args.get(0).name;
        int size = counters.get(counter).size;
        Signal index = new Expressions(graph, values, params).data(p.args.get(1).expr, INDEX_BITS);
        Signal counts = when;
        if (bounds.most(index).compareTo(BigInteger.valueOf(size)) >= 0) {
            counts = graph.and(when, graph.less(index, graph.constant(size, INDEX_BITS)));
        }
        Effect own =
                new Effect(
                        counter,
                        graph.slice(index, 0, Effect.indexBits(size)),
                        counts,
                        graph.place());
        Action.Primitive before = counted.putIfAbsent(counter, p);
        if (before == null) {
            effects.add(own);
        } else if (before == p) {
            // By another way, such as by a row and by a miss, of which a packet goes one.
            effects.replaceAll(e -> e.counter.equals(own.counter) ? e.or(own, graph) : e);
        } else {
            throw unsupported("counter " + counter + " in a second place");
        }
    }
}
