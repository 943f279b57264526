// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;

/** {@code devices}. */
@Command(name = "devices", description = "Lists the switches as the NAT64 sees them.")
final class DevicesCommand extends Watching {
    @Override
    int run(Client client) throws IOException {
        return list(client, "/devices", Listing.DEVICES);
    }
}
