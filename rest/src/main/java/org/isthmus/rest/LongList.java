// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Request;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.StreamingOutput;
import javax.ws.rs.core.UriBuilder;
import javax.ws.rs.core.UriInfo;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Order;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.Totals;

/**
 * Bindings or sessions that were asked for: a page or all of them, as JSON or CSV. However many
 * there are, one page of them is held.
 */
public final class LongList<T> {
    /** Rows that are asked for at once when all are wanted; the most there can be. */
    private static final int MOST = 10_000;

    private static final String BINDING = "instance,protocol,ipv6,port6,ipv4,port4";

    /** What a list needs to be written. Immutable. */
    public static final class Kind<T> {
        public static final Kind<Binding> BINDINGS =
                new Kind<>(
                        "bindings",
                        Order.OF_BINDINGS,
                        JsonOutput::binding,
                        BINDING + ",ports,static,since,expires",
                        b ->
                                List.of(
                                        binding(b),
                                        b.ports,
                                        b.isStatic,
                                        time(b.sinceEpochMillis),
                                        time(b.expiresEpochMillis)));

        public static final Kind<Session> SESSIONS =
                new Kind<>(
                        "sessions",
                        Order.OF_SESSIONS,
                        JsonOutput::session,
                        BINDING + ",peer,peerPort,state,since,peers",
                        s ->
                                List.of(
                                        binding(s.binding),
                                        s.peer4,
                                        s.peerPort4,
                                        s.state,
                                        time(s.sinceEpochMillis),
                                        JsonOutput.name(s.peers)));

        private final String name;
        private final Set<Order.Key> orders;
        private final JsonOutput.Writer<T> json;
        private final String header;

        /** Whether a peer is part of a row, so that there may be some that nobody knows. */
        private final boolean hasPeers;

        /** None needs quotes. */
        private final Function<T, List<?>> cells;

        private Kind(
                String name,
                Set<Order.Key> orders,
                JsonOutput.Writer<T> json,
                String header,
                Function<T, List<?>> cells) {
            this.name = name;
            this.orders = orders;
            this.json = json;
            this.header = header;
            this.hasPeers = header.contains("peer");
            this.cells = cells;
        }

        /** Writes a row as JSON. */
        public void write(JsonGenerator g, T row) throws IOException {
            json.write(g, row);
        }

        private static String binding(Binding b) {
            return String.join(
                    ",",
                    b.instance,
                    Params.name(b.protocol),
                    b.address6.toString(),
                    Integer.toString(b.port6),
                    b.address4.toString(),
                    Integer.toString(b.port4));
        }

        private static String time(long epochMillis) {
            String text = JsonOutput.time(epochMillis);
            return text == null ? "" : text;
        }
    }

    private final Kind<T> kind;
    private final Function<PageRequest, Page<T>> source;

    public LongList(Kind<T> kind, Function<PageRequest, Page<T>> source) {
        this.kind = kind;
        this.source = source;
    }

    /** Which rows of a list are wanted, from the parameters of a query; null: not given. */
    public static PageRequest request(
            Kind<?> kind, String cursor, String limit, String sort, String order, String total) {
        Order.Key key = Params.get("sort", sort, text -> key(kind.orders, text));
        Boolean descending = Params.get("order", order, LongList::isDescending);
        if (key == null && descending != null) {
            throw new BadInputException("order", "is of no use without sort");
        }
        Boolean wantsTotals = Params.get("total", total, Params::bool);
        return new PageRequest(
                cursor,
                Params.limit(limit),
                key == null ? null : new Order(key, descending != null && descending),
                wantsTotals == null ? cursor == null : wantsTotals);
    }

    private static Order.Key key(Set<Order.Key> orders, String text) {
        StringBuilder names = new StringBuilder();
        for (Order.Key key : orders) {
            String name = key.name().toLowerCase(Locale.ROOT);
            if (name.equals(text)) {
                return key;
            }
            names.append(names.length() == 0 ? "" : ", ").append(name);
        }
        throw new IllegalArgumentException("must be one of " + names + ", not " + text);
    }

    private static boolean isDescending(String text) {
        if (!text.equals("asc") && !text.equals("desc")) {
            throw new IllegalArgumentException("must be asc or desc, not " + text);
        }
        return text.equals("desc");
    }

