// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderType;
import org.objectweb.asm.Opcodes;

/** Fields one after another, most significant bit first, as chunks of 8, 4, 2 or 1 bytes. */
final class Packer {

    private static final class Item {
        final Word[] words;
        final int width;
        final int at;

        Item(Word[] words, int width, int at) {
            this.words = words;
            this.width = width;
            this.at = at;
        }
    }

    private final List<Item> items = new ArrayList<>();
    private int bits;

    int bits() {
        return bits;
    }

    /** Appends a value without bits beyond its width. */
    void add(Word[] words, int width) {
        items.add(new Item(words, width, bits));
        bits += width;
    }

    void add(Header h, int field) {
        HeaderType.Field f = h.type.fields.get(field);
        Word[] w = new Word[HeaderLayout.words(f.width)];
        for (int i = 0; i < w.length; i++) {
            w[i] = WordOps.fieldWord(HeaderLayout.word(h, field, i));
        }
        int last = w.length - 1;
        int unused = 64 * w.length - f.width;
        if (f.signed && unused > 0) {
            w[last] = WordOps.binary(Opcodes.LAND, w[last], new Val.ConstWord(-1L >>> unused));
        }
        add(w, f.width);
    }

    /** Gives each chunk's (byte offset, size in bytes) and value; bits are whole bytes. */
    void chunks(ChunkUser user) {
        int bytes = bits / 8;
        for (int at = 0; at < bytes; ) {
            int size = Integer.highestOneBit(Math.min(8, bytes - at));
            user.use(at, size, chunk(at * 8, size * 8));
            at += size;
        }
    }

    /** Takes a chunk. */
    interface ChunkUser {
        void use(int offset, int size, Word value);
    }

    /** Takes up to 64 bits. */
    interface BitUser {
        void use(Word value, int width);
    }

    /** Gives all bits in pieces of up to 64. */
    void bitChunks(BitUser user) {
        for (int at = 0; at < bits; at += 64) {
            int width = Math.min(64, bits - at);
            user.use(chunk(at, width), width);
        }
    }

    private Word chunk(int from, int width) {
        Word out = null;
        int to = from + width;
        for (Item i : items) {
            int start = Math.max(from, i.at);
            int end = Math.min(to, i.at + i.width);
            if (start >= end) {
                continue;
            }
            int low = i.at + i.width - end;
            int count = end - start;
            Word part = WordOps.shift(Opcodes.LSHL, part(i, low, count), to - end);
            Word sofar = out;
            out = sofar == null ? part : WordOps.binary(Opcodes.LOR, sofar, part);
        }
        return out;
    }

    /** Bits [low, low + count) of an item. */
    private static Word part(Item i, int low, int count) {
        int w = low / 64;
        int shift = low % 64;
        Word v = WordOps.shift(Opcodes.LUSHR, i.words[w], shift);
        int have = 64 - shift;
        if (count > have) {
            v = WordOps.binary(Opcodes.LOR, v, WordOps.shift(Opcodes.LSHL, i.words[w + 1], have));
        }
        boolean top = low + count == i.width;
        return top || count == 64
                ? v
                : WordOps.binary(Opcodes.LAND, v, new Val.ConstWord((1L << count) - 1));
    }

    /** Stores all chunks into the array of a slot, from the position in another plus an offset. */
    void store(CodeWriter c, int arraySlot, int posSlot, int offset) {
        chunks(
                (at, size, value) -> {
                    c.load(Opcodes.ALOAD, arraySlot);
                    c.load(Opcodes.ILOAD, posSlot);
                    if (at + offset > 0) {
                        c.intConst(at + offset);
                        c.op(Opcodes.IADD);
                    }
                    value.push(c);
                    c.callStatic(ExprCompiler.BITS, "put" + size, "([BIJ)V");
                });
    }

    /** Splits the fields of a header at its variable one. */
    static void split(Header h, Packer before, Packer after) {
        Packer now = before;
        for (int i = 0; i < h.type.fields.size(); i++) {
            if (h.type.fields.get(i).variable()) {
                now = after;
            } else {
                now.add(h, i);
            }
        }
        if (before.bits % 8 != 0) {
            throw new Unsupported("variable field within a byte in header " + h.name);
        }
    }
}
