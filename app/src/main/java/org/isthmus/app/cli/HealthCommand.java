// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Health;
import org.isthmus.core.api.Nat64;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-health}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-health",
        description = "Says whether the NAT64 can do its job; fails if not")
public final class HealthCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) throws IOException {
        Health health = nat64.health();
        if (outputJson()) {
            json(JsonOutput.one(health, JsonOutput::health));
        } else if (health.ok) {
            System.out.println("healthy");
        }
        if (!health.ok) {
            throw new IllegalStateException(String.join("\n", health.problems));
        }
    }
}
