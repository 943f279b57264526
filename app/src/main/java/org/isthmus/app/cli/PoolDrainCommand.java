// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Pool;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-pool-drain}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-pool-drain",
        description = "Has a pool become empty: new bindings get ports of other pools")
public final class PoolDrainCommand extends Nat64Command {
    @Argument(index = 0, name = "name", required = true, description = "Name of the pool")
    @Completion(PoolCompleter.class)
    private String name;

    @Option(name = "--stop", description = "It is no longer to become empty")
    private boolean stop;

    @Argument(
            index = 1,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Override
    void run(Nat64 nat64) throws IOException {
        List<Pool> before = pool(nat64, name);
        made(
                before,
                nat64.drainPool(name, !stop),
                JsonOutput::pool,
                "Pool " + name + (stop ? " no longer drains." : " drains."));
    }
}
