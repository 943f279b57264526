// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;

/** {@code nat64-show-path}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-show-path",
        description = "Shows the paths of a binding's packets in the topology of the GUI")
public final class ShowPathCommand extends BindingPathCommand {
    @Override
    void run(Nat64 nat64, Protocol protocol, Ipv4Address address4, int port, Ipv4Address peer) {
        highlighter().showPath(nat64, protocol, address4, port, peer);
        System.out.println("The topology shows it, until nat64-show-off.");
    }
}
