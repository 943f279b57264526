// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.math.BigInteger;
import org.isthmus.target.bmv2.gen.Val.ConstWord;
import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.Operator;
import org.isthmus.target.bmv2.run.Bits;
import org.isthmus.target.bmv2.run.IndexedRegister;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes code for data expressions within one method. All of them are pure, so operands may be
 * evaluated early or late.
 *
 * <p>BMv2 computes on unbounded integers. Here either the low bits are computed that the user of
 * the value asks for, or, where the whole value matters (comparison, right shift, saturation), as
 * many words as its bounds need.
 */
final class ExprCompiler {
    /** Asks for the whole value. */
    static final int EXACT = Integer.MAX_VALUE;

    static final String BITS = Type.getInternalName(Bits.class);
    static final String REGISTER = Type.getInternalName(IndexedRegister.class);
    private static final String MATH = "java/lang/Math";

    /** What names mean where the expression stands. */
    interface Scope {
        int paramWidth(int index);

        /** Pushes a word of a parameter. */
        void pushParam(CodeWriter c, int index, int word);

        int registerWidth(String register);

        /** Pushes the register array. */
        void pushRegister(CodeWriter c, String register);

        /** Name of the method (long index) -> long that reads a word of a stack's field. */
        String stackGetter(Expr.Element e, int field, int word);
    }

    private final CodeWriter c;
    private final Scope scope;
    private final Ranges ranges;
    private final BoolCompiler bools;

    ExprCompiler(CodeWriter c, Scope scope) {
        this.c = c;
        this.scope = scope;
        this.ranges = new Ranges(scope);
        this.bools = new BoolCompiler(c, this);
    }

    BoolCompiler bools() {
        return bools;
    }

    Range range(Expr e) {
        return ranges.of(e);
    }

    Range bounded(Expr e) {
        Range r = ranges.of(e);
        if (r == null) {
            throw new Unsupported("comparison or right shift of a value without bounds");
        }
        return r;
    }

    /** Words whose low bits are those of the value; bits beyond need may be anything. */
    Word[] words(Expr e, int need) {
        return eval(e, need).widen(c, HeaderLayout.words(need));
    }

    /** Pushes the low 64 bits of a value. */
    void pushLong(Expr e) {
        words(e, 64)[0].push(c);
    }

    Val eval(Expr e, int need) {
        if (e instanceof Expr.Const) {
            BigInteger v = ((Expr.Const) e).value;
            Range r = Range.of(v);
            return Val.exact(Val.constant(v, r.words()), r);
        }
        if (e instanceof Expr.FieldRef) {
            return field((Expr.FieldRef) e);
        }
        if (e instanceof Expr.Op) {
            return operation((Expr.Op) e, need);
        }
        Range r = ranges.of(e);
        Word[] w = new Word[r.words()];
        if (e instanceof Expr.AccessField) {
            Expr.AccessField a = (Expr.AccessField) e;
            Word index = index((Expr.Element) a.header);
            for (int i = 0; i < w.length; i++) {
                String getter = scope.stackGetter((Expr.Element) a.header, a.index, i);
                w[i] =
                        k -> {
                            k.self();
                            index.push(k);
                            k.call(getter, "(J)J");
                        };
            }
        } else if (e instanceof Expr.Param) {
            for (int i = 0; i < w.length; i++) {
                int word = i;
                w[i] = k -> scope.pushParam(k, ((Expr.Param) e).index, word);
            }
        } else if (e instanceof Expr.RegisterRef) {
            Expr.RegisterRef reg = (Expr.RegisterRef) e;
            Word index = Val.force(c, words(reg.index, 64)[0]);
            for (int i = 0; i < w.length; i++) {
                int word = i;
                w[i] =
                        k -> {
                            scope.pushRegister(k, reg.register);
                            index.push(k);
                            k.intConst(word);
                            k.callOn(REGISTER, "word", "(JI)J");
                        };
            }
        } else {
            lookahead((Expr.Lookahead) e, w);
        }
        return Val.exact(w, r);
    }

