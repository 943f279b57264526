// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;

/**
 * Hosts and routers whose MAC address is known; there are routes to each while it is. IPv4
 * addresses are {@link V4Mapped}.
 *
 * <p>Threading: the core's thread.
 */
public final class NeighborTable {
    private static final Logger LOG = System.getLogger(NeighborTable.class.getName());

    private final Fabric fabric;
    private final Room room;

    /**
     * Routers that did not answer when they were asked last, and how often they did not. Once says
     * nothing: when the controller starts, the switch that asks may not be connected yet.
     */
    private final Map<Ipv6Address, Integer> silent = new LinkedHashMap<>();

    final Map<Ipv6Address, Fabric.Neighbor> known = new HashMap<>();

    NeighborTable(Fabric fabric, Room room) {
        this.fabric = fabric;
        this.room = room;
    }

    /** Keeps those whose network is still on the same interface. */
    void configure() {
        Map<Ipv6Address, Fabric.Neighbor> before = new HashMap<>(known);
        known.clear();
        before.forEach(
                (address, was) -> {
                    FabricConfig.Port p = was.on.port;
                    FabricConfig.Interface on = fabric.interfaceAt(p.device, p.port, was.on.vlan);
                    if (on != null && fabric.acceptable(on, address)) {
                        known.put(address, new Fabric.Neighbor(on, was.mac));
                    }
                });
        silent.keySet().retainAll(fabric.routers());
    }

    /** The neighbour with an address; null: not known. */
    public Fabric.Neighbor get(Ipv6Address address) {
        return known.get(address);
    }

    /** By address; a view. */
    public Map<Ipv6Address, Fabric.Neighbor> all() {
        return Collections.unmodifiableMap(known);
    }

    /**
     * Learns a neighbour and routes to it.
     *
     * @return whether it is {@link Fabric#acceptable} there, the interface is up, and the devices
     *     that are to have a route to it have room
     */
    public boolean learn(FabricConfig.Interface on, Ipv6Address address, MacAddress mac) {
        if (!fabric.acceptable(on, address) || !fabric.available.isUp(on)) {
            return false;
        }
        Fabric.Neighbor old = known.get(address);
        if (old != null && old.on == on && old.mac.equals(mac)) {
            return true;
        }
        Node n = fabric.layout.byId.get(on.port.device);
        Fabric.Neighbor now = new Fabric.Neighbor(on, mac);
        if (!hasRoom(n, old, now, address)) {
            return false;
        }
        known.put(address, now);
        moved(old, address);
        fabric.flush();
        Integer times = silent.remove(address);
        if (times != null && times > 1) {
            LOG.log(
                    Level.INFO,
                    "router {0} answers at {1}; its routes are used",
                    V4Mapped.text(address),
                    on.port);
        }
        return true;
    }

    private boolean hasRoom(Node n, Fabric.Neighbor old, Fabric.Neighbor now, Ipv6Address address) {
        RoutingIntent.Hop hop = Origins.hop(n, now);
        if (!n.hasRoom(hop, room.most(n.device.id, Route.LIKE_NEXT))
                || !n.has(hop) && !room.hasRoom(n.device.id, Route.LIKE_NEXT)) {
            return false;
        }
        if (old != null && old.on.port.device.equals(n.device.id)) {
            return true;
        }
        Intent like = V4Mapped.isIpv4(address) ? Route.LIKE4 : Route.LIKE6;
        if (!fabric.layout.shared(fabric.layout.networkOf(address))) {
            return room.hasRoom(n.device.id, like);
        }
        // Every device routes to it already, if it was known elsewhere.
        return old != null
                || fabric.layout.nodes.stream()
                        .allMatch(each -> room.hasRoom(each.device.id, like));
    }

    /** An address was asked for, and nobody answered. */
    public void unanswered(Ipv6Address address) {
        if (fabric.routers().contains(address) && silent.merge(address, 1, Integer::sum) == 2) {
            LOG.log(
                    Level.WARNING,
                    "router {0} does not answer; its routes are not used",
                    V4Mapped.text(address));
        }
    }

    /** Routers of static routes that were asked for twice or more, and do not answer. */
    public List<Ipv6Address> silentRouters() {
        return silent.entrySet().stream()
                .filter(e -> e.getValue() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }

    /** Removes a neighbour and the routes to it. */
    public void forget(Ipv6Address address) {
        drop(address);
        fabric.flush();
    }

    private void drop(Ipv6Address address) {
        Fabric.Neighbor old = known.remove(address);
        if (old != null) {
            moved(old, address);
        }
    }

    private void moved(Fabric.Neighbor old, Ipv6Address address) {
        Ipv6Prefix host = V4Mapped.host(address);
        if (old != null) {
            fabric.origins.refreshLocal(fabric.layout.byId.get(old.on.port.device), host);
        }
        fabric.origins.refresh(host);
        fabric.layout
                .staticsByVia
                .getOrDefault(address, List.of())
                .forEach(fabric.origins::refresh);
    }

    /** Removes those that have addresses for which translators answer. */
    void dropServed() {
        List<Ipv6Address> gone = new ArrayList<>(known.keySet());
        gone.removeIf(a -> !fabric.served(a));
        gone.forEach(this::drop);
    }

    /** Removes those at a port. */
    void dropAt(FabricConfig.Port port) {
        List<Ipv6Address> gone = new ArrayList<>();
        known.forEach(
                (a, nb) -> {
                    if (nb.on.port.equals(port)) {
                        gone.add(a);
                    }
                });
        gone.forEach(this::drop);
    }
}
