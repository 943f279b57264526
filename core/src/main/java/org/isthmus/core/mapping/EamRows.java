// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.mapping;

import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import org.isthmus.core.model.Eam;

/**
 * Mappings in the order of their prefixes of one family, and which is inside which. Immutable: a
 * change makes a copy, for which it looks at what is changed and what is inside of that alone.
 */
final class EamRows {
    /** Of prefixes that occur once: one precedes those inside it. */
    interface Order extends Comparator<Eam> {
        boolean isInside(Eam inner, Eam outer);
    }

    static final Order BY_4 =
            new Order() {
                @Override
                public int compare(Eam a, Eam b) {
                    return a.prefix4.compareTo(b.prefix4);
                }

                @Override
                public boolean isInside(Eam inner, Eam outer) {
                    return outer.prefix4.contains(inner.prefix4.bits());
                }
            };

    static final Order BY_6 =
            new Order() {
                @Override
                public int compare(Eam a, Eam b) {
                    return a.prefix6.compareTo(b.prefix6);
                }

                @Override
                public boolean isInside(Eam inner, Eam outer) {
                    return outer.prefix6.contains(inner.prefix6.high(), inner.prefix6.low());
                }
            };

    private static final int NONE = Eamt.NONE;

    private final Order order;
    final Eam[] rows;

    /** The row of the longest prefix around each. */
    final int[] enclosing;

    EamRows(Order order) {
        this(order, new Eam[0], new int[0]);
    }

    private EamRows(Order order, Eam[] rows, int[] enclosing) {
        this.order = order;
        this.rows = rows;
        this.enclosing = enclosing;
    }

    /**
     * @param added in order, none of them there
     */
    EamRows plus(Eam[] added) {
        Eam[] all = new Eam[rows.length + added.length];
        int[] around = new int[all.length];
        int[] moved = new int[rows.length];
        Eam outermost = null;
        int row = 0;
        for (int k = 0; k <= added.length; k++) {
            int end = k == added.length ? rows.length : place(added[k]);
            System.arraycopy(rows, row, all, row + k, end - row);
            for (; row < end; row++) {
                int at = row + k;
                moved[row] = at;
                if (outermost != null && !order.isInside(rows[row], outermost)) {
                    outermost = null;
                }
                int before = enclosing[row] == NONE ? NONE : moved[enclosing[row]];
                around[at] = outermost == null ? before : enclosing(all, around, at);
            }
            if (k < added.length) {
                all[row + k] = added[k];
                around[row + k] = enclosing(all, around, row + k);
                if (outermost == null || !order.isInside(added[k], outermost)) {
                    outermost = added[k];
                }
            }
        }
        return new EamRows(order, all, around);
    }

    /** That of the last row so far, from those of the rows before. */
    private int enclosing(Eam[] all, int[] around, int at) {
        int j = at - 1;
        while (j >= 0 && !order.isInside(all[at], all[j])) {
            j = around[j];
        }
        return j;
    }

    /**
     * @param removed which must be there
     */
    EamRows minus(Collection<Eam> removed) {
        BitSet gone = new BitSet();
        removed.forEach(e -> gone.set(place(e)));
        Eam[] rest = new Eam[rows.length - gone.cardinality()];
        int[] around = new int[rest.length];
        // Of one that is removed, that of the longest prefix around it that stays.
        int[] moved = new int[rows.length];
        int at = 0;
        for (int row = 0; row < rows.length; row++) {
            int before = enclosing[row] == NONE ? NONE : moved[enclosing[row]];
            if (gone.get(row)) {
                moved[row] = before;
            } else {
                rest[at] = rows[row];
                around[at] = before;
                moved[row] = at++;
            }
        }
        return new EamRows(order, rest, around);
    }

    /** Where it is, or would be. */
    private int place(Eam eam) {
        int low = 0;
        int high = rows.length;
        while (low < high) {
            int mid = (low + high) >>> 1;
            if (order.compare(rows[mid], eam) < 0) {
                low = mid + 1;
            } else {
                high = mid;
            }
        }
        return low;
    }
}
