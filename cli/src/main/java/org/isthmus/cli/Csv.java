// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.isthmus.listing.Column;

/** Prints rows as CSV (RFC 4180), all columns. For one thread. */
final class Csv {
    private final PrintWriter out;
    private final List<Column> columns;

    Csv(PrintWriter out, List<Column> columns) {
        this.out = out;
        this.columns = columns;
        StringBuilder line = new StringBuilder();
        for (Column c : columns) {
            append(line, c.name);
        }
        print(line);
    }

    void row(Map<String, Object> row) {
        StringBuilder line = new StringBuilder();
        for (Column c : columns) {
            Object value = c.value.apply(row);
            append(line, value == null ? "" : value.toString());
        }
        print(line);
    }

    void end() {
        out.flush();
    }

    private void print(StringBuilder line) {
        out.print(line.substring(1));
        out.print("\r\n");
    }

    private static void append(StringBuilder line, String cell) {
        line.append(',');
        if (cell.matches("[^\",\r\n]*")) {
            line.append(cell);
        } else {
            line.append('"').append(cell.replace("\"", "\"\"")).append('"');
        }
    }
}
