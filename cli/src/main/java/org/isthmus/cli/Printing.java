// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.isthmus.listing.Listing;
import org.isthmus.listing.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that prints something, as the option for output says. */
abstract class Printing implements Callable<Integer> {
    /** Names of columns that are said to be left out. */
    private static final int MOST_LEFT_OUT = 4;

    @Spec private CommandSpec spec;

    /** Returns the exit code. */
    abstract int run() throws IOException;

    @Override
    public final Integer call() throws IOException {
        try {
            return run();
        } finally {
            out().flush();
        }
    }

    /** As {@link Nat64Ctl#written}: for who goes on only if it is. */
    final void written() {
        Nat64Ctl.written(out());
    }

    final Nat64Ctl root() {
        return (Nat64Ctl) spec.root().userObject();
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    final boolean json() {
        return root().output == Nat64Ctl.Output.json;
    }

    /** Where rows go, as table, CSV or JSON. */
    final class Printer {
        private final Consumer<Map<String, Object>> row;
        private final Runnable end;

        Printer(Listing listing) {
            if (root().output == Nat64Ctl.Output.csv) {
                Csv csv = new Csv(out(), listing.columns);
                row = csv::row;
                end = csv::end;
            } else {
                TextTable table = new TextTable(out()::println, root().columns, listing.columns);
                row = table::row;
                end = () -> finish(table);
            }
        }

        void row(Map<String, Object> values) {
            row.accept(values);
        }

        void end() {
            end.run();
        }
    }

    private void finish(TextTable table) {
        table.end();
        List<String> leftOut = table.leftOut();
        if (!leftOut.isEmpty()) {
            int shown = Math.min(MOST_LEFT_OUT, leftOut.size());
            String more =
                    leftOut.size() > shown ? " and " + (leftOut.size() - shown) + " more" : "";
            String names = String.join(", ", leftOut.subList(0, shown));
            out().flush();
            err().println("Too wide: " + names + more + "; -o csv has them.");
        }
    }

    /** Says something about what was printed; null: nothing. */
    final void note(String sentence) {
        if (sentence != null) {
            out().flush();
            err().println(sentence);
        }
    }

    /** Prints rows that this process has itself. */
    final class Rows implements AutoCloseable {
        private final Printer printer;
        private final JsonGenerator json;

        Rows(Listing listing) throws IOException {
            printer = json() ? null : new Printer(listing);
            json = json() ? JsonWriter.pretty(out()) : null;
            if (json != null) {
                json.writeStartObject();
                json.writeArrayFieldStart(listing.name);
            }
        }

        void row(Map<String, Object> values) throws IOException {
            if (json == null) {
                printer.row(values);
                return;
            }
            json.writeStartObject();
            for (Map.Entry<String, Object> e : values.entrySet()) {
                json.writeObjectField(e.getKey(), e.getValue());
            }
            json.writeEndObject();
        }

        @Override
        public void close() throws IOException {
            if (json == null) {
                printer.end();
                return;
            }
            json.writeEndArray();
            json.writeEndObject();
            json.close();
            out().println();
        }
    }
}
