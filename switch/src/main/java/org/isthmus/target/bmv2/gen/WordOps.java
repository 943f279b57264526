// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.util.Arrays;
import org.isthmus.target.bmv2.gen.Val.ConstWord;
import org.isthmus.target.bmv2.gen.Val.Word;
import org.isthmus.target.bmv2.ir.Operator;
import org.objectweb.asm.Opcodes;

/** Arithmetic on the words of values. */
final class WordOps {
    private WordOps() {}

    static Word fieldWord(String name) {
        return new Word() {
            @Override
            public void push(CodeWriter k) {
                k.get(name, "J");
            }

            @Override
            public boolean cheap() {
                return true;
            }
        };
    }

    static Word binary(int opcode, Word a, Word b) {
        if (b instanceof ConstWord) {
            long v = ((ConstWord) b).value;
            if (v == 0 && opcode != Opcodes.LAND || v == -1 && opcode == Opcodes.LAND) {
                return a;
            }
            if (v == 0) {
                return Val.ZERO;
            }
        }
        if (a instanceof ConstWord && !(b instanceof ConstWord)) {
            return binary(opcode, b, a);
        }
        return k -> {
            a.push(k);
            b.push(k);
            k.op(opcode);
        };
    }

    static Word[] addOrSubtract(CodeWriter c, Operator op, Word[] a, Word[] b, int n) {
        int opcode = op == Operator.ADD ? Opcodes.LADD : Opcodes.LSUB;
        if (n == 1) {
            return new Word[] {
                k -> {
                    a[0].push(k);
                    b[0].push(k);
                    k.op(opcode);
                }
            };
        }
        Word[] x = Val.force(c, a);
        Word[] y = Val.force(c, b);
        Word[] out = new Word[n];
        Word carry = null;
        String over = op == Operator.ADD ? "carry" : "borrow";
        for (int i = 0; i < n; i++) {
            Word xi = x[i];
            Word yi = y[i];
            Word in = carry;
            Word plain =
                    k -> {
                        xi.push(k);
                        yi.push(k);
                        k.op(opcode);
                    };
            out[i] = plain;
            if (in != null) {
                Word first = Val.force(c, plain);
                out[i] =
                        Val.force(
                                c,
                                k -> {
                                    first.push(k);
                                    in.push(k);
                                    k.op(opcode);
                                });
                carry =
                        i == n - 1
                                ? null
                                : Val.force(
                                        c,
                                        k -> {
                                            over(k, over, xi, yi);
                                            over(k, over, first, in);
                                            k.op(Opcodes.LOR);
                                        });
            } else if (n > 1) {
                carry = Val.force(c, k -> over(k, over, xi, yi));
            }
        }
        return out;
    }

    private static void over(CodeWriter k, String name, Word a, Word b) {
        a.push(k);
        b.push(k);
        k.callStatic(ExprCompiler.BITS, name, "(JJ)J");
    }

    static Word[] multiply(CodeWriter c, Word[] a, Word[] b, int n) {
        if (n > 2) {
            throw new Unsupported("multiplication of more than 128 bits");
        }
        if (n == 1) {
            return new Word[] {
                k -> {
                    a[0].push(k);
                    b[0].push(k);
                    k.op(Opcodes.LMUL);
                }
            };
        }
        Word[] x = Val.force(c, a);
        Word[] y = Val.force(c, b);
        Word low =
                k -> {
                    x[0].push(k);
                    y[0].push(k);
                    k.op(Opcodes.LMUL);
                };
        Word high =
                k -> {
                    over(k, "mulHi", x[0], y[0]);
                    x[0].push(k);
                    y[1].push(k);
                    k.op(Opcodes.LMUL);
                    k.op(Opcodes.LADD);
                    x[1].push(k);
                    y[0].push(k);
                    k.op(Opcodes.LMUL);
                    k.op(Opcodes.LADD);
                };
        return new Word[] {low, high};
    }

    static Word shift(int opcode, Word w, int by) {
        if (by == 0 || w == Val.ZERO) {
            return w;
        }
        return k -> {
            w.push(k);
            k.intConst(by);
            k.op(opcode);
        };
    }

    static Word by(Word w, Word amount, String method) {
        return k -> {
            w.push(k);
            amount.push(k);
            k.callStatic(ExprCompiler.BITS, method, "(JJ)J");
        };
    }

    static Word[] shiftRight(Word[] w, int s, boolean negative, int n) {
        Word[] out = new Word[n];
        Word top = w[w.length - 1];
        Word fill = negative ? shift(Opcodes.LSHR, top, 63) : Val.ZERO;
        for (int i = 0; i < n; i++) {
            int from = i + s / 64;
            Word low = from < w.length ? w[from] : fill;
            Word high = from + 1 < w.length ? w[from + 1] : fill;
            if (s % 64 == 0) {
                out[i] = low;
            } else if (from == w.length - 1) {
                out[i] = shift(negative ? Opcodes.LSHR : Opcodes.LUSHR, low, s % 64);
            } else if (from >= w.length) {
                out[i] = fill;
            } else {
                out[i] =
                        binary(
                                Opcodes.LOR,
                                shift(Opcodes.LUSHR, low, s % 64),
                                shift(Opcodes.LSHL, high, 64 - s % 64));
            }
        }
        return out;
    }

    static Word signExtend(Word w, int unused) {
        return shift(Opcodes.LSHR, shift(Opcodes.LSHL, w, unused), unused);
    }

    static Word[] zeros(int n) {
        Word[] out = new Word[n];
        Arrays.fill(out, Val.ZERO);
        return out;
    }

    /** The first n words of a value shifted left; its words are cheap. */
    static Word[] shiftLeft(Word[] a, int s, int n) {
        Word[] out = new Word[n];
        for (int i = 0; i < n; i++) {
            int from = i - s / 64;
            Word low = from >= 1 && from - 1 < a.length ? a[from - 1] : Val.ZERO;
            Word high = from >= 0 && from < a.length ? a[from] : Val.ZERO;
            out[i] =
                    s % 64 == 0
                            ? high
                            : binary(
                                    Opcodes.LOR,
                                    shift(Opcodes.LSHL, high, s % 64),
                                    shift(Opcodes.LUSHR, low, 64 - s % 64));
        }
        return out;
    }
}
