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
import org.isthmus.listing.Listing;
import org.isthmus.rest.DiagnosisResource;
import org.isthmus.rest.JsonOutput;

/** {@code nat64-diagnose}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-diagnose",
        description = "Says why a host may have no connection")
public final class DiagnoseCommand extends Nat64Command {
    @Argument(
            index = 0,
            name = "host",
            required = true,
            description = "In IPv6, or in IPv4 as peers know it")
    private String host;

    @Argument(
            index = 1,
            name = "peer",
            required = false,
            description = "In IPv4, or as the host has it in IPv6")
    private String peer;

    @Argument(
            index = 2,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Option(name = "--protocol", description = "icmp, tcp or udp; all of them unless given")
    @Completion(ProtocolCompleter.class)
    private String protocol;

    @Option(name = "--host-port", description = "Of a host in IPv4")
    private String hostPort;

    @Option(name = "--port", description = "Of the peer")
    private String port;

    @Option(name = "--instance", description = "NAT64 instance; not needed if there is only one")
    @Completion(InstanceCompleter.class)
    private String instance;

    @Override
    void run(Nat64 nat64) throws IOException {
        print(
                Listing.DIAGNOSIS,
                JsonOutput.one(
                        nat64.diagnose(
                                DiagnosisResource.flow(
                                        host, hostPort, peer, lower(protocol), port, instance)),
                        DiagnosisResource::write));
    }
}
