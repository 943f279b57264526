// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Expr.FieldRef;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.ParserDef;
import org.isthmus.target.bmv2.ir.ParserDef.Case;
import org.isthmus.target.bmv2.ir.ParserDef.State;

/**
 * A parser as a line of shifters. Its states stand in an order in which none comes back to one
 * before; each takes its header from the front of the head and shifts the head by it, if the packet
 * is in this state and has enough bytes left. So no field has to be picked from more than one
 * place.
 */
final class ParserLowering {
    private static final int BYTE = 8;

    private final ParserDef parser;
    private final Graph graph;
    private final Values values;
    private final Statements statements;

    /** One bit for each state: the packet is in it. */
    private final Map<State, Signal> reached = new HashMap<>();

    private Head head;

    ParserLowering(ParserDef parser, Graph graph, Values values, Statements statements) {
        this.parser = parser;
        this.graph = graph;
        this.values = values;
        this.statements = statements;
    }

    /** Bytes that the longest way through a parser takes from a packet. */
    static int depth(ParserDef parser) throws NotSupportedException {
        int[] before = new int[parser.states.size()];
        int most = 0;
        for (State s : inOrder(parser)) {
            int i = parser.states.indexOf(s);
            int after = before[i] + bits(s) / BYTE;
            most = Math.max(most, after);
            for (int next : nexts(s)) {
                if (next != ParserDef.END) {
                    before[next] = Math.max(before[next], after);
                }
            }
        }
        return most;
    }

    /** Bytes of headers that a parser makes valid without taking them from a packet, at most. */
    static int added(ParserDef parser) {
        return parser.states.stream()
                .flatMap(s -> s.ops.stream())
                .filter(op -> op instanceof ParserDef.Call)
                .mapToInt(op -> Pipe.added(((ParserDef.Call) op).primitive))
                .sum();
    }

    private static int bits(State s) throws NotSupportedException {
        int bits = 0;
        for (ParserDef.ParserOp op : s.ops) {
            bits += op instanceof ParserDef.Extract ? extracted(op, s).type.fixedBits() : 0;
        }
        return bits;
    }

    private static Header extracted(ParserDef.ParserOp op, State s) throws NotSupportedException {
        ParserDef.Extract e = (ParserDef.Extract) op;
        if (e.header == null) {
            throw new NotSupportedException("a header stack in parser state " + s.name, "");
        }
        if (e.variableBits != null || e.header.type.variableField() >= 0) {
            throw new NotSupportedException(
                    "header " + e.header.name + " of a variable length in state " + s.name, "");
        }
        if (e.header.type.fixedBits() % BYTE != 0) {
            throw new NotSupportedException("header " + e.header.name + " of no whole bytes", "");
        }
        return e.header;
    }

    private static List<Integer> nexts(State s) {
        List<Integer> nexts = new ArrayList<>();
        s.cases.forEach(c -> nexts.add(c.next));
        nexts.add(s.defaultNext);
        return nexts;
    }

    /** States that can be reached, each behind all that lead to it. */
    private static List<State> inOrder(ParserDef parser) throws NotSupportedException {
        int[] leading = new int[parser.states.size()];
        Deque<Integer> found = new ArrayDeque<>(List.of(parser.init));
        boolean[] seen = new boolean[leading.length];
        seen[parser.init] = true;
        int reachable = 0;
        while (!found.isEmpty()) {
            reachable++;
            for (int next : nexts(parser.states.get(found.remove()))) {
                if (next == ParserDef.END) {
                    continue;
                }
                leading[next]++;
                if (!seen[next]) {
                    seen[next] = true;
                    found.add(next);
                }
            }
        }
        List<State> order = new ArrayList<>();
        found.add(parser.init);
        while (!found.isEmpty()) {
            State s = parser.states.get(found.remove());
            order.add(s);
            for (int next : nexts(s)) {
                if (next != ParserDef.END && --leading[next] == 0) {
                    found.add(next);
                }
            }
        }
        if (order.size() != reachable) {
            throw new NotSupportedException("a loop in parser " + parser.name, "");
        }
        return order;
    }

    /**
     * @param packet from its first byte on
     * @return what was not parsed
     */
    Head run(Head packet) throws NotSupportedException {
        head = packet;
        reached.put(parser.states.get(parser.init), graph.constant(1, 1));
        for (State s : inOrder(parser)) {
            run(s);
        }
        return head;
    }

    private void run(State s) throws NotSupportedException {
        graph.at("parser state " + s.name);
        Signal here = reached.get(s);
        for (ParserDef.ParserOp op : s.ops) {
            if (op instanceof ParserDef.Extract) {
                here = extract(extracted(op, s), here);
            } else if (op instanceof ParserDef.Set) {
                set((ParserDef.Set) op, here);
            } else if (op instanceof ParserDef.Call && here.isOnes()) {
                // Every packet comes by: none was cut off before.
                statements.run(((ParserDef.Call) op).primitive, List.of(), here, values);
            } else {
                throw new NotSupportedException(
                        op.getClass().getSimpleName() + " in parser state " + s.name, "");
            }
        }
        leave(s, here);
    }

    /** Whether the packet is still in the state: it ends where a header is cut off. */
    private Signal extract(Header header, Signal here) {
        int headerBits = header.type.fixedBits();
        Signal wanted = graph.constant(headerBits / BYTE, head.length.width);
        Signal taken = graph.and(here, graph.not(graph.less(head.length, wanted)));
        int end = head.bytes.width;
        for (int i = 0; i < header.type.fields.size(); i++) {
            int width = header.type.fields.get(i).width;
            end -= width;
            FieldRef field = new FieldRef(header, i);
            Signal bits = graph.slice(head.bytes, end, width);
            values.setIf(taken, field, graph.field(bits, Values.name(field)));
        }
        values.setValidIf(taken, header);
        head =
                new Head(
                        graph.mux(taken, graph.shiftLeft(head.bytes, headerBits), head.bytes),
                        graph.mux(
                                taken,
                                graph.sub(head.length, wanted, head.length.width),
                                head.length));
        taken.nameIt("parsed_" + header.name, graph.place());
        head.bytes.nameIt("rest_after_" + header.name, graph.place());
        head.length.nameIt("left_after_" + header.name, graph.place());
        return taken;
    }

    private void set(ParserDef.Set set, Signal here) throws NotSupportedException {
        FieldRef field = statements.field(set.target);
        Signal value =
                new Expressions(graph, values, List.of()).data(set.value, field.field().width);
        values.setIf(here, field, value);
    }

    private void leave(State s, Signal here) throws NotSupportedException {
        Expressions expressions = new Expressions(graph, values, List.of());
        List<Signal> keys = new ArrayList<>();
        for (Expr e : s.key) {
            keys.add(expressions.exact(e));
        }
        Signal before = graph.zero(1);
        for (Case c : s.cases) {
            List<Signal> same = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                Signal key = keys.get(i);
                Signal mask =
                        c.masks == null || c.masks[i] == null
                                ? graph.not(graph.zero(key.width))
                                : graph.constant(c.masks[i], key.width);
                Signal value = graph.and(mask, graph.constant(c.values[i], key.width));
                same.add(graph.equal(graph.and(key, mask), value));
            }
            Signal matches = graph.and(same);
            reach(c.next, graph.and(here, graph.and(matches, graph.not(before))));
            before = graph.or(before, matches);
        }
        reach(s.defaultNext, graph.and(here, graph.not(before)));
    }

    private void reach(int next, Signal when) {
        if (next != ParserDef.END) {
            reached.merge(parser.states.get(next), when, graph::or);
        }
    }
}
