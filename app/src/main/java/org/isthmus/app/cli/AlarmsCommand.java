// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-alarms}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-alarms",
        description = "Says what is wrong now, the worst first")
public final class AlarmsCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        list(Listing.ALARMS, nat64.alarms(), JsonOutput::alarm);
    }
}
