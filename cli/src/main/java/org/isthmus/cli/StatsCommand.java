// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;

/** {@code stats}. */
@Command(name = "stats", description = "Prints counters since the start, and gauges of now.")
final class StatsCommand extends Action {
    @Override
    int run(Client client) throws IOException {
        return list(client, "/statistics", Listing.STATISTICS);
    }
}
