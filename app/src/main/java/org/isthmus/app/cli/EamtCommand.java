// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.Set;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.listing.Listing;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-eamt}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-eamt",
        description = "Lists the explicit address mappings (RFC 7757)")
public final class EamtCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        list(
                Listing.EAMT,
                nat64.eamt(),
                outputJson()
                        ? JsonOutput::eam
                        : JsonOutput.eamOf(Set.copyOf(nat64.configuredEams())));
    }
}
