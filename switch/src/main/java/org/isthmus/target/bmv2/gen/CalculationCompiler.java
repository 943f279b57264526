// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Calculation;
import org.isthmus.target.bmv2.ir.ChecksumDef;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.run.Algorithms;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes a method for each calculation, which returns its result. Fields of headers that are not
 * valid are left out, as in BMv2.
 */
final class CalculationCompiler {
    private static final String ALGORITHMS = Type.getInternalName(Algorithms.class);
    private static final String ROUND_ROBIN = Type.getInternalName(Algorithms.RoundRobin.class);

    /** A run of input that is there or not as one: fixed fields, or one variable field. */
    private static final class Piece {
        /** Null: always there. */
        final Header header;

        final Packer fixed = new Packer();

        /** Index of the variable field, or -1. */
        final int variable;

        Piece(Header header, int variable) {
            this.header = header;
            this.variable = variable;
        }
    }

    private final Unit unit;
    private final Map<Calculation, String> methods = new IdentityHashMap<>();

    CalculationCompiler(Unit unit) {
        this.unit = unit;
    }

    /** Name of the method () -> long. */
    String method(Calculation calc) {
        return methods.computeIfAbsent(
                calc,
                k -> {
                    String name = "calculation" + methods.size();
                    try {
                        compile(name, calc);
                    } catch (Unsupported e) {
                        throw new Unsupported(e.getMessage() + " in calculation " + calc.name);
                    }
                    return name;
                });
    }

    private void compile(String name, Calculation calc) {
        if (calc.algo.equals("round_robin")) {
            Algorithms.RoundRobin counter = new Algorithms.RoundRobin();
            unit.method(
                    name,
                    "()J",
                    c -> {
                        unit.pushConstant(c, counter);
                        c.callOn(ROUND_ROBIN, "next", "()J");
                        c.op(Opcodes.LRETURN);
                    });
            return;
        }
        String algorithm = Algorithms.method(calc.algo);
        if (algorithm == null) {
            throw new Unsupported("algorithm " + calc.algo);
        }
        List<Piece> pieces = pieces(calc);
        boolean payload = calc.inputs.stream().anyMatch(i -> i.payload);
        boolean words = true;
        boolean bytes = true;
        for (Piece p : pieces) {
            words &= p.variable < 0 && p.fixed.bits() % 16 == 0;
            bytes &= p.fixed.bits() % 8 == 0;
        }
        if (algorithm.equals("csum16") && words) {
            unit.method(name, "()J", c -> sum(c, pieces, payload));
        } else {
            boolean aligned = bytes;
            unit.method(name, "()J", c -> buffer(c, pieces, payload, algorithm, aligned));
        }
    }

    private static List<Piece> pieces(Calculation calc) {
        List<Piece> pieces = new ArrayList<>();
        for (Calculation.Input in : calc.inputs) {
            if (in.field != null && in.field.index < 0) {
                throw new Unsupported("validity of " + in.field.header.name + " as input");
            }
            if (in.field != null) {
                add(pieces, in.field.header, in.field.index);
            } else if (in.header != null) {
                for (int i = 0; i < in.header.type.fields.size(); i++) {
                    add(pieces, in.header, i);
                }
            } else if (!in.payload) {
                int n = HeaderLayout.words(in.constantBits);
                open(pieces, null).fixed.add(Val.constant(in.constant, n), in.constantBits);
            }
        }
        return pieces;
    }

    private static void add(List<Piece> pieces, Header h, int field) {
        Header owner = h.metadata ? null : h;
        if (h.type.fields.get(field).variable()) {
            pieces.add(new Piece(h, field));
        } else {
            open(pieces, owner).fixed.add(h, field);
        }
    }

    /** The last piece, if fixed fields of this header can join it, else a new one. */
    private static Piece open(List<Piece> pieces, Header h) {
        Piece last = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
        if (last == null || last.variable >= 0 || last.header != h) {
            last = new Piece(h, -1);
            pieces.add(last);
        }
        return last;
    }

    /** The Internet checksum without a buffer; all pieces are whole 16-bit words. */
    private void sum(CodeWriter c, List<Piece> pieces, boolean payload) {
        int sum = c.newLong();
        c.longConst(0);
        c.load(Opcodes.LSTORE, sum);
        for (Piece p : pieces) {
            Label skip = new Label();
            if (p.header != null) {
                unit.jumpValid(c, p.header, skip, false);
            }
            p.fixed.chunks(
                    (at, size, value) -> {
                        c.load(Opcodes.LLOAD, sum);
                        value.push(c);
                        c.callStatic(ALGORITHMS, size == 8 ? "add8" : "add", "(JJ)J");
                        c.load(Opcodes.LSTORE, sum);
                    });
            c.label(skip);
        }
        c.load(Opcodes.LLOAD, sum);
        if (payload) {
            c.get("in", "[B");
            c.get("pos", "I");
            c.self();
            c.call("payload", "()I");
            c.callStatic(ALGORITHMS, "finish", "(J[BII)J");
        } else {
            c.callStatic(ALGORITHMS, "finish", "(J)J");
        }
        c.op(Opcodes.LRETURN);
    }

