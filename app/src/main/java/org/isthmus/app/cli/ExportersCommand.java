// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-exporters}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-exporters",
        description = "Lists where events of the mapping log are told besides, and how far that is")
public final class ExportersCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        list(Listing.EXPORTERS, nat64.exporters(), JsonOutput::exporter);
    }
}
