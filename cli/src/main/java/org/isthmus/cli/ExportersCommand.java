// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;

/** {@code exporters}. */
@Command(
        name = "exporters",
        description =
                "Lists where events of the mapping log are told besides, and how far that is.")
final class ExportersCommand extends Watching {
    @Override
    int run(Client client) throws IOException {
        return list(client, "/exporters", Listing.EXPORTERS);
    }
}
