// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderStack;
import org.isthmus.target.bmv2.ir.HeaderType;
import org.isthmus.target.bmv2.ir.HeaderUnion;
import org.isthmus.target.bmv2.run.PacketContext;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The class that is generated for one program, with the small methods that its parts share. */
final class Unit {
    static final String NAME = "org/isthmus/target/bmv2/generated/Program";
    static final String BASE = Type.getInternalName(PacketContext.class);
    private static final String LOADER = Type.getInternalName(ProgramLoader.class);

    final Bmv2Program program;
    final HeaderLayout layout;
    final Linkage linkage;
    private final ClassWriter cw =
            new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
                @Override
                protected String getCommonSuperClass(String a, String b) {
                    return "java/lang/Object";
                }
            };
    private final List<Object> constants = new ArrayList<>();
    private final List<String> constantTypes = new ArrayList<>();
    private final Map<Object, Integer> constantIndexes = new IdentityHashMap<>();
    private final Set<String> methods = new HashSet<>();

    Unit(Bmv2Program program, Linkage linkage) {
        this.program = program;
        this.layout = new HeaderLayout(program);
        this.linkage = linkage;
        cw.visit(
                Opcodes.V11,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
                NAME,
                null,
                BASE,
                null);
        layout.declare(cw);
    }

    /** Writes a method of the class. */
    void method(String name, String desc, Consumer<CodeWriter> body) {
        if (!methods.add(name + desc)) {
            throw new IllegalStateException("method " + name + " twice");
        }
        MethodVisitor mv = cw.visitMethod(Opcodes.ACC_PUBLIC, name, desc, null, null);
        CodeWriter c = new CodeWriter(mv, NAME, Type.getArgumentsAndReturnSizes(desc) >> 2);
        body.accept(c);
        c.end();
    }

    /** Writes a method the first time it is asked for. */
    String once(String name, String desc, Consumer<CodeWriter> body) {
        if (!methods.contains(name + desc)) {
            method(name, desc, body);
        }
        return name;
    }

    /** Pushes an object that the code refers to. */
    void pushConstant(CodeWriter c, Object o) {
        String desc = Type.getDescriptor(o.getClass());
        Integer index = constantIndexes.get(o);
        if (index == null) {
            index = constants.size();
            constantIndexes.put(o, index);
            constants.add(o);
            constantTypes.add(desc);
            cw.visitField(
                            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL,
                            "C" + index,
                            desc,
                            null,
                            null)
                    .visitEnd();
        }
        c.getStatic("C" + index, desc);
    }

    void pushRegister(CodeWriter c, String name) {
        pushConstant(c, linkage.register(name));
    }

    /** Finishes the class and loads it. */
    Class<? extends PacketContext> load() {
        MethodVisitor mv = cw.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        mv.visitCode();
        mv.visitLdcInsn(Type.getObjectType(NAME));
        mv.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                "java/lang/Class",
                "getClassLoader",
                "()Ljava/lang/ClassLoader;",
                false);
        mv.visitTypeInsn(Opcodes.CHECKCAST, LOADER);
        mv.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, LOADER, "constants", "()[Ljava/lang/Object;", false);
        mv.visitVarInsn(Opcodes.ASTORE, 0);
        for (int i = 0; i < constants.size(); i++) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitLdcInsn(i);
            mv.visitInsn(Opcodes.AALOAD);
            mv.visitTypeInsn(
                    Opcodes.CHECKCAST, Type.getType(constantTypes.get(i)).getInternalName());
            mv.visitFieldInsn(Opcodes.PUTSTATIC, NAME, "C" + i, constantTypes.get(i));
        }
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        cw.visitEnd();
        ProgramLoader loader = new ProgramLoader(Unit.class.getClassLoader(), constants.toArray());
        return loader.define(NAME.replace('/', '.'), cw.toByteArray())
                .asSubclass(PacketContext.class);
    }

    // ---- Headers ----

    void setValid(CodeWriter c, Header h) {
        HeaderUnion union = program.unions.get(h);
        if (union != null) {
            for (Header other : union.members) {
                if (other != h) {
                    setInvalid(c, other);
                }
            }
        }
        if (!h.metadata) {
            for (String mask : new String[] {HeaderLayout.validity(h), HeaderLayout.touched(h)}) {
                c.self();
                c.get(mask, "J");
                c.longConst(HeaderLayout.bit(h));
                c.op(Opcodes.LOR);
                c.put(mask, "J");
            }
        }
    }

    /** Notes that fields of a header may differ from zero. */
    void touch(CodeWriter c, Header h) {
        if (!h.metadata) {
            c.self();
            c.get(HeaderLayout.touched(h), "J");
            c.longConst(HeaderLayout.bit(h));
            c.op(Opcodes.LOR);
            c.put(HeaderLayout.touched(h), "J");
        }
    }

    void setInvalid(CodeWriter c, Header h) {
        if (!h.metadata) {
            c.self();
            c.get(HeaderLayout.validity(h), "J");
            c.longConst(~HeaderLayout.bit(h));
            c.op(Opcodes.LAND);
            c.put(HeaderLayout.validity(h), "J");
        }
    }

    /** Jumps if the header is (not) valid. */
    void jumpValid(CodeWriter c, Header h, Label target, boolean when) {
        if (h.metadata) {
            if (when) {
                c.jump(Opcodes.GOTO, target);
            }
            return;
        }
        c.get(HeaderLayout.validity(h), "J");
        c.longConst(HeaderLayout.bit(h));
        c.op(Opcodes.LAND);
        c.longConst(0);
        c.op(Opcodes.LCMP);
        c.jump(when ? Opcodes.IFNE : Opcodes.IFEQ, target);
    }

    /** Pushes the header's length in bytes. */
    void pushLength(CodeWriter c, Header h) {
        c.intConst(h.type.fixedBits() / 8);
        int v = h.type.variableField();
        if (v >= 0) {
            c.get(HeaderLayout.byteLength(h, v), "I");
            c.op(Opcodes.IADD);
        }
    }

    /** Calls the method that sets all fields to zero. */
    void clear(CodeWriter c, Header h) {
        String name =
                once(
                        "clear" + h.index,
                        "()V",
                        k -> {
                            for (int i = 0; i < h.type.fields.size(); i++) {
                                HeaderType.Field f = h.type.fields.get(i);
                                if (f.variable()) {
                                    k.self();
                                    k.intConst(0);
                                    k.put(HeaderLayout.byteLength(h, i), "I");
                                    continue;
                                }
                                for (int w = 0; w < HeaderLayout.words(f.width); w++) {
                                    k.self();
                                    k.longConst(0);
                                    k.put(HeaderLayout.word(h, i, w), "J");
                                }
                            }
                            k.op(Opcodes.RETURN);
                        });
        c.self();
        c.call(name, "()V");
    }

    /** Copies fields; the objects are on top of the stack as (to, from) for each word. */
    static void copyFields(CodeWriter k, Header to, Header from, int otherSlot) {
        for (int i = 0; i < to.type.fields.size(); i++) {
            HeaderType.Field f = to.type.fields.get(i);
            if (f.variable()) {
                copyVariable(k, to, i, from, i, otherSlot);
                continue;
            }
            for (int w = 0; w < HeaderLayout.words(f.width); w++) {
                k.self();
                k.load(Opcodes.ALOAD, otherSlot);
                k.mv.visitFieldInsn(Opcodes.GETFIELD, NAME, HeaderLayout.word(from, i, w), "J");
                k.put(HeaderLayout.word(to, i, w), "J");
            }
        }
    }

    /** Copies a variable field from the object in a slot; both have the same greatest length. */
    static void copyVariable(CodeWriter k, Header to, int i, Header from, int j, int otherSlot) {
        k.load(Opcodes.ALOAD, otherSlot);
        k.mv.visitFieldInsn(Opcodes.GETFIELD, NAME, HeaderLayout.bytes(from, j), "[B");
        k.intConst(0);
        k.get(HeaderLayout.bytes(to, i), "[B");
        k.intConst(0);
        k.load(Opcodes.ALOAD, otherSlot);
        k.mv.visitFieldInsn(Opcodes.GETFIELD, NAME, HeaderLayout.byteLength(from, j), "I");
        k.callStatic("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V");
        k.self();
        k.load(Opcodes.ALOAD, otherSlot);
        k.mv.visitFieldInsn(Opcodes.GETFIELD, NAME, HeaderLayout.byteLength(from, j), "I");
        k.put(HeaderLayout.byteLength(to, i), "I");
    }

    /** Makes a header what another one is. */
    void assign(CodeWriter c, Header to, Header from) {
        if (to == from) {
            return;
        }
        String name =
                once(
                        "copy" + from.index + "to" + to.index,
                        "()V",
                        k -> {
                            Label invalid = new Label();
                            jumpValid(k, from, invalid, false);
                            copyFields(k, to, from, 0);
                            setValid(k, to);
                            k.op(Opcodes.RETURN);
                            k.label(invalid);
                            setInvalid(k, to);
                            k.op(Opcodes.RETURN);
                        });
        c.self();
        c.call(name, "()V");
    }

    /** Writes code for each header that an expression may mean, and chooses at run time. */
    void withHeader(CodeWriter c, ExprCompiler values, Expr e, Consumer<Header> each) {
        if (e instanceof Expr.HeaderRef) {
            each.accept(((Expr.HeaderRef) e).header);
            return;
        }
        Expr.Element el = (Expr.Element) e;
        HeaderStack s = el.stack;
        if (el.index instanceof Expr.Const) {
            BigInteger i = ((Expr.Const) el.index).value;
            if (i.signum() < 0 || i.compareTo(BigInteger.valueOf(s.elements.size())) >= 0) {
                throw new Unsupported("index " + i + " of stack " + s.name);
            }
            each.accept(s.elements.get(i.intValue()));
            return;
        }
        Label end = new Label();
        Label[] cases = new Label[s.elements.size()];
        for (int i = 0; i < cases.length; i++) {
            cases[i] = new Label();
        }
        values.index(el).push(c);
        c.callStatic(ExprCompiler.BITS, "index", "(J)I");
        c.mv.visitTableSwitchInsn(0, cases.length - 1, end, cases);
        for (int i = 0; i < cases.length; i++) {
            c.label(cases[i]);
            each.accept(s.elements.get(i));
            c.jump(Opcodes.GOTO, end);
        }
        c.label(end);
    }

    String stackGetter(Expr.Element e, int field, int word) {
        HeaderStack s = e.stack;
        if (s.type.fields.get(field).variable()) {
            throw new Unsupported("variable field of stack " + s.name + " in an expression");
        }
        return once(
                "get" + s.elements.get(0).index + "_" + field + "_" + word,
                "(J)J",
                k -> {
                    Label none = new Label();
                    Label[] cases = new Label[s.elements.size()];
                    for (int i = 0; i < cases.length; i++) {
                        cases[i] = new Label();
                    }
                    k.load(Opcodes.LLOAD, 1);
                    k.callStatic(ExprCompiler.BITS, "index", "(J)I");
                    k.mv.visitTableSwitchInsn(0, cases.length - 1, none, cases);
                    for (int i = 0; i < cases.length; i++) {
                        k.label(cases[i]);
                        k.get(HeaderLayout.word(s.elements.get(i), field, word), "J");
                        k.op(Opcodes.LRETURN);
                    }
                    k.label(none);
                    k.longConst(0);
                    k.op(Opcodes.LRETURN);
                });
    }

    /** A scope without parameters. */
    ExprCompiler.Scope scope() {
        return new UnitScope(this, new int[0]);
    }
}
