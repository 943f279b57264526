// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.graph;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** What signals are for one packet, computed as {@link Signal.Op} says. */
public final class Evaluation {
    private final Map<Signal, BigInteger> values = new HashMap<>();
    private final BiFunction<TableShape, BigInteger, BigInteger> tables;

    /**
     * @param tables the value of the row that a key finds; null: none
     */
    public Evaluation(BiFunction<TableShape, BigInteger, BigInteger> tables) {
        this.tables = tables;
    }

    public Evaluation() {
        this((table, key) -> null);
    }

    public void set(Signal input, BigInteger value) {
        values.put(input, value);
    }

    public BigInteger of(Signal s) {
        BigInteger known = values.get(s);
        if (known == null) {
            known = compute(s);
            if (known.signum() < 0 || known.bitLength() > s.width) {
                throw new AssertionError(s + " is " + known);
            }
            values.put(s, known);
        }
        return known;
    }

    private BigInteger of(Signal s, int operand) {
        return of(s.operands.get(operand));
    }

    private static BigInteger bit(boolean set) {
        return set ? BigInteger.ONE : BigInteger.ZERO;
    }

    private BigInteger compute(Signal s) {
        BigInteger range = BigInteger.ONE.shiftLeft(s.width);
        switch (s.op) {
            case CONST:
                return s.value;
            case CONCAT:
                BigInteger all = BigInteger.ZERO;
                for (Signal part : s.operands) {
                    all = all.shiftLeft(part.width).or(of(part));
                }
                return all;
            case SLICE:
                return of(s, 0).shiftRight(s.low).mod(range);
            case FIELD:
                return of(s, 0);
            case NOT:
                return range.subtract(BigInteger.ONE).subtract(of(s, 0));
            case AND:
                return of(s, 0).and(of(s, 1));
            case OR:
                return of(s, 0).or(of(s, 1));
            case XOR:
                return of(s, 0).xor(of(s, 1));
            case ADD:
                BigInteger sum = BigInteger.ZERO;
                for (Signal operand : s.operands) {
                    sum = sum.add(of(operand));
                }
                return sum.mod(range);
            case SUB:
                return of(s, 0).subtract(of(s, 1)).mod(range);
            case EQUAL:
                return bit(of(s, 0).equals(of(s, 1)));
            case LESS:
                return bit(of(s, 0).compareTo(of(s, 1)) < 0);
            case MUX:
                return of(s, 0).testBit(0) ? of(s, 1) : of(s, 2);
            case HIT:
                return bit(tables.apply(s.lookup.table, of(s.lookup.key)) != null);
            case VALUE:
                BigInteger found = tables.apply(s.lookup.table, of(s.lookup.key));
                return found == null ? BigInteger.ZERO : found;
            default:
                throw new IllegalArgumentException("no value of " + s);
        }
    }
}