    private static void lookahead(Expr.Lookahead e, Word[] w) {
        for (int i = 0; i < w.length; i++) {
            int width = Math.min(64, e.width - 64 * i);
            int bit = e.offset + e.width - 64 * i - width;
            w[i] =
                    k -> {
                        k.get("in", "[B");
                        k.get("pos", "I");
                        k.intConst(bit);
                        k.intConst(width);
                        k.callStatic(BITS, "bits", "([BIII)J");
                    };
        }
    }

    /** The index of a stack's element, as a word. */
    Word index(Expr.Element e) {
        if (e.index != null) {
            return Val.force(c, words(e.index, 64)[0]);
        }
        return k -> {
            k.get(HeaderLayout.next(e.stack), "I");
            k.intConst(1);
            k.op(Opcodes.ISUB);
            k.op(Opcodes.I2L);
        };
    }

    private Val field(Expr.FieldRef f) {
        Header h = f.header;
        if (f.index < 0) {
            Word w =
                    h.metadata
                            ? new ConstWord(1)
                            : k -> {
                                k.get(HeaderLayout.validity(h), "J");
                                k.intConst(h.index % 64);
                                k.op(Opcodes.LUSHR);
                                k.longConst(1);
                                k.op(Opcodes.LAND);
                            };
            return Val.exact(new Word[] {w}, Range.unsigned(1));
        }
        if (f.field().variable()) {
            throw new Unsupported("variable field " + f + " in an expression");
        }
        Range r = ranges.of(f);
        Word[] w = new Word[HeaderLayout.words(f.field().width)];
        for (int i = 0; i < w.length; i++) {
            w[i] = WordOps.fieldWord(HeaderLayout.word(h, f.index, i));
        }
        return Val.exact(w, r);
    }

    private Val operation(Expr.Op e, int need) {
        switch (e.op) {
            case B2D:
                return Val.exact(
                        new Word[] {
                            k -> {
                                bools.pushInt(e.right);
                                k.op(Opcodes.I2L);
                            }
                        },
                        Range.unsigned(1));
            case SIZE_STACK:
            case LAST_STACK_INDEX:
                String next = HeaderLayout.next(((Expr.StackRef) e.right).stack);
                int minus = e.op == Operator.SIZE_STACK ? 0 : 1;
                Word w =
                        k -> {
                            k.get(next, "I");
                            k.intConst(minus);
                            k.op(Opcodes.ISUB);
                            k.op(Opcodes.I2L);
                        };
                return Val.exact(new Word[] {w}, ranges.of(e));
            case TWO_COMP_MOD:
                return twoCompMod(e, need);
            case SAT_CAST:
            case USAT_CAST:
                return saturate(e, need);
            case SHR:
                return shiftRight(e, need);
            case DIV:
            case MOD:
                return divide(e);
            case TERNARY:
                return ternary(e, need);
            default:
                return modular(e, need);
        }
    }

    /** Operators whose low bits follow from the low bits of their operands. */
    private Val modular(Expr.Op e, int need) {
        Range r = ranges.of(e);
        if (need == EXACT) {
            r = bounded(e);
        }
        int n = need == EXACT ? r.words() : HeaderLayout.words(need);
        boolean exact = r != null && r.words() <= n;
        n = exact ? r.words() : n;
        int ask = exact ? 64 * n : need;
        Word[] out;
        switch (e.op) {
            case BIT_NEG:
                Word[] a = words(e.right, ask);
                out = new Word[n];
                for (int i = 0; i < n; i++) {
                    out[i] = WordOps.binary(Opcodes.LXOR, a[i], new ConstWord(-1));
                }
                break;
            case BIT_AND:
                Val masked = and(e, ask);
                if (masked.exact()) {
                    return masked;
                }
                out = masked.words;
                break;
            case BIT_OR:
            case BIT_XOR:
                int op = e.op == Operator.BIT_OR ? Opcodes.LOR : Opcodes.LXOR;
                Word[] l = words(e.left, ask);
                Word[] s = words(e.right, ask);
                out = new Word[n];
                for (int i = 0; i < n; i++) {
                    out[i] = WordOps.binary(op, l[i], s[i]);
                }
                break;
            case SHL:
                out = shiftLeft(e, ask, n);
                break;
            case MUL:
                out = WordOps.multiply(c, words(e.left, ask), words(e.right, ask), n);
                break;
            default:
                out = WordOps.addOrSubtract(c, e.op, words(e.left, ask), words(e.right, ask), n);
        }
        return exact ? Val.exact(out, r) : Val.low(out);
    }

