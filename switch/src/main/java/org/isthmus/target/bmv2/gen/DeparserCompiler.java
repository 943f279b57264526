// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.util.LinkedHashSet;
import java.util.Set;
import org.isthmus.target.bmv2.ir.Header;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Writes the deparser. */
final class DeparserCompiler {
    private final Unit unit;
    private final Set<Header> headers;

    DeparserCompiler(Unit unit, ActionCompiler actions) {
        this.unit = unit;
        this.headers = new LinkedHashSet<>(unit.program.deparser);
        if (headers.size() != unit.program.deparser.size()) {
            throw new Unsupported("header that is emitted twice");
        }
        actions.compile("deparserPrimitives", unit.program.deparserPrimitives);
    }

    void compile() {
        unit.method("headerLength", "()I", this::length);
        for (Header h : headers) {
            unit.method("emit" + h.index, "([BI)I", c -> emit(c, h));
        }
        unit.method("emit", "([BI)I", this::emitAll);
    }

    private void length(CodeWriter c) {
        int sum = c.newSlot();
        c.intConst(0);
        c.load(Opcodes.ISTORE, sum);
        for (Header h : headers) {
            Label skip = new Label();
            unit.jumpValid(c, h, skip, false);
            c.load(Opcodes.ILOAD, sum);
            unit.pushLength(c, h);
            c.op(Opcodes.IADD);
            c.load(Opcodes.ISTORE, sum);
            c.label(skip);
        }
        c.load(Opcodes.ILOAD, sum);
        c.op(Opcodes.IRETURN);
    }

    private void emitAll(CodeWriter c) {
        if (!unit.program.deparserPrimitives.isEmpty()) {
            c.self();
            c.op(Opcodes.ACONST_NULL);
            c.intConst(0);
            c.call("deparserPrimitives", ActionCompiler.DESC);
        }
        for (Header h : headers) {
            Label skip = new Label();
            unit.jumpValid(c, h, skip, false);
            c.self();
            c.load(Opcodes.ALOAD, 1);
            c.load(Opcodes.ILOAD, 2);
            c.call("emit" + h.index, "([BI)I");
            c.load(Opcodes.ISTORE, 2);
            c.label(skip);
        }
        c.load(Opcodes.ILOAD, 2);
        c.op(Opcodes.IRETURN);
    }

    private void emit(CodeWriter c, Header h) {
        Packer before = new Packer();
        Packer after = new Packer();
        Packer.split(h, before, after);
        before.store(c, 1, 2, 0);
        int v = h.type.variableField();
        if (v >= 0) {
            c.get(HeaderLayout.bytes(h, v), "[B");
            c.intConst(0);
            c.load(Opcodes.ALOAD, 1);
            c.load(Opcodes.ILOAD, 2);
            c.intConst(before.bits() / 8);
            c.op(Opcodes.IADD);
            c.get(HeaderLayout.byteLength(h, v), "I");
            c.callStatic(
                    "java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V");
            c.load(Opcodes.ILOAD, 2);
            c.get(HeaderLayout.byteLength(h, v), "I");
            c.op(Opcodes.IADD);
            c.load(Opcodes.ISTORE, 2);
        }
        after.store(c, 1, 2, before.bits() / 8);
        c.load(Opcodes.ILOAD, 2);
        c.intConst((before.bits() + after.bits()) / 8);
        c.op(Opcodes.IADD);
        c.op(Opcodes.IRETURN);
    }
}
