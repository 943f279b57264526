// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import org.isthmus.listing.Listing;
import picocli.CommandLine.Command;

/** {@code fabric}. */
@Command(
        name = "fabric",
        description = "The network, what is up and who is there.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            FabricCommand.Devices.class,
            FabricCommand.Links.class,
            FabricCommand.Interfaces.class,
            FabricCommand.Hosts.class,
            FabricCommand.Ports.class
        })
final class FabricCommand {
    /** One of the lists that come in one answer. */
    abstract static class Part extends Watching {
        private final Listing listing;

        Part(Listing listing) {
            this.listing = listing;
        }

        @Override
        final int run(Client client) throws IOException {
            return list(client, "/fabric", listing);
        }
    }

    @Command(name = "devices", description = "Lists the switches with their addresses.")
    static final class Devices extends Part {
        Devices() {
            super(Listing.FABRIC_DEVICES);
        }
    }

    @Command(name = "links", description = "Lists the links between switches.")
    static final class Links extends Part {
        Links() {
            super(Listing.FABRIC_LINKS);
        }
    }

    @Command(name = "interfaces", description = "Lists the ports towards hosts and routers.")
    static final class Interfaces extends Part {
        Interfaces() {
            super(Listing.FABRIC_INTERFACES);
        }
    }

    @Command(name = "hosts", description = "Lists the hosts and routers that were learned.")
    static final class Hosts extends Part {
        Hosts() {
            super(Listing.FABRIC_HOSTS);
        }
    }

    @Command(name = "ports", description = "Lists what ports have counted.")
    static final class Ports extends Part {
        Ports() {
            super(Listing.FABRIC_PORTS);
        }
    }
}
