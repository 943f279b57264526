// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.Expr;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderStack;
import org.isthmus.target.bmv2.ir.HeaderType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Where headers and metadata lie in the fields of the generated class.
 *
 * <ul>
 *   <li>A field is one long for each 64 bits begun, low word first; bits beyond its width are zero,
 *       or copies of the sign in a signed field.
 *   <li>A variable field is a byte array of its greatest length, and its length in bytes.
 *   <li>Validity is a bit for each header; a second bit says that the fields may differ from zero
 *       and are to be cleared before the next packet.
 *   <li>A stack is the number of elements extracted.
 * </ul>
 */
final class HeaderLayout {
    private final Bmv2Program program;

    HeaderLayout(Bmv2Program program) {
        this.program = program;
    }

    static int words(int bits) {
        return Math.max(1, (bits + 63) / 64);
    }

    static String word(Header h, int field, int word) {
        return "h" + h.index + "_" + field + "_" + word;
    }

    static String bytes(Header h, int field) {
        return "b" + h.index + "_" + field;
    }

    static String byteLength(Header h, int field) {
        return "n" + h.index + "_" + field;
    }

    static String validity(Header h) {
        return "v" + h.index / 64;
    }

    static String touched(Header h) {
        return "t" + h.index / 64;
    }

    static long bit(Header h) {
        return 1L << h.index % 64;
    }

    static String next(HeaderStack s) {
        return "s" + s.index;
    }

    /** Bytes a variable field of a type may have. */
    static int maxVariable(HeaderType t) {
        return t.maxLength - t.fixedBits() / 8;
    }

    int validityWords() {
        return (program.headers.size() + 63) / 64;
    }

    static int width(Expr.FieldRef f) {
        return f.index < 0 ? 1 : f.field().width;
    }

    void declare(ClassWriter cw) {
        for (Header h : program.headers) {
            for (int i = 0; i < h.type.fields.size(); i++) {
                HeaderType.Field f = h.type.fields.get(i);
                if (f.variable()) {
                    field(cw, bytes(h, i), "[B");
                    field(cw, byteLength(h, i), "I");
                } else {
                    for (int w = 0; w < words(f.width); w++) {
                        field(cw, word(h, i, w), "J");
                    }
                }
            }
        }
        for (int w = 0; w < validityWords(); w++) {
            field(cw, "v" + w, "J");
            field(cw, "t" + w, "J");
        }
        for (HeaderStack s : program.stacks) {
            field(cw, next(s), "I");
        }
    }

    private static void field(ClassWriter cw, String name, String desc) {
        cw.visitField(Opcodes.ACC_PRIVATE, name, desc, null, null).visitEnd();
    }
}
