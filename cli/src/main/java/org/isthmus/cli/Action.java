// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.isthmus.listing.JsonReader;
import org.isthmus.listing.Listing;
import org.isthmus.listing.TextTable;
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
                JsonWriter.copy(in, out());
            }
        }
        return say(sentence);
    }

    /** Says to a reader what was done. */
    final int say(String sentence) {
        if (root().output == Nat64Ctl.Output.table) {
            out().println(TextTable.printable(sentence));
        }
        return 0;
    }

    /** Where rows go, as table or CSV. */
    private final class Printer {
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
                end = table::end;
            }
        }
    }

    /** Prints a list that comes in one piece. */
    final int list(Client client, String path, Listing listing) throws IOException {
        return list(client, path, Map.of(), listing);
    }

    /** Prints a list that comes in one piece. */
    final int list(Client client, String path, Map<String, Object> query, Listing listing)
            throws IOException {
        InputStream answer = client.get(path, query);
        if (json()) {
            JsonWriter.copy(answer, out());
        } else {
            Printer printer = new Printer(listing);
            listing.read(answer, printer.row);
            printer.end.run();
        }
        return 0;
    }

    /** Prints one page of a list, or all of them. */
    final int pages(
            Client client, String path, Map<String, Object> query, boolean all, Listing listing)
            throws IOException {
        if (json()) {
            if (all) {
                allPages(client, path, query, listing.name);
            } else {
                JsonWriter.copy(client.get(path, query), out());
            }
            return 0;
        }
        Printer printer = new Printer(listing);
        String next;
        do {
            next = listing.read(client.get(path, query), printer.row);
            query.put("cursor", next);
        } while (all && next != null);
        printer.end.run();
        if (next != null) {
            out().flush();
            err().println("There is more: --cursor " + TextTable.printable(next) + ", or --all.");
        }
        return 0;
    }

    /** Prints all pages as if they were one. */
    private void allPages(Client client, String path, Map<String, Object> query, String name)
            throws IOException {
        try (JsonGenerator g = JsonWriter.pretty(out())) {
            g.writeStartObject();
            g.writeArrayFieldStart(name);
            String next;
            do {
                next = JsonReader.readArray(client.get(path, query), name, g::copyCurrentStructure);
                query.put("cursor", next);
            } while (next != null);
            g.writeEndArray();
            g.writeNullField("next");
            g.writeEndObject();
        }
        out().println();
    }
}
