// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.graph;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.isthmus.rtl.graph.Signal.Op;

/**
 * All that is computed for a packet, as signals. What is asked for is made as small as is easily
 * seen: constants are folded, masks and shifts become slices and concatenations, zeros in front are
 * not added up or compared. One thread.
 */
public final class Graph {
    private final List<Signal> signals = new ArrayList<>();
    private final Map<Object, Signal> known = new HashMap<>();
    private String place = "";

    /** Where in the program the signals come from that are made from now on, as "file:line". */
    public void at(String where) {
        place = where;
    }

    public String place() {
        return place;
    }

    /** In an order in which operands come first. */
    public List<Signal> signals() {
        return Collections.unmodifiableList(signals);
    }

    private Signal make(Op op, int width, BigInteger value, int low, Lookup lookup, Signal... in) {
        List<Object> identity = new ArrayList<>(Arrays.asList(op, width, value, low, lookup));
        for (Signal s : in) {
            identity.add(s.id);
        }
        return known.computeIfAbsent(
                identity,
                none -> {
                    Signal made =
                            new Signal(signals.size(), op, width, List.of(in), value, low, lookup);
                    made.placeIt(place);
                    signals.add(made);
                    return made;
                });
    }

    private Signal make(Op op, int width, Signal... in) {
        return make(op, width, null, 0, null, in);
    }

    /** One that is given with each packet. */
    public Signal input(String name, int width) {
        Signal made = new Signal(signals.size(), Op.INPUT, width, List.of(), null, 0, null);
        made.nameIt(name, "");
        signals.add(made);
        return made;
    }

    /** The low bits of a number that is not negative. */
    public Signal constant(BigInteger value, int width) {
        return make(Op.CONST, width, value.and(ones(width)), 0, null);
    }

    public Signal constant(long value, int width) {
        return constant(BigInteger.valueOf(value), width);
    }

    public Signal zero(int width) {
        return constant(BigInteger.ZERO, width);
    }

    /** The largest number of a width. */
    static BigInteger ones(int width) {
        return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    }

    /** Bits {@code low} and on. */
    public Signal slice(Signal x, int low, int width) {
        if (low < 0 || width < 1 || low + width > x.width) {
            throw new IllegalArgumentException(
                    "bits " + low + " to " + (low + width - 1) + " of " + x);
        }
        if (width == x.width) {
            return x;
        }
        switch (x.op) {
            case CONST:
                return constant(x.value.shiftRight(low), width);
            case SLICE:
                return slice(x.operands.get(0), x.low + low, width);
            case CONCAT:
                return sliceOfConcat(x, low, width);
            case NOT:
                // Of wiring no bits can be read: they are those of what it is made of.
                Signal inner = x.operands.get(0);
                if (inner.op == Op.CONCAT || inner.op == Op.SLICE) {
                    return not(slice(inner, low, width));
                }
                break;
            case ADD:
                if (low == 0) {
                    return sum(x.operands, width);
                }
                break;
            default:
        }
        return make(Op.SLICE, width, null, low, null, x);
    }

    private Signal sliceOfConcat(Signal x, int low, int width) {
        List<Signal> parts = new ArrayList<>();
        int end = x.width;
        for (Signal part : x.operands) {
            int begin = end - part.width;
            int from = Math.max(begin, low);
            int to = Math.min(end, low + width);
            if (from < to) {
                parts.add(slice(part, from - begin, to - from));
            }
            end = begin;
        }
        return concat(parts);
    }

    /** The same, which keeps its own name wherever parts of it are used. */
    public Signal field(Signal x, String name) {
        if (x.isConst()) {
            return x;
        }
        Signal made = make(Op.FIELD, x.width, x);
        made.nameIt(name, place);
        return made;
    }

    /** Side by side, the first in the highest bits. */
    public Signal concat(List<Signal> parts) {
        List<Signal> flat = new ArrayList<>();
        for (Signal part : parts) {
            for (Signal piece : part.op == Op.CONCAT ? part.operands : List.of(part)) {
                Signal last = flat.isEmpty() ? null : flat.get(flat.size() - 1);
                Signal joined = last == null ? null : joined(last, piece);
                if (joined == null) {
                    flat.add(piece);
                } else {
                    flat.set(flat.size() - 1, joined);
                }
            }
        }
        if (flat.size() == 1) {
            return flat.get(0);
        }
        int width = flat.stream().mapToInt(s -> s.width).sum();
        return make(Op.CONCAT, width, flat.toArray(new Signal[0]));
    }

