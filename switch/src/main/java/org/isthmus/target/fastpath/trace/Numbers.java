// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.bmv2.ir.Operator;
import org.isthmus.target.fastpath.trace.Form.Half;
import org.isthmus.target.fastpath.trace.Form.Linear;
import org.isthmus.target.fastpath.trace.Form.Slice;
import org.isthmus.target.fastpath.trace.Form.Term;

/**
 * Arithmetic on values. What depends on the packet in another way than {@link Form} can say is
 * untraceable. For one trace.
 */
final class Numbers {
    private static final BigInteger WORD = BigInteger.valueOf(0xffff);

    private final Layout layout;
    final Lengths lengths;

    /** Sums that are not zero modulo 0xffff, or the flow's packet is treated in another way. */
    final List<Linear> notZero = new ArrayList<>();

    Numbers(Layout layout) {
        this.layout = layout;
        this.lengths = new Lengths(layout.length, layout.shortest(), 0xffff);
    }

    /** Sums that were folded, so that the same sum is the same term. */
    private final Map<Linear, Term> folds = new HashMap<>();

    /** Why nothing more can be said of a value. */
    Untraceable reads(Value v) {
        if (v.form instanceof Slice) {
            return new Untraceable("reads " + layout.name(((Slice) v.form).bit));
        }
        if (v.form instanceof Form.Outside) {
            return new Untraceable("reads " + ((Form.Outside) v.form).what);
        }
        return new Untraceable("reads a length or checksum");
    }

    BigInteger constant(Value v) throws Untraceable {
        if (!v.same()) {
            throw reads(v);
        }
        return v.now;
    }

    private Linear linear(Value v) throws Untraceable {
        if (v.same()) {
            if (v.now.bitLength() > 48) {
                throw new Untraceable("sums of wide numbers");
            }
            return Linear.of(v.now.longValue());
        }
        if (v.form instanceof Linear) {
            return (Linear) v.form;
        }
        throw reads(v);
    }

    /** A value of this form, which is a constant if only one number fits. */
    private Value value(BigInteger now, Linear form) {
        if (form.isConstant()) {
            return Value.of(form.constant);
        }
        Linear residue = form.isOneKnownTerm() ? form : form.residue();
        if (residue.isConstant()) {
            long min = min(form);
            long lowest = min + Math.floorMod(residue.constant - min, Linear.MODULUS);
            long max = max(form);
            if (lowest <= max && lowest + Linear.MODULUS > max) {
                return Value.of(lowest);
            }
        }
        return new Value(now, form);
    }

    private long min(Linear l) {
        return l.min(lengths);
    }

    private long max(Linear l) {
        return l.max(lengths);
    }

    /** The low bits of a value, as an unsigned number. */
    Value low(Value v, int width) throws Untraceable {
        boolean fits = v.now.signum() >= 0 && v.now.bitLength() <= width;
        if (v.same() && fits) {
            return v;
        }
        BigInteger now = fits ? v.now : v.now.mod(BigInteger.ONE.shiftLeft(width));
        if (v.same()) {
            return Value.of(now);
        }
        if (v.form instanceof Slice) {
            Slice s = (Slice) v.form;
            return s.width <= width ? v : new Value(now, new Slice(s.bit + s.width - width, width));
        }
        if (v.form instanceof Half || v.form instanceof Form.Outside) {
            if (v.form instanceof Half && width < 16) {
                throw reads(v);
            }
            return v;
        }
        Linear l = (Linear) v.form;
        if (width > 48) {
            if (min(l) < 0) {
                throw reads(v);
            }
            return v;
        }
        long window = Math.floorDiv(min(l), 1L << width);
        if (window == Math.floorDiv(max(l), 1L << width)) {
            return value(now, window == 0 ? l : l.plus(Linear.of(window << width), -1));
        }
        if (width == 16 && min(l) >= 0) {
            return new Value(now, new Half(l, false));
        }
        throw reads(v);
    }

    Value add(Value a, Value b) throws Untraceable {
        BigInteger now = a.now.add(b.now);
        if (a.same() && b.same()) {
            return Value.of(now);
        }
        if (a.same() && a.now.signum() == 0) {
            return b;
        }
        if (b.same() && b.now.signum() == 0) {
            return a;
        }
        if (a.form instanceof Half && b.form instanceof Half) {
            Half x = (Half) a.form;
            Half y = (Half) b.form;
            if (x.of.equals(y.of) && x.upper != y.upper) {
                return value(now, fold(x.of));
            }
        }
        return value(now, linear(a).plus(linear(b), 1));
    }

    /** What is left of a sum when its upper half is added to the lower. */
    private Linear fold(Linear l) {
        Term folded =
                folds.computeIfAbsent(
                        l,
                        of -> {
                            long top = max(of) >>> 16;
                            long most = top + (max(of) & 0xffff);
                            return new Term(
                                    min(of) > 0 ? 1 : 0,
                                    top == 0 ? max(of) : Math.max(top - 1 + 0xffff, most),
                                    of);
                        });
        return Linear.of(folded, 0);
    }

