// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** A parser: states by index; the first to run is {@link #init}. Immutable. */
public final class ParserDef {
    /** The next state of a transition that ends parsing. */
    public static final int END = -1;

    /** What a state does before its transition. */
    public abstract static class ParserOp {
        private ParserOp() {}
    }

    /** Takes a header from the packet. */
    public static final class Extract extends ParserOp {
        /** Null where a stack is given. */
        public final Header header;

        public final HeaderStack stack;

        /** Bits of the variable field; null where the header has none. */
        public final Expr variableBits;

        public Extract(Header header, HeaderStack stack, Expr variableBits) {
            this.header = header;
            this.stack = stack;
            this.variableBits = variableBits;
        }

        HeaderType type() {
            return header == null ? stack.type : header.type;
        }
    }

    /** Assigns to a field. */
    public static final class Set extends ParserOp {
        public final Expr target;
        public final Expr value;

        public Set(Expr target, Expr value) {
            this.target = target;
            this.value = value;
        }
    }

    /** Ends parsing with an error unless a condition holds. */
    public static final class Verify extends ParserOp {
        public final Expr condition;
        public final Expr error;

        public Verify(Expr condition, Expr error) {
            this.condition = condition;
            this.error = error;
        }
    }

    /** Skips bits. */
    public static final class Advance extends ParserOp {
        public final Expr bits;

        public Advance(Expr bits) {
            this.bits = bits;
        }
    }

    /** Runs a primitive. */
    public static final class Call extends ParserOp {
        public final Action.Primitive primitive;

        public Call(Action.Primitive primitive) {
            this.primitive = primitive;
        }
    }

    /** A case of a state's transition: values and masks per key element, masks null for exact. */
    public static final class Case {
        public final BigInteger[] values;
        public final BigInteger[] masks;
        public final int next;

        public Case(BigInteger[] values, BigInteger[] masks, int next) {
            this.values = values;
            this.masks = masks;
            this.next = next;
        }
    }

    /** A state. */
    public static final class State {
        public final String name;
        public final List<ParserOp> ops;
        public final List<Expr> key;
        public final List<Case> cases;
        public final int defaultNext;

        public State(
                String name,
                List<ParserOp> ops,
                List<Expr> key,
                List<Case> cases,
                int defaultNext) {
            this.name = name;
            this.ops = List.copyOf(ops);
            this.key = List.copyOf(key);
            this.cases = List.copyOf(cases);
            this.defaultNext = defaultNext;
        }

        /** Whether the packet has a byte less in front of it each time, or parsing ends. */
        private boolean takesBytes() {
            for (ParserOp op : ops) {
                if (op instanceof Extract && ((Extract) op).type().fixedBits() > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    public final String name;
    public final List<State> states;
    public final int init;

    public ParserDef(String name, List<State> states, int init) {
        this.name = name;
        this.states = List.copyOf(states);
        this.init = init;
    }

    /**
     * Whether parsing may come back to a state with as many bytes left, and so, for all that can be
     * known of it, again and again.
     */
    public boolean mayStay(int state) {
        BitSet seen = new BitSet();
        ArrayDeque<Integer> reached = new ArrayDeque<>(List.of(state));
        while (!reached.isEmpty()) {
            State s = states.get(reached.remove());
            if (s.takesBytes()) {
                continue;
            }
            IntStream nexts = s.cases.stream().mapToInt(c -> c.next);
            for (int next : IntStream.concat(nexts, IntStream.of(s.defaultNext)).toArray()) {
                if (next == state) {
                    return true;
                }
                if (next != END && !seen.get(next)) {
                    seen.set(next);
                    reached.add(next);
                }
            }
        }
        return false;
    }
}
