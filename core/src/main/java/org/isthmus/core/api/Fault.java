// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** One reason why a change would be refused. Immutable. */
public final class Fault {
    /** Path of the field, such as {@code [3].prefix6}; empty: the whole. */
    public final String field;

    public final String message;

    /** The entry it is in conflict with; null: it is wrong in itself. */
    public final String other;

    public Fault(String field, String message, String other) {
        this.field = field;
        this.message = message;
        this.other = other;
    }

    /** The message with the other entry. */
    public String text() {
        return other == null ? message : message + " (" + other + ")";
    }

    @Override
    public String toString() {
        return field + ": " + text();
    }
}
