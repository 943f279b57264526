// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.graph;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/**
 * How large values can be, as far as is easily seen: an index that is chosen of constants is no
 * larger than the largest of them, whatever its width. What was found is remembered. One thread.
 */
public final class Bounds {
    private final Map<Signal, BigInteger> most = new HashMap<>();

    /** No less than what a signal can be, and no more than its width lets it be. */
    public BigInteger most(Signal s) {
        BigInteger found = most.get(s);
        if (found == null) {
            found = mostOf(s).min(Graph.ones(s.width));
            most.put(s, found);
        }
        return found;
    }

    private BigInteger mostOf(Signal s) {
        switch (s.op) {
            case CONST:
                return s.value;
            case FIELD:
                return most(s.operands.get(0));
            case MUX:
                return most(s.operands.get(1)).max(most(s.operands.get(2)));
            case CONCAT:
                BigInteger all = BigInteger.ZERO;
                for (Signal part : s.operands) {
                    all = all.shiftLeft(part.width).or(most(part));
                }
                return all;
            case ADD:
                return s.operands.stream().map(this::most).reduce(BigInteger.ZERO, BigInteger::add);
            default:
                return Graph.ones(s.width);
        }
    }
}
