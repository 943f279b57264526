// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderStack;
import org.isthmus.target.bmv2.ir.Operator;
import org.isthmus.target.bmv2.ir.ParserDef;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Writes the parser. */
final class ParserCompiler {
    private static final int STATES_PER_METHOD = 24;

    private final Unit unit;
    private final ActionCompiler actions;
    private final ParserDef parser;

    ParserCompiler(Unit unit, ActionCompiler actions) {
        this.unit = unit;
        this.actions = actions;
        this.parser = unit.program.parser;
    }

    void compile() {
        GraphCompiler flow =
                new GraphCompiler(
                        unit, "parseStates", parser.states.size(), STATES_PER_METHOD, this::state);
        flow.compile(parser.init);
        unit.method(
                "parse",
                "()V",
                c -> {
                    c.self();
                    c.intConst(error("NoError"));
                    c.put("error", "I");
                    c.self();
                    c.intConst(0);
                    c.put("badChecksum", "Z");
                    c.self();
                    c.intConst(0);
                    c.put("parserRounds", "I");
                    c.self();
                    c.call("parseStates", "()V");
                    c.self();
                    c.call("verifyChecksums", "()V");
                    c.op(Opcodes.RETURN);
                });
    }

    private int error(String name) {
        return unit.program.errors.get(name);
    }

    private void state(CodeWriter c, int index, GraphCompiler.Edges edges) {
        ParserDef.State s = parser.states.get(index);
        try {
            if (parser.mayStay(index)) {
                c.self();
                c.intConst(error("ParserTimeout"));
                c.call("mayGoRound", "(I)Z");
                c.jump(Opcodes.IFEQ, edges.label(GraphCompiler.END));
            }
            ExprCompiler values = new ExprCompiler(c, unit.scope());
            for (int i = 0; i < s.ops.size(); i++) {
                op(c, values, s.ops.get(i), "state" + index + "op" + i, edges);
            }
            transition(c, values, s, edges);
        } catch (Unsupported e) {
            throw new Unsupported(e.getMessage() + " in parser state " + s.name);
        }
    }

    private void op(
            CodeWriter c,
            ExprCompiler values,
            ParserDef.ParserOp op,
            String name,
            GraphCompiler.Edges edges) {
        if (op instanceof ParserDef.Extract) {
            extract(c, values, (ParserDef.Extract) op, edges);
        } else if (op instanceof ParserDef.Set) {
            ParserDef.Set set = (ParserDef.Set) op;
            needLast(c, set.target, edges);
            needLast(c, set.value, edges);
            if (set.value instanceof Expr.Lookahead) {
                needBits(c, (Expr.Lookahead) set.value, edges);
            }
            if (Assigner.field(set.target).variable()) {
                throw new Unsupported("set of a variable field");
            }
            new Assigner(unit, c, values).assign(set.target, set.value);
        } else if (op instanceof ParserDef.Verify) {
            ParserDef.Verify v = (ParserDef.Verify) op;
            needLast(c, v.condition, edges);
            Label good = new Label();
            values.bools().jump(v.condition, good, true);
            c.self();
            values.pushLong(v.error);
            c.op(Opcodes.L2I);
            c.put("error", "I");
            edges.go(GraphCompiler.END);
            c.label(good);
        } else if (op instanceof ParserDef.Advance) {
            needLast(c, ((ParserDef.Advance) op).bits, edges);
            c.self();
            values.pushLong(((ParserDef.Advance) op).bits);
            c.intConst(error("ParserInvalidArgument"));
            c.intConst(error("PacketTooShort"));
            c.call("advance", "(JII)Z");
            c.jump(Opcodes.IFEQ, edges.label(GraphCompiler.END));
        } else {
            actions.compile(name, List.of(((ParserDef.Call) op).primitive));
            c.self();
            c.op(Opcodes.ACONST_NULL);
            c.intConst(0);
            c.call(name, ActionCompiler.DESC);
        }
    }

    /** Ends parsing unless the packet has what is looked at. */
    private void needBits(CodeWriter c, Expr.Lookahead look, GraphCompiler.Edges edges) {
        c.self();
        c.intConst((look.offset + look.width + 7) / 8);
        c.intConst(error("PacketTooShort"));
        c.call("has", "(II)Z");
        c.jump(Opcodes.IFEQ, edges.label(GraphCompiler.END));
    }

    /**
     * Ends parsing where an expression needs the last element of a stack that has none, whatever
     * its conditions are.
     */
    private void needLast(CodeWriter c, Expr e, GraphCompiler.Edges edges) {
        if (e instanceof Expr.AccessField) {
            needLast(c, ((Expr.AccessField) e).header, edges);
        } else if (e instanceof Expr.Element && ((Expr.Element) e).index == null) {
            Label some = new Label();
            c.get(HeaderLayout.next(((Expr.Element) e).stack), "I");
            c.jump(Opcodes.IFNE, some);
            stackOutOfBounds(c, edges);
            c.label(some);
        } else if (e instanceof Expr.Op) {
            Expr.Op op = (Expr.Op) e;
            needLast(c, op.cond, edges);
            if (op.op == Operator.TERNARY) {
                return;
            }
            needLast(c, op.left, edges);
            if (op.op != Operator.AND && op.op != Operator.OR) {
                needLast(c, op.right, edges);
            }
        }
    }

