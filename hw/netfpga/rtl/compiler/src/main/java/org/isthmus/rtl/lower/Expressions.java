// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import java.math.BigInteger;
import java.util.List;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.target.bmv2.ir.Expr;

/**
 * Expressions at one point of a program, as signals. BMv2 computes with unbounded integers; what is
 * made here has the bits that are asked for, which are the same: sums, differences and the like
 * never need more of their operands than what is asked of them, and what does (a comparison, a
 * shift to the right) gets all that its operands can be.
 */
final class Expressions {
    private static final int WIDEST = 1 << 14;

    private final Graph graph;
    private final Values values;

    /** Of the action around; empty: there is none. */
    private final List<Signal> params;

    Expressions(Graph graph, Values values, List<Signal> params) {
        this.graph = graph;
        this.values = values;
        this.params = params;
    }

    private NotSupportedException unsupported(String what) {
        return new NotSupportedException(what, graph.place());
    }

    private NotSupportedException mayBeNegative(String what) {
        return unsupported(what + " where it may be negative, or is not of the hardware");
    }

    /**
     * A field that a packet has.
     *
     * @param place where the program has it
     * @throws NotSupportedException it is one of v1model's own metadata, which a card has not
     */
    static Expr.FieldRef known(Expr.FieldRef ref, String place) throws NotSupportedException {
        if (ref.header.name.equals("standard_metadata")) {
            throw new NotSupportedException(
                    ref + ", in whose place a card has sume_metadata", place);
        }
        return ref;
    }

    /** One bit. */
    Signal bool(Expr e) throws NotSupportedException {
        if (e instanceof Expr.Bool) {
            return graph.constant(((Expr.Bool) e).value ? 1 : 0, 1);
        }
        if (!(e instanceof Expr.Op)) {
            throw unsupported("a condition that is a " + e.getClass().getSimpleName());
        }
        Expr.Op op = (Expr.Op) e;
        switch (op.op) {
            case AND:
                return graph.and(bool(op.left), bool(op.right));
            case OR:
                return graph.or(bool(op.left), bool(op.right));
            case NOT:
                return graph.not(bool(op.right));
            case D2B:
                return graph.not(graph.equal(exact(op.right), graph.zero(1)));
            case VALID:
                if (op.right instanceof Expr.HeaderRef) {
                    return values.valid(((Expr.HeaderRef) op.right).header);
                }
                throw unsupported("validity of what is only known at run time");
            case EQ:
                return equal(op);
            case NE:
                return graph.not(equal(op));
            case LT:
                return graph.less(exact(op.left), exact(op.right));
            case GT:
                return graph.less(exact(op.right), exact(op.left));
            case LE:
                return graph.not(graph.less(exact(op.right), exact(op.left)));
            case GE:
                return graph.not(graph.less(exact(op.left), exact(op.right)));
            case TERNARY:
                return graph.mux(bool(op.cond), bool(op.left), bool(op.right));
            default:
                throw unsupported("operator " + op.op.symbol + " in a condition");
        }
    }

    private Signal equal(Expr.Op op) throws NotSupportedException {
        switch (op.left.type()) {
            case BOOL:
                return graph.not(graph.xor(bool(op.left), bool(op.right)));
            case DATA:
                return graph.equal(exact(op.left), exact(op.right));
            default:
                throw unsupported("comparison of headers");
        }
    }

    /** All bits of a number that is not negative. */
    Signal exact(Expr e) throws NotSupportedException {
        return data(e, width(e));
    }

    /** Bits of the greatest number that an expression can be. */
    private int width(Expr e) throws NotSupportedException {
        if (e instanceof Expr.Const) {
            if (((Expr.Const) e).value.signum() < 0) {
                throw unsupported("a negative number");
            }
            return Math.max(1, ((Expr.Const) e).value.bitLength());
        }
        if (e instanceof Expr.FieldRef) {
            Expr.FieldRef ref = (Expr.FieldRef) e;
            if (isSigned(e)) {
                throw mayBeNegative(ref.toString());
            }
            return ref.index < 0 ? 1 : ref.field().width;
        }
        if (e instanceof Expr.Param) {
            return params.get(((Expr.Param) e).index).width;
        }
        if (!(e instanceof Expr.Op)) {
            throw unsupported(e.getClass().getSimpleName());
        }
        Expr.Op op = (Expr.Op) e;
        switch (op.op) {
            case BIT_AND:
                if (isNatural(op.left) && isNatural(op.right)) {
                    return Math.min(width(op.left), width(op.right));
                }
                return width(isNatural(op.left) ? op.left : op.right);
            case BIT_OR:
            case BIT_XOR:
                return Math.max(width(op.left), width(op.right));
            case ADD:
                return Math.max(width(op.left), width(op.right)) + 1;
            case SHL:
                return width(op.left) + (int) Math.min(WIDEST, most(op.right));
            case SHR:
                return width(op.left);
            case USAT_CAST:
                return (int) most(op.right);
            case B2D:
                return 1;
            case TERNARY:
                return Math.max(width(op.left), width(op.right));
            default:
                throw mayBeNegative("operator " + op.op.symbol);
        }
    }

