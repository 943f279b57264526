// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.util.List;
import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Action.Arg;
import org.isthmus.target.bmv2.ir.Action.Primitive;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderStack;
import org.isthmus.target.bmv2.ir.Operator;
import org.isthmus.target.bmv2.run.IndexedCounter;
import org.isthmus.target.bmv2.run.IndexedMeter;
import org.isthmus.target.bmv2.run.ProgramLog;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes code for calls of primitives, within one method. */
final class PrimitiveCompiler {
    private static final String LOG = Type.getInternalName(ProgramLog.class);
    private static final String COUNTERS = Type.getInternalName(IndexedCounter.class);
    private static final String METERS = Type.getInternalName(IndexedMeter.class);

    private final Unit unit;
    private final CalculationCompiler calculations;
    private final CodeWriter c;
    private final ExprCompiler values;
    private final Assigner assigner;

    PrimitiveCompiler(
            Unit unit, CalculationCompiler calculations, CodeWriter c, ExprCompiler.Scope scope) {
        this.unit = unit;
        this.calculations = calculations;
        this.c = c;
        this.values = new ExprCompiler(c, scope);
        this.assigner = new Assigner(unit, c, values);
    }

    ExprCompiler values() {
        return values;
    }

    void compile(Primitive p) {
        switch (p.op) {
            case "no_op":
                break;
            case "assign":
                assigner.assign(value(p, 0), value(p, 1));
                break;
            case "assign_VL":
                assignVariable(value(p, 0), value(p, 1));
                break;
            case "assign_header":
            case "copy_header":
                assignHeader(value(p, 0), value(p, 1));
                break;
            case "assign_union":
                assignUnion(value(p, 0), value(p, 1));
                break;
            case "assign_header_stack":
            case "assign_union_stack":
                assignStack(stacks(p, 0), stacks(p, 1));
                break;
            case "push":
                push(stacks(p, 0), constant(p, 1));
                break;
            case "pop":
                pop(stacks(p, 0), constant(p, 1));
                break;
            case "add_header":
                unit.withHeader(c, values, value(p, 0), this::addHeader);
                break;
            case "remove_header":
                unit.withHeader(c, values, value(p, 0), this::removeHeader);
                break;
            case "mark_to_drop":
            case "drop":
                c.self();
                c.longConst(unit.linkage.dropPort());
                c.call("egressSpec", "(J)V");
                c.self();
                c.longConst(0);
                c.call("multicastGroup", "(J)V");
                break;
            case "count":
                unit.pushConstant(c, unit.linkage.counter(name(p, 0, "counter_array")));
                values.pushLong(value(p, 1));
                c.get("ingressLength", "I");
                c.callOn(COUNTERS, "count", "(JI)V");
                break;
            case "execute_meter":
                meter(p);
                break;
            case "register_read":
                registerRead(p);
                break;
            case "register_write":
                registerWrite(p);
                break;
            case "modify_field_with_hash_based_offset":
                hash(p);
                break;
            case "modify_field_rng_uniform":
                random(p);
                break;
            default:
                request(p);
        }
    }

    /** Primitives that leave a request with the packet. */
    private void request(Primitive p) {
        switch (p.op) {
            case "clone_ingress_pkt_to_egress":
            case "clone_egress_pkt_to_egress":
                setInt("cloneSession", value(p, 0), 0x7fff);
                setInt("cloneList", value(p, 1), 0xffff);
                break;
            case "resubmit":
                setInt("resubmitList", value(p, 0), 0xffff);
                break;
            case "recirculate":
                setInt("recirculateList", value(p, 0), 0xffff);
                break;
            case "generate_digest":
                // Its receiver is a number that nobody reads.
                setInt("digestList", value(p, 1), 0xffff);
                break;
            case "truncate":
                c.self();
                c.get("truncated", "I");
                c.op(Opcodes.I2L);
                values.pushLong(value(p, 0));
                c.callStatic("java/lang/Math", "min", "(JJ)J");
                c.op(Opcodes.L2I);
                c.put("truncated", "I");
                break;
            case "exit":
                c.self();
                c.intConst(1);
                c.put("exit", "Z");
                break;
            case "assert":
            case "assume":
                check(p);
                break;
            case "log_msg":
                log(p);
                break;
            default:
                throw new Unsupported("primitive " + p.op);
        }
    }

