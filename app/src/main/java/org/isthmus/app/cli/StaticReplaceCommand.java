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
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** {@code nat64-static-replace}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-static-replace",
        description = "Puts a static binding into the place of another, whose flows are cut")
public final class StaticReplaceCommand extends Nat64Command {
    @Argument(index = 0, name = "protocol", required = true, description = "icmp, tcp or udp")
    @Completion(ProtocolCompleter.class)
    private String protocol;

    @Argument(
            index = 1,
            name = "ipv4",
            required = true,
            description = "Of the one that is there, as the IPv4 side sees it")
    private String ipv4;

    @Argument(index = 2, name = "port4", required = true, description = "Its port or identifier")
    private String port4;

    @Argument(
            index = 3,
            name = "new-ipv6",
            required = true,
            description = "Address of the new host")
    private String newIpv6;

    @Argument(
            index = 4,
            name = "new-port6",
            required = true,
            description = "Its port; for icmp the identifier")
    private String newPort6;

    @Argument(
            index = 5,
            name = "new-ipv4",
            required = true,
            description = "Address as the IPv4 side sees it; it may be that of before")
    private String newIpv4;

    @Argument(
            index = 6,
            name = "new-port4",
            required = true,
            description = "Likewise its port or identifier")
    private String newPort4;

    @Argument(
            index = 7,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Option(name = "--instance", description = "NAT64 instance; not needed if there is only one")
    @Completion(InstanceCompleter.class)
    private String instance;

    @Override
    void run(Nat64 nat64) throws IOException {
        Protocol its = protocol("protocol", protocol);
        Ipv4Address address = Params.get("ipv4", ipv4, Ipv4Address::parse);
        int port = Params.get("port4", port4, Params::port);
        StaticBinding by =
                new StaticBinding(
                        instance(nat64, instance),
                        its,
                        Params.get("new-ipv6", newIpv6, Ipv6Address::parse),
                        Params.get("new-port6", newPort6, Params::port),
                        Params.get("new-ipv4", newIpv4, Ipv4Address::parse),
                        Params.get("new-port4", newPort4, Params::port));
        List<StaticBinding> before = staticBinding(nat64, its, address, port);
        made(
                before,
                nat64.replaceStaticBinding(its, address.bits(), port, by),
                JsonOutput::staticBinding,
                String.format(
                        "Replaced %s %s:%d by [%s]:%d <-> %s:%d.",
                        lower(protocol),
                        address,
                        port,
                        by.address6,
                        by.port6,
                        by.address4,
                        by.port4));
    }
}