    /** The answer to parameters of a query; null: not given. */
    Response answer(
            Request request,
            UriInfo uri,
            String format,
            String all,
            String cursor,
            String limit,
            String sort,
            String order,
            String total) {
        PageRequest asked = request(kind, cursor, limit, sort, order, total);
        Boolean everything = Params.get("all", all, Params::bool);
        boolean csv = EamtCsv.isAsked(format, request);
        if (everything == null || !everything) {
            return page(asked, csv, uri.getRequestUriBuilder());
        }
        if (cursor != null || limit != null) {
            throw new BadInputException(cursor != null ? "cursor" : "limit", "is not of all");
        }
        return all(asked, csv);
    }

    /** An answer with the page that was asked for. */
    private Response page(PageRequest request, boolean csv, UriBuilder uri) {
        Page<T> page = source.apply(request);
        Response.ResponseBuilder response =
                csv
                        ? Response.ok(csv(page, null), EamtCsv.UTF8)
                        : Response.ok(json(kind, page), MediaType.APPLICATION_JSON_TYPE);
        if (page.next() != null) {
            response.link(uri.replaceQueryParam("cursor", page.next()).build(), "next");
        }
        return response.header(HttpHeaders.VARY, HttpHeaders.ACCEPT).build();
    }

    /** An answer with all rows, to be kept as a file. */
    private Response all(PageRequest request, boolean csv) {
        PageRequest first = large(request);
        // Whatever is wrong with the request is said before the answer begins.
        Page<T> page = source.apply(first);
        return Response.ok(
                        csv ? csv(page, first) : all(page, first),
                        csv ? EamtCsv.UTF8 : MediaType.APPLICATION_JSON_TYPE)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\"" + kind.name + (csv ? ".csv\"" : ".json\""))
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .build();
    }

    /** A page as JSON. */
    public static <T> StreamingOutput json(Kind<T> kind, Page<T> page) {
        return JsonOutput.stream(
                g -> {
                    g.writeStartObject();
                    JsonOutput.array(g, kind.name, page.items(), kind.json);
                    Totals totals = page.totals();
                    end(kind, g, page.next(), totals == null ? -1 : totals.rows, totals);
                });
    }

    /** All rows as JSON, as if they were one page. */
    public StreamingOutput all(PageRequest request) {
        PageRequest first = large(request);
        return all(source.apply(first), first);
    }

    private static PageRequest large(PageRequest request) {
        return new PageRequest(request.after, MOST, request.order, request.wantsTotals);
    }

    private StreamingOutput all(Page<T> first, PageRequest request) {
        return JsonOutput.stream(
                g -> {
                    g.writeStartObject();
                    g.writeArrayFieldStart(kind.name);
                    long[] rows = {0};
                    each(
                            first,
                            request,
                            row -> {
                                kind.json.write(g, row);
                                rows[0]++;
                            });
                    g.writeEndArray();
                    end(kind, g, null, rows[0], first.totals());
                });
    }

    /**
     * @param total below 0: not asked for
     */
    private static void end(Kind<?> kind, JsonGenerator g, String next, long total, Totals totals)
            throws IOException {
        g.writeStringField("next", next);
        if (total < 0) {
            g.writeNullField("total");
        } else {
            g.writeNumberField("total", total);
        }
        if (kind.hasPeers && (totals == null || totals.openBindings == 0)) {
            g.writeNullField("unlisted");
        } else if (kind.hasPeers) {
            g.writeObjectFieldStart("unlisted");
            g.writeNumberField("bindings", totals.openBindings);
            g.writeStringField("message", unlisted(totals.openBindings));
            g.writeEndObject();
        }
        g.writeEndObject();
    }

    /** What a search cannot find. */
    private static String unlisted(long bindings) {
        return (bindings == 1 ? "One binding" : bindings + " bindings")
                + " of UDP, ICMP or port sets, in pools that do not filter, may have further"
                + " sessions: only the first peer of each is known.";
    }

    /**
     * @param request of the pages behind it; null: no others
     */
    private StreamingOutput csv(Page<T> first, PageRequest request) {
        return out -> {
            Writer w = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            w.write(kind.header);
            w.write("\r\n");
            each(
                    first,
                    request,
                    row -> {
                        String separator = "";
                        for (Object cell : kind.cells.apply(row)) {
                            w.write(separator);
                            w.write(cell.toString());
                            separator = ",";
                        }
                        w.write("\r\n");
                    });
            w.flush();
        };
    }

    private interface Each<T> {
        void row(T row) throws IOException;
    }

    private void each(Page<T> first, PageRequest request, Each<T> each) throws IOException {
        for (Page<T> page = first; page != null; ) {
            for (T row : page.items()) {
                each.row(row);
            }
            String next = page.next();
            page = request == null || next == null ? null : source.apply(request.after(next));
        }
    }
}
