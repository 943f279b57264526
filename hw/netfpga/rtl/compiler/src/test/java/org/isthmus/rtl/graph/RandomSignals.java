// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.graph;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;

/** Signals of all kinds that are computed from others. */
public final class RandomSignals {
    private RandomSignals() {}

    /** One more signal, and what it has to be. */
    public static void add(
            Graph g, Random random, List<Signal> signals, List<BigInteger> expected) {
        int i = random.nextInt(signals.size());
        int j = random.nextInt(signals.size());
        int k = random.nextInt(signals.size());
        Signal a = signals.get(i);
        BigInteger x = expected.get(i);
        int width = 1 + random.nextInt(24);
        Signal b = g.resize(signals.get(j), a.width);
        BigInteger y = low(expected.get(j), a.width);
        switch (random.nextInt(16)) {
            case 0:
                BigInteger constant = new BigInteger(width, random);
                put(signals, expected, g.constant(constant, width), constant);
                break;
            case 1:
                int from = random.nextInt(a.width);
                int bits = 1 + random.nextInt(a.width - from);
                put(signals, expected, g.slice(a, from, bits), low(x.shiftRight(from), bits));
                break;
            case 2:
                if (a.width + signals.get(j).width < 100) {
                    put(
                            signals,
                            expected,
                            g.concat(a, signals.get(j)),
                            x.shiftLeft(signals.get(j).width).or(expected.get(j)));
                }
                break;
            case 3:
                put(signals, expected, g.not(a), low(x.not(), a.width));
                break;
            case 4:
                put(signals, expected, g.and(a, b), x.and(y));
                break;
            case 5:
                put(signals, expected, g.or(a, b), x.or(y));
                break;
            case 6:
                put(signals, expected, g.xor(a, b), x.xor(y));
                break;
            case 7:
                put(
                        signals,
                        expected,
                        g.add(a, signals.get(j), width),
                        low(x.add(expected.get(j)), width));
                break;
            case 8:
                put(
                        signals,
                        expected,
                        g.sub(a, signals.get(j), width),
                        low(low(x, width).subtract(low(expected.get(j), width)), width));
                break;
            case 9:
                put(signals, expected, g.equal(a, signals.get(j)), bit(x.equals(expected.get(j))));
                break;
            case 10:
                put(
                        signals,
                        expected,
                        g.less(a, signals.get(j)),
                        bit(x.compareTo(expected.get(j)) < 0));
                break;
            case 11:
                Signal condition = g.slice(signals.get(k), 0, 1);
                put(signals, expected, g.mux(condition, a, b), expected.get(k).testBit(0) ? x : y);
                break;
            case 12:
                put(signals, expected, g.field(a, "field"), x);
                break;
            case 13:
                int amount = low(expected.get(k), 6).intValue();
                Signal by = g.slice(signals.get(k), 0, Math.min(6, signals.get(k).width));
                put(signals, expected, g.shiftRight(a, by), x.shiftRight(amount));
                break;
            case 14:
                int left = low(expected.get(k), 6).intValue();
                Signal times = g.slice(signals.get(k), 0, Math.min(6, signals.get(k).width));
                put(signals, expected, g.shiftLeft(a, times), low(x.shiftLeft(left), a.width));
                break;
            default:
                put(signals, expected, g.resize(a, width), low(x, width));
        }
    }

    private static void put(
            List<Signal> signals, List<BigInteger> expected, Signal s, BigInteger value) {
        signals.add(s);
        expected.add(value);
    }

    private static BigInteger low(BigInteger x, int width) {
        return x.mod(BigInteger.ONE.shiftLeft(width));
    }

    private static BigInteger bit(boolean set) {
        return set ? BigInteger.ONE : BigInteger.ZERO;
    }
}
