// SPDX-License-Identifier: Apache-2.0
package org.isthmus.listing;

import java.util.Map;
import java.util.function.Function;

/**
 * A column of a table or of CSV: its name, and how its value comes from a row, a JSON object.
 * Immutable.
 */
public final class Column {
    public final String name;

    /** Null if the row has no such value. */
    public final Function<Map<String, Object>, Object> value;

    /** Numbers stand at the right. */
    final boolean right;

    /** Left out where a table is too wide for the terminal. */
    final boolean optional;

    private Column(
            String name,
            Function<Map<String, Object>, Object> value,
            boolean right,
            boolean optional) {
        this.name = name;
        this.value = value;
        this.right = right;
        this.optional = optional;
    }

    /** Shows the field of this name. */
    static Column text(String name) {
        return text(name, row -> row.get(name));
    }

    static Column text(String name, Function<Map<String, Object>, Object> value) {
        return new Column(name, value, false, false);
    }

    /** Shows the field of this name. */
    static Column number(String name) {
        return number(name, row -> row.get(name));
    }

    static Column number(String name, Function<Map<String, Object>, Object> value) {
        return new Column(name, value, true, false);
    }

    Column optional() {
        return new Column(name, value, right, true);
    }
}
