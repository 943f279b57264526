// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import javax.ws.rs.core.StreamingOutput;
import org.apache.karaf.shell.api.action.Option;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.listing.Listing;
import org.isthmus.listing.TextTable;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** A command that prints a long list, page by page, with conditions on its rows. */
abstract class PageCommand<T> extends Nat64Command {
    /** Rows that are asked for at once when all are wanted; the most there can be. */
    private static final String ALL = "10000";

    @Option(name = "--ipv6", description = "The IPv6 host, or a prefix it is in")
    private String ipv6;

    @Option(name = "--ipv4", description = "The address it has in IPv4, or a prefix that is in")
    private String ipv4;

    @Option(name = "--all", description = "Print every page")
    private boolean all;

    @Option(name = "--limit", description = "Entries of a page, up to 10000; without it, 1000")
    private String limit;

    @Option(name = "--cursor", description = "Where the page begins")
    private String cursor;

    abstract Listing listing();

    abstract Page<T> page(Nat64 nat64, Filter filter, PageRequest request);

    abstract void write(JsonGenerator g, T row) throws IOException;

    /** What else is asked for than the addresses. */
    Filter filter(String ipv6, String ipv4) {
        return Params.filter(ipv6, ipv4);
    }

    /** In which order, and with totals or without. */
    PageRequest request(String cursor, String limit) {
        return PageRequest.of(cursor, Params.limit(limit));
    }

    /** REST's answer with a page. */
    StreamingOutput json(Page<T> page) {
        return JsonOutput.page(listing().name, page, this::write);
    }

    /** REST's answer with all rows. */
    StreamingOutput all(Nat64 nat64, Filter filter, PageRequest first) {
        return JsonOutput.stream(g -> writeAll(g, nat64, filter, first));
    }

    @Override
    final void run(Nat64 nat64) throws IOException {
        Filter filter = filter(ipv6, ipv4);
        String rows = limit == null && all ? ALL : limit;
        PageRequest request = request(cursor, rows);
        if (!outputJson()) {
            printTable(nat64, filter, request);
        } else if (all) {
            json(all(nat64, filter, request));
        } else {
            json(json(page(nat64, filter, request)));
        }
    }

    /** Prints page by page, so that a long list is never held as a whole. */
    private void printTable(Nat64 nat64, Filter filter, PageRequest first) throws IOException {
        Listing listing = listing();
        TextTable table = table(listing);
        Page<T> page = page(nat64, filter, first);
        Map<String, Object> said = listing.read(input(json(page)), table::row);
        String unlisted = Listing.unlisted(said);
        while (all && page.next() != null) {
            page = page(nat64, filter, first.after(page.next()));
            said = listing.read(input(json(page)), table::row);
        }
        table.end();
        note(Listing.more(said));
        note(unlisted);
    }

    private static void note(String sentence) {
        if (sentence != null) {
            System.out.println(sentence);
        }
    }

    private void writeAll(JsonGenerator g, Nat64 nat64, Filter filter, PageRequest first)
            throws IOException {
        g.writeStartObject();
        g.writeArrayFieldStart(listing().name);
        for (Page<T> page = page(nat64, filter, first); page != null; ) {
            for (T row : page.items()) {
                write(g, row);
            }
            page = page.next() == null ? null : page(nat64, filter, first.after(page.next()));
        }
        g.writeEndArray();
        g.writeNullField("next");
        g.writeEndObject();
    }
}
