// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.bmv2.ir.Action;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderStack;
import org.isthmus.target.bmv2.ir.HeaderType;
import org.isthmus.target.bmv2.run.PacketContext;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;

/** Generates the class of a program. */
public final class ProgramCompiler {
    /** Methods of {@link PacketContext} that reach fields the architecture knows. */
    private static final Map<String, String> STANDARD =
            Map.ofEntries(
                    Map.entry("ingressPort", "standard_metadata.ingress_port"),
                    Map.entry("egressSpec", "standard_metadata.egress_spec"),
                    Map.entry("egressPort", "standard_metadata.egress_port"),
                    Map.entry("instanceType", "standard_metadata.instance_type"),
                    Map.entry("packetLength", "standard_metadata.packet_length"),
                    Map.entry("parserError", "standard_metadata.parser_error"),
                    Map.entry("checksumError", "standard_metadata.checksum_error"),
                    Map.entry("multicastGroup", "intrinsic_metadata.mcast_grp"),
                    Map.entry("egressRid", "intrinsic_metadata.egress_rid"),
                    Map.entry("ingressTimestamp", "intrinsic_metadata.ingress_global_timestamp"),
                    Map.entry("egressTimestamp", "intrinsic_metadata.egress_global_timestamp"),
                    Map.entry("enqueueTimestamp", "queueing_metadata.enq_timestamp"));

    private final Unit unit;
    private final Bmv2Program program;

    private ProgramCompiler(Bmv2Program program, Linkage linkage) {
        this.program = program;
        this.unit = new Unit(program, linkage);
    }

