// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.schedule.Schedule;

/** Signals as expressions of Verilog, as they read in one stage. */
final class Expressions {
    /** The names of what is stored, by stage. */
    interface Stored {
        String name(Signal s, int stage);
    }

    private final Schedule schedule;
    private final Reads reads;
    private final Stored stored;

    Expressions(Schedule schedule, Reads reads, Stored stored) {
        this.schedule = schedule;
        this.reads = reads;
        this.stored = stored;
    }

    /** What is read of a signal in a stage: a name, a constant, or an expression in brackets. */
    String read(Signal signal, int stage) {
        Signal s = schedule.of(signal);
        switch (s.op) {
            case CONST:
                return s.width + "'h" + s.value.toString(16);
            case CONCAT:
                List<String> parts = new ArrayList<>();
                s.operands.forEach(o -> parts.add(read(o, stage)));
                return "{" + String.join(", ", parts) + "}";
            case NOT:
                // In braces, so that no context makes it wider before it is inverted.
                return "{~" + read(s.operands.get(0), stage) + "}";
            case SLICE:
                return slice(s, stage);
            default:
                return reads.isInline(s) ? "(" + compute(s, stage) + ")" : stored.name(s, stage);
        }
    }

    private String slice(Signal s, int stage) {
        Signal of = schedule.of(s.operands.get(0));
        if (of.op == Signal.Op.NOT) {
            // A complement is not stored: what it is of is.
            Signal inner = schedule.of(of.operands.get(0));
            return "{~" + bits(inner, s, stage) + "}";
        }
        return bits(of, s, stage);
    }

    private String bits(Signal of, Signal s, int stage) {
        String name = stored.name(of, stage);
        if (of.width == 1) {
            return name;
        }
        return s.width == 1
                ? name + "[" + s.low + "]"
                : name + "[" + (s.low + s.width - 1) + ":" + s.low + "]";
    }

    /** How a signal comes from its operands. */
    String compute(Signal s, int stage) {
        List<Signal> in = s.operands;
        switch (s.op) {
            case FIELD:
                return read(in.get(0), stage);
            case AND:
                return infix(in, " & ", stage);
            case OR:
                return infix(in, " | ", stage);
            case XOR:
                return infix(in, " ^ ", stage);
            case ADD:
                return padded(in.get(0), s.width, stage)
                        + " + "
                        + padded(in.get(1), s.width, stage);
            case SUB:
                return infix(in, " - ", stage);
            case EQUAL:
                return infix(in, " == ", stage);
            case LESS:
                return infix(in, " < ", stage);
            case MUX:
                return read(in.get(0), stage)
                        + " ? "
                        + read(in.get(1), stage)
                        + " : "
                        + read(in.get(2), stage);
            default:
                throw new IllegalArgumentException(s.toString());
        }
    }

    /** With zeros in front, said so: sums alone have narrower operands. */
    private String padded(Signal x, int width, int stage) {
        String text = read(x, stage);
        return x.width == width ? text : "{" + (width - x.width) + "'d0, " + text + "}";
    }

    private String infix(List<Signal> in, String operator, int stage) {
        return read(in.get(0), stage) + operator + read(in.get(1), stage);
    }
}
