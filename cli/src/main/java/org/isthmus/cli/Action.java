// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that asks the server something and prints the answer. */
abstract class Action implements Callable<Integer> {
    @Spec private CommandSpec spec;

    /** Returns the exit code. */
    abstract int run(Client client) throws IOException;

    @Override
    public final Integer call() {
        Client client = root().client();
        try {
            return run(client);
        } catch (IOException e) {
            throw client.unreachable(e);
        } finally {
            out().flush();
        }
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

    /** Prints an answer as JSON, or a sentence about it to a reader. */
    final int done(InputStream answer, String sentence) throws IOException {
        try (InputStream in = answer) {
            if (json()) {
                Json.copy(in, out());
            }
        }
        return say(sentence);
    }

    /** Says to a reader what was done. */
    final int say(String sentence) {
        if (root().output == Nat64Ctl.Output.table) {
            out().println(Table.printable(sentence));
        }
        return 0;
    }

    /** Where rows go, as table or CSV. */
    final class Rows {
        private final Consumer<Map<String, Object>> row;
        private final Runnable end;

        Rows(List<Column> columns) {
            if (root().output == Nat64Ctl.Output.csv) {
                Csv csv = new Csv(out(), columns);
                row = csv::row;
                end = csv::end;
            } else {
                Table table = new Table(out(), root().columns, columns);
                row = table::row;
                end = table::end;
            }
        }

        void row(Map<String, Object> fields) {
            row.accept(fields);
        }

        void end() {
            end.run();
        }

        /**
         * Prints the rows of a list one by one.
         *
         * @return the cursor of the next page, or null
         */
        String page(InputStream answer, String name) throws IOException {
            return rows(answer, name, p -> row(Json.object(Json.read(p))));
        }
    }

    /** Takes a row from a parser that stands at its start. */
    interface RowReader {
        void read(JsonParser p) throws IOException;
    }

    private static String rows(InputStream answer, String name, RowReader reader)
            throws IOException {
        String next = null;
        try (JsonParser p = Json.parser(answer)) {
            p.nextToken();
            while (p.nextToken() == JsonToken.FIELD_NAME) {
                String field = p.currentName();
                p.nextToken();
                if (field.equals(name)) {
                    while (p.nextToken() != JsonToken.END_ARRAY) {
                        reader.read(p);
                    }
                } else if (field.equals("next")) {
                    next = (String) Json.read(p);
                } else {
                    p.skipChildren();
                }
            }
        }
        return next;
    }

    /** Prints a list that comes in one piece. */
    final int list(Client client, String path, String name, List<Column> columns)
            throws IOException {
        InputStream answer = client.get(path, Map.of());
        if (json()) {
            Json.copy(answer, out());
        } else {
            Rows rows = new Rows(columns);
            rows.page(answer, name);
            rows.end();
        }
        return 0;
    }

    /** Prints one page of a list, or all of them. */
    final int pages(
            Client client,
            String name,
            Map<String, Object> query,
            boolean all,
            List<Column> columns)
            throws IOException {
        String path = "/" + name;
        String next;
        if (json() && !all) {
            Json.copy(client.get(path, query), out());
            return 0;
        }
        if (json()) {
            try (JsonGenerator g = Json.pretty(out())) {
                g.writeStartObject();
                g.writeArrayFieldStart(name);
                do {
                    next = rows(client.get(path, query), name, g::copyCurrentStructure);
                    query.put("cursor", next);
                } while (next != null);
                g.writeEndArray();
                g.writeNullField("next");
                g.writeEndObject();
            }
            out().println();
            return 0;
        }
        Rows rows = new Rows(columns);
        do {
            next = rows.page(client.get(path, query), name);
            query.put("cursor", next);
        } while (all && next != null);
        rows.end();
        if (next != null) {
            err().println("There is more: --cursor " + Table.printable(next) + ", or --all.");
        }
        return 0;
    }
}
