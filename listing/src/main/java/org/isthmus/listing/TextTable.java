// SPDX-License-Identifier: Apache-2.0
package org.isthmus.listing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Prints rows as an aligned table. The first rows set the widths, so that a long list can be
 * printed as it comes. For one thread.
 */
public final class TextTable {
    private static final int FIRST_ROWS = 1000;

    /** Controls (C0 and C1), separators of lines, and Bidi_Control of Unicode 14.0. */
    private static final Pattern STEERS =
            Pattern.compile(
                    "[\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    private final Consumer<String> lines;
    private final int width;
    private final List<Column> columns;
    private int[] widths;
    private final List<String[]> waiting = new ArrayList<>();
    private boolean started;

    /**
     * @param lines takes the lines, the header first
     * @param width of the terminal in columns, 0: no terminal, no limit
     */
    public TextTable(Consumer<String> lines, int width, List<Column> columns) {
        this.lines = lines;
        this.width = width;
        this.columns = columns;
    }

    public void row(Map<String, Object> row) {
        String[] cells = new String[columns.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = printable(text(columns.get(i).value.apply(row)));
        }
        if (started) {
            print(cells);
        } else {
            waiting.add(cells);
            if (waiting.size() == FIRST_ROWS) {
                start();
            }
        }
    }

    /** Prints what is left, or that there was nothing. To be called after the last row. */
    public void end() {
        if (!started && waiting.isEmpty()) {
            lines.accept("none");
        } else if (!started) {
            start();
        }
    }

    /** Headers of the columns for which the terminal was too narrow. To be called after the end. */
    public List<String> leftOut() {
        List<String> names = new ArrayList<>();
        for (int i = 0; started && i < widths.length; i++) {
            if (widths[i] < 0) {
                names.add(header(columns.get(i).name));
            }
        }
        return names;
    }

    private void start() {
        started = true;
        int[] needed = new int[columns.size()];
        String[] header = new String[needed.length];
        for (int i = 0; i < needed.length; i++) {
            header[i] = header(columns.get(i).name);
            needed[i] = header[i].length();
            for (String[] row : waiting) {
                needed[i] = Math.max(needed[i], DisplayWidth.of(row[i]));
            }
        }
        widths = needed;
        leaveOut();
        print(header);
        waiting.forEach(this::print);
        waiting.clear();
    }

    /** PEER-PORT of peerPort. */
    private static String header(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1-$2").toUpperCase(Locale.ROOT);
    }

    /** Gives optional columns the width -1, the last first, until the rest fits. */
    private void leaveOut() {
        for (int i = widths.length - 1; i >= 0 && width > 0 && total() > width; i--) {
            if (columns.get(i).optional) {
                widths[i] = -1;
            }
        }
    }

    private int total() {
        int total = -2;
        for (int w : widths) {
            total += w < 0 ? 0 : w + 2;
        }
        return total;
    }

    private void print(String[] cells) {
        StringBuilder line = new StringBuilder();
        int gap = 0;
        for (int i = 0; i < cells.length; i++) {
            if (widths[i] < 0) {
                continue;
            }
            line.append(" ".repeat(gap));
            int pad = Math.max(widths[i] - DisplayWidth.of(cells[i]), 0);
            if (columns.get(i).right) {
                line.append(" ".repeat(pad)).append(cells[i]);
                gap = 2;
            } else {
                // Blanks only when something follows.
                line.append(cells[i]);
                gap = pad + 2;
            }
        }
        lines.accept(line.toString());
    }

    /** A value as a reader of a table wants it. */
    private static String text(Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof Boolean) {
            return (Boolean) value ? "yes" : "no";
        }
        return value.toString();
    }

    /** A text without what would steer the terminal, or have it show the text in another order. */
    public static String printable(String text) {
        for (int i = 0; i < text.length(); i++) {
            // Hardly any text of a long list has others.
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return STEERS.matcher(text).replaceAll("?");
            }
        }
        return text;
    }
}