    Value subtract(Value a, Value b) throws Untraceable {
        BigInteger now = a.now.subtract(b.now);
        if (a.same() && b.same()) {
            return Value.of(now);
        }
        return value(now, linear(a).plus(linear(b), -1));
    }

    Value shiftLeft(Value a, int by) throws Untraceable {
        BigInteger now = a.now.shiftLeft(by);
        if (a.same()) {
            return Value.of(now);
        }
        if (by > 16) {
            throw reads(a);
        }
        return value(now, linear(a).times(1L << by));
    }

    Value shiftRight(Value a, int by) throws Untraceable {
        BigInteger now = a.now.shiftRight(by);
        if (a.same()) {
            return Value.of(now);
        }
        if (a.form instanceof Slice) {
            Slice s = (Slice) a.form;
            return s.width <= by ? Value.ZERO : new Value(now, new Slice(s.bit, s.width - by));
        }
        Linear l = linear(a);
        if (by < 48 && min(l) >> by == max(l) >> by) {
            return Value.of(min(l) >> by);
        }
        if (by == 16 && min(l) >= 0 && max(l) >>> 32 == 0) {
            return new Value(now, new Half(l, true));
        }
        throw reads(a);
    }

    Value and(Value a, Value b) throws Untraceable {
        if (a.same() && b.same()) {
            return Value.of(a.now.and(b.now));
        }
        if (a.same() && !b.same()) {
            return and(b, a);
        }
        BigInteger mask = constant(b);
        if (mask.signum() == 0) {
            return Value.ZERO;
        }
        if (mask.signum() < 0 || mask.bitCount() != mask.bitLength()) {
            throw reads(a);
        }
        return low(a, mask.bitLength());
    }

    Value or(Value a, Value b, boolean exclusive) throws Untraceable {
        if (a.same() && b.same()) {
            return Value.of(exclusive ? a.now.xor(b.now) : a.now.or(b.now));
        }
        if (a.same() && a.now.signum() == 0) {
            return b;
        }
        if (b.same() && b.now.signum() == 0) {
            return a;
        }
        throw reads(a.same() ? b : a);
    }

    Value not(Value a) throws Untraceable {
        BigInteger now = a.now.not();
        if (a.same()) {
            return Value.of(now);
        }
        return value(now, Linear.of(-1).plus(linear(a), -1));
    }

    /** Decides a comparison, for all packets of the flow. */
    boolean compare(Operator op, Value a, Value b) throws Untraceable {
        if (a.same() && b.same()) {
            return test(op, a.now.compareTo(b.now));
        }
        Linear l = linear(a);
        Linear r = linear(b);
        Linear difference = l.plus(r, -1);
        Value d = value(a.now.subtract(b.now), difference);
        if (d.same()) {
            return test(op, d.now.signum());
        }
        if (difference.onlyLength()) {
            long factor = difference.factor(Term.LENGTH);
            return lengths.decide(difference.constant, factor, sign -> test(op, sign));
        }
        long min = min(difference);
        long max = max(difference);
        if (min > 0 || max < 0) {
            return test(op, min > 0 ? 1 : -1);
        }
        if (min == 0 && (op == Operator.GE || op == Operator.LT)) {
            return op == Operator.GE;
        }
        if (max == 0 && (op == Operator.LE || op == Operator.GT)) {
            return op == Operator.LE;
        }
        // A sum that has one zero alone: kernel and pipeline see it in the same packets.
        boolean equality = op == Operator.EQ || op == Operator.NE;
        if (equality && min == 0 && max < 0xffff && d.now.signum() != 0) {
            notZero.add(difference);
            return op == Operator.NE;
        }
        throw reads(a.same() ? b : a);
    }

    private static boolean test(Operator op, int sign) {
        switch (op) {
            case EQ:
                return sign == 0;
            case NE:
                return sign != 0;
            case LT:
                return sign < 0;
            case GT:
                return sign > 0;
            case LE:
                return sign <= 0;
            case GE:
                return sign >= 0;
            default:
                throw new IllegalArgumentException(op.symbol);
        }
    }

    /**
     * The Internet checksum of fields one after the other (RFC 1071).
     *
     * @param widths their bits, in all a multiple of 16
     */
    Value checksum(List<Value> fields, List<Integer> widths) throws Untraceable {
        Value sum = Value.ZERO;
        int at = 0;
        for (int i = 0; i < fields.size(); i++) {
            Value v = fields.get(i);
            at += widths.get(i);
            int shift = Math.floorMod(-at, 16);
            if (v.same()) {
                // Powers of 2^16 are 1 modulo 0xffff; what is not zero stays so.
                BigInteger word = v.now.shiftLeft(shift);
                BigInteger left = word.mod(WORD);
                sum = add(sum, Value.of(left.signum() == 0 && word.signum() > 0 ? WORD : left));
            } else {
                sum = add(sum, shiftLeft(v, shift));
            }
        }
        for (int i = 0; i < 4; i++) {
            sum = add(shiftRight(sum, 16), low(sum, 16));
        }
        return low(not(sum), 16);
    }
}
