// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.rest.FabricJson;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** {@code nat64-path}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-path",
        description = "Shows the ways of a binding's packets through the fabric")
public final class PathCommand extends Nat64Command {
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
            description = "IPv4 address it speaks to; without it, that of its first session")
    private String peer;

    @Override
    void run(Nat64 nat64) throws IOException {
        BindingPath path =
                nat64.path(
                        Params.get("protocol", protocol, Params::protocol),
                        Params.get("ipv4", ipv4, Ipv4Address::parse),
                        Params.get("port", port, Params::port),
                        Params.get("peer", peer, Ipv4Address::parse));
        if (outputJson()) {
            json(JsonOutput.one(path, FabricJson::path));
            return;
        }
        System.out.println(
                String.format(
                        "%s [%s]:%d <-> %s:%d",
                        protocol,
                        path.binding.address6,
                        path.binding.port6,
                        path.binding.address4,
                        path.binding.port4));
        show("outbound", path.outbound);
        show("inbound", path.inbound);
    }

    private static void show(String name, BindingPath.Direction direction) {
        System.out.println();
        System.out.println(
                String.format(
                        "%s: from %s to %s", name, known(direction.from), known(direction.to)));
        new Table<BindingPath.Hop>()
                .text("device", h -> h.device)
                .text("translates", h -> h.translates)
                .text(
                        "next",
                        h ->
                                h.next.stream()
                                        .map(n -> "port " + n.port + " to " + n.device)
                                        .collect(Collectors.joining(", ")))
                .print(direction.hops, System.out);
    }

    private static String known(Object port) {
        return port == null ? "a port that is not known" : port.toString();
    }
}