    private static Arg arg(Primitive p, int i) {
        if (i >= p.args.size()) {
            throw new Unsupported("number of arguments of " + p.op);
        }
        return p.args.get(i);
    }

    private static Expr value(Primitive p, int i) {
        Expr e = arg(p, i).expr;
        if (e == null) {
            throw new Unsupported("argument " + i + " of " + p.op);
        }
        return e;
    }

    private static String name(Primitive p, int i, String kind) {
        if (!kind.equals(arg(p, i).kind)) {
            throw new Unsupported("argument " + i + " of " + p.op);
        }
        return arg(p, i).name;
    }

    /** A stack; of header unions the stacks of all members. */
    private static List<HeaderStack> stacks(Primitive p, int i) {
        Expr e = value(p, i);
        if (e instanceof Expr.UnionStackRef) {
            return ((Expr.UnionStackRef) e).stack.stacks;
        }
        if (!(e instanceof Expr.StackRef)) {
            throw new Unsupported("argument " + i + " of " + p.op);
        }
        return List.of(((Expr.StackRef) e).stack);
    }

    private static int constant(Primitive p, int i) {
        Expr e = value(p, i);
        if (!(e instanceof Expr.Const)) {
            throw new Unsupported(p.op + " by a variable");
        }
        return ((Expr.Const) e).value.intValueExact();
    }

    private void setInt(String field, Expr e, int mask) {
        c.self();
        values.pushLong(e);
        c.longConst(mask);
        c.op(Opcodes.LAND);
        c.op(Opcodes.L2I);
        c.put(field, "I");
    }

    private void assignVariable(Expr to, Expr from) {
        Expr.FieldRef t = variable(to);
        Expr.FieldRef f = variable(from);
        if (HeaderLayout.maxVariable(t.header.type) < HeaderLayout.maxVariable(f.header.type)) {
            throw new Unsupported("assignment of " + f + " to the shorter " + t);
        }
        unit.touch(c, t.header);
        Unit.copyVariable(c, t.header, t.index, f.header, f.index, 0);
    }

    private static Expr.FieldRef variable(Expr e) {
        if (e instanceof Expr.FieldRef
                && ((Expr.FieldRef) e).index >= 0
                && ((Expr.FieldRef) e).field().variable()) {
            return (Expr.FieldRef) e;
        }
        throw new Unsupported("assign_VL of something that is not a variable field");
    }

    private void addHeader(Header h) {
        Label valid = new Label();
        unit.jumpValid(c, h, valid, true);
        unit.clear(c, h);
        unit.setValid(c, h);
        changeLength(h, Opcodes.IADD);
        c.label(valid);
    }

    private void removeHeader(Header h) {
        Label invalid = new Label();
        unit.jumpValid(c, h, invalid, false);
        changeLength(h, Opcodes.ISUB);
        unit.setInvalid(c, h);
        c.label(invalid);
    }

    private void changeLength(Header h, int opcode) {
        c.self();
        c.get("length", "I");
        unit.pushLength(c, h);
        c.op(opcode);
        c.put("length", "I");
    }

    private void setNext(HeaderStack s, Runnable push) {
        c.self();
        push.run();
        c.put(HeaderLayout.next(s), "I");
    }

    private void assignHeader(Expr to, Expr from) {
        unit.withHeader(
                c, values, to, t -> unit.withHeader(c, values, from, f -> unit.assign(c, t, f)));
    }