    /**
     * The class of a program's packets; its constructor takes a seed of random numbers.
     *
     * @throws RefusedException UNIMPLEMENTED, with what is not supported and where
     */
    public static Class<? extends PacketContext> compile(
            Bmv2Program program, Linkage linkage, int keyWords) throws RefusedException {
        try {
            ProgramCompiler c = new ProgramCompiler(program, linkage);
            c.compile(keyWords);
            return c.unit.load();
        } catch (Unsupported e) {
            throw new RefusedException(Code.UNIMPLEMENTED, "not supported: " + e.getMessage());
        } catch (MethodTooLargeException e) {
            throw new RefusedException(
                    Code.UNIMPLEMENTED, "not supported: code as long as " + e.getMethodName());
        } catch (ClassTooLargeException e) {
            throw new RefusedException(Code.UNIMPLEMENTED, "not supported: a program of this size");
        } catch (ArithmeticException e) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT, "a number is out of range: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new RefusedException(Code.INVALID_ARGUMENT, e.getMessage());
        }
    }

    private void compile(int keyWords) {
        for (String name : new String[] {"egress_spec", "ingress_port", "egress_port"}) {
            if (program.standard("standard_metadata." + name) == null) {
                throw new Unsupported("program without standard_metadata." + name);
            }
        }
        CalculationCompiler calculations = new CalculationCompiler(unit);
        ActionCompiler actions = new ActionCompiler(unit, calculations);
        constructor(keyWords);
        for (Action a : program.actions) {
            actions.compile(a);
        }
        new ParserCompiler(unit, actions).compile();
        new ControlCompiler(unit, calculations, program.ingress).compile();
        new ControlCompiler(unit, calculations, program.egress).compile();
        new DeparserCompiler(unit, actions).compile();
        calculations.checksums();
        STANDARD.forEach(this::standard);
        unit.method("resume", "()V", this::resume);
        unit.method("resetHeaders", "()V", this::resetHeaders);
        unit.method("resetMetadata", "()V", this::resetMetadata);
        copyFields();
        fieldLists();
        if (!program.digests.isEmpty()) {
            unit.method("digest", "(I)[J", this::digest);
        }
    }

    private void constructor(int keyWords) {
        unit.method(
                "<init>",
                "(J)V",
                c -> {
                    c.self();
                    c.intConst(keyWords);
                    c.load(Opcodes.LLOAD, 1);
                    c.mv.visitMethodInsn(
                            Opcodes.INVOKESPECIAL, Unit.BASE, "<init>", "(IJ)V", false);
                    for (Header h : program.headers) {
                        int v = h.type.variableField();
                        if (v >= 0) {
                            c.self();
                            c.intConst(HeaderLayout.maxVariable(h.type));
                            c.mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BYTE);
                            c.put(HeaderLayout.bytes(h, v), "[B");
                        }
                    }
                    c.op(Opcodes.RETURN);
                });
    }

    private void standard(String method, String name) {
        Expr.FieldRef f = program.standard(name);
        if (f == null) {
            return;
        }
        if (f.field().width > 64 || f.field().signed) {
            throw new Unsupported("type of " + name);
        }
        unit.method(
                method,
                "(J)V",
                c -> {
                    ExprCompiler values = new ExprCompiler(c, unit.scope());
                    Val.Word[] w = {Val.local(1)};
                    new Assigner(unit, c, values).store(f, Val.exact(w, Range.unsigned(64)));
                    c.op(Opcodes.RETURN);
                });
        if (method.equals("egressSpec") || method.equals("multicastGroup")) {
            unit.method(
                    method,
                    "()J",
                    c -> {
                        c.get(HeaderLayout.word(f.header, f.index, 0), "J");
                        c.op(Opcodes.LRETURN);
                    });
        }
    }

    private void resume(CodeWriter c) {
        c.self();
        c.get("node", "I");
        c.call(program.ingress.name, "(I)V");
        c.op(Opcodes.RETURN);
    }

    /** Clears the headers that may differ from zero. */
    private void resetHeaders(CodeWriter c) {
        for (Header h : program.headers) {
            if (!h.metadata) {
                Label clean = new Label();
                c.get(HeaderLayout.touched(h), "J");
                c.longConst(HeaderLayout.bit(h));
                c.op(Opcodes.LAND);
                c.longConst(0);
                c.op(Opcodes.LCMP);
                c.jump(Opcodes.IFEQ, clean);
                unit.clear(c, h);
                c.label(clean);
            }
        }
        for (int w = 0; w < unit.layout.validityWords(); w++) {
            for (String name : new String[] {"v" + w, "t" + w}) {
                c.self();
                c.longConst(0);
                c.put(name, "J");
            }
        }
        for (HeaderStack s : program.stacks) {
            c.self();
            c.intConst(0);
            c.put(HeaderLayout.next(s), "I");
        }
        c.op(Opcodes.RETURN);
    }

    private void resetMetadata(CodeWriter c) {
        for (Header h : program.headers) {
            if (h.metadata) {
                unit.clear(c, h);
            }
        }
        c.op(Opcodes.RETURN);
    }

    private void copyFields() {
        String own = "L" + Unit.NAME + ";";
        for (Header h : program.headers) {
            unit.method(
                    "copyHeader" + h.index,
                    "(" + own + ")V",
                    c -> {
                        Unit.copyFields(c, h, h, 1);
                        c.op(Opcodes.RETURN);
                    });
        }
        unit.method(
                "copyFields",
                "(L" + Unit.BASE + ";)V",
                c -> {
                    int other = c.newSlot();
                    c.load(Opcodes.ALOAD, 1);
                    c.mv.visitTypeInsn(Opcodes.CHECKCAST, Unit.NAME);
                    c.load(Opcodes.ASTORE, other);
                    for (Header h : program.headers) {
                        c.self();
                        c.load(Opcodes.ALOAD, other);
                        c.call("copyHeader" + h.index, "(" + own + ")V");
                    }
                    for (int w = 0; w < unit.layout.validityWords(); w++) {
                        copyField(c, other, "v" + w, "J");
                        // What either has touched is to be cleared later.
                        c.self();
                        c.get("t" + w, "J");
                        c.load(Opcodes.ALOAD, other);
                        c.mv.visitFieldInsn(Opcodes.GETFIELD, Unit.NAME, "t" + w, "J");
                        c.op(Opcodes.LOR);
                        c.put("t" + w, "J");
                    }
                    for (HeaderStack s : program.stacks) {
                        copyField(c, other, HeaderLayout.next(s), "I");
                    }
                    c.op(Opcodes.RETURN);
                });
    }

    private static void copyField(CodeWriter c, int other, String name, String desc) {
        c.self();
        c.load(Opcodes.ALOAD, other);
        c.mv.visitFieldInsn(Opcodes.GETFIELD, Unit.NAME, name, desc);
        c.put(name, desc);
    }

    private void fieldLists() {
        program.fieldLists.forEach(
                (id, fields) ->
                        unit.method(
                                "fieldList" + id,
                                "(L" + Unit.NAME + ";)V",
                                c -> fieldList(c, fields)));
        unit.method(
                "copyList",
                "(IL" + Unit.BASE + ";)V",
                c -> {
                    for (int id : program.fieldLists.keySet()) {
                        Label other = new Label();
                        c.load(Opcodes.ILOAD, 1);
                        c.intConst(id);
                        c.jump(Opcodes.IF_ICMPNE, other);
                        c.self();
                        c.load(Opcodes.ALOAD, 2);
                        c.mv.visitTypeInsn(Opcodes.CHECKCAST, Unit.NAME);
                        c.call("fieldList" + id, "(L" + Unit.NAME + ";)V");
                        c.op(Opcodes.RETURN);
                        c.label(other);
                    }
                    c.op(Opcodes.RETURN);
                });
    }

    private void fieldList(CodeWriter c, List<Expr.FieldRef> fields) {
        for (Expr.FieldRef f : fields) {
            if (f.index < 0) {
                throw new Unsupported("validity of " + f.header.name + " in a field list");
            }
            unit.touch(c, f.header);
            HeaderType.Field field = f.field();
            if (field.variable()) {
                Unit.copyVariable(c, f.header, f.index, f.header, f.index, 1);
                continue;
            }
            for (int w = 0; w < HeaderLayout.words(field.width); w++) {
                copyField(c, 1, HeaderLayout.word(f.header, f.index, w), "J");
            }
        }
        c.op(Opcodes.RETURN);
    }

    /** Pushes the words of the values of a digest, or null for a list that is none. */
    private void digest(CodeWriter c) {
        program.digests.forEach(
                (id, digest) -> {
                    Label other = new Label();
                    c.load(Opcodes.ILOAD, 1);
                    c.intConst(id);
                    c.jump(Opcodes.IF_ICMPNE, other);
                    ExprCompiler values = new ExprCompiler(c, unit.scope());
                    List<Val.Word> words = new ArrayList<>();
                    for (Expr.FieldRef f : digest.fields) {
                        words.addAll(Arrays.asList(values.eval(f, ExprCompiler.EXACT).words));
                    }
                    c.intConst(words.size());
                    c.mv.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
                    for (int i = 0; i < words.size(); i++) {
                        c.op(Opcodes.DUP);
                        c.intConst(i);
                        words.get(i).push(c);
                        c.op(Opcodes.LASTORE);
                    }
                    c.op(Opcodes.ARETURN);
                    c.label(other);
                });
        c.op(Opcodes.ACONST_NULL);
        c.op(Opcodes.ARETURN);
    }
}
