// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.graph;

import java.math.BigInteger;
import java.util.List;

/**
 * A vector of bits that is computed once for each packet. Made by {@link Graph} alone, which makes
 * one signal of what is the same. Immutable, but for its name.
 */
public final class Signal {

    /** How a signal comes from its operands, which have its width unless something else is said. */
    public enum Op {
        /** Given with the packet. */
        INPUT,
        CONST,
        /** Operands side by side, the first in the highest bits. */
        CONCAT,
        /** {@link #width} bits of the operand from bit {@link #low} on. */
        SLICE,
        /**
         * The operand, with a name of its own: a field or a parameter, which is not looked through.
         */
        FIELD,
        NOT,
        AND,
        OR,
        XOR,
        /** The sum of two or more operands of at most its width, without what it carries out. */
        ADD,
        SUB,
        /** One bit; two operands of one width. */
        EQUAL,
        /** One bit, unsigned; two operands of one width. */
        LESS,
        /** The second operand where the first, one bit, is set, otherwise the third. */
        MUX,
        /** One bit: whether {@link #lookup} found a row. */
        HIT,
        /** The value of the row that {@link #lookup} found; zero without one. */
        VALUE,
        /** A number that counts the packets for which its operand, one bit, is set. */
        SEQUENCE
    }

    public final int id;
    public final Op op;

    /** Bits, at least one. */
    public final int width;

    public final List<Signal> operands;

    /** Of a constant; otherwise null. */
    public final BigInteger value;

    /** Of a slice. */
    public final int low;

    /** Of a hit and a value; otherwise null. */
    public final Lookup lookup;

    private String name = "";
    private String place = "";

    Signal(
            int id,
            Op op,
            int width,
            List<Signal> operands,
            BigInteger value,
            int low,
            Lookup lookup) {
        this.id = id;
        this.op = op;
        this.width = width;
        this.operands = operands;
        this.value = value;
        this.low = low;
        this.lookup = lookup;
    }

    public boolean isConst() {
        return op == Op.CONST;
    }

    public boolean isZero() {
        return isConst() && value.signum() == 0;
    }

    public boolean isOnes() {
        return isConst() && value.bitCount() == width;
    }

    /** Of the field that it is a value of, the first of them; empty: it is none. */
    public String name() {
        return name;
    }

    /** Where in the program it comes from, as "file:line"; empty: unknown. */
    public String place() {
        return place;
    }

    /** Gives a name to a signal that has none. */
    public void nameIt(String field, String where) {
        if (name.isEmpty()) {
            name = field;
        }
        if (place.isEmpty()) {
            place = where;
        }
    }

    /** Says where a signal comes from, if nobody did yet. */
    void placeIt(String where) {
        if (place.isEmpty()) {
            place = where;
        }
    }

    @Override
    public String toString() {
        return op + "#" + id + "<" + width + ">" + (name.isEmpty() ? "" : " " + name);
    }
}
