// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;

/** Part of a long list. Immutable. */
public final class Page<T> {
    private final List<T> items;
    private final String next;

    /**
     * @param next cursor to ask for what follows, or null at the end
     */
    public Page(List<T> items, String next) {
        this.items = List.copyOf(items);
        this.next = next;
    }

    public List<T> items() {
        return items;
    }

    public String next() {
        return next;
    }
}
