// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
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

    @Mixin private PageOptions page;

    @Override
    int run(Client client) throws IOException {
        Map<String, Object> query = page.query();
        conditions.addTo(query);
        query.put("peer", peer);
        return pages(client, "/sessions", query, page.all, Listing.SESSIONS);
    }
}