    public Signal concat(Signal... parts) {
        return concat(Arrays.asList(parts));
    }

    /** Neighbours as one signal; null: they stay two. */
    private Signal joined(Signal high, Signal low) {
        if (high.isConst() && low.isConst()) {
            return constant(high.value.shiftLeft(low.width).or(low.value), high.width + low.width);
        }
        if (high.op == Op.SLICE
                && low.op == Op.SLICE
                && high.operands.get(0) == low.operands.get(0)
                && high.low == low.low + low.width) {
            return slice(high.operands.get(0), low.low, high.width + low.width);
        }
        return null;
    }

    /** With zeros in front, or without the highest bits. */
    public Signal resize(Signal x, int width) {
        if (width > x.width) {
            return concat(zero(width - x.width), x);
        }
        return slice(x, 0, width);
    }

    public Signal not(Signal x) {
        if (x.isConst()) {
            return constant(x.value.xor(ones(x.width)), x.width);
        }
        if (x.op == Op.NOT) {
            return x.operands.get(0);
        }
        if (x.op == Op.CONCAT && hasConst(x)) {
            List<Signal> parts = new ArrayList<>();
            x.operands.forEach(part -> parts.add(not(part)));
            return concat(parts);
        }
        return make(Op.NOT, x.width, x);
    }

    private static boolean hasConst(Signal x) {
        return x.op == Op.CONCAT && x.operands.stream().anyMatch(Signal::isConst);
    }

    public Signal and(Signal a, Signal b) {
        return bitwise(Op.AND, a, b);
    }

    public Signal or(Signal a, Signal b) {
        return bitwise(Op.OR, a, b);
    }

    public Signal xor(Signal a, Signal b) {
        return bitwise(Op.XOR, a, b);
    }

    public Signal and(List<Signal> all) {
        return all.stream().reduce(constant(1, 1), this::and);
    }

    private Signal bitwise(Op op, Signal a, Signal b) {
        if (a.width != b.width) {
            throw new IllegalArgumentException(op + " of " + a + " and " + b);
        }
        if (a.isConst() && !b.isConst()) {
            return bitwise(op, b, a);
        }
        if (b.isConst()) {
            return withConst(op, a, b);
        }
        if (a == b) {
            return op == Op.XOR ? zero(a.width) : a;
        }
        if (a.op == Op.NOT && a.operands.get(0) == b || b.op == Op.NOT && b.operands.get(0) == a) {
            return op == Op.AND ? zero(a.width) : constant(ones(a.width), a.width);
        }
        if (op != Op.XOR && a.width == 1) {
            Signal absorbed = absorbed(op, a, b);
            absorbed = absorbed == null ? absorbed(op, b, a) : absorbed;
            if (absorbed != null) {
                return absorbed;
            }
        }
        if (hasConst(a) || hasConst(b)) {
            return byPart(op, a, b);
        }
        return a.id < b.id ? make(op, a.width, a, b) : make(op, a.width, b, a);
    }

    /** {@code a} where it says all that both say; null: it does not. */
    private Signal absorbed(Op op, Signal a, Signal b) {
        boolean contains = (a.op == Op.AND || a.op == Op.OR) && a.operands.contains(b);
        return contains ? (a.op == op ? a : b) : null;
    }

    private Signal withConst(Op op, Signal a, Signal b) {
        if (a.isConst()) {
            BigInteger value =
                    op == Op.AND
                            ? a.value.and(b.value)
                            : op == Op.OR ? a.value.or(b.value) : a.value.xor(b.value);
            return constant(value, a.width);
        }
        if (b.isZero()) {
            return op == Op.AND ? b : a;
        }
        if (b.isOnes()) {
            return op == Op.AND ? a : op == Op.OR ? b : not(a);
        }
        // Run by run of equal bits in the constant.
        List<Signal> parts = new ArrayList<>();
        int end = a.width;
        while (end > 0) {
            boolean bit = b.value.testBit(end - 1);
            int begin = end - 1;
            while (begin > 0 && b.value.testBit(begin - 1) == bit) {
                begin--;
            }
            Signal run = constant(bit ? ones(end - begin) : BigInteger.ZERO, end - begin);
            parts.add(withConst(op, slice(a, begin, end - begin), run));
            end = begin;
        }
        return concat(parts);
    }

