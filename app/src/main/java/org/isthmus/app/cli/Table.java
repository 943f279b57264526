// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Prints rows as an aligned table, with the columns of nat64ctl. For one thread. */
final class Table<T> {
    private final List<String> names = new ArrayList<>();
    private final List<Function<T, ?>> values = new ArrayList<>();
    private final List<Boolean> right = new ArrayList<>();

    /**
     * @param name of the field in JSON; peerPort stands as PEER-PORT above the column
     * @param value null shows as a dash
     */
    Table<T> text(String name, Function<T, ?> value) {
        return column(name, value, false);
    }

    /** Numbers stand at the right. */
    Table<T> number(String name, Function<T, ?> value) {
        return column(name, value, true);
    }

    private Table<T> column(String name, Function<T, ?> value, boolean atRight) {
        names.add(name.replaceAll("([a-z])([A-Z])", "$1-$2").toUpperCase(Locale.ROOT));
        values.add(value);
        right.add(atRight);
        return this;
    }

    void print(Iterable<T> rows, PrintStream out) {
        List<String[]> cells = new ArrayList<>();
        cells.add(names.toArray(new String[0]));
        for (T row : rows) {
            cells.add(values.stream().map(v -> cell(v.apply(row))).toArray(String[]::new));
        }
        int[] widths = new int[names.size()];
        for (String[] line : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line[i].length());
            }
        }
        cells.forEach(line -> out.println(line(line, widths)));
    }

    private String line(String[] cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            String blanks = " ".repeat(widths[i] - cells[i].length());
            line.append(i == 0 ? "" : "  ");
            line.append(right.get(i) ? blanks + cells[i] : cells[i] + blanks);
        }
        return line.toString().stripTrailing();
    }

    /** Without what would steer the terminal. */
    private static String cell(Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof Boolean) {
            return (Boolean) value ? "yes" : "no";
        }
        return value.toString().replaceAll("\\p{Cntrl}", "?");
    }
}
