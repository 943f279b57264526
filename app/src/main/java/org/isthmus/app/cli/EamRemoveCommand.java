// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** {@code nat64-eam-remove}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-eam-remove",
        description = "Removes one explicit address mapping")
public final class EamRemoveCommand extends Nat64Command {
    @Argument(index = 0, name = "ipv4", required = true, description = "Its IPv4 prefix")
    @Completion(EamCompleter.class)
    private String ipv4;

    @Argument(
            index = 1,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Override
    void run(Nat64 nat64) {
        Ipv4Prefix prefix = Params.get("ipv4", ipv4, Ipv4Prefix::parse);
        List<Eam> before =
                nat64.eamt().stream()
                        .filter(e -> e.prefix4.equals(prefix))
                        .collect(Collectors.toList());
        nat64.removeEam(prefix);
        changed(before, List.of(), JsonOutput::eam);
        System.out.println("Removed " + prefix + ".");
    }
}