    private void assignUnion(Expr to, Expr from) {
        if (!(to instanceof Expr.UnionRef) || !(from instanceof Expr.UnionRef)) {
            throw new Unsupported("assign_union of something that is not a header union");
        }
        List<Expr> targets = ((Expr.UnionRef) to).members;
        List<Expr> sources = ((Expr.UnionRef) from).members;
        for (int i = 0; i < Math.min(targets.size(), sources.size()); i++) {
            assignHeader(targets.get(i), sources.get(i));
        }
    }

    private static int size(List<HeaderStack> stacks) {
        return stacks.get(0).elements.size();
    }

    private void move(List<HeaderStack> to, int i, List<HeaderStack> from, int j) {
        for (int member = 0; member < to.size(); member++) {
            Header target = to.get(member).elements.get(i);
            unit.assign(c, target, from.get(member).elements.get(j));
        }
    }

    private void setInvalid(List<HeaderStack> stacks, int i) {
        stacks.forEach(s -> unit.setInvalid(c, s.elements.get(i)));
    }

    private void assignStack(List<HeaderStack> to, List<HeaderStack> from) {
        for (int i = 0; i < size(to); i++) {
            move(to, i, from, i);
        }
        setNext(to.get(0), () -> c.get(HeaderLayout.next(from.get(0)), "I"));
    }

    private void push(List<HeaderStack> s, int count) {
        int size = size(s);
        for (int i = size - 1; i >= count; i--) {
            move(s, i, s, i - count);
        }
        for (int i = 0; i < Math.min(count, size); i++) {
            setInvalid(s, i);
        }
        setNext(
                s.get(0),
                () -> {
                    c.get(HeaderLayout.next(s.get(0)), "I");
                    c.intConst(count);
                    c.op(Opcodes.IADD);
                    c.intConst(size);
                    c.callStatic("java/lang/Math", "min", "(II)I");
                });
    }

    private void pop(List<HeaderStack> s, int count) {
        int size = size(s);
        for (int i = 0; i + count < size; i++) {
            move(s, i, s, i + count);
        }
        for (int i = Math.max(0, size - count); i < size; i++) {
            setInvalid(s, i);
        }
        setNext(
                s.get(0),
                () -> {
                    c.get(HeaderLayout.next(s.get(0)), "I");
                    c.intConst(count);
                    c.op(Opcodes.ISUB);
                    c.intConst(0);
                    c.callStatic("java/lang/Math", "max", "(II)I");
                });
    }

    /** Jumps past the code of a primitive whose index is outside of its array. */
    private void skipUnlessInside(Object array, String type, Word index, Label end) {
        unit.pushConstant(c, array);
        index.push(c);
        c.callOn(type, "has", "(J)Z");
        c.jump(Opcodes.IFEQ, end);
    }

    private void meter(Primitive p) {
        IndexedMeter m = unit.linkage.meter(name(p, 0, "meter_array"));
        Word index = Val.force(c, values.words(value(p, 1), 64)[0]);
        Label end = new Label();
        skipUnlessInside(m, METERS, index, end);
        Word color =
                Val.force(
                        c,
                        k -> {
                            unit.pushConstant(k, m);
                            index.push(k);
                            k.get("nowMicros", "J");
                            k.get("ingressLength", "I");
                            k.callOn(METERS, "execute", "(JJI)J");
                        });
        assigner.store(value(p, 2), Val.exact(new Word[] {color}, Range.unsigned(2)));
        c.label(end);
    }

    private void registerRead(Primitive p) {
        String register = name(p, 1, "register_array");
        Word index = Val.force(c, values.words(value(p, 2), 64)[0]);
        Label end = new Label();
        skipUnlessInside(unit.linkage.register(register), ExprCompiler.REGISTER, index, end);
        Expr read = new Expr.RegisterRef(register, value(p, 2));
        assigner.assign(value(p, 0), read);
        c.label(end);
    }