    /** Writes the input to the scratch buffer, at bit positions unless all pieces are bytes. */
    private void buffer(
            CodeWriter c, List<Piece> pieces, boolean payload, String algorithm, boolean aligned) {
        int size = 16;
        for (Piece p : pieces) {
            size += p.fixed.bits() / 8 + 1;
            size += p.variable < 0 ? 0 : HeaderLayout.maxVariable(p.header.type);
        }
        int array = c.newSlot();
        int pos = c.newSlot();
        c.self();
        c.intConst(size);
        if (payload) {
            c.self();
            c.call("payload", "()I");
            c.op(Opcodes.IADD);
        }
        c.call("scratch", "(I)[B");
        c.load(Opcodes.ASTORE, array);
        c.intConst(0);
        c.load(Opcodes.ISTORE, pos);
        for (Piece p : pieces) {
            Label skip = new Label();
            if (p.header != null) {
                unit.jumpValid(c, p.header, skip, false);
            }
            if (p.variable >= 0) {
                variable(c, p, array, pos, aligned);
            } else if (aligned) {
                p.fixed.store(c, array, pos, 0);
                c.mv.visitIincInsn(pos, p.fixed.bits() / 8);
            } else {
                appendBits(c, p.fixed, array, pos);
            }
            c.label(skip);
        }
        if (!aligned) {
            c.load(Opcodes.ILOAD, pos);
            c.intConst(7);
            c.op(Opcodes.IADD);
            c.intConst(3);
            c.op(Opcodes.ISHR);
            c.load(Opcodes.ISTORE, pos);
        }
        if (payload) {
            c.self();
            c.load(Opcodes.ILOAD, pos);
            c.call("appendPayload", "(I)I");
            c.load(Opcodes.ISTORE, pos);
        }
        c.load(Opcodes.ALOAD, array);
        c.load(Opcodes.ILOAD, pos);
        c.callStatic(ALGORITHMS, algorithm, "([BI)J");
        c.op(Opcodes.LRETURN);
    }

    private static void variable(CodeWriter c, Piece p, int array, int pos, boolean aligned) {
        String bytes = HeaderLayout.bytes(p.header, p.variable);
        String length = HeaderLayout.byteLength(p.header, p.variable);
        if (aligned) {
            c.get(bytes, "[B");
            c.intConst(0);
            c.load(Opcodes.ALOAD, array);
            c.load(Opcodes.ILOAD, pos);
            c.get(length, "I");
            c.callStatic(
                    "java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V");
            c.load(Opcodes.ILOAD, pos);
            c.get(length, "I");
            c.op(Opcodes.IADD);
        } else {
            c.load(Opcodes.ALOAD, array);
            c.load(Opcodes.ILOAD, pos);
            c.get(bytes, "[B");
            c.get(length, "I");
            c.callStatic(ExprCompiler.BITS, "append", "([BI[BI)I");
        }
        c.load(Opcodes.ISTORE, pos);
    }

    private static void appendBits(CodeWriter c, Packer fields, int array, int pos) {
        fields.bitChunks(
                (Word value, int width) -> {
                    c.load(Opcodes.ALOAD, array);
                    c.load(Opcodes.ILOAD, pos);
                    value.push(c);
                    c.intConst(width);
                    c.callStatic(ExprCompiler.BITS, "append", "([BIJI)I");
                    c.load(Opcodes.ISTORE, pos);
                });
    }

    /** Writes the methods that verify and update the program's checksums. */
    void checksums() {
        unit.method("verifyChecksums", "()V", c -> checksums(c, true));
        unit.method("prepareDeparse", "()V", c -> checksums(c, false));
    }

    private void checksums(CodeWriter c, boolean verify) {
        for (ChecksumDef s : unit.program.checksums) {
            if (verify ? s.verify : s.update) {
                try {
                    checksum(c, s, verify);
                } catch (Unsupported e) {
                    throw new Unsupported(e.getMessage() + " in checksum " + s.name);
                }
            }
        }
        c.op(Opcodes.RETURN);
    }

    private void checksum(CodeWriter c, ChecksumDef s, boolean verify) {
        ExprCompiler values = new ExprCompiler(c, unit.scope());
        Label end = new Label();
        if (verify) {
            unit.jumpValid(c, s.target.header, end, false);
        }
        if (s.condition != null) {
            values.bools().jump(s.condition, end, false);
        }
        String method = method(s.calculation);
        Word result =
                k -> {
                    k.self();
                    k.call(method, "()J");
                };
        Expr.FieldRef target = s.target;
        if (verify) {
            if (HeaderLayout.width(target) > 64) {
                throw new Unsupported("checksum of more than 64 bits");
            }
            result.push(c);
            values.pushLong(target);
            c.op(Opcodes.LCMP);
            c.jump(Opcodes.IFEQ, end);
            c.self();
            c.intConst(1);
            c.put("badChecksum", "Z");
        } else {
            new Assigner(unit, c, values)
                    .store(target, Val.exact(new Word[] {result}, Range.unsigned(64)));
        }
        c.label(end);
    }
}
