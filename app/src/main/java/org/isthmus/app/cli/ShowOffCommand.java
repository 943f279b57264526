// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractShellCommand;

/** {@code nat64-show-off}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-show-off",
        description = "Ends nat64-show and nat64-show-path")
public final class ShowOffCommand extends AbstractShellCommand {
    @Override
    protected void doExecute() {
        Nat64Command.highlighter().off();
    }
}
