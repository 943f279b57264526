// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-pools}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-pools",
        description = "Lists the pools with the blocks in use")
public final class PoolsCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        list(Listing.POOLS, nat64.pools(), JsonOutput::pool);
    }
}
