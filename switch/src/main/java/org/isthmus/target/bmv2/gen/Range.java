// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import java.math.BigInteger;

/** The bounds of an expression's value, inclusive. Immutable. */
final class Range {
    final BigInteger min;
    final BigInteger max;

    Range(BigInteger min, BigInteger max) {
        this.min = min;
        this.max = max;
    }

    static Range unsigned(int bits) {
        return new Range(BigInteger.ZERO, BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
    }

    static Range signed(int bits) {
        BigInteger half = BigInteger.ONE.shiftLeft(bits - 1);
        return new Range(half.negate(), half.subtract(BigInteger.ONE));
    }

    boolean negative() {
        return min.signum() < 0;
    }

    /** Words for all values: unsigned if none is negative. */
    int words() {
        return negative() ? signedWords() : HeaderLayout.words(max.bitLength());
    }

    int signedWords() {
        return HeaderLayout.words(Math.max(min.bitLength(), max.bitLength()) + 1);
    }

    boolean within(Range o) {
        return min.compareTo(o.min) >= 0 && max.compareTo(o.max) <= 0;
    }

    Range union(Range o) {
        return new Range(min.min(o.min), max.max(o.max));
    }

    /** Bits that hold all values in two's complement, without the sign. */
    int magnitude() {
        return Math.max(min.bitLength(), max.bitLength());
    }

    static Range of(BigInteger... corners) {
        BigInteger lo = corners[0];
        BigInteger hi = corners[0];
        for (BigInteger c : corners) {
            lo = lo.min(c);
            hi = hi.max(c);
        }
        return new Range(lo, hi);
    }
}
