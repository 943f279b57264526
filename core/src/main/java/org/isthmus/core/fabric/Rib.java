// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/**
 * The routing information base: the prefixes of the network with the devices they are attached to.
 * Prefixes with the same attachments share one computation of paths, and one route per device.
 */
final class Rib {
    /** How packets to a prefix are routed where it is attached, and where it is unreachable. */
    enum Kind {
        /** Translated before routing; packets that were not translated are dropped. */
        SERVICE(Route.BLACKHOLE, Route.BLACKHOLE),
        /** The same, of EAMs: only exposed devices have routes. */
        MAPPED(null, Route.BLACKHOLE),
        /**
         * The device has routes of its own; without a path, packets are dropped and do not follow a
         * default route.
         */
        ATTACHED(null, Route.BLACKHOLE),
        /** Behind a router; without a path, a shorter prefix may match. */
        EXTERNAL(null, null);

        final Route there;
        final Route unreachable;

        Kind(Route there, Route unreachable) {
            this.there = there;
            this.unreachable = unreachable;
        }
    }

    private static final class Target {
        final Kind kind;
        final BitSet devices;
        final Set<Ipv6Prefix> prefixes = new LinkedHashSet<>();
        Route[] routes;

        Target(Kind kind, BitSet devices) {
            this.kind = kind;
            this.devices = devices;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Target
                    && ((Target) o).kind == kind
                    && ((Target) o).devices.equals(devices);
        }

        @Override
        public int hashCode() {
            return Objects.hash(kind, devices);
        }
    }

    private final List<Node> nodes;
    private final BitSet exposed;
    private final Graph graph;
    private final Map<Ipv6Prefix, Target> targets = new HashMap<>();
    private final Map<Target, Target> known = new HashMap<>();
    private final int[] distances;
    private final BitSet links = new BitSet();
    private BitSet avoided = new BitSet();

    /**
     * @param exposed devices to which packets come before they are translated
     */
    Rib(List<Node> nodes, BitSet exposed, Graph graph) {
        this.nodes = nodes;
        this.exposed = exposed;
        this.graph = graph;
        distances = new int[nodes.size()];
    }

    /** The route of a prefix on a device, its own before that of the network; null: none. */
    Route route(Node node, Ipv6Prefix prefix) {
        Route route = node.local.get(prefix);
        if (route != null) {
            return route;
        }
        Target t = targets.get(prefix);
        return t == null ? null : t.routes[node.number];
    }

    /** The longest prefix with a route on the device that holds an address; null: none. */
    Ipv6Prefix match(Node node, Ipv6Address a) {
        for (int l = 128; l >= (V4Mapped.isIpv4(a) ? 96 : 0); l--) {
            Ipv6Prefix p = Ipv6Prefix.of(a.high(), a.low(), l);
            if (route(node, p) != null) {
                return p;
            }
        }
        return null;
    }

    /**
     * Sets the attachments of a prefix.
     *
     * @param kind null: the prefix is withdrawn
     */
    void assign(Ipv6Prefix prefix, Kind kind, BitSet devices) {
        Target old = targets.get(prefix);
        Target now = kind == null ? null : target(kind, devices);
        if (old == now) {
            return;
        }
        if (old != null) {
            old.prefixes.remove(prefix);
        }
        if (now != null) {
            now.prefixes.add(prefix);
            targets.put(prefix, now);
        } else {
            targets.remove(prefix);
        }
        for (Node n : nodes) {
            Route from = old == null ? null : old.routes[n.number];
            Route to = now == null ? null : now.routes[n.number];
            if (from != to && !n.local.containsKey(prefix)) {
                n.route(prefix, from, to);
            }
        }
        if (old != null && old.prefixes.isEmpty()) {
            known.remove(old);
            for (Node n : nodes) {
                n.release(old.routes[n.number]);
            }
        }
    }

    /**
     * Sets a device's own route; null removes it. The caller's use of the route passes to the
     * table.
     */
    void assignLocal(Node node, Ipv6Prefix prefix, Route route) {
        Route before = route(node, prefix);
        Route old = route == null ? node.local.remove(prefix) : node.local.put(prefix, route);
        Route after = route(node, prefix);
        if (before != after) {
            node.route(prefix, before, after);
        }
        node.release(old);
    }

    private Target target(Kind kind, BitSet devices) {
        Target t = new Target(kind, devices);
        Target same = known.putIfAbsent(t, t);
        if (same != null) {
            return same;
        }
        t.routes = paths(t);
        return t;
    }

    /**
     * Sets the devices to which no service leads as long as there are others; {@link #repath} puts
     * it into force.
     *
     * @return whether they are others than before
     */
    boolean avoid(BitSet devices) {
        boolean changed = !devices.equals(avoided);
        avoided = devices;
        return changed;
    }

    /** Recomputes all paths after a change of the graph. */
    void repath() {
        for (Target t : known.values()) {
            Route[] old = t.routes;
            t.routes = paths(t);
            for (Node n : nodes) {
                if (old[n.number] != t.routes[n.number]) {
                    for (Ipv6Prefix p : t.prefixes) {
                        if (!n.local.containsKey(p)) {
                            n.route(p, old[n.number], t.routes[n.number]);
                        }
                    }
                }
                n.release(old[n.number]);
            }
        }
    }

    private Route[] paths(Target t) {
        BitSet to = (BitSet) t.devices.clone();
        if (t.kind == Kind.SERVICE || t.kind == Kind.MAPPED) {
            to.andNot(avoided);
        }
        graph.distances((to.isEmpty() ? t.devices : to).stream().toArray(), distances);
        Route[] routes = new Route[nodes.size()];
        for (int i = 0; i < routes.length; i++) {
            if (t.kind == Kind.MAPPED && !exposed.get(i)) {
                routes[i] = null;
            } else if (t.devices.get(i)) {
                routes[i] = t.kind.there;
            } else if (distances[i] == Integer.MAX_VALUE) {
                routes[i] = t.kind.unreachable;
            } else {
                links.clear();
                int[] peers = graph.peers[i];
                for (int s = 0; s < peers.length; s++) {
                    if (graph.live[i][s] && distances[peers[s]] == distances[i] - 1) {
                        links.set(s);
                    }
                }
                routes[i] = nodes.get(i).over(links, graph.hops[i]);
            }
        }
        return routes;
    }

    /** All routes of a device. */
    List<Intent> routes(Node node) {
        List<Intent> all = new ArrayList<>();
        targets.forEach(
                (prefix, t) -> {
                    Route route = t.routes[node.number];
                    if (route != null && !node.local.containsKey(prefix)) {
                        all.add(route.intent(prefix));
                    }
                });
        node.local.forEach((prefix, route) -> all.add(route.intent(prefix)));
        return all;
    }
}
