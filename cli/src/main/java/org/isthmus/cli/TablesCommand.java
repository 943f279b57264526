// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;

/** {@code tables}. */
@Command(name = "tables", description = "Lists how full the tables of each switch are.")
final class TablesCommand extends Watching {
    @Override
    int run(Client client) throws IOException {
        return list(client, "/devices", Listing.TABLES);
    }
}
