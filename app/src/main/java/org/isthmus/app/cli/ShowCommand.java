// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;

/** {@code nat64-show}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-show",
        description = "Shows the translators and their bindings in the topology of the GUI")
public final class ShowCommand extends Nat64Command {
    @Override
    void run(Nat64 nat64) {
        highlighter().showTranslators();
        System.out.println("The topology shows them, until nat64-show-off.");
    }
}
