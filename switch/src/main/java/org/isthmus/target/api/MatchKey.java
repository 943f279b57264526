// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

import java.util.Arrays;

/**
 * The match of one entry: per match field, in P4Info order, two byte strings of the field's width
 * rounded up to bytes, big-endian. What the second one means follows from the field's match kind:
 *
 * <ul>
 *   <li>EXACT: null.
 *   <li>LPM and TERNARY: the mask; bits outside it are zero in the value. All zero: don't care.
 *   <li>OPTIONAL: the mask, all ones or all zero.
 *   <li>RANGE: the inclusive upper bound; the value is the lower one.
 * </ul>
 *
 * Immutable: nobody writes into the arrays after construction.
 */
public final class MatchKey {
    /** Width of a field of type error, for which the P4Info gives none; its value is a number. */
    public static final int ERROR_BITS = 32;

    private final byte[][] values;
    private final byte[][] seconds;
    private final int priority;
    private final int hash;

    /**
     * @param priority higher wins; 0 in tables of EXACT and LPM fields alone, positive in others
     */
    public MatchKey(byte[][] values, byte[][] seconds, int priority) {
        this.values = values;
        this.seconds = seconds;
        this.priority = priority;
        this.hash =
                31 * (31 * Arrays.deepHashCode(values) + Arrays.deepHashCode(seconds)) + priority;
    }

    public int fields() {
        return values.length;
    }

    public byte[] value(int field) {
        return values[field];
    }

    public byte[] second(int field) {
        return seconds[field];
    }

    public int priority() {
        return priority;
    }

    /** Whether both are equal but for their priority. */
    public boolean sameMatch(MatchKey o) {
        return Arrays.deepEquals(values, o.values) && Arrays.deepEquals(seconds, o.seconds);
    }

    @Override
    public boolean equals(Object o) {
        if (!(o instanceof MatchKey)) {
            return false;
        }
        MatchKey k = (MatchKey) o;
        return hash == k.hash && priority == k.priority && sameMatch(k);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
