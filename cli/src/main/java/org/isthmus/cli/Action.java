// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.isthmus.listing.JsonReader;
import org.isthmus.listing.Listing;
import org.isthmus.listing.TextTable;

/** A command that asks the server something and prints the answer. */
abstract class Action extends Printing {
    /** Returns the exit code. */
    abstract int run(Client client) throws IOException;

    @Override
    int run() throws IOException {
        Client client = root().client();
        try {
            return run(client);
        } catch (IOException e) {
            throw client.unreachable(e);
        }
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
            listing.read(answer, printer::row);
            printer.end();
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
            next = listing.read(client.get(path, query), printer::row);
            query.put("cursor", next);
        } while (all && next != null);
        printer.end();
        if (next != null) {
            more(next);
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