    private static boolean isSigned(Expr e) {
        return e instanceof Expr.FieldRef
                && ((Expr.FieldRef) e).index >= 0
                && ((Expr.FieldRef) e).field().signed;
    }

    /**
     * Whether an expression can have a width of its own: no difference or complement, nor a signed
     * number.
     */
    private static boolean isNatural(Expr e) {
        if (!(e instanceof Expr.Op)) {
            return !isSigned(e);
        }
        Expr.Op op = (Expr.Op) e;
        switch (op.op) {
            case BIT_AND:
                return isNatural(op.left) || isNatural(op.right);
            case SUB:
            case BIT_NEG:
            case TWO_COMP_MOD:
                return false;
            case USAT_CAST:
            case B2D:
                return true;
            case SHL:
            case SHR:
                return isNatural(op.left);
            default:
                return isNatural(op.left) && isNatural(op.right);
        }
    }

    /** The greatest number that an expression of a few bits can be. */
    private long most(Expr e) throws NotSupportedException {
        if (e instanceof Expr.Const) {
            return ((Expr.Const) e).value.min(BigInteger.valueOf(WIDEST)).longValue();
        }
        return (1L << Math.min(width(e), 30)) - 1;
    }

    /** The low bits of a number. */
    Signal data(Expr e, int width) throws NotSupportedException {
        if (width > WIDEST) {
            throw unsupported("a value of more than " + WIDEST + " bits");
        }
        if (e instanceof Expr.Const) {
            BigInteger value = ((Expr.Const) e).value;
            return graph.constant(value.mod(BigInteger.ONE.shiftLeft(width)), width);
        }
        if (e instanceof Expr.FieldRef) {
            Expr.FieldRef ref = known((Expr.FieldRef) e, graph.place());
            if (isSigned(e) && width > ref.field().width) {
                throw mayBeNegative(ref.toString());
            }
            return graph.resize(values.get(ref), width);
        }
        if (e instanceof Expr.Param) {
            return graph.resize(params.get(((Expr.Param) e).index), width);
        }
        if (!(e instanceof Expr.Op)) {
            throw unsupported(e.getClass().getSimpleName());
        }
        return operation((Expr.Op) e, width);
    }

    private Signal operation(Expr.Op op, int width) throws NotSupportedException {
        switch (op.op) {
            case ADD:
                return graph.add(data(op.left, width), data(op.right, width), width);
            case SUB:
                return graph.sub(
                        op.left == null ? graph.zero(1) : data(op.left, width),
                        data(op.right, width),
                        width);
            case BIT_AND:
                return graph.and(data(op.left, width), data(op.right, width));
            case BIT_OR:
                return graph.or(data(op.left, width), data(op.right, width));
            case BIT_XOR:
                return graph.xor(data(op.left, width), data(op.right, width));
            case BIT_NEG:
                return graph.not(data(op.right, width));
            case SHL:
                return shiftLeft(op, width);
            case SHR:
                return shiftRight(op, width);
            case TWO_COMP_MOD:
                if (width > most(op.right)) {
                    throw mayBeNegative("operator " + op.op.symbol);
                }
                return data(op.left, width);
            case B2D:
                return graph.resize(bool(op.right), width);
            case TERNARY:
                return graph.mux(bool(op.cond), data(op.left, width), data(op.right, width));
            default:
                throw unsupported("operator " + op.op.symbol);
        }
    }

    private Signal shiftLeft(Expr.Op op, int width) throws NotSupportedException {
        if (!(op.right instanceof Expr.Const)) {
            return graph.shiftLeft(data(op.left, width), exact(op.right));
        }
        int by = (int) most(op.right);
        if (by >= width) {
            return graph.zero(width);
        }
        return by == 0
                ? data(op.left, width)
                : graph.concat(data(op.left, width - by), graph.zero(by));
    }

    private Signal shiftRight(Expr.Op op, int width) throws NotSupportedException {
        if (!(op.right instanceof Expr.Const)) {
            return graph.resize(graph.shiftRight(exact(op.left), exact(op.right)), width);
        }
        int by = (int) most(op.right);
        return graph.slice(data(op.left, width + by), by, width);
    }
}
