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
 * The prefixes of the network, each with the devices it is found at. Prefixes found at the same
 * devices share one computation of paths, and one way per device.
 */
final class Rib {
    /** What becomes of packets that are there, or that cannot get there. */
    enum Kind {
        /** Translated before they are routed; what was not translated goes nowhere. */
        SERVICE(Route.BLACKHOLE, Route.BLACKHOLE),
        /** The device has routes or addresses of its own; no way in shall not mean the way out. */
        ATTACHED(null, Route.BLACKHOLE),
        /** Behind a router; without a path a shorter prefix may do. */
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
        Route[] ways;

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
    private final Graph graph;
    private final Map<Ipv6Prefix, Target> targets = new HashMap<>();
    private final Map<Target, Target> known = new HashMap<>();
    private final int[] distances;
    private final BitSet links = new BitSet();

    Rib(List<Node> nodes, Graph graph) {
        this.nodes = nodes;
        this.graph = graph;
        distances = new int[nodes.size()];
    }

    /** Where packets to a prefix go on a device, by this table and its own; null: no route. */
    Route way(Node node, Ipv6Prefix prefix) {
        Route w = node.local.get(prefix);
        if (w != null) {
            return w;
        }
        Target t = targets.get(prefix);
        return t == null ? null : t.ways[node.number];
    }

    /** The longest prefix of an address that a device has a route of; null: none. */
    Ipv6Prefix match(Node node, Ipv6Address a) {
        for (int l = 128; l >= (V4Mapped.isIpv4(a) ? 96 : 0); l--) {
            Ipv6Prefix p = Ipv6Prefix.of(a.high(), a.low(), l);
            if (way(node, p) != null) {
                return p;
            }
        }
        return null;
    }

    /**
     * Says where a prefix is found.
     *
     * @param kind null: nowhere, and no route is left
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
            Route from = old == null ? null : old.ways[n.number];
            Route to = now == null ? null : now.ways[n.number];
            if (from != to && !n.local.containsKey(prefix)) {
                n.route(prefix, from, to);
            }
        }
        if (old != null && old.prefixes.isEmpty()) {
            known.remove(old);
            for (Node n : nodes) {
                n.release(old.ways[n.number]);
            }
        }
    }

    /** Sets a device's own route; null takes it away. Takes over the use of the way. */
    void assignLocal(Node node, Ipv6Prefix prefix, Route way) {
        Route before = way(node, prefix);
        Route old = way == null ? node.local.remove(prefix) : node.local.put(prefix, way);
        Route after = way(node, prefix);
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
        t.ways = paths(t);
        return t;
    }

    /** Computes all paths anew; the graph has changed. */
    void repath() {
        for (Target t : known.values()) {
            Route[] old = t.ways;
            t.ways = paths(t);
            for (Node n : nodes) {
                if (old[n.number] != t.ways[n.number]) {
                    for (Ipv6Prefix p : t.prefixes) {
                        if (!n.local.containsKey(p)) {
                            n.route(p, old[n.number], t.ways[n.number]);
                        }
                    }
                }
                n.release(old[n.number]);
            }
        }
    }

    private Route[] paths(Target t) {
        graph.distances(t.devices.stream().toArray(), distances);
        Route[] ways = new Route[nodes.size()];
        for (int i = 0; i < ways.length; i++) {
            if (distances[i] == 0) {
                ways[i] = t.kind.there;
            } else if (distances[i] == Integer.MAX_VALUE) {
                ways[i] = t.kind.unreachable;
            } else {
                links.clear();
                int[] peers = graph.peers[i];
                for (int s = 0; s < peers.length; s++) {
                    if (graph.live[i][s] && distances[peers[s]] == distances[i] - 1) {
                        links.set(s);
                    }
                }
                ways[i] = nodes.get(i).over(links, graph.hops[i]);
            }
        }
        return ways;
    }

    /** All routes of a device. */
    List<Intent> routes(Node node) {
        List<Intent> all = new ArrayList<>();
        targets.forEach(
                (prefix, t) -> {
                    Route w = t.ways[node.number];
                    if (w != null && !node.local.containsKey(prefix)) {
                        all.add(w.route(prefix));
                    }
                });
        node.local.forEach((prefix, way) -> all.add(way.route(prefix)));
        return all;
    }
}
