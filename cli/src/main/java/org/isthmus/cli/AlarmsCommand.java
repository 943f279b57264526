// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;

/** {@code alarms}. */
@Command(name = "alarms", description = "Lists what is wrong now, and since when.")
final class AlarmsCommand extends Watching {
    @Override
    int run(Client client) throws IOException {
        return list(client, "/alarms", Listing.ALARMS);
    }
}
