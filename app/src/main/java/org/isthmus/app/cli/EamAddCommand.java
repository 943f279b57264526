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
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** {@code nat64-eam-add}. */
@Service
@Command(scope = "onos", name = "nat64-eam-add", description = "Adds one explicit address mapping")
public final class EamAddCommand extends Nat64Command {
    @Argument(index = 0, name = "ipv4", required = true, description = "IPv4 prefix")
    private String ipv4;

    @Argument(index = 1, name = "ipv6", required = true, description = "IPv6 prefix")
    private String ipv6;

    @Argument(
            index = 2,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Option(name = "--instance", description = "NAT64 instance; not needed if there is only one")
    @Completion(InstanceCompleter.class)
    private String instance;

    @Option(
            name = "--host",
            description = "Address family of its hosts, ipv6 or ipv4; without it, ipv6")
    @Completion(HostCompleter.class)
    private String host = "ipv6";

    @Override
    void run(Nat64 nat64) throws IOException {
        Eam eam =
                new Eam(
                        Params.get("ipv4", ipv4, Ipv4Prefix::parse),
                        Params.get("ipv6", ipv6, Ipv6Prefix::parse),
                        instance(nat64, instance),
                        Params.get("--host", host, Eam.Host::parse));
        nat64.addEams(List.of(eam));
        made(eam, JsonOutput::eam, "Added " + eam.prefix4 + " <-> " + eam.prefix6 + ".");
    }
}