    private void stackOutOfBounds(CodeWriter c, GraphCompiler.Edges edges) {
        c.self();
        c.intConst(error("StackOutOfBounds"));
        c.put("error", "I");
        edges.go(GraphCompiler.END);
    }

    private void extract(
            CodeWriter c, ExprCompiler values, ParserDef.Extract x, GraphCompiler.Edges edges) {
        needLast(c, x.variableBits, edges);
        Word bits =
                x.variableBits == null ? null : Val.force(c, values.words(x.variableBits, 64)[0]);
        if (x.header != null) {
            callExtract(c, x.header, bits);
            c.jump(Opcodes.IFEQ, edges.label(GraphCompiler.END));
            return;
        }
        HeaderStack s = x.stack;
        Label[] cases = new Label[s.elements.size()];
        for (int i = 0; i < cases.length; i++) {
            cases[i] = new Label();
        }
        Label full = new Label();
        Label done = new Label();
        c.get(HeaderLayout.next(s), "I");
        c.mv.visitTableSwitchInsn(0, cases.length - 1, full, cases);
        for (int i = 0; i < cases.length; i++) {
            c.label(cases[i]);
            callExtract(c, s.elements.get(i), bits);
            c.jump(Opcodes.IFEQ, edges.label(GraphCompiler.END));
            c.self();
            c.intConst(i + 1);
            c.put(HeaderLayout.next(s), "I");
            c.jump(Opcodes.GOTO, done);
        }
        c.label(full);
        stackOutOfBounds(c, edges);
        c.label(done);
    }

    private void callExtract(CodeWriter c, Header h, Word bits) {
        String desc = bits == null ? "()Z" : "(J)Z";
        String name =
                unit.once(
                        "extract" + h.index,
                        desc,
                        k -> {
                            if (h.type.variableField() < 0) {
                                extractFixed(k, h);
                            } else {
                                extractVariable(k, h, bits != null);
                            }
                        });
        c.self();
        if (bits != null) {
            bits.push(c);
        }
        c.call(name, desc);
    }

    private void extractFixed(CodeWriter c, Header h) {
        int bytes = h.type.fixedBits() / 8;
        Label enough = new Label();
        c.self();
        c.intConst(bytes);
        c.intConst(error("PacketTooShort"));
        c.call("has", "(II)Z");
        c.jump(Opcodes.IFNE, enough);
        c.intConst(0);
        c.op(Opcodes.IRETURN);
        c.label(enough);
        int array = c.newSlot();
        int pos = c.newSlot();
        loadPosition(c, array, pos);
        List<Integer> fields = new ArrayList<>();
        for (int i = 0; i < h.type.fields.size(); i++) {
            fields.add(i);
        }
        new Unpacker(c, h, array, pos).load(fields, 0, bytes);
        finish(c, h, k -> k.intConst(bytes), pos);
    }

    private static void loadPosition(CodeWriter c, int array, int pos) {
        c.get("in", "[B");
        c.load(Opcodes.ASTORE, array);
        c.get("pos", "I");
        c.load(Opcodes.ISTORE, pos);
    }

    private void finish(CodeWriter c, Header h, Word bytes, int pos) {
        c.self();
        c.load(Opcodes.ILOAD, pos);
        bytes.push(c);
        c.op(Opcodes.IADD);
        c.put("pos", "I");
        unit.setValid(c, h);
        c.intConst(1);
        c.op(Opcodes.IRETURN);
    }

    /**
     * @param given whether the bits of the variable field are the method's argument; else they
     *     follow from the fields before it
     */
    private void extractVariable(CodeWriter c, Header h, boolean given) {
        int fixed = h.type.fixedBits() / 8;
        int v = h.type.variableField();
        List<Integer> before = new ArrayList<>();
        List<Integer> after = new ArrayList<>();
        int bitsBefore = 0;
        for (int i = 0; i < h.type.fields.size(); i++) {
            if (i < v) {
                before.add(i);
                bitsBefore += h.type.fields.get(i).width;
            } else if (i > v) {
                after.add(i);
            }
        }
        if (bitsBefore % 8 != 0) {
            throw new Unsupported("variable field within a byte in header " + h.name);
        }
        int first = bitsBefore / 8;
        int length = c.newSlot();
        int array = c.newSlot();
        int pos = c.newSlot();
        if (given) {
            variableLength(c, h, Val.local(1), length);
            loadPosition(c, array, pos);
            new Unpacker(c, h, array, pos).load(before, 0, first);
        } else {
            Label enough = new Label();
            c.self();
            c.intConst(fixed);
            c.intConst(error("PacketTooShort"));
            c.call("has", "(II)Z");
            c.jump(Opcodes.IFNE, enough);
            c.intConst(0);
            c.op(Opcodes.IRETURN);
            c.label(enough);
            loadPosition(c, array, pos);
            new Unpacker(c, h, array, pos).load(before, 0, first);
            unit.touch(c, h);
            ExprCompiler values = new ExprCompiler(c, new FieldScope(unit, h));
            variableLength(c, h, Val.force(c, values.words(h.type.variableBits, 64)[0]), length);
        }
        c.load(Opcodes.ALOAD, array);
        c.load(Opcodes.ILOAD, pos);
        c.intConst(first);
        c.op(Opcodes.IADD);
        c.get(HeaderLayout.bytes(h, v), "[B");
        c.intConst(0);
        c.load(Opcodes.ILOAD, length);
        c.callStatic("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V");
        c.self();
        c.load(Opcodes.ILOAD, length);
        c.put(HeaderLayout.byteLength(h, v), "I");
        c.load(Opcodes.ILOAD, pos);
        c.load(Opcodes.ILOAD, length);
        c.op(Opcodes.IADD);
        c.load(Opcodes.ISTORE, pos);
        new Unpacker(c, h, array, pos).load(after, first, fixed);
        finish(c, h, k -> k.intConst(fixed), pos);
    }

