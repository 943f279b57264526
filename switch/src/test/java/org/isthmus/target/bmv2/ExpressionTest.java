// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.RefusedException;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Random expressions over fields of many widths, against BigInteger. */
class ExpressionTest {
    private static final int[] WIDTHS = {1, 3, 8, 13, 16, 20, 32, 48, 63, 64, 65, 96, 128, 4};
    private static final int[] SIGNED = {8, 16, 32, 64, 33, 128, 7};
    private static final BigInteger ONE = BigInteger.ONE;

    /** An expression as JSON and how to compute it. */
    private static final class Node {
        final String json;
        final Eval eval;

        /** Bits of the greatest magnitude, to keep within what is supported. */
        final int bits;

        final boolean negative;

        Node(String json, Eval eval, int bits, boolean negative) {
            this.json = json;
            this.eval = eval;
            this.bits = bits;
            this.negative = negative;
        }
    }

    private interface Eval {
        BigInteger of(BigInteger[] in);
    }

    private final Random random;
    private final long seed;
    private final List<Node> leaves = new ArrayList<>();

    ExpressionTest() {
        seed = Seeds.of(System.nanoTime());
        random = new Random(seed);
    }

    private static BigInteger mask(int bits) {
        return ONE.shiftLeft(bits).subtract(ONE);
    }

    private static BigInteger twoComp(BigInteger v, int w) {
        BigInteger low = v.and(mask(w));
        return low.testBit(w - 1) ? low.subtract(ONE.shiftLeft(w)) : low;
    }

    private Node generate(int depth) {
        if (depth == 0 || random.nextInt(5) == 0) {
            if (random.nextInt(3) == 0) {
                int bits = 1 + random.nextInt(100);
                BigInteger v = new BigInteger(bits, random);
                boolean negative = random.nextInt(6) == 0;
                BigInteger value = negative ? v.negate() : v;
                String hex = (negative ? "-0x" : "0x") + v.toString(16);
                return new Node(MiniProgram.hex(hex), in -> value, bits, negative);
            }
            return leaves.get(random.nextInt(leaves.size()));
        }
        Node a = generate(depth - 1);
        Node b = generate(depth - 1);
        int w = 2 + random.nextInt(100);
        int most = Math.max(a.bits, b.bits);
        boolean neg = a.negative || b.negative;
        switch (random.nextInt(14)) {
            case 0:
                return cut(binary("+", a, b, (x, y) -> x.add(y), most + 1, neg), w);
            case 1:
                return cut(binary("-", a, b, (x, y) -> x.subtract(y), most + 1, true), w);
            case 2:
                return cut(binary("*", a, b, (x, y) -> x.multiply(y), a.bits + b.bits, neg), w);
            case 3:
                return binary("&", a, b, (x, y) -> x.and(y), most, neg);
            case 4:
                return binary("|", a, b, (x, y) -> x.or(y), most, neg);
            case 5:
                return binary("^", a, b, (x, y) -> x.xor(y), most, neg);
            case 6:
                return cut(unary("~", a, x -> x.not(), a.bits + 1), w);
            case 7:
                int s = random.nextInt(130);
                Node shift =
                        new Node(
                                MiniProgram.hex("0x" + Integer.toHexString(s)),
                                in -> BigInteger.valueOf(s),
                                8,
                                false);
                return cut(binary("<<", a, shift, (x, y) -> x.shiftLeft(s), a.bits + s, neg), w);
            case 8:
                int r = random.nextInt(130);
                Node by =
                        new Node(
                                MiniProgram.hex("0x" + Integer.toHexString(r)),
                                in -> BigInteger.valueOf(r),
                                8,
                                false);
                return binary(">>", a, by, (x, y) -> x.shiftRight(r), a.bits, a.negative);
            case 9:
                return sized("two_comp_mod", a, w, x -> twoComp(x, w), true);
            case 10:
                BigInteger max = mask(w);
                return sized(
                        "usat_cast", narrow(a), w, x -> x.max(BigInteger.ZERO).min(max), false);
            case 11:
                BigInteger top = mask(w - 1);
                return sized("sat_cast", narrow(a), w, x -> x.max(top.not()).min(top), true);
            case 12:
                return choice(a, b);
            default:
                return dynamicShift(narrow(a), w);
        }
    }

    /** Keeps a value within 120 bits, as saturation and variable shifts need. */
    private Node narrow(Node a) {
        return a.bits <= 120 ? a : sized("two_comp_mod", a, 100, x -> twoComp(x, 100), true);
    }

    private Node dynamicShift(Node a, int w) {
        Node by = leaves.get(2);
        boolean left = random.nextBoolean();
        if (left) {
            return cut(
                    new Node(
                            MiniProgram.op("<<", a.json, by.json),
                            in -> a.eval.of(in).shiftLeft(by.eval.of(in).intValue()),
                            a.bits + 256,
                            a.negative),
                    w);
        }
        return new Node(
                MiniProgram.op(">>", a.json, by.json),
                in -> a.eval.of(in).shiftRight(by.eval.of(in).intValue()),
                a.bits,
                a.negative);
    }

    private interface Binary {
        BigInteger of(BigInteger a, BigInteger b);
    }

    private interface Unary {
        BigInteger of(BigInteger a);
    }

    private static Node binary(String op, Node a, Node b, Binary f, int bits, boolean neg) {
        return new Node(
                MiniProgram.op(op, a.json, b.json),
                in -> f.of(a.eval.of(in), b.eval.of(in)),
                bits,
                neg);
    }

