// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Session;
import org.isthmus.listing.Listing;
import org.isthmus.rest.LongList;
import org.isthmus.rest.Params;

/** {@code nat64-sessions}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-sessions",
        description = "Lists the session table (RFC 6146)")
public final class SessionsCommand extends BindingListCommand<Session> {
    @Option(name = "--peer", description = "The IPv4 peer, or a prefix it is in")
    private String peer;

    @Option(name = "--peer-port", description = "Of the peer")
    private String peerPort;

    @Option(
            name = "--binding-port",
            description = "On either side of the binding, and not of the peer")
    private String bindingPort;

    @Option(name = "--state", description = "Of TCP, by its name in RFC 6146, such as ESTABLISHED")
    private String state;

    @Override
    Filter filter(String instance, String protocol, String ipv6, String ipv4, String port) {
        return Params.filter(
                instance, protocol, ipv6, ipv4, port, bindingPort, peer, peerPort, state);
    }

    @Override
    Listing listing() {
        return Listing.SESSIONS;
    }

    @Override
    LongList.Kind<Session> kind() {
        return LongList.Kind.SESSIONS;
    }

    @Override
    Page<Session> page(Nat64 nat64, Filter filter, PageRequest request) {
        return nat64.sessions(filter, request);
    }
}