    /** Part by part of where either has a constant. */
    private Signal byPart(Op op, Signal a, Signal b) {
        List<Signal> parts = new ArrayList<>();
        int end = a.width;
        while (end > 0) {
            int begin = Math.max(beginOfPart(a, end), beginOfPart(b, end));
            Signal left = slice(a, begin, end - begin);
            Signal right = slice(b, begin, end - begin);
            parts.add(
                    hasConst(left) || hasConst(right) || begin == 0 && end == a.width
                            ? make(op, left.width, left, right)
                            : bitwise(op, left, right));
            end = begin;
        }
        return concat(parts);
    }

    private static int beginOfPart(Signal x, int end) {
        if (x.op != Op.CONCAT) {
            return 0;
        }
        int begin = x.width;
        for (Signal part : x.operands) {
            begin -= part.width;
            if (begin < end) {
                return begin;
            }
        }
        return 0;
    }

    /** Without zeros in front, but for one bit. */
    public Signal stripped(Signal x) {
        if (x.isConst()) {
            return constant(x.value, Math.max(1, x.value.bitLength()));
        }
        if (x.op == Op.CONCAT && x.operands.get(0).isConst()) {
            int bits = x.width - x.operands.get(0).width + x.operands.get(0).value.bitLength();
            return slice(x, 0, Math.max(1, bits));
        }
        return x;
    }

    public Signal add(Signal a, Signal b, int width) {
        return sum(List.of(a, b), width);
    }

    /** Of operands of any width. */
    private Signal sum(List<Signal> operands, int width) {
        List<Signal> leaves = new ArrayList<>();
        BigInteger fixed = BigInteger.ZERO;
        for (Signal operand : operands) {
            Signal x = stripped(operand.width > width ? slice(operand, 0, width) : operand);
            // A sum inside is part of this one where no carry was cut off.
            boolean whole = x.op == Op.ADD && (x.width >= width || x.width >= bitsOf(x.operands));
            for (Signal leaf : whole ? x.operands : List.of(x)) {
                Signal small = stripped(leaf.width > width ? slice(leaf, 0, width) : leaf);
                if (small.isConst()) {
                    fixed = fixed.add(small.value);
                } else {
                    leaves.add(small);
                }
            }
        }
        fixed = fixed.and(ones(width));
        if (leaves.isEmpty()) {
            return constant(fixed, width);
        }
        if (fixed.signum() != 0) {
            leaves.add(constant(fixed, fixed.bitLength()));
        }
        if (leaves.size() == 1) {
            return resize(leaves.get(0), width);
        }
        leaves.sort((a, b) -> Integer.compare(a.id, b.id));
        int needed = Math.min(width, bitsOf(leaves));
        return resize(make(Op.ADD, needed, leaves.toArray(new Signal[0])), width);
    }

    /** A part of a sum of more operands, as it is computed. */
    public Signal pair(Signal a, Signal b, int width, Signal of) {
        at(of.place());
        return make(Op.ADD, width, a, b);
    }

    /** Bits of the greatest sum of these. */
    private static int bitsOf(List<Signal> operands) {
        BigInteger most = BigInteger.ZERO;
        for (Signal s : operands) {
            most = most.add(s.isConst() ? s.value : ones(s.width));
        }
        return most.bitLength();
    }

    public Signal sub(Signal a, Signal b, int width) {
        Signal left = resize(a, width);
        Signal right = resize(b, width);
        if (right.isConst()) {
            return add(left, constant(right.value.negate(), width), width);
        }
        return make(Op.SUB, width, left, right);
    }

    public Signal equal(Signal a, Signal b) {
        int width = Math.max(a.width, b.width);
        Signal left = stripped(resize(a, width));
        Signal right = stripped(resize(b, width));
        if (left == right) {
            return constant(1, 1);
        }
        width = Math.max(left.width, right.width);
        if (left.isConst() && right.isConst()) {
            return zero(1);
        }
        if (left.isConst() && left.width > right.width
                || right.isConst() && right.width > left.width) {
            return zero(1);
        }
        left = resize(left, width);
        right = resize(right, width);
        if (left.isConst()) {
            return equal(right, left);
        }
        if (width == 1 && right.isConst()) {
            return right.isZero() ? not(left) : left;
        }
        return make(Op.EQUAL, 1, left, right);
    }

    public Signal less(Signal a, Signal b) {
        int width = Math.max(a.width, b.width);
        Signal left = stripped(resize(a, width));
        Signal right = stripped(resize(b, width));
        if (left == right || right.isZero()) {
            return zero(1);
        }
        if (left.isConst() && right.isConst()) {
            return constant(left.value.compareTo(right.value) < 0 ? 1 : 0, 1);
        }
        if (left.isConst() && left.width > right.width) {
            return zero(1);
        }
        if (right.isConst() && right.width > left.width) {
            return constant(1, 1);
        }
        width = Math.max(left.width, right.width);
        return make(Op.LESS, 1, resize(left, width), resize(right, width));
    }

