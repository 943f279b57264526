// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.Params;

/** A command about the paths of one binding's packets. */
abstract class BindingPathCommand extends Nat64Command {
    @Argument(index = 0, name = "protocol", required = true, description = "icmp, tcp or udp")
    @Completion(ProtocolCompleter.class)
    private String protocol;

    @Argument(
            index = 1,
            name = "ipv4",
            required = true,
            description = "Address of the binding in IPv4")
    @Completion(MappedAddressCompleter.class)
    private String ipv4;

    @Argument(
            index = 2,
            name = "port",
            required = true,
            description = "Its port, or identifier of icmp")
    private String port;

    @Argument(
            index = 3,
            name = "peer",
            required = false,
            description = "The IPv4 peer; without it, that of its first session")
    private String peer;

    @Argument(
            index = 4,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Override
    final void run(Nat64 nat64) throws IOException {
        run(
                nat64,
                protocol("protocol", protocol),
                Params.get("ipv4", ipv4, Ipv4Address::parse),
                Params.get("port", port, Params::port),
                Params.get("peer", peer, Ipv4Address::parse));
    }

    /**
     * @param peer null: that of the binding's first session
     */
    abstract void run(
            Nat64 nat64, Protocol protocol, Ipv4Address address4, int port, Ipv4Address peer)
            throws IOException;
}
