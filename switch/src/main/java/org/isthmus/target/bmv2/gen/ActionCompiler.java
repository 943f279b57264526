// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.Action.Primitive;
import org.isthmus.target.bmv2.ir.Calculation;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Operator;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Writes a method for each action: (data, offset of its parameters). */
final class ActionCompiler {
    static final String DESC = "([JI)V";
    private static final String LOCK = "java/util/concurrent/locks/ReentrantLock";

    /** Primitives of a method at most: long methods are not compiled by the JVM. */
    private static final int METHOD_PRIMITIVES = 40;

    private final Unit unit;
    private final CalculationCompiler calculations;

    ActionCompiler(Unit unit, CalculationCompiler calculations) {
        this.unit = unit;
        this.calculations = calculations;
    }

    static String method(Action a) {
        return "action" + a.index;
    }

    void compile(Action a) {
        try {
            compile(method(a), UnitScope.of(unit, a), a.primitives);
        } catch (Unsupported e) {
            throw new Unsupported(e.getMessage() + " in action " + a.name);
        }
    }

    /** Writes a method that runs primitives outside of an action, in the parser or deparser. */
    void compile(String name, List<Primitive> primitives) {
        compile(name, unit.scope(), primitives);
    }

    private void compile(String name, ExprCompiler.Scope scope, List<Primitive> primitives) {
        Set<String> registers = registers(primitives);
        if (registers.isEmpty()) {
            body(name, scope, primitives);
            return;
        }
        String body = name + "locked";
        body(body, scope, primitives);
        unit.method(name, DESC, c -> lockAround(c, body, registers));
    }

    /** Takes the locks of the registers, in the order of their names, around the body. */
    private void lockAround(CodeWriter c, String body, Set<String> registers) {
        Label from = new Label();
        Label to = new Label();
        Label thrown = new Label();
        c.mv.visitTryCatchBlock(from, to, thrown, null);
        lock(c, registers, "lock");
        c.label(from);
        c.self();
        c.load(Opcodes.ALOAD, 1);
        c.load(Opcodes.ILOAD, 2);
        c.call(body, DESC);
        c.label(to);
        lock(c, registers, "unlock");
        c.op(Opcodes.RETURN);
        c.label(thrown);
        lock(c, registers, "unlock");
        c.op(Opcodes.ATHROW);
    }

    private void lock(CodeWriter c, Set<String> registers, String what) {
        for (String r : registers) {
            unit.pushRegister(c, r);
            c.mv.visitFieldInsn(Opcodes.GETFIELD, ExprCompiler.REGISTER, "lock", "L" + LOCK + ";");
            c.callOn(LOCK, what, "()V");
        }
    }

    private static Set<String> registers(List<Primitive> primitives) {
        Set<String> found = new TreeSet<>();
        for (Primitive p : primitives) {
            for (Action.Arg a : p.args) {
                if ("register_array".equals(a.kind)) {
                    found.add(a.name);
                }
                if (a.expr != null) {
                    registers(a.expr, found);
                }
                if (a.vector != null) {
                    a.vector.forEach(e -> registers(e, found));
                }
            }
        }
        return found;
    }

    /** Adds the registers that an expression reads. */
    static void registers(Expr e, Set<String> found) {
        if (e instanceof Expr.RegisterRef) {
            found.add(((Expr.RegisterRef) e).register);
            registers(((Expr.RegisterRef) e).index, found);
        } else if (e instanceof Expr.Op) {
            registers(((Expr.Op) e).cond, found);
            registers(((Expr.Op) e).left, found);
            registers(((Expr.Op) e).right, found);
        } else if (e instanceof Expr.AccessField) {
            registers(((Expr.AccessField) e).header, found);
        } else if (e instanceof Expr.Element) {
            registers(((Expr.Element) e).index, found);
        }
    }

    private void body(String name, ExprCompiler.Scope scope, List<Primitive> primitives) {
        boolean jumps = primitives.stream().anyMatch(p -> p.op.startsWith("_jump"));
        if (jumps || primitives.size() <= METHOD_PRIMITIVES) {
            unit.method(name, DESC, c -> run(c, scope, primitives));
            return;
        }
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < primitives.size(); i += METHOD_PRIMITIVES) {
            String part = name + "part" + parts.size();
            List<Primitive> some =
                    primitives.subList(i, Math.min(primitives.size(), i + METHOD_PRIMITIVES));
            unit.method(part, DESC, c -> run(c, scope, some));
            parts.add(part);
        }
        unit.method(
                name,
                DESC,
                c -> {
                    for (String part : parts) {
                        c.self();
                        c.load(Opcodes.ALOAD, 1);
                        c.load(Opcodes.ILOAD, 2);
                        c.call(part, DESC);
                    }
                    c.op(Opcodes.RETURN);
                });
    }

    private void run(CodeWriter c, ExprCompiler.Scope scope, List<Primitive> primitives) {
        PrimitiveCompiler one = new PrimitiveCompiler(unit, calculations, c, scope);
        Label[] labels = new Label[primitives.size() + 1];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = new Label();
        }
        for (int i = 0; i < primitives.size(); i++) {
            c.label(labels[i]);
            Primitive p = primitives.get(i);
            if (p.op.equals("_jump")) {
                c.jump(Opcodes.GOTO, labels[offset(p, 0, labels.length)]);
            } else if (p.op.equals("_jump_if_zero")) {
                Expr zero = new Expr.Const(BigInteger.ZERO);
                Expr test = new Expr.Op(Operator.EQ, null, p.args.get(0).expr, zero);
                one.values().bools().jump(test, labels[offset(p, 1, labels.length)], true);
            } else {
                one.compile(p);
            }
        }
        c.label(labels[primitives.size()]);
        c.op(Opcodes.RETURN);
    }

    private static int offset(Primitive p, int arg, int limit) {
        Expr e = p.args.get(arg).expr;
        int offset = e instanceof Expr.Const ? ((Expr.Const) e).value.intValueExact() : -1;
        if (offset < 0 || offset >= limit) {
            throw new Unsupported(p.op + " to a place that is not constant");
        }
        return offset;
    }

    /** A calculation by name. */
    static Calculation calculation(Unit unit, String name) {
        Calculation calc = unit.program.calculations.get(name);
        if (calc == null) {
            throw new Unsupported("unknown calculation " + name);
        }
        return calc;
    }
}
