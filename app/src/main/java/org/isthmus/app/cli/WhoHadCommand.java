// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.listing.Listing;
import org.isthmus.rest.MappingLogResource;
import org.isthmus.rest.Params;

/** {@code nat64-who-had}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-who-had",
        description = "Says which subscriber held an address and port")
public final class WhoHadCommand extends Nat64Command {
    @Argument(index = 0, name = "ipv4", required = true, description = "IPv4 address")
    private String ipv4;

    @Argument(
            index = 1,
            name = "port",
            required = true,
            description = "Port, or identifier of icmp")
    private String port;

    @Argument(
            index = 2,
            name = OptionsAnywhere.REST,
            description = OptionsAnywhere.DESCRIPTION,
            multiValued = true)
    private List<String> rest;

    @Option(name = "--protocol", description = "icmp, tcp or udp; without it, all")
    @Completion(ProtocolCompleter.class)
    private String protocol;

    @Option(name = "--at", description = "Such as 2026-01-31T10:32:00Z; without it, now")
    private String at;

    @Override
    void run(Nat64 nat64) throws IOException {
        Ipv4Address address = Params.get("ipv4", ipv4, Ipv4Address::parse);
        int number = Params.get("port", port, Params::port);
        Protocol only = protocol("--protocol", protocol);
        Clock clock = Clock.systemUTC();
        Long time = Params.get("--at", at, text -> Params.past(text, clock));
        print(
                Listing.HOLDERS,
                MappingLogResource.holders(nat64, clock, address, number, only, time));
    }
}
