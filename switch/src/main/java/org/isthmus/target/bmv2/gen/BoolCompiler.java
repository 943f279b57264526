// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.Operator;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Writes code for conditions, as jumps. */
final class BoolCompiler {
    private static final String LONG = "java/lang/Long";

    private final CodeWriter c;
    private final ExprCompiler values;

    BoolCompiler(CodeWriter c, ExprCompiler values) {
        this.c = c;
        this.values = values;
    }

    /** Pushes 1 or 0. */
    void pushInt(Expr e) {
        Label no = new Label();
        Label end = new Label();
        jump(e, no, false);
        c.intConst(1);
        c.jump(Opcodes.GOTO, end);
        c.label(no);
        c.intConst(0);
        c.label(end);
    }

    /** Jumps to the label if the condition is what is given, else falls through. */
    void jump(Expr e, Label target, boolean when) {
        if (e instanceof Expr.Bool) {
            if (((Expr.Bool) e).value == when) {
                c.jump(Opcodes.GOTO, target);
            }
            return;
        }
        Expr.Op op = (Expr.Op) e;
        switch (op.op) {
            case NOT:
                jump(op.right, target, !when);
                break;
            case AND:
                connect(op, target, when, false);
                break;
            case OR:
                connect(op, target, when, true);
                break;
            case D2B:
                zeroTest(Val.force(c, values.eval(op.right, ExprCompiler.EXACT).words));
                c.jump(when ? Opcodes.IFNE : Opcodes.IFEQ, target);
                break;
            case VALID:
                pushValid(op.right);
                c.jump(when ? Opcodes.IFNE : Opcodes.IFEQ, target);
                break;
            case TERNARY:
                Label otherwise = new Label();
                Label end = new Label();
                jump(op.cond, otherwise, false);
                jump(op.left, target, when);
                c.jump(Opcodes.GOTO, end);
                c.label(otherwise);
                jump(op.right, target, when);
                c.label(end);
                break;
            default:
                compare(op, target, when);
        }
    }

    /** And stops at false, or at true. */
    private void connect(Expr.Op op, Label target, boolean when, boolean stop) {
        if (when == stop) {
            jump(op.left, target, when);
            jump(op.right, target, when);
        } else {
            Label skip = new Label();
            jump(op.left, skip, stop);
            jump(op.right, target, when);
            c.label(skip);
        }
    }

    /** Pushes an int that is 0 if all words are. */
    private void zeroTest(Word[] w) {
        w[0].push(c);
        for (int i = 1; i < w.length; i++) {
            w[i].push(c);
            c.op(Opcodes.LOR);
        }
        c.longConst(0);
        c.op(Opcodes.LCMP);
    }

    /** Pushes an int that is not 0 if the header is valid. */
    void pushValid(Expr e) {
        if (e instanceof Expr.HeaderRef) {
            pushValid(((Expr.HeaderRef) e).header);
            return;
        }
        Expr.Element el = (Expr.Element) e;
        // The elements of a stack follow each other, but for masks that begin elsewhere.
        Label end = new Label();
        Label none = new Label();
        Label[] cases = new Label[el.stack.elements.size()];
        for (int i = 0; i < cases.length; i++) {
            cases[i] = new Label();
        }
        values.index(el).push(c);
        c.callStatic(ExprCompiler.BITS, "index", "(J)I");
        c.mv.visitTableSwitchInsn(0, cases.length - 1, none, cases);
        for (int i = 0; i < cases.length; i++) {
            c.label(cases[i]);
            pushValid(el.stack.elements.get(i));
            c.jump(Opcodes.GOTO, end);
        }
        c.label(none);
        c.intConst(0);
        c.label(end);
    }

    private void pushValid(Header h) {
        if (h.metadata) {
            c.intConst(1);
            return;
        }
        c.get(HeaderLayout.validity(h), "J");
        c.longConst(HeaderLayout.bit(h));
        c.op(Opcodes.LAND);
        c.longConst(0);
        c.op(Opcodes.LCMP);
    }

    private void compare(Expr.Op op, Label target, boolean when) {
        if (op.left.type() == Expr.Type.BOOL) {
            pushInt(op.left);
            pushInt(op.right);
            boolean equal = (op.op == Operator.EQ) == when;
            c.jump(equal ? Opcodes.IF_ICMPEQ : Opcodes.IF_ICMPNE, target);
            return;
        }
        if (op.left.type() == Expr.Type.HEADER) {
            compareHeaders(op, target, when);
            return;
        }
        if (isVariable(op.left) || isVariable(op.right)) {
            compareVariables(op, target, when);
            return;
        }
        Range a = values.bounded(op.left);
        Range b = values.bounded(op.right);
        boolean signed = a.negative() || b.negative();
        int n =
                signed
                        ? Math.max(a.signedWords(), b.signedWords())
                        : Math.max(a.words(), b.words());
        Word[] l = values.eval(op.left, ExprCompiler.EXACT).widen(c, n);
        Word[] r = values.eval(op.right, ExprCompiler.EXACT).widen(c, n);
        boolean small = signed || a.max.bitLength() < 64 && b.max.bitLength() < 64;
        if (op.op == Operator.EQ || op.op == Operator.NE) {
            if (n > 1) {
                l = Val.force(c, l);
                r = Val.force(c, r);
            }
            difference(l, r);
            c.jump((op.op == Operator.EQ) == when ? Opcodes.IFEQ : Opcodes.IFNE, target);
            return;
        }
        if (n == 1) {
            l[0].push(c);
            r[0].push(c);
            compareWords(small);
        } else {
            chain(Val.force(c, l), Val.force(c, r), signed);
        }
        c.jump(opcode(op.op, when), target);
    }

