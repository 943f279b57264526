// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sessions}. */
@Command(name = "sessions", description = "Lists the session table (RFC 6146).")
final class SessionsCommand extends Watching {
    @Mixin private BindingOptions conditions;

    @Option(
            names = "--peer",
            paramLabel = "PREFIX",
            description = "The IPv4 peer, or a prefix it is in.")
    private String peer;

    @Option(names = "--peer-port", paramLabel = "PORT", description = "Of the peer.")
    private Integer peerPort;

    @Option(
            names = "--binding-port",
            paramLabel = "PORT",
            description = "On either side of the binding, and not of the peer.")
    private Integer bindingPort;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Of TCP, by its name in RFC 6146, such as ESTABLISHED.")
    private String state;

    @Mixin private OrderOptions order;
    @Mixin private PageOptions page;

    @Override
    int run(Client client) throws IOException {
        Map<String, Object> query = page.query();
        conditions.addTo(query);
        query.put("peer", peer);
        query.put("peerPort", peerPort);
        query.put("bindingPort", bindingPort);
        query.put("state", state == null ? null : state.toUpperCase(Locale.ROOT));
        order.addTo(query);
        return order.count
                ? count(client, "/sessions", query, Listing.SESSIONS)
                : pages(client, "/sessions", query, page.all, Listing.SESSIONS);
    }
}
