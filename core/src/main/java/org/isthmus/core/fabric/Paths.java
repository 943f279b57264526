// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/**
 * Which ways packets take by the routes that devices have now, and what fits through them. IPv4
 * addresses are {@link V4Mapped}. Nothing is changed.
 *
 * <p>Threading: the core's thread.
 */
public final class Paths {
    private final Fabric fabric;

    Paths(Fabric fabric) {
        this.fabric = fabric;
    }

    /** Looks a destination up in a device's current routes. */
    public Lookup lookup(DeviceId device, Ipv6Address a) {
        Node n = fabric.layout.byId.get(device);
        if (n == null) {
            return new Lookup(null, 65535, null);
        }
        Ipv6Prefix p = fabric.rib.match(n, a);
        if (p == null) {
            return new Lookup(null, 65535, null);
        }
        Route route = fabric.rib.route(n, p);
        if (route == Route.CONNECTED) {
            Ipv6Address gateway = gateway(n, p, a);
            return new Lookup(route.via, mtu(n, gateway), gateway);
        }
        int mtu = route.hops.stream().mapToInt(h -> h.mtu).min().orElse(65535);
        return new Lookup(route.via, mtu, null);
    }

    /**
     * Bytes of an IP packet that a device's next hops for an address take, and the interfaces that
     * the address, or the router before it, is at; 65535 where nothing is known.
     */
    public int pathMtu(DeviceId device, Ipv6Address a) {
        Node n = fabric.layout.byId.get(device);
        Ipv6Prefix p = n == null ? null : fabric.rib.match(n, a);
        int mtu = lookup(device, a).mtu;
        for (FabricConfig.Interface i : fabric.interfacesTo(p == null ? a : gateway(n, p, a))) {
            mtu = Math.min(mtu, i.mtu);
        }
        return mtu;
    }

    /**
     * The network that an address, or the router before it, is in, by the routes of a device; null:
     * none.
     */
    public Ipv6Prefix networkOf(DeviceId device, Ipv6Address a) {
        Node n = fabric.layout.byId.get(device);
        Ipv6Prefix p = n == null ? null : fabric.rib.match(n, a);
        return fabric.layout.networkOf(p == null ? a : gateway(n, p, a));
    }

    /** Where an address is, by the configuration alone: whatever is up, and whoever was heard. */
    public Location locate(Ipv6Address a) {
        Layout layout = fabric.layout;
        if (layout.isReserved(a)) {
            return new Location(Location.Kind.SWITCH, null, List.of(), List.of());
        }
        if (fabric.served(a)) {
            return new Location(Location.Kind.SERVED, null, List.of(), List.of());
        }
        Ipv6Prefix network = layout.networkOf(a);
        Ipv6Prefix route = layout.staticOf(a);
        if (route != null && (network == null || route.length() > network.length())) {
            List<Ipv6Address> routers = layout.statics.get(route);
            Set<FabricConfig.Interface> at = new LinkedHashSet<>();
            routers.forEach(r -> at.addAll(interfacesIn(layout.networkOf(r))));
            return new Location(Location.Kind.ROUTED, route, routers, List.copyOf(at));
        }
        return network == null
                ? new Location(Location.Kind.NOWHERE, null, List.of(), List.of())
                : new Location(Location.Kind.ON_LINK, network, List.of(a), interfacesIn(network));
    }

    /** The prefixes of the static routes by a router, if it is one. */
    public List<Ipv6Prefix> routesBy(Ipv6Address router) {
        return List.copyOf(fabric.layout.staticsByVia.getOrDefault(router, List.of()));
    }

    private List<FabricConfig.Interface> interfacesIn(Ipv6Prefix network) {
        return fabric.layout.attachments(network).stream()
                .map(at -> at.on)
                .filter(Objects::nonNull)
                .collect(Collectors.toList());
    }

    /** The paths that packets take to an address through a translator; see {@link Tracer}. */
    public BindingPath.Direction trace(Ipv6Address from, Ipv6Address served, Ipv6Address to) {
        return new Tracer(fabric).trace(from, served, to);
    }

    /**
     * The neighbour to send packets for an address to, on a device where its prefix is connected:
     * the address itself, or a router of a static route in a network of the device.
     */
    Ipv6Address gateway(Node n, Ipv6Prefix p, Ipv6Address to) {
        if (!fabric.layout.statics.containsKey(p)) {
            return to;
        }
        for (Ipv6Address via : fabric.layout.statics.get(p)) {
            if (fabric.interfacesTo(via).stream()
                    .anyMatch(i -> i.port.device.equals(n.device.id))) {
                return via;
            }
        }
        return fabric.layout.statics.get(p).get(0);
    }

    private int mtu(Node n, Ipv6Address neighbor) {
        return fabric.interfacesTo(neighbor).stream()
                .filter(i -> i.port.device.equals(n.device.id))
                .mapToInt(i -> i.mtu)
                .min()
                .orElse(65535);
    }
}
