// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.apache.karaf.shell.api.action.Option;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.listing.Listing;
import org.isthmus.listing.TextTable;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** A command that prints a long list, page by page, with conditions on its rows. */
abstract class PageCommand<T> extends Nat64Command {
    /** Rows that are asked for at once when all are wanted; the most there can be. */
    private static final int ALL = 10_000;

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

    abstract Page<T> page(Nat64 nat64, Filter filter, String after, int limit);

    abstract void write(JsonGenerator g, T row) throws IOException;

    /** What else is asked for than the addresses. */
    Filter filter(String ipv6, String ipv4) {
        return Params.filter(null, null, ipv6, ipv4, null, null);
    }

    @Override
    final void run(Nat64 nat64) throws IOException {
        Filter filter = filter(ipv6, ipv4);
        int rows = limit == null && all ? ALL : Params.limit(limit);
        Page<T> first = page(nat64, filter, cursor, rows);
        if (!outputJson()) {
            printTable(nat64, filter, first, rows);
        } else if (all) {
            json(JsonOutput.stream(g -> writeAll(g, nat64, filter, first, rows)));
        } else {
            json(JsonOutput.page(listing().name, first, this::write));
        }
    }

    /** Prints page by page, so that a long list is never held as a whole. */
    private void printTable(Nat64 nat64, Filter filter, Page<T> first, int rows)
            throws IOException {
        Listing listing = listing();
        TextTable table = table(listing);
        String next = null;
        for (Page<T> page = first; page != null; ) {
            next =
                    listing.read(
                            input(JsonOutput.page(listing.name, page, this::write)), table::row);
            page = all && next != null ? page(nat64, filter, next, rows) : null;
        }
        table.end();
        if (next != null) {
            System.out.println("There is more: --cursor " + next + ", or --all.");
        }
    }

    private void writeAll(JsonGenerator g, Nat64 nat64, Filter filter, Page<T> first, int rows)
            throws IOException {
        g.writeStartObject();
        g.writeArrayFieldStart(listing().name);
        for (Page<T> page = first; page != null; ) {
            for (T row : page.items()) {
                write(g, row);
            }
            page = page.next() == null ? null : page(nat64, filter, page.next(), rows);
        }
        g.writeEndArray();
        g.writeNullField("next");
        g.writeEndObject();
    }
}
