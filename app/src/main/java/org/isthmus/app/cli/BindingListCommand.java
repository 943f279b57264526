// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import javax.ws.rs.core.StreamingOutput;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.rest.LongList;
import org.isthmus.rest.Params;

/** A list of bindings or of what belongs to them. */
abstract class BindingListCommand<T> extends PageCommand<T> {
    @Option(name = "--instance", description = "Of the NAT64 instance")
    @Completion(InstanceCompleter.class)
    private String instance;

    @Option(name = "--protocol", description = "icmp, tcp or udp")
    @Completion(ProtocolCompleter.class)
    private String protocol;

    @Option(
            name = "--port",
            description = "On either side of the binding; of sessions, of the peer as well")
    private String port;

    @Option(
            name = "--sort",
            description =
                    "Order by protocol, ipv6, ipv4, since; bindings by expires, sessions by peer")
    private String sort;

    @Option(name = "--descending", description = "The last of that order first")
    private boolean descending;

    abstract LongList.Kind<T> kind();

    /** With what else may be asked of the list. */
    Filter filter(String instance, String protocol, String ipv6, String ipv4, String port) {
        return Params.filter(instance, protocol, ipv6, ipv4, port, null, null, null, null);
    }

    @Override
    final Filter filter(String ipv6, String ipv4) {
        return filter(instance, lower(protocol), ipv6, ipv4, port);
    }

    @Override
    final PageRequest request(String cursor, String limit) {
        return LongList.request(kind(), cursor, limit, sort, descending ? "desc" : null, null);
    }

    @Override
    final StreamingOutput json(Page<T> page) {
        return LongList.json(kind(), page);
    }

    @Override
    final StreamingOutput all(Nat64 nat64, Filter filter, PageRequest first) {
        return new LongList<>(kind(), request -> page(nat64, filter, request)).all(first);
    }

    @Override
    final void write(JsonGenerator g, T row) throws IOException {
        kind().write(g, row);
    }
}
