// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.FabricJson;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-interfaces}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-interfaces",
        description = "Lists the ports towards hosts and routers")
public final class InterfacesCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        print(Listing.FABRIC_INTERFACES, JsonOutput.one(nat64.fabric(), FabricJson::fabric));
    }
}
