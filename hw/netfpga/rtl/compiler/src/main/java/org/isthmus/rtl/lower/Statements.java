// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.Expr;

/** What the primitives of actions do to values, and beside them. */
final class Statements {
    private final Graph graph;
    private final List<Effect> effects = new ArrayList<>();
    private final Set<String> counted = new HashSet<>();

    Statements(Graph graph) {
        this.graph = graph;
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
            return (Expr.FieldRef) target;
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

    private void count(Action.Primitive p, List<Signal> params, Signal when, Values values)
            throws NotSupportedException {
        String counter = p.args.get(0).name;
        if (!counted.add(counter)) {
            throw unsupported("counter " + counter + " in a second place");
        }
        Signal index = new Expressions(graph, values, params).data(p.args.get(1).expr, 32);
        effects.add(new Effect(counter, index, when, graph.place()));
    }
}