    /** Puts the bytes of the variable field into a slot, or returns from the method. */
    private void variableLength(CodeWriter c, Header h, Word bits, int slot) {
        c.self();
        bits.push(c);
        c.intConst(h.type.fixedBits() / 8);
        c.intConst(h.type.maxLength);
        c.intConst(error("ParserInvalidArgument"));
        c.intConst(error("PacketTooShort"));
        c.intConst(error("HeaderTooShort"));
        c.call("variableLength", "(JIIIII)I");
        c.op(Opcodes.DUP);
        c.load(Opcodes.ISTORE, slot);
        Label enough = new Label();
        c.jump(Opcodes.IFGE, enough);
        c.intConst(0);
        c.op(Opcodes.IRETURN);
        c.label(enough);
    }

    private void transition(
            CodeWriter c, ExprCompiler values, ParserDef.State s, GraphCompiler.Edges edges) {
        if (s.cases.isEmpty()) {
            edges.go(s.defaultNext);
            return;
        }
        List<Word[]> key = new ArrayList<>();
        for (Expr e : s.key) {
            needLast(c, e, edges);
            if (e instanceof Expr.Lookahead) {
                needBits(c, (Expr.Lookahead) e, edges);
            }
            Range r = values.bounded(e);
            Word[] w = values.eval(e, ExprCompiler.EXACT).widen(c, r.words());
            if (r.negative()) {
                int unused = 64 * w.length - (r.magnitude() + 1);
                int last = w.length - 1;
                w[last] = WordOps.binary(Opcodes.LAND, w[last], new Val.ConstWord(-1L >>> unused));
            }
            key.add(Val.force(c, w));
        }
        if (key.size() == 1 && key.get(0).length == 1 && intCases(s)) {
            lookupSwitch(c, key.get(0)[0], s, edges);
            return;
        }
        for (ParserDef.Case k : s.cases) {
            Label next = new Label();
            for (int i = 0; i < key.size(); i++) {
                test(c, key.get(i), k.values[i], k.masks == null ? null : k.masks[i], next);
            }
            edges.go(k.next);
            c.label(next);
        }
        edges.go(s.defaultNext);
    }

    private static boolean intCases(ParserDef.State s) {
        for (ParserDef.Case k : s.cases) {
            if (k.masks != null || k.values[0].bitLength() > 31) {
                return false;
            }
        }
        return s.cases.size() > 1;
    }

    private static void lookupSwitch(
            CodeWriter c, Word key, ParserDef.State s, GraphCompiler.Edges edges) {
        TreeMap<Integer, Label> cases = new TreeMap<>();
        for (ParserDef.Case k : s.cases) {
            cases.putIfAbsent(k.values[0].intValueExact(), edges.label(k.next));
        }
        int[] keys = cases.keySet().stream().mapToInt(i -> i).toArray();
        Label other = edges.label(s.defaultNext);
        key.push(c);
        c.longConst(Integer.MAX_VALUE);
        c.callStatic("java/lang/Long", "compareUnsigned", "(JJ)I");
        c.jump(Opcodes.IFGT, other);
        key.push(c);
        c.op(Opcodes.L2I);
        c.mv.visitLookupSwitchInsn(other, keys, cases.values().toArray(new Label[0]));
    }

    /** Jumps if the masked key is not the masked value. */
    private static void test(
            CodeWriter c, Word[] key, BigInteger value, BigInteger mask, Label no) {
        for (int i = 0; i < key.length; i++) {
            long m = mask == null ? -1 : mask.shiftRight(64 * i).longValue();
            if (m == 0) {
                continue;
            }
            long v = value.shiftRight(64 * i).longValue() & m;
            WordOps.binary(Opcodes.LAND, key[i], new Val.ConstWord(m)).push(c);
            c.longConst(v);
            c.op(Opcodes.LCMP);
            c.jump(Opcodes.IFNE, no);
        }
    }
}