    public Signal mux(Signal condition, Signal then, Signal otherwise) {
        if (then.width != otherwise.width || condition.width != 1) {
            throw new IllegalArgumentException(condition + " ? " + then + " : " + otherwise);
        }
        if (then == otherwise) {
            return then;
        }
        if (condition.isConst()) {
            return condition.isZero() ? otherwise : then;
        }
        if (condition.op == Op.NOT) {
            return mux(condition.operands.get(0), otherwise, then);
        }
        // What both alternatives ask again is known.
        if (then.op == Op.MUX && then.operands.get(0) == condition) {
            return mux(condition, then.operands.get(1), otherwise);
        }
        if (otherwise.op == Op.MUX && otherwise.operands.get(0) == condition) {
            return mux(condition, then, otherwise.operands.get(2));
        }
        if (then.width == 1) {
            Signal simple = muxOfBits(condition, then, otherwise);
            if (simple != null) {
                return simple;
            }
        }
        // if a then (if b then x else y) else y
        if (then.op == Op.MUX && then.operands.get(2) == otherwise) {
            return mux(and(condition, then.operands.get(0)), then.operands.get(1), otherwise);
        }
        if (otherwise.op == Op.MUX && otherwise.operands.get(1) == then) {
            return mux(or(condition, otherwise.operands.get(0)), then, otherwise.operands.get(2));
        }
        if (hasConst(then) || hasConst(otherwise)) {
            Signal parts = muxByPart(condition, then, otherwise);
            if (parts != null) {
                return parts;
            }
        }
        return make(Op.MUX, then.width, condition, then, otherwise);
    }

    private Signal muxOfBits(Signal condition, Signal then, Signal otherwise) {
        if (then.isConst()) {
            return then.isZero() ? and(not(condition), otherwise) : or(condition, otherwise);
        }
        if (otherwise.isConst()) {
            return otherwise.isZero() ? and(condition, then) : or(not(condition), then);
        }
        return null;
    }

    /** Null: no part is the same in both. */
    private Signal muxByPart(Signal condition, Signal then, Signal otherwise) {
        List<Signal> parts = new ArrayList<>();
        boolean same = false;
        int end = then.width;
        while (end > 0) {
            int begin = Math.max(beginOfPart(then, end), beginOfPart(otherwise, end));
            Signal left = slice(then, begin, end - begin);
            Signal right = slice(otherwise, begin, end - begin);
            same |= left == right;
            parts.add(left == right ? left : make(Op.MUX, left.width, condition, left, right));
            end = begin;
        }
        return same ? concat(parts) : null;
    }

    /** With zeros behind; {@code amount} bits of any number. */
    public Signal shiftLeft(Signal x, Signal amount) {
        return shift(x, amount, true);
    }

    /** With zeros in front. */
    public Signal shiftRight(Signal x, Signal amount) {
        return shift(x, amount, false);
    }

    private Signal shift(Signal x, Signal amount, boolean left) {
        Signal shifted = x;
        for (int i = 0; i < amount.width; i++) {
            Signal bit = slice(amount, i, 1);
            Signal by =
                    i >= Integer.SIZE - 1 || 1 << i >= x.width
                            ? zero(x.width)
                            : left ? shiftLeft(shifted, 1 << i) : shiftRight(shifted, 1 << i);
            shifted = mux(bit, by, shifted);
        }
        return shifted;
    }

    /** By less than the width. */
    public Signal shiftLeft(Signal x, int by) {
        return by == 0 ? x : concat(slice(x, 0, x.width - by), zero(by));
    }

    /** By less than the width. */
    public Signal shiftRight(Signal x, int by) {
        return by == 0 ? x : concat(zero(by), slice(x, by, x.width - by));
    }

    public Signal hit(Lookup lookup) {
        return make(Op.HIT, 1, null, 0, Objects.requireNonNull(lookup), lookup.key, lookup.asks);
    }

    public Signal value(Lookup lookup) {
        return make(
                Op.VALUE,
                lookup.table.valueBits,
                null,
                0,
                Objects.requireNonNull(lookup),
                lookup.key,
                lookup.asks);
    }

    /** Counts the packets for which {@code asks} is set; {@code width} bits of that. */
    public Signal sequence(Signal asks, int width) {
        return make(Op.SEQUENCE, width, asks);
    }
}
