// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code who-had}. */
@Command(name = "who-had", description = "Says which subscriber held an address and port.")
final class WhoHadCommand extends Action {
    @Parameters(paramLabel = "IPV4:PORT", converter = Endpoint.Converter.class)
    private Endpoint mapped;

    @Option(
            names = "--protocol",
            paramLabel = "PROTOCOL",
            description = "${COMPLETION-CANDIDATES}; without it, all.")
    private Protocol protocol;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Such as 2026-01-31T10:32:00Z; without it, now.")
    private String at;

    @Override
    int run(Client client) throws IOException {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("address", mapped.address);
        query.put("port", mapped.port);
        query.put("protocol", protocol);
        query.put("at", at);
        return list(client, "/mapping-log", query, Listing.HOLDERS);
    }
}
