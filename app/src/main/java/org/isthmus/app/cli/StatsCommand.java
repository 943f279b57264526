// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-stats}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-stats",
        description = "Prints counters since the start, and gauges of now")
public final class StatsCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        print(Listing.STATISTICS, JsonOutput.one(nat64.statistics(), JsonOutput::statistics));
    }
}
