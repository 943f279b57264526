// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** How much of a list a filter lets through. Immutable. */
public final class Totals {
    /** Of all pages. */
    public final long rows;

    /**
     * Of sessions, the bindings that may have further ones that the filter would let through: of
     * these bindings the first peer alone is known ({@link Session.Peers#FIRST}).
     */
    public final long openBindings;

    public Totals(long rows, long openBindings) {
        this.rows = rows;
        this.openBindings = openBindings;
    }
}
