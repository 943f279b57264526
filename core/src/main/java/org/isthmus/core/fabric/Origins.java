// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/**
 * Where routes begin: the devices that a prefix is attached to, and their own routes to it. The
 * rest follows in the {@link Rib}.
 *
 * <p>Threading: the core's thread.
 */
final class Origins {
    private final Layout layout;
    private final Rib rib;
    private final Services services;
    private final Map<Ipv6Address, Fabric.Neighbor> neighbors;
    private final Availability available;

    Origins(
            Layout layout,
            Rib rib,
            Services services,
            Map<Ipv6Address, Fabric.Neighbor> neighbors,
            Availability available) {
        this.layout = layout;
        this.rib = rib;
        this.services = services;
        this.neighbors = neighbors;
        this.available = available;
    }

    /** Recomputes the attachments of one prefix and the routes to it. */
    void refresh(Ipv6Prefix p) {
        BitSet at = new BitSet();
        Rib.Kind kind = null;
        List<Layout.Attachment> attachments = layout.attachments(p);
        Fabric.Neighbor host = p.length() == 128 ? neighbors.get(p.address()) : null;
        if (services.prefixes().contains(p)) {
            kind = Rib.Kind.SERVICE;
            at.or(layout.translators);
        } else if (services.mapped.contains(p)) {
            if (!layout.exposed.isEmpty()) {
                kind = Rib.Kind.MAPPED;
                at.or(layout.translators);
            }
        } else if (!attachments.isEmpty()) {
            kind = Rib.Kind.ATTACHED;
            for (Layout.Attachment x : attachments) {
                at.set(
                        x.node.number,
                        x.on == null || available.isUp(x.on) || at.get(x.node.number));
            }
        } else if (host != null && layout.shared(layout.networkOf(p.address()))) {
            kind = Rib.Kind.ATTACHED;
            at.set(layout.byId.get(host.on.port.device).number);
        } else if (layout.statics.containsKey(p)) {
            kind = Rib.Kind.EXTERNAL;
            at = routersAt(p);
        }
        rib.assign(p, kind, at);
        Set<Node> here = new LinkedHashSet<>();
        attachments.forEach(x -> here.add(x.node));
        if (host != null) {
            here.add(layout.byId.get(host.on.port.device));
        }
        for (Ipv6Address via : layout.statics.getOrDefault(p, List.of())) {
            Ipv6Prefix network = layout.networkOf(via);
            if (network != null) {
                layout.attachments(network).forEach(x -> here.add(x.node));
            }
        }
        layout.nodes.stream().filter(n -> layout.blackholes(n).contains(p)).forEach(here::add);
        here.forEach(n -> refreshLocal(n, p));
    }

    /**
     * Devices attached to a router of a static route: where one is known, else where one may be.
     */
    private BitSet routersAt(Ipv6Prefix p) {
        BitSet known = new BitSet();
        BitSet possible = new BitSet();
        for (Ipv6Address via : layout.statics.get(p)) {
            Fabric.Neighbor nb = neighbors.get(via);
            if (nb != null) {
                known.set(layout.byId.get(nb.on.port.device).number);
            }
            Ipv6Prefix network = layout.networkOf(via);
            if (network != null) {
                for (Layout.Attachment x : layout.attachments(network)) {
                    possible.set(
                            x.node.number, available.isUp(x.on) || possible.get(x.node.number));
                }
            }
        }
        return known.isEmpty() ? possible : known;
    }

    void refreshLocal(Node n, Ipv6Prefix p) {
        rib.assignLocal(n, p, local(n, p));
    }

    private Route local(Node n, Ipv6Prefix p) {
        DeviceId id = n.device.id;
        Fabric.Neighbor host = p.length() == 128 ? neighbors.get(p.address()) : null;
        if (host != null && host.on.port.device.equals(id)) {
            return n.to(List.of(hop(n, host)));
        }
        List<Layout.Attachment> attachments = layout.attachments(p);
        if (services.prefixes().contains(p) || services.mapped.contains(p)) {
            return null;
        }
        if (attachments.stream()
                .anyMatch(x -> x.node == n && x.on != null && available.isUp(x.on))) {
            return Route.CONNECTED;
        }
        if (layout.blackholes(n).contains(p)) {
            return Route.BLACKHOLE;
        }
        if (n.device.translator
                && V4Mapped.isIpv4(p)
                && layout.isOwn(n, p.address())
                && p.length() == 128) {
            // What was sent to it in IPv4 never comes to the routes, what is translated does.
            return Route.CONNECTED;
        }
        if (!attachments.isEmpty() || !layout.statics.containsKey(p)) {
            return null;
        }
        List<RoutingIntent.Hop> hops = new ArrayList<>();
        for (Ipv6Address via : layout.statics.get(p)) {
            Fabric.Neighbor nb = neighbors.get(via);
            if (nb != null && nb.on.port.device.equals(id)) {
                hops.add(hop(n, nb));
            }
        }
        if (!hops.isEmpty()) {
            return n.to(hops);
        }
        return routersAt(p).get(n.number) ? Route.CONNECTED : null;
    }

    /** The next hop that a neighbour is. */
    static RoutingIntent.Hop hop(Node n, Fabric.Neighbor nb) {
        FabricConfig.Interface i = nb.on;
        return new RoutingIntent.Hop(i.port.port, n.device.mac, nb.mac, i.vlan, i.mtu);
    }
}
