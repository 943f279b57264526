// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.util.Map;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code stats}. */
@Command(name = "stats", description = "Prints counters since the start, and gauges of now.")
final class StatsCommand extends Watching {
    @Option(
            names = "--explain",
            description = {
                "Says what each number means.",
                "With -o json, all that there may be, and the metric of each."
            })
    private boolean explain;

    @Override
    int run(Client client) throws IOException {
        if (!explain) {
            return list(client, "/statistics", Listing.STATISTICS);
        }
        if (json()) {
            return list(client, "/glossary", Listing.GLOSSARY);
        }
        return list(client, "/statistics", Listing.explained(client.get("/glossary", Map.of())));
    }
}
