// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

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
                "staticBindings",
                nat64.staticBindings(),
                JsonOutput::staticBinding,
                new Table<StaticBinding>()
                        .text("protocol", b -> Params.name(b.protocol))
                        .text("ipv6", b -> b.address6)
                        .number("port6", b -> b.port6)
                        .text("ipv4", b -> b.address4)
                        .number("port4", b -> b.port4)
                        .text("instance", b -> b.instance));
    }
}
