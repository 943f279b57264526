// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.Session;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-sessions}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-sessions",
        description = "Lists the session table (RFC 6146)")
public final class SessionsCommand extends BindingListCommand<Session> {
    @Option(name = "--peer", description = "The IPv4 peer, or a prefix it is in")
    private String peer;

    @Override
    String peer() {
        return peer;
    }

    @Override
    Listing listing() {
        return Listing.SESSIONS;
    }

    @Override
    Page<Session> page(Nat64 nat64, Filter filter, String after, int limit) {
        return nat64.sessions(filter, after, limit);
    }

    @Override
    void write(JsonGenerator g, Session row) throws IOException {
        JsonOutput.session(g, row);
    }
}
