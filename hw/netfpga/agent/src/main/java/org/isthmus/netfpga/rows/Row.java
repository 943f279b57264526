// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import java.math.BigInteger;

/** A row as a card has it. */
public class Row {
    /** Not in a slot: of another table than a ternary one, or not placed yet. */
    public static final int NO_SLOT = -1;

    private final BigInteger key;
    private final BigInteger mask;
    private final int priority;
    private final BigInteger value;
    private int slot;

    /**
     * @param mask null in exact tables
     * @param priority higher wins; of no meaning but in ternary tables
     */
    public Row(BigInteger key, BigInteger mask, int priority, BigInteger value, int slot) {
        this.key = key;
        this.mask = mask;
        this.priority = priority;
        this.value = value;
        this.slot = slot;
    }

    public final BigInteger key() {
        return key;
    }

    public final BigInteger mask() {
        return mask;
    }

    public final int priority() {
        return priority;
    }

    public final BigInteger value() {
        return value;
    }

    /** Of a ternary table; {@link #NO_SLOT}: none yet. */
    public final int slot() {
        return slot;
    }

    final void place(int slot) {
        this.slot = slot;
    }
}
