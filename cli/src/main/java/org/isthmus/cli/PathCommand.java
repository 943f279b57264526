// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code path}. */
@Command(
        name = "path",
        description =
                "Shows the paths of a binding's packets through the network, device by device.")
final class PathCommand extends Watching {
    @Parameters(index = "0", paramLabel = "PROTOCOL", description = "${COMPLETION-CANDIDATES}")
    private Protocol protocol;

    @Parameters(
            index = "1",
            paramLabel = "IPV4:PORT",
            converter = Endpoint.Converter.class,
            description = "The IPv4 side of the binding.")
    private Endpoint mapped;

    @Option(
            names = "--peer",
            paramLabel = "IPV4",
            description = "The IPv4 peer; without it, the peer of its first session.")
    private String peer;

    @Override
    int run(Client client) throws IOException {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("protocol", protocol);
        query.put("ipv4", mapped.address);
        query.put("port", mapped.port);
        query.put("peer", peer);
        return list(client, "/path", query, Listing.PATH);
    }
}