    private void registerWrite(Primitive p) {
        String register = name(p, 0, "register_array");
        int width = unit.linkage.register(register).width();
        Word index = Val.force(c, values.words(value(p, 1), 64)[0]);
        Word[] w = values.words(value(p, 2), width);
        for (int i = 0; i < w.length; i++) {
            unit.pushRegister(c, register);
            index.push(c);
            c.intConst(i);
            w[i].push(c);
            int bits = Math.min(64, width - 64 * i);
            if (bits < 64) {
                c.longConst((1L << bits) - 1);
                c.op(Opcodes.LAND);
            }
            c.callOn(ExprCompiler.REGISTER, "word", "(JIJ)V");
        }
    }

    /** target = base + hash % max(1, size), on unsigned 64 bits. */
    private void hash(Primitive p) {
        String calc =
                calculations.method(ActionCompiler.calculation(unit, name(p, 2, "calculation")));
        Word base = values.words(value(p, 1), 64)[0];
        Word size = values.words(value(p, 3), 64)[0];
        Word out =
                k -> {
                    k.self();
                    k.call(calc, "()J");
                    size.push(k);
                    k.callStatic(ExprCompiler.BITS, "modOrZero", "(JJ)J");
                    base.push(k);
                    k.op(Opcodes.LADD);
                };
        assigner.store(value(p, 0), Val.exact(new Word[] {out}, Range.unsigned(64)));
    }

    private void random(Primitive p) {
        Word low = Val.force(c, values.words(value(p, 1), 64)[0]);
        Word high = Val.force(c, values.words(value(p, 2), 64)[0]);
        Label end = new Label();
        low.push(c);
        high.push(c);
        c.callStatic("java/lang/Long", "compareUnsigned", "(JJ)I");
        c.jump(Opcodes.IFGT, end);
        Word out =
                k -> {
                    k.self();
                    low.push(k);
                    high.push(k);
                    k.call("random", "(JJ)J");
                };
        assigner.store(value(p, 0), Val.exact(new Word[] {out}, Range.unsigned(64)));
        c.label(end);
    }

    private void check(Primitive p) {
        Expr e = value(p, 0);
        Label good = new Label();
        if (e.type() == Expr.Type.BOOL) {
            values.bools().jump(e, good, true);
        } else {
            values.bools().jump(new Expr.Op(Operator.D2B, null, null, e), good, true);
        }
        c.mv.visitLdcInsn(p.op + " failed: " + p.source);
        c.callStatic(LOG, "fail", "(Ljava/lang/String;)V");
        c.label(good);
    }

    private void log(Primitive p) {
        String format = name(p, 0, "string");
        List<Expr> vector = arg(p, 1).vector;
        int holes = 0;
        for (int i = format.indexOf("{}"); i >= 0; i = format.indexOf("{}", i + 2)) {
            holes++;
        }
        if (vector == null || holes != vector.size()) {
            throw new Unsupported("log_msg with " + holes + " places for values: " + format);
        }
        Label end = new Label();
        c.callStatic(LOG, "enabled", "()Z");
        c.jump(Opcodes.IFEQ, end);
        Word[][] all = new Word[vector.size()][];
        int total = 0;
        for (int i = 0; i < all.length; i++) {
            Range r = values.bounded(vector.get(i));
            all[i] = values.eval(vector.get(i), ExprCompiler.EXACT).widen(c, r.signedWords());
            total += all[i].length;
        }
        c.mv.visitLdcInsn(format);
        c.intConst(total);
        c.mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
        int at = 0;
        for (Word[] words : all) {
            for (Word w : words) {
                c.op(Opcodes.DUP);
                c.intConst(at++);
                w.push(c);
                c.op(Opcodes.LASTORE);
            }
        }
        c.intConst(all.length);
        c.mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
        for (int i = 0; i < all.length; i++) {
            c.op(Opcodes.DUP);
            c.intConst(i);
            c.intConst(all[i].length);
            c.op(Opcodes.IASTORE);
        }
        c.callStatic(LOG, "message", "(Ljava/lang/String;[J[I)V");
        c.label(end);
    }
}
