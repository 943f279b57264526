// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.Glossary;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-stats}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-stats",
        description = "Prints counters since the start, and gauges of now")
public final class StatsCommand extends Nat64Command {
    @Option(name = "--explain", description = "Says what each number means")
    private boolean explain;

    @Override
    void run(Nat64 nat64) throws IOException {
        Listing listing =
                explain
                        ? Listing.explained(input(JsonOutput.stream(Glossary::write)))
                        : Listing.STATISTICS;
        print(listing, JsonOutput.one(nat64.statistics(), JsonOutput::statistics));
    }
}
