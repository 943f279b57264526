// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.math.BigInteger;
import java.util.IdentityHashMap;
import java.util.Map;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.HeaderType;
import org.isthmus.target.bmv2.ir.Operator;

/** Bounds of expressions. */
final class Ranges {
    /** A left shift by a variable above this is taken as unbounded. */
    private static final int MAX_SHIFT = 256;

    private final ExprCompiler.Scope scope;
    private final Map<Expr, Range> known = new IdentityHashMap<>();

    Ranges(ExprCompiler.Scope scope) {
        this.scope = scope;
    }

    /** Null: unbounded. */
    Range of(Expr e) {
        Range r = known.get(e);
        if (r == null) {
            r = compute(e);
            known.put(e, r);
        }
        return r;
    }

    private static Range field(HeaderType.Field f) {
        return f.signed ? Range.signed(f.width) : Range.unsigned(f.width);
    }

    private Range compute(Expr e) {
        if (e instanceof Expr.Const) {
            return Range.of(((Expr.Const) e).value);
        }
        if (e instanceof Expr.FieldRef) {
            Expr.FieldRef f = (Expr.FieldRef) e;
            return f.index < 0 ? Range.unsigned(1) : field(f.field());
        }
        if (e instanceof Expr.AccessField) {
            Expr.AccessField a = (Expr.AccessField) e;
            return field(((Expr.Element) a.header).stack.type.fields.get(a.index));
        }
        if (e instanceof Expr.Param) {
            return Range.unsigned(scope.paramWidth(((Expr.Param) e).index));
        }
        if (e instanceof Expr.RegisterRef) {
            return Range.unsigned(scope.registerWidth(((Expr.RegisterRef) e).register));
        }
        if (e instanceof Expr.Lookahead) {
            return Range.unsigned(((Expr.Lookahead) e).width);
        }
        return operation((Expr.Op) e);
    }

    private Range operation(Expr.Op e) {
        if (e.op == Operator.B2D) {
            return Range.unsigned(1);
        }
        if (e.op == Operator.SIZE_STACK || e.op == Operator.LAST_STACK_INDEX) {
            int n = ((Expr.StackRef) e.right).stack.elements.size();
            int low = e.op == Operator.SIZE_STACK ? 0 : -1;
            return new Range(BigInteger.valueOf(low), BigInteger.valueOf(n + low));
        }
        Range b = of(e.right);
        Range a = e.left == null ? b : of(e.left);
        switch (e.op) {
            case TWO_COMP_MOD:
                return within(a, Range.signed(b.max.intValueExact()));
            case SAT_CAST:
                return within(a, Range.signed(b.max.intValueExact()));
            case USAT_CAST:
                return within(a, Range.unsigned(b.max.intValueExact()));
            case BIT_AND:
                return and(a, b);
            default:
        }
        if (a == null || b == null) {
            return null;
        }
        switch (e.op) {
            case ADD:
                return new Range(a.min.add(b.min), a.max.add(b.max));
            case SUB:
                return new Range(a.min.subtract(b.max), a.max.subtract(b.min));
            case MUL:
                return Range.of(
                        a.min.multiply(b.min),
                        a.min.multiply(b.max),
                        a.max.multiply(b.min),
                        a.max.multiply(b.max));
            case DIV:
                return a.negative() || b.negative() ? null : new Range(BigInteger.ZERO, a.max);
            case MOD:
                return a.negative() || b.negative()
                        ? null
                        : new Range(BigInteger.ZERO, a.max.min(b.max));
            case SHL:
                return shl(a, b);
            case SHR:
                return shr(a, b);
            case BIT_OR:
            case BIT_XOR:
                int bits = Math.max(a.magnitude(), b.magnitude());
                return a.negative() || b.negative() ? Range.signed(bits + 1) : Range.unsigned(bits);
            case BIT_NEG:
                return new Range(b.max.not(), b.min.not());
            case TERNARY:
                return a.union(b);
            default:
                throw new IllegalStateException(e.op.symbol);
        }
    }

    private static Range within(Range value, Range bounds) {
        return value != null && value.within(bounds) ? value : bounds;
    }

    private static Range and(Range a, Range b) {
        boolean natural1 = a != null && !a.negative();
        boolean natural2 = b != null && !b.negative();
        if (natural1 && natural2) {
            return new Range(BigInteger.ZERO, a.max.min(b.max));
        }
        if (natural1 || natural2) {
            return new Range(BigInteger.ZERO, natural1 ? a.max : b.max);
        }
        return a == null || b == null
                ? null
                : Range.signed(Math.max(a.magnitude(), b.magnitude()) + 1);
    }

    private static Range shl(Range a, Range b) {
        if (b.negative() || b.max.compareTo(BigInteger.valueOf(MAX_SHIFT)) > 0) {
            return null;
        }
        int low = b.min.intValueExact();
        int high = b.max.intValueExact();
        return Range.of(
                a.min.shiftLeft(low),
                a.min.shiftLeft(high),
                a.max.shiftLeft(low),
                a.max.shiftLeft(high));
    }

    private static Range shr(Range a, Range b) {
        if (b.negative()) {
            return null;
        }
        int low = b.min.bitLength() > 16 ? 1 << 16 : b.min.intValueExact();
        int high = b.max.bitLength() > 16 ? 1 << 16 : b.max.intValueExact();
        return Range.of(
                a.min.shiftRight(low),
                a.min.shiftRight(high),
                a.max.shiftRight(low),
                a.max.shiftRight(high));
    }
}
