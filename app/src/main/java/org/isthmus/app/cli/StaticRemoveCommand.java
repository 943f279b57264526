// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** {@code nat64-static-remove}. */
@Service
@Command(scope = "onos", name = "nat64-static-remove", description = "Removes a static binding")
public final class StaticRemoveCommand extends Nat64Command {
    @Argument(index = 0, name = "protocol", required = true, description = "icmp, tcp or udp")
    @Completion(ProtocolCompleter.class)
    private String protocol;

    @Argument(
            index = 1,
            name = "ipv4",
            required = true,
            description = "Address as the IPv4 side sees it")
    private String ipv4;

    @Argument(index = 2, name = "port4", required = true, description = "Its port or identifier")
    private String port4;

    @Argument(
            index = 3,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Override
    void run(Nat64 nat64) {
        Ipv4Address address = Params.get("ipv4", ipv4, Ipv4Address::parse);
        int port = Params.get("port4", port4, Params::port);
        Protocol its = protocol("protocol", protocol);
        List<StaticBinding> before = staticBinding(nat64, its, address, port);
        nat64.removeStaticBinding(its, address.bits(), port);
        changed(before, List.of(), JsonOutput::staticBinding);
        System.out.println("Removed " + lower(protocol) + " " + address + ":" + port + ".");
    }
}