    private Val and(Expr.Op e, int ask) {
        Range a = ranges.of(e.left);
        Range b = ranges.of(e.right);
        int bits = ask;
        if (a != null && !a.negative()) {
            bits = Math.min(bits, Math.max(1, a.max.bitLength()));
        }
        if (b != null && !b.negative()) {
            bits = Math.min(bits, Math.max(1, b.max.bitLength()));
            // A mask of ones over a value that has no other bits does nothing.
            boolean ones = e.right instanceof Expr.Const && b.max.equals(Range.unsigned(bits).max);
            if (ones && a != null && !a.negative() && a.max.bitLength() <= b.max.bitLength()) {
                return eval(e.left, ask);
            }
        }
        Word[] l = words(e.left, bits);
        Word[] r = words(e.right, bits);
        Word[] out = new Word[l.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = WordOps.binary(Opcodes.LAND, l[i], r[i]);
        }
        Range range = ranges.of(e);
        boolean exact = range != null && !range.negative() && range.max.bitLength() <= bits;
        if (exact) {
            return Val.exact(out, range);
        }
        Word[] wide = new Word[HeaderLayout.words(ask)];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = i < out.length ? out[i] : Val.ZERO;
        }
        return Val.low(wide);
    }

    private Word[] shiftLeft(Expr.Op e, int ask, int n) {
        if (e.right instanceof Expr.Const) {
            BigInteger amount = ((Expr.Const) e.right).value;
            if (amount.compareTo(BigInteger.valueOf(ask)) >= 0) {
                return WordOps.zeros(n);
            }
            int s = amount.intValueExact();
            return WordOps.shiftLeft(Val.force(c, words(e.left, ask - s)), s, n);
        }
        Word amount = amount(e.right);
        Word[] a = Val.force(c, words(e.left, ask));
        if (n > 2) {
            throw new Unsupported("shift of more than 128 bits by a variable");
        }
        Word low =
                k -> {
                    a[0].push(k);
                    amount.push(k);
                    k.callStatic(BITS, "shl", "(JJ)J");
                };
        Word high =
                k -> {
                    a[1].push(k);
                    a[0].push(k);
                    amount.push(k);
                    k.callStatic(BITS, "shlHi", "(JJJ)J");
                };
        return n == 1 ? new Word[] {low} : new Word[] {low, high};
    }

    private Word amount(Expr e) {
        Range r = bounded(e);
        if (r.negative() || r.words() > 1) {
            throw new Unsupported("shift by a value of more than 64 bits");
        }
        return Val.force(c, eval(e, EXACT).words[0]);
    }

    private Val shiftRight(Expr.Op e, int need) {
        Range a = ranges.of(e.left);
        boolean constant = e.right instanceof Expr.Const;
        if (a == null && constant && need != EXACT) {
            int s = ((Expr.Const) e.right).value.intValueExact();
            Word[] wide = Val.force(c, words(e.left, need + s));
            return Val.low(WordOps.shiftRight(wide, s, false, HeaderLayout.words(need)));
        }
        Range r = bounded(e);
        bounded(e.left);
        Val v = eval(e.left, EXACT);
        if (constant) {
            BigInteger by = ((Expr.Const) e.right).value;
            int s = by.bitLength() > 20 ? 1 << 20 : by.intValueExact();
            Word[] w = Val.force(c, v.words);
            return Val.exact(WordOps.shiftRight(w, s, v.negative(), r.words()), r);
        }
        Word amount = amount(e.right);
        Word[] w = Val.force(c, v.words);
        boolean neg = v.negative();
        if (w.length == 1) {
            return Val.exact(new Word[] {WordOps.by(w[0], amount, neg ? "sar" : "shr")}, r);
        }
        if (w.length > 2) {
            throw new Unsupported("shift of more than 128 bits by a variable");
        }
        Word low =
                k -> {
                    w[1].push(k);
                    w[0].push(k);
                    amount.push(k);
                    k.callStatic(BITS, neg ? "sarLo" : "shrLo", "(JJJ)J");
                };
        Word high = WordOps.by(w[1], amount, neg ? "sar" : "shr");
        Word[] out = r.words() == 1 ? new Word[] {low} : new Word[] {low, high};
        return Val.exact(out, r);
    }

    private Val divide(Expr.Op e) {
        Range r = bounded(e);
        if (bounded(e.left).words() > 1 || bounded(e.right).words() > 1) {
            throw new Unsupported("division of more than 64 bits");
        }
        Word a = eval(e.left, EXACT).words[0];
        Word b = eval(e.right, EXACT).words[0];
        String method = e.op == Operator.DIV ? "div" : "mod";
        return Val.exact(new Word[] {WordOps.by(a, b, method)}, r);
    }

    private static int width(Expr.Op e) {
        if (!(e.right instanceof Expr.Const)) {
            throw new Unsupported(e.op.symbol + " to a width that is not constant");
        }
        return ((Expr.Const) e.right).value.intValueExact();
    }

    private Val twoCompMod(Expr.Op e, int need) {
        int w = width(e);
        Range a = ranges.of(e.left);
        Range bounds = Range.signed(w);
        if (a != null && a.within(bounds)) {
            return eval(e.left, need);
        }
        Word[] words = words(e.left, w);
        int n = words.length;
        int unused = 64 * n - w;
        words[n - 1] = WordOps.signExtend(words[n - 1], unused);
        return Val.exact(words, bounds);
    }

    private Val saturate(Expr.Op e, int need) {
        int w = width(e);
        Range a = bounded(e.left);
        Range bounds = e.op == Operator.SAT_CAST ? Range.signed(w) : Range.unsigned(w);
        if (a.within(bounds)) {
            return eval(e.left, need);
        }
        int n = Math.max(a.signedWords(), bounds.signedWords());
        Word[] x = eval(e.left, EXACT).widen(c, n);
        if (n == 1) {
            long min = bounds.min.longValueExact();
            long max = bounds.max.longValueExact();
            Word out =
                    k -> {
                        x[0].push(k);
                        k.longConst(min);
                        k.callStatic(MATH, "max", "(JJ)J");
                        k.longConst(max);
                        k.callStatic(MATH, "min", "(JJ)J");
                    };
            return Val.exact(new Word[] {out}, bounds);
        }
        if (n > 2) {
            throw new Unsupported("saturation of more than 126 bits");
        }
        Word[] v = Val.force(c, x);
        Word[] min = Val.constant(bounds.min, 2);
        Word[] max = Val.constant(bounds.max, 2);
        Word[] out = new Word[bounds.words()];
        for (int i = 0; i < out.length; i++) {
            String method = i == 0 ? "clampLo" : "clampHi";
            out[i] =
                    k -> {
                        for (Word[] pair : new Word[][] {v, min, max}) {
                            pair[1].push(k);
                            pair[0].push(k);
                        }
                        k.callStatic(BITS, method, "(JJJJJJ)J");
                    };
        }
        return Val.exact(out, bounds);
    }

    private Val ternary(Expr.Op e, int need) {
        Range r = ranges.of(e);
        if (need == EXACT) {
            r = bounded(e);
        }
        int n = need == EXACT ? r.words() : HeaderLayout.words(need);
        boolean exact = r != null && r.words() <= n;
        n = exact ? r.words() : n;
        int ask = exact ? 64 * n : need;
        int[] slots = new int[n];
        for (int i = 0; i < n; i++) {
            slots[i] = c.newLong();
        }
        Label otherwise = new Label();
        Label end = new Label();
        bools.jump(e.cond, otherwise, false);
        store(words(e.left, ask), slots);
        c.jump(Opcodes.GOTO, end);
        c.label(otherwise);
        store(words(e.right, ask), slots);
        c.label(end);
        Word[] out = new Word[n];
        for (int i = 0; i < n; i++) {
            out[i] = Val.local(slots[i]);
        }
        return exact ? Val.exact(out, r) : Val.low(out);
    }

    private void store(Word[] w, int[] slots) {
        for (int i = 0; i < slots.length; i++) {
            w[i].push(c);
            c.load(Opcodes.LSTORE, slots[i]);
        }
    }
}
