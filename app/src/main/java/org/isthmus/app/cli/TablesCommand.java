// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-tables}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-tables",
        description = "Lists how full the tables of each switch are")
public final class TablesCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        print(Listing.TABLES, JsonOutput.list("devices", nat64.devices(), JsonOutput::device));
    }
}
