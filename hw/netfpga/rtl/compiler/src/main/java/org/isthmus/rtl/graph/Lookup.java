// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.graph;

/** The one place where a packet is looked up in a table. Immutable. */
public final class Lookup {
    public final TableShape table;

    /** The fields side by side, the first in the highest bits. */
    public final Signal key;

    /**
     * One bit: this packet does look. What the table answers to one that does not means nothing,
     * and sets no hit bit.
     */
    public final Signal asks;

    /** As "file:line"; empty: unknown. */
    public final String place;

    public Lookup(TableShape table, Signal key, Signal asks, String place) {
        this.table = table;
        this.key = key;
        this.asks = asks;
        this.place = place;
    }
}
