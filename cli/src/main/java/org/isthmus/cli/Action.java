// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
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

    /**
     * Prints the answer to a change as JSON, or a sentence about it to a reader.
     *
     * @param field that it has
     * @throws JsonParseException it has none, so that it is of another server
     */
    final int done(InputStream answer, String field, String sentence) throws IOException {
        return done(answer, field, value -> sentence);
    }

    /**
     * As the other one.
     *
     * @param sentence made of the field's value
     */
    final int done(InputStream answer, String field, Function<Object, String> sentence)
            throws IOException {
        byte[] bytes;
        try (InputStream in = answer) {
            bytes = in.readAllBytes();
        }
        Object value = JsonReader.readObject(new ByteArrayInputStream(bytes)).get(field);
        if (value == null) {
            throw new JsonParseException(null, "there is no " + field);
        }
        if (json()) {
            JsonWriter.copy(new ByteArrayInputStream(bytes), out());
        }
        return say(sentence.apply(value));
    }

    /** Says to a reader what was done, or to anybody if the output cannot be written. */
    final int say(String sentence) {
        root().done = sentence;
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
        print(client.get(path, query), listing);
        return 0;
    }

    /** Prints an answer that is a whole list. */
    final void print(InputStream answer, Listing listing) throws IOException {
        if (json()) {
            JsonWriter.copy(answer, out());
        } else {
            Printer printer = new Printer(listing);
            listing.read(answer, printer::row);
            printer.end();
        }
    }

    /** Prints how many rows there are, and none of them. */
    final int count(Client client, String path, Map<String, Object> query, Listing listing)
            throws IOException {
        query.put("limit", 1);
        query.put("total", true);
        Map<String, Object> page = listing.read(client.get(path, query), row -> {});
        if (json()) {
            try (JsonGenerator g = JsonWriter.pretty(out())) {
                g.writeStartObject();
                page.remove("next");
                JsonWriter.fields(g, page);
                g.writeEndObject();
            }
            out().println();
        } else {
            out().println(page.get("total"));
            note(Listing.unlisted(page));
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
        Map<String, Object> page = listing.read(client.get(path, query), printer::row);
        String unlisted = Listing.unlisted(page);
        while (all && page.get("next") != null) {
            written();
            query.put("cursor", page.get("next"));
            page = listing.read(client.get(path, query), printer::row);
        }
        printer.end();
        note(Listing.more(page));
        note(unlisted);
        return 0;
    }

    /** Prints all pages as if they were one. */
    private void allPages(Client client, String path, Map<String, Object> query, String name)
            throws IOException {
        try (JsonGenerator g = JsonWriter.pretty(out())) {
            g.writeStartObject();
            g.writeArrayFieldStart(name);
            Map<String, Object> first = null;
            Map<String, Object> page;
            do {
                written();
                page = JsonReader.readArray(client.get(path, query), name, g::copyCurrentStructure);
                query.put("cursor", page.get("next"));
                first = first == null ? new LinkedHashMap<>(page) : first;
            } while (page.get("next") != null);
            g.writeEndArray();
            first.put("next", null);
            JsonWriter.fields(g, first);
            g.writeEndObject();
        } finally {
            out().println();
        }
    }
}
