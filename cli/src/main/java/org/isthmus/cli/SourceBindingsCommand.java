// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code source-bindings}. */
@Command(
        name = "source-bindings",
        description = "Lists the addresses that were learned at interfaces.")
final class SourceBindingsCommand extends Watching {
    @Mixin private PageOptions page;

    @Override
    int run(Client client) throws IOException {
        return pages(client, "/source-bindings", page.query(), page.all, Listing.SOURCE_BINDINGS);
    }
}
