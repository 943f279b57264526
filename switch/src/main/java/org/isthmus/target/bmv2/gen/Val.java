// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.math.BigInteger;
import org.objectweb.asm.Opcodes;

/**
 * The value of an expression while code is written: 64-bit words, low word first, each pushed where
 * it is needed. An exact value is the whole number, with its bounds; else only so many low bits as
 * were asked for are meant.
 */
final class Val {

    /** Pushes one word. */
    interface Word {
        void push(CodeWriter c);

        /** Whether pushing it twice costs no more than a local variable does. */
        default boolean cheap() {
            return false;
        }
    }

    /** A word that is known when code is written. */
    static final class ConstWord implements Word {
        final long value;

        ConstWord(long value) {
            this.value = value;
        }

        @Override
        public void push(CodeWriter c) {
            c.longConst(value);
        }

        @Override
        public boolean cheap() {
            return true;
        }
    }

    static final Word ZERO = new ConstWord(0);

    final Word[] words;
    final BigInteger min;
    final BigInteger max;

    private Val(Word[] words, BigInteger min, BigInteger max) {
        this.words = words;
        this.min = min;
        this.max = max;
    }

    static Val exact(Word[] words, BigInteger min, BigInteger max) {
        return new Val(words, min, max);
    }

    static Val exact(Word[] words, Range r) {
        return new Val(words, r.min, r.max);
    }

    /** Of which low bits alone are meant. */
    static Val low(Word[] words) {
        return new Val(words, null, null);
    }

    boolean exact() {
        return min != null;
    }

    boolean negative() {
        return exact() && min.signum() < 0;
    }

    /** Whether the value surely needs no more than so many bits, unsigned. */
    boolean fits(int bits) {
        return exact() && min.signum() >= 0 && max.bitLength() <= bits;
    }

    /** The first n words; missing ones are zeros or the sign. */
    Word[] widen(CodeWriter c, int n) {
        Word[] out = new Word[n];
        for (int i = 0; i < Math.min(n, words.length); i++) {
            out[i] = words[i];
        }
        if (n > words.length) {
            Word fill = ZERO;
            if (negative()) {
                Word top = force(c, words[words.length - 1]);
                out[words.length - 1] = top;
                fill =
                        force(
                                c,
                                k -> {
                                    top.push(k);
                                    k.intConst(63);
                                    k.op(Opcodes.LSHR);
                                });
            }
            for (int i = words.length; i < n; i++) {
                out[i] = fill;
            }
        }
        return out;
    }

    /** A word that may be pushed more than once. */
    static Word force(CodeWriter c, Word w) {
        if (w.cheap()) {
            return w;
        }
        int slot = c.newLong();
        w.push(c);
        c.load(Opcodes.LSTORE, slot);
        return local(slot);
    }

    static Word local(int slot) {
        return new Word() {
            @Override
            public void push(CodeWriter c) {
                c.load(Opcodes.LLOAD, slot);
            }

            @Override
            public boolean cheap() {
                return true;
            }
        };
    }

    static Word[] force(CodeWriter c, Word[] words) {
        Word[] out = new Word[words.length];
        for (int i = 0; i < words.length; i++) {
            out[i] = force(c, words[i]);
        }
        return out;
    }

    static Word[] constant(BigInteger v, int n) {
        Word[] out = new Word[n];
        for (int i = 0; i < n; i++) {
            out[i] = new ConstWord(v.shiftRight(64 * i).longValue());
        }
        return out;
    }
}
