// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.rest.PoolRemoval;

/** {@code nat64-pool-remove}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-pool-remove",
        description = "Removes a pool with every binding in it")
public final class PoolRemoveCommand extends Nat64Command {
    @Argument(index = 0, name = "name", required = true, description = "Name of the pool")
    @Completion(PoolCompleter.class)
    private String name;

    @Argument(
            index = 1,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Override
    void run(Nat64 nat64) {
        List<Object> before = PoolRemoval.of(nat64, name);
        nat64.removePool(name);
        changed(before, List.of(), PoolRemoval::write);
        System.out.println("Removed pool " + name + ".");
    }
}
