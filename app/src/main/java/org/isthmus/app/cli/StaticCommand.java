// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.Set;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-static}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-static",
        description = "Lists the bindings that never expire")
public final class StaticCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        list(
                Listing.STATIC_BINDINGS,
                nat64.staticBindings(),
                JsonOutput.staticBindingOf(Set.copyOf(nat64.configuredStaticBindings())));
    }
}