    private static Node unary(String op, Node a, Unary f, int bits) {
        return new Node(MiniProgram.op(op, "null", a.json), in -> f.of(a.eval.of(in)), bits, true);
    }

    private static Node sized(String op, Node a, int w, Unary f, boolean negative) {
        return new Node(
                MiniProgram.op(op, a.json, MiniProgram.hex("0x" + Integer.toHexString(w))),
                in -> f.of(a.eval.of(in)),
                w,
                negative);
    }

    /** Masks, as the compiler does after each operation. */
    private Node cut(Node a, int w) {
        if (random.nextBoolean() && a.bits < 120) {
            return a;
        }
        BigInteger m = mask(w);
        return new Node(
                MiniProgram.op("&", a.json, MiniProgram.hex("0x" + m.toString(16))),
                in -> a.eval.of(in).and(m),
                w,
                false);
    }

    private Node choice(Node a, Node b) {
        String[] ops = {"==", "!=", "<", "<=", ">", ">="};
        int k = random.nextInt(ops.length);
        Node x = random.nextBoolean() ? a : leaves.get(random.nextInt(leaves.size()));
        Node y = random.nextBoolean() ? b : x;
        String json =
                "{\"type\":\"expression\",\"value\":{\"op\":\"?\",\"cond\":"
                        + MiniProgram.op(ops[k], x.json, y.json)
                        + ",\"left\":"
                        + a.json
                        + ",\"right\":"
                        + b.json
                        + "}}";
        Eval eval =
                in -> {
                    int c = x.eval.of(in).compareTo(y.eval.of(in));
                    boolean[] is = {c == 0, c != 0, c < 0, c <= 0, c > 0, c >= 0};
                    return is[k] ? a.eval.of(in) : b.eval.of(in);
                };
        return new Node(json, eval, Math.max(a.bits, b.bits), a.negative || b.negative);
    }

    @Test
    void randomExpressions() throws RefusedException {
        int programs = 40;
        int perProgram = 24;
        for (int p = 0; p < programs; p++) {
            MiniProgram m = new MiniProgram();
            leaves.clear();
            List<Integer> widths = new ArrayList<>();
            List<Boolean> signs = new ArrayList<>();
            int bits = 0;
            for (int i = 0; i < WIDTHS.length + SIGNED.length; i++) {
                boolean signed = i >= WIDTHS.length;
                int w = signed ? SIGNED[i - WIDTHS.length] : WIDTHS[i];
                m.in("f" + i, w, signed);
                widths.add(w);
                signs.add(signed);
                int index = i;
                leaves.add(new Node(MiniProgram.field("in", "f" + i), in -> in[index], w, signed));
                bits += w;
            }
            int pad = (8 - bits % 8) % 8;
            if (pad > 0) {
                m.in("pad", pad, false);
            }
            List<Node> nodes = new ArrayList<>();
            List<Integer> outWidths = new ArrayList<>();
            int outBits = 0;
            for (int i = 0; i < perProgram; i++) {
                Node n = generate(4);
                boolean signed = random.nextInt(3) == 0;
                int w = signed ? 2 + random.nextInt(126) : 1 + random.nextInt(128);
                m.out("r" + i, w, signed);
                m.run("assign", MiniProgram.field("out", "r" + i), MiniProgram.expression(n.json));
                nodes.add(n);
                outWidths.add(w);
                outBits += w;
            }
            int outPad = (8 - outBits % 8) % 8;
            if (outPad > 0) {
                m.out("pad", outPad, false);
            }
            Harness h = new Harness(P4Info.getDefaultInstance(), m.bytes());
            for (int k = 0; k < 20; k++) {
                check(h, nodes, outWidths, outPad, widths, signs, pad, bits + pad);
            }
        }
    }

    private void check(
            Harness h,
            List<Node> nodes,
            List<Integer> outWidths,
            int outPad,
            List<Integer> widths,
            List<Boolean> signs,
            int pad,
            int bits) {
        BigInteger raw = new BigInteger(bits, random);
        int style = random.nextInt(4);
        if (style == 0) {
            raw = mask(bits);
        } else if (style == 1) {
            raw = BigInteger.ZERO;
        }
        BigInteger[] in = new BigInteger[widths.size()];
        int at = pad;
        for (int i = widths.size() - 1; i >= 0; i--) {
            BigInteger v = raw.shiftRight(at).and(mask(widths.get(i)));
            in[i] = signs.get(i) ? twoComp(v, widths.get(i)) : v;
            at += widths.get(i);
        }
        byte[] frame = new byte[bits / 8 + 3];
        for (int i = 0; i < bits / 8; i++) {
            frame[i] = raw.shiftRight(bits - 8 - 8 * i).byteValue();
        }
        frame[bits / 8] = 0x55;
        List<Frame> out = h.send(0, frame);
        assertEquals(1, out.size());
        byte[] got = out.get(0).bytes;
        BigInteger result = new BigInteger(1, got).shiftRight(24 + outPad);
        assertEquals(0x55, got[got.length - 3]);
        for (int i = nodes.size() - 1; i >= 0; i--) {
            BigInteger value = result.and(mask(outWidths.get(i)));
            result = result.shiftRight(outWidths.get(i));
            BigInteger want = nodes.get(i).eval.of(in).and(mask(outWidths.get(i)));
            assertEquals(want, value, () -> "seed " + seed);
        }
    }
}
