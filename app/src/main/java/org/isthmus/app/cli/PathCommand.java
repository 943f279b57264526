// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.FabricJson;
import org.isthmus.rest.JsonOutput;
import org.isthmus.rest.Params;

/** {@code nat64-path}. */
@Service
@Command(
        scope = "onos",
        name = "nat64-path",
        description = "Shows the ways of a binding's packets through the fabric")
public final class PathCommand extends BindingPathCommand {
    @Override
    void run(Nat64 nat64, Protocol protocol, Ipv4Address address4, int port, Ipv4Address peer)
            throws IOException {
        BindingPath path = nat64.path(protocol, address4, port, peer);
        if (outputJson()) {
            json(JsonOutput.one(path, FabricJson::path));
            return;
        }
        System.out.println(
                String.format(
                        "%s [%s]:%d <-> %s:%d",
                        Params.name(protocol),
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
