// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;

/** {@code instances}. */
@Command(name = "instances", description = "Lists the NAT64 prefixes with their rules.")
final class InstancesCommand extends Watching {
    @Override
    int run(Client client) throws IOException {
        return list(client, "/instances", Listing.INSTANCES);
    }
}
