// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.rtl.graph.TableShape;

/**
 * Where the rows of an exact table, or of one of prefixes, may be: one place in each of its ways.
 * Bit b of the place in way w is the parity of some bits of the key, picked once for all (H3:
 * Carter and Wegman, Universal Classes of Hash Functions). Immutable.
 */
public final class Hashes {
    /** With one place in each of five, tables take rows until they are 99 % full. */
    private static final int WAYS = 5;

    /** Of those, some 80 % are ever in use, so that hardly a row finds no place. */
    private static final int FILL_PERCENT = 80;

    /** Rows that find no place. */
    private static final int OVERFLOW = 8;

    // Of prefixes, a length has ways for itself. With half of the ways its rows have room if all
    // are of one length; the others are for lengths that fill theirs less.
    private static final int PREFIX_WAYS = 16;
    private static final int PREFIX_FILL_PERCENT = 50;
    private static final int PREFIX_OVERFLOW = 16;

    public final int ways;

    /** Rows beside those of the ways. */
    public final int overflow;

    /** Picks the same bits wherever the compiler runs. */
    private static final long SEED = 64;

    /** Bits of a place in a way. */
    public final int indexBits;

    /** Of way 0 its bits from 0 on, then those of way 1. */
    public final List<BigInteger> masks = new ArrayList<>();

    Hashes(TableShape table) {
        boolean isExact = table.kind == TableShape.Kind.EXACT;
        ways = isExact ? WAYS : PREFIX_WAYS;
        overflow = isExact ? OVERFLOW : PREFIX_OVERFLOW;
        int fill = isExact ? FILL_PERCENT : PREFIX_FILL_PERCENT;
        int bits = 1;
        while ((long) ways * (1L << bits) * fill < 100L * table.size) {
            bits++;
        }
        indexBits = Math.min(bits, table.keyBits);
        Random random = new Random(SEED + table.number);
        for (int way = 0; way < ways; way++) {
            masks.addAll(independent(table.keyBits, random));
        }
    }

    /** Masks none of which is a sum of others: so all places of a way are in use. */
    private List<BigInteger> independent(int keyBits, Random random) {
        List<BigInteger> found = new ArrayList<>();
        List<BigInteger> reduced = new ArrayList<>();
        while (found.size() < indexBits) {
            BigInteger mask = new BigInteger(keyBits, random);
            BigInteger left = mask;
            for (BigInteger r : reduced) {
                left = left.min(left.xor(r));
            }
            if (left.signum() != 0) {
                found.add(mask);
                reduced.add(left);
                reduced.sort((a, b) -> b.compareTo(a));
            }
        }
        return found;
    }
}