    /** Pushes an int that is 0 if the words are the same. */
    private void difference(Word[] l, Word[] r) {
        for (int i = 0; i < l.length; i++) {
            l[i].push(c);
            r[i].push(c);
            if (l.length == 1) {
                c.op(Opcodes.LCMP);
                return;
            }
            c.op(Opcodes.LXOR);
            if (i > 0) {
                c.op(Opcodes.LOR);
            }
        }
        c.longConst(0);
        c.op(Opcodes.LCMP);
    }

    private void compareWords(boolean signed) {
        if (signed) {
            c.op(Opcodes.LCMP);
        } else {
            c.callStatic(LONG, "compareUnsigned", "(JJ)I");
        }
    }

    /** Pushes the comparison of numbers of several words. */
    private void chain(Word[] l, Word[] r, boolean signed) {
        Label end = new Label();
        for (int i = l.length - 1; i >= 0; i--) {
            l[i].push(c);
            r[i].push(c);
            compareWords(signed && i == l.length - 1);
            if (i > 0) {
                c.op(Opcodes.DUP);
                c.jump(Opcodes.IFNE, end);
                c.op(Opcodes.POP);
            }
        }
        c.label(end);
    }

    private static int opcode(Operator op, boolean when) {
        switch (op) {
            case LT:
                return when ? Opcodes.IFLT : Opcodes.IFGE;
            case GE:
                return when ? Opcodes.IFGE : Opcodes.IFLT;
            case GT:
                return when ? Opcodes.IFGT : Opcodes.IFLE;
            default:
                return when ? Opcodes.IFLE : Opcodes.IFGT;
        }
    }

    private static boolean isVariable(Expr e) {
        return e instanceof Expr.FieldRef
                && ((Expr.FieldRef) e).index >= 0
                && ((Expr.FieldRef) e).field().variable();
    }

    /** Variable fields are equal if they are as long as each other and have the same bits. */
    private void compareVariables(Expr.Op op, Label target, boolean when) {
        boolean equality = op.op == Operator.EQ || op.op == Operator.NE;
        if (!equality || !isVariable(op.left) || !isVariable(op.right)) {
            throw new Unsupported("variable field compared with " + op.op.symbol);
        }
        for (Expr e : new Expr[] {op.left, op.right}) {
            Expr.FieldRef f = (Expr.FieldRef) e;
            pushVariable(f.header, f.index);
        }
        c.callStatic("java/util/Arrays", "equals", "([BII[BII)Z");
        c.jump((op.op == Operator.EQ) == when ? Opcodes.IFNE : Opcodes.IFEQ, target);
    }

    /** Pushes the array of a variable field and where its value begins and ends. */
    private void pushVariable(Header h, int field) {
        c.get(HeaderLayout.bytes(h, field), "[B");
        c.intConst(0);
        c.get(HeaderLayout.byteLength(h, field), "I");
    }

    /** Headers are equal if neither is valid, or both are and all fields are equal. */
    private void compareHeaders(Expr.Op op, Label target, boolean when) {
        if (!(op.left instanceof Expr.HeaderRef) || !(op.right instanceof Expr.HeaderRef)) {
            throw new Unsupported("comparison of a header with a variable index");
        }
        Header a = ((Expr.HeaderRef) op.left).header;
        Header b = ((Expr.HeaderRef) op.right).header;
        boolean equal = (op.op == Operator.EQ) == when;
        Label end = new Label();
        Label same = equal ? target : end;
        Label differ = equal ? end : target;
        Label valid = new Label();
        pushValid(a);
        c.jump(Opcodes.IFNE, valid);
        pushValid(b);
        c.jump(Opcodes.IFEQ, same);
        c.jump(Opcodes.GOTO, differ);
        c.label(valid);
        pushValid(b);
        c.jump(Opcodes.IFEQ, differ);
        for (int i = 0; i < a.type.fields.size(); i++) {
            if (a.type.fields.get(i).variable()) {
                pushVariable(a, i);
                pushVariable(b, i);
                c.callStatic("java/util/Arrays", "equals", "([BII[BII)Z");
                c.jump(Opcodes.IFEQ, differ);
                continue;
            }
            for (int w = 0; w < HeaderLayout.words(a.type.fields.get(i).width); w++) {
                c.get(HeaderLayout.word(a, i, w), "J");
                c.get(HeaderLayout.word(b, i, w), "J");
                c.op(Opcodes.LCMP);
                c.jump(Opcodes.IFNE, differ);
            }
        }
        c.jump(Opcodes.GOTO, same);
        c.label(end);
    }
}
