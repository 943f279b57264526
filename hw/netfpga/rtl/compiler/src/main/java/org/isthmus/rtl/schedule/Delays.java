// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.schedule;

import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.graph.TableShape;

/**
 * How long signals take, in tenths of a level of LUTs of a 7-series part. A level is the LUT and
 * the wire to it, some 0.6 ns in a part of speed grade 3; a carry chain runs 24 bits in that time.
 * What drives many others counts more, because its wires are long.
 */
final class Delays {
    /** Between two registers at 200 MHz: 5 ns less the register's own 0.5 ns make 7.5 levels. */
    static final int PERIOD = 70;

    /** Cycles from the one in which a key is in a register to the one in which the answer is. */
    static final int EXACT_LATENCY = 5;

    static final int TERNARY_LATENCY = 6;
    static final int PREFIX_LATENCY = 6;
    static final int SEQUENCE_LATENCY = 1;

    private static final int LEVEL = 10;

    /** How many of a LUT's six a wide comparison fills, as it is synthesized. */
    private static final int LUT_INPUTS = 4;

    /** The LUT before a carry chain, the way into it and that out of it. */
    private static final int CARRY = 18;

    private Delays() {}

    static int latency(TableShape table) {
        switch (table.kind) {
            case EXACT:
                return EXACT_LATENCY;
            case LPM:
                return PREFIX_LATENCY;
            default:
                return TERNARY_LATENCY;
        }
    }

    /**
     * Of a signal whose operands are there.
     *
     * @param chosen of a multiplexer, the bits that its condition chooses in all of them
     */
    static int of(Signal s, int chosen) {
        switch (s.op) {
            case INPUT:
            case CONST:
            case CONCAT:
            case SLICE:
            case FIELD:
                return 0;
            case NOT:
                return 0; // goes into whatever reads it
            case AND:
            case OR:
            case XOR:
                return 6; // two of them fit in a LUT more often than not
            case MUX:
                return 8 + wires(chosen);
            case ADD:
            case SUB:
            case LESS:
                return CARRY + LEVEL * operandWidth(s) / 24;
            case EQUAL:
                return equal(s);
            default:
                throw new IllegalArgumentException(s.toString());
        }
    }

    private static int operandWidth(Signal s) {
        return s.operands.stream().mapToInt(o -> o.width).max().orElse(0);
    }

    private static int equal(Signal s) {
        // A LUT compares two bits with two others, or four with a constant.
        int perLut = s.operands.get(1).isConst() ? LUT_INPUTS : LUT_INPUTS / 2;
        int left = (s.operands.get(0).width + perLut - 1) / perLut;
        int levels = 1;
        while (left > 1) {
            left = (left + LUT_INPUTS - 1) / LUT_INPUTS;
            levels++;
        }
        return levels * LEVEL;
    }

    /** What a condition takes to get to all bits. */
    private static int wires(int bits) {
        return bits > 512 ? 17 : bits > 64 ? 8 : 0; // 1.0 and 0.5 ns: `make rtl-report`
    }
}
