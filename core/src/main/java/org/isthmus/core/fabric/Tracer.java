// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;

/** Follows the routes of the devices as a packet would, over all paths of equal cost at once. */
final class Tracer {
    private final Fabric fabric;
    private final Layout layout;
    private final Graph graph;
    private final Rib rib;

    /** Ports towards hosts; a device whose port is not known is here without ports. */
    private static final class Edge {
        final Set<Node> devices = new LinkedHashSet<>();
        final Set<FabricConfig.Port> ports = new LinkedHashSet<>();

        FabricConfig.Port only() {
            return ports.size() == 1 ? ports.iterator().next() : null;
        }
    }

    Tracer(Fabric fabric) {
        this.fabric = fabric;
        layout = fabric.layout;
        graph = fabric.graph;
        rib = fabric.rib;
    }

    /**
     * @param from the sender; null: unknown, behind any translator
     * @param served the destination before the translation
     * @param to the destination after the translation; null: unknown
     */
    BindingPath.Direction trace(Ipv6Address from, Ipv6Address served, Ipv6Address to) {
        Edge entry = from == null ? translators() : edge(from);
        Set<Node> translating = new LinkedHashSet<>();
        Map<Node, List<BindingPath.Next>> before =
                walk(entry.devices, served, true, translating, new Edge());
        Edge exit = new Edge();
        Map<Node, List<BindingPath.Next>> behind =
                walk(translating, to, false, new LinkedHashSet<>(), exit);
        List<BindingPath.Hop> hops = new ArrayList<>();
        before.forEach(
                (n, next) -> {
                    if (!translating.contains(n)) {
                        hops.add(new BindingPath.Hop(n.device.id, false, next));
                    }
                });
        behind.forEach(
                (n, next) ->
                        hops.add(new BindingPath.Hop(n.device.id, translating.contains(n), next)));
        return new BindingPath.Direction(entry.only(), exit.only(), hops);
    }

    private Edge translators() {
        Edge all = new Edge();
        layout.nodes.stream()
                .filter(n -> n.device.translator && fabric.isUp(n.device.id))
                .forEach(all.devices::add);
        return all;
    }

    /**
     * Where packets to an address leave the fabric: at its neighbour entry, or by a static route.
     */
    private Edge edge(Ipv6Address address) {
        Edge edge = new Edge();
        for (Node n : layout.nodes) {
            if (fabric.isUp(n.device.id)) {
                next(n, address, edge);
            }
        }
        return edge;
    }

    /**
     * Follows routes from some devices until packets leave the fabric or are dropped.
     *
     * @param toTranslators ends at translators as well, which are added to the next parameter
     */
    private Map<Node, List<BindingPath.Next>> walk(
            Collection<Node> starts,
            Ipv6Address to,
            boolean toTranslators,
            Set<Node> translating,
            Edge exit) {
        Map<Node, List<BindingPath.Next>> passed = new LinkedHashMap<>();
        List<Node> queue = new ArrayList<>(starts);
        for (int i = 0; i < queue.size(); i++) {
            Node n = queue.get(i);
            if (passed.containsKey(n)) {
                continue;
            }
            if (toTranslators && n.device.translator) {
                translating.add(n);
                passed.put(n, List.of());
                continue;
            }
            List<BindingPath.Next> all = new ArrayList<>();
            if (to != null) {
                for (int s : next(n, to, exit)) {
                    Node peer = layout.nodes.get(graph.peers[n.number][s]);
                    all.add(new BindingPath.Next(graph.hops[n.number][s].port, peer.device.id));
                    queue.add(peer);
                }
            }
            passed.put(n, all);
        }
        return passed;
    }

    /**
     * The links over which a device sends packets to an address; its other exits are added to the
     * edge.
     */
    private List<Integer> next(Node n, Ipv6Address to, Edge exit) {
        List<Integer> links = new ArrayList<>();
        if (layout.isOwn(n, to)) {
            exit.devices.add(n);
            return links;
        }
        Ipv6Prefix prefix = rib.match(n, to);
        Route route = prefix == null ? null : rib.route(n, prefix);
        if (route == Route.CONNECTED) {
            exit.devices.add(n);
            for (FabricConfig.Interface i :
                    fabric.interfacesTo(fabric.paths().gateway(n, prefix, to))) {
                if (i.port.device.equals(n.device.id)) {
                    exit.ports.add(i.port);
                }
            }
        } else if (route != null) {
            for (RoutingIntent.Hop hop : route.hops) {
                int link = Arrays.asList(graph.hops[n.number]).indexOf(hop);
                if (link >= 0) {
                    links.add(link);
                } else {
                    exit.devices.add(n);
                    exit.ports.add(new FabricConfig.Port(n.device.id, hop.port));
                }
            }
        }
        return links;
    }
}
