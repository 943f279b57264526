// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;

/** Part of a long list. Immutable. */
public final class Page<T> {
    private final List<T> items;
    private final String next;
    private final Totals totals;

    /**
     * @param next cursor to ask for what follows, or null at the end
     */
    public Page(List<T> items, String next) {
        this(items, next, null);
    }

    /**
     * @param totals null: not asked for
     */
    public Page(List<T> items, String next, Totals totals) {
        this.items = List.copyOf(items);
        this.next = next;
        this.totals = totals;
    }

    public List<T> items() {
        return items;
    }

    public String next() {
        return next;
    }

    /** Of all pages; null: not asked for. */
    public Totals totals() {
        return totals;
    }
}
