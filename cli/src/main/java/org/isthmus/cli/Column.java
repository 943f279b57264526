// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.util.Map;
import java.util.function.Function;

/** A column of a table or CSV: its name and how its text comes from a row. Immutable. */
final class Column {
    final String name;
    final Function<Map<String, Object>, Object> value;

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
    static Column of(String name) {
        return new Column(name, row -> row.get(name), false, false);
    }

    static Column number(String name) {
        return new Column(name, row -> row.get(name), true, false);
    }

    static Column of(String name, Function<Map<String, Object>, Object> value) {
        return new Column(name, value, false, false);
    }

    static Column number(String name, Function<Map<String, Object>, Object> value) {
        return new Column(name, value, true, false);
    }

    Column optional() {
        return new Column(name, value, right, true);
    }
}
