// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** Which part of a long list is asked for. Immutable. */
public final class PageRequest {
    /** Cursor of the page before; null: the first page. */
    public final String after;

    /** Rows, 1 to 10,000. */
    public final int limit;

    /** Null: as they come, which costs least. */
    public final Order order;

    /** Whether {@link Page#totals} are asked for: all rows are looked at, whatever the limit. */
    public final boolean wantsTotals;

    public PageRequest(String after, int limit, Order order, boolean wantsTotals) {
        this.after = after;
        this.limit = limit;
        this.order = order;
        this.wantsTotals = wantsTotals;
    }

    /** In any order, without totals. */
    public static PageRequest of(String after, int limit) {
        return new PageRequest(after, limit, null, false);
    }

    /** The same for the page behind a cursor, without totals. */
    public PageRequest after(String cursor) {
        return new PageRequest(cursor, limit, order, false);
    }
}
