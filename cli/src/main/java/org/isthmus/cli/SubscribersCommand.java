// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code subscribers}. */
@Command(name = "subscribers", description = "Lists the subscribers with what they hold.")
final class SubscribersCommand extends Watching {
    @Mixin private PageOptions page;

    @Override
    int run(Client client) throws IOException {
        return pages(client, "/subscribers", page.query(), page.all, Listing.SUBSCRIBERS);
    }
}
