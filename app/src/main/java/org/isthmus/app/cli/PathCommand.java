// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.listing.Listing;
import org.isthmus.rest.FabricJson;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-path}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-path",
        description = "Shows the paths of a binding's packets through the fabric")
public final class PathCommand extends BindingPathCommand {
    @Override
    void run(Nat64 nat64, Protocol protocol, Ipv4Address address4, int port, Ipv4Address peer)
            throws IOException {
        print(
                Listing.PATH,
                JsonOutput.one(nat64.path(protocol, address4, port, peer), FabricJson::path));
    }
}
