// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.util.List;
import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderType;
import org.objectweb.asm.Opcodes;

/** Writes code that takes the fields of a header from bytes, by few wide loads. */
final class Unpacker {
    private final CodeWriter c;
    private final Header header;
    private final int array;
    private final int pos;
    private int windowAt = -1;
    private int windowSize;
    private Word window;

    /**
     * @param array slot of the byte array
     * @param pos slot of the header's position in it
     */
    Unpacker(CodeWriter c, Header header, int array, int pos) {
        this.c = c;
        this.header = header;
        this.array = array;
        this.pos = pos;
    }

    /** Loads fields that lie one after another in bytes [from, to) of the header. */
    void load(List<Integer> fields, int from, int to) {
        int bit = from * 8;
        for (int f : fields) {
            HeaderType.Field def = header.type.fields.get(f);
            int n = HeaderLayout.words(def.width);
            for (int w = 0; w < n; w++) {
                int width = Math.min(64, def.width - 64 * w);
                Word v = bits(bit + def.width - 64 * w - width, width, from, to);
                if (def.signed && w == n - 1) {
                    v = WordOps.signExtend(v, 64 - width);
                }
                c.self();
                v.push(c);
                c.put(HeaderLayout.word(header, f, w), "J");
            }
            bit += def.width;
        }
    }

    private Word bits(int bit, int width, int from, int to) {
        int first = bit / 8;
        int last = (bit + width - 1) / 8;
        int size = Integer.highestOneBit(Math.min(8, to - from));
        if (last - first >= size) {
            int rest = bit + width - (first + size) * 8;
            Word high = Val.force(c, bits(bit, width - rest, from, to));
            Word low = Val.force(c, bits(bit + width - rest, rest, from, to));
            return WordOps.binary(Opcodes.LOR, WordOps.shift(Opcodes.LSHL, high, rest), low);
        }
        if (windowAt < 0 || first < windowAt || last >= windowAt + windowSize) {
            open(first, size, to);
        }
        int right = (windowAt + windowSize) * 8 - (bit + width);
        Word v = WordOps.shift(Opcodes.LUSHR, window, right);
        boolean top = bit == windowAt * 8;
        return top || width == 64
                ? v
                : WordOps.binary(Opcodes.LAND, v, new Val.ConstWord((1L << width) - 1));
    }

    /** Loads a window that begins at a byte, or earlier at the header's end. */
    private void open(int first, int size, int to) {
        int at = Math.min(first, to - size);
        windowAt = at;
        windowSize = size;
        window =
                Val.force(
                        c,
                        k -> {
                            k.load(Opcodes.ALOAD, array);
                            k.load(Opcodes.ILOAD, pos);
                            k.intConst(at);
                            k.op(Opcodes.IADD);
                            k.callStatic(ExprCompiler.BITS, "get" + size, "([BI)J");
                        });
    }
}
