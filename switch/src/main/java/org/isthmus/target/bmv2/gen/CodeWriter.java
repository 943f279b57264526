// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes the code of one method of the generated class. */
final class CodeWriter {
    final MethodVisitor mv;
    private final String owner;
    private int nextLocal;

    /**
     * @param firstLocal first local variable slot after this and the parameters
     */
    CodeWriter(MethodVisitor mv, String owner, int firstLocal) {
        this.mv = mv;
        this.owner = owner;
        this.nextLocal = firstLocal;
        mv.visitCode();
    }

    int newLong() {
        nextLocal += 2;
        return nextLocal - 2;
    }

    int newSlot() {
        return nextLocal++;
    }

    void op(int opcode) {
        mv.visitInsn(opcode);
    }

    void self() {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
    }

    void load(int opcode, int slot) {
        mv.visitVarInsn(opcode, slot);
    }

    void longConst(long v) {
        if (v == 0 || v == 1) {
            mv.visitInsn(v == 0 ? Opcodes.LCONST_0 : Opcodes.LCONST_1);
        } else {
            mv.visitLdcInsn(v);
        }
    }

    void intConst(int v) {
        if (v >= -1 && v <= 5) {
            mv.visitInsn(Opcodes.ICONST_0 + v);
        } else if (v >= Byte.MIN_VALUE && v <= Byte.MAX_VALUE) {
            mv.visitIntInsn(Opcodes.BIPUSH, v);
        } else if (v >= Short.MIN_VALUE && v <= Short.MAX_VALUE) {
            mv.visitIntInsn(Opcodes.SIPUSH, v);
        } else {
            mv.visitLdcInsn(v);
        }
    }

    /** Pushes a field of this. */
    void get(String name, String desc) {
        self();
        mv.visitFieldInsn(Opcodes.GETFIELD, owner, name, desc);
    }

    /** Stores into a field; the object and the value are on the stack. */
    void put(String name, String desc) {
        mv.visitFieldInsn(Opcodes.PUTFIELD, owner, name, desc);
    }

    void getStatic(String name, String desc) {
        mv.visitFieldInsn(Opcodes.GETSTATIC, owner, name, desc);
    }

    /** Calls a method of this; the object and the arguments are on the stack. */
    void call(String name, String desc) {
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, desc, false);
    }

    void callOn(String type, String name, String desc) {
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, type, name, desc, false);
    }

    void callStatic(String type, String name, String desc) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, type, name, desc, false);
    }

    void jump(int opcode, Label l) {
        mv.visitJumpInsn(opcode, l);
    }

    void label(Label l) {
        mv.visitLabel(l);
    }

    void end() {
        mv.visitMaxs(0, 0);
        mv.visitEnd();
    }
}
