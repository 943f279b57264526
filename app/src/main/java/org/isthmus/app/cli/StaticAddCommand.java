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
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** {@code nat64-static-add}. */
@Service
@Command(scope = "onos", name = "nat64-static-add", description = "Adds a static binding")
public final class StaticAddCommand extends Nat64Command {
    @Argument(index = 0, name = "protocol", required = true, description = "icmp, tcp or udp")
    @Completion(ProtocolCompleter.class)
    private String protocol;

    @Argument(index = 1, name = "ipv6", required = true, description = "Address of the host")
    private String ipv6;

    @Argument(
            index = 2,
            name = "port6",
            required = true,
            description = "Its port; for icmp the identifier")
    private String port6;

    @Argument(
            index = 3,
            name = "ipv4",
            required = true,
            description = "Address as the IPv4 side sees it")
    private String ipv4;

    @Argument(
            index = 4,
            name = "port4",
            required = true,
            description = "Likewise its port or identifier")
    private String port4;

    @Argument(
            index = 5,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Option(name = "--instance", description = "NAT64 instance; not needed if there is only one")
    @Completion(InstanceCompleter.class)
    private String instance;

    @Override
    void run(Nat64 nat64) throws IOException {
        StaticBinding made =
                nat64.addStaticBinding(
                        new StaticBinding(
                                instance(nat64, instance),
                                protocol("protocol", protocol),
                                Params.get("ipv6", ipv6, Ipv6Address::parse),
                                Params.get("port6", port6, Params::port),
                                Params.get("ipv4", ipv4, Ipv4Address::parse),
                                Params.get("port4", port4, Params::port)));
        made(
                made,
                JsonOutput::staticBinding,
                String.format(
                        "Added %s [%s]:%d <-> %s:%d.",
                        lower(protocol), made.address6, made.port6, made.address4, made.port4));
    }
}
