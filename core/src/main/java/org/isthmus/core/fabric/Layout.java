// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;

/** The configuration, indexed. IPv4 addresses and prefixes are {@link V4Mapped}. */
final class Layout {
    /**
     * A device that a prefix is attached to: by an interface, or as the device's own address
     * (null).
     */
    static final class Attachment {
        final Node node;
        final FabricConfig.Interface on;

        Attachment(Node node, FabricConfig.Interface on) {
            this.node = node;
            this.on = on;
        }
    }

    final List<Node> nodes = new ArrayList<>();
    final Map<DeviceId, Node> byId = new HashMap<>();
    final BitSet translators = new BitSet();

    /**
     * Devices that do not translate, and to which a packet gets from an interface without passing
     * one that does.
     */
    final BitSet exposed = new BitSet();

    final List<FabricConfig.Interface> interfaces;

    /** Networks, loopbacks, own addresses in networks of several devices. */
    final Map<Ipv6Prefix, List<Attachment>> attached = new LinkedHashMap<>();

    /** Static routes: the routers to a prefix. */
    final Map<Ipv6Prefix, List<Ipv6Address>> statics = new LinkedHashMap<>();

    final Map<Ipv6Address, List<Ipv6Prefix>> staticsByVia = new LinkedHashMap<>();

    /** Addresses of each device, and those that no host can have. */
    private final List<Set<Ipv6Address>> own = new ArrayList<>();

    private final Set<Ipv6Address> reserved = new HashSet<>();
    private final List<Set<Ipv6Prefix>> blackholes = new ArrayList<>();
    private final BitSet lengths = new BitSet();
    private final Sources sources;

    Layout(FabricConfig config) {
        interfaces = config.interfaces;
        for (FabricConfig.Device d : config.devices) {
            Node n = new Node(nodes.size(), d);
            nodes.add(n);
            byId.put(d.id, n);
            if (d.translator) {
                translators.set(n.number);
            }
            own.add(new HashSet<>());
            blackholes.add(new HashSet<>());
            d.loopbacks4.forEach(a -> loopback(n, V4Mapped.of(a)));
            d.loopbacks6.forEach(a -> loopback(n, a));
            own.get(n.number).add(V4Mapped.linkLocal(d.mac));
        }
        for (FabricConfig.Interface i : config.interfaces) {
            Node n = byId.get(i.port.device);
            n.interfaces.put(Node.interfaceKey(i.port.port, i.vlan), i);
            i.networks4.forEach(p -> network(n, i, p));
            i.networks6.forEach(p -> attach(p, n, i));
            i.addresses4.forEach(a -> own.get(n.number).add(V4Mapped.of(a)));
            own.get(n.number).addAll(i.addresses6);
            i.networks6.forEach(p -> subnetRouter(own.get(n.number), p));
        }
        for (FabricConfig.Interface i : config.interfaces) {
            Node n = byId.get(i.port.device);
            for (Ipv4Address a : i.addresses4) {
                ifShared(n, V4Mapped.of(a));
            }
            for (Ipv6Address a : i.addresses6) {
                ifShared(n, a);
            }
        }
        own.forEach(reserved::addAll);
        expose(config.links);
        for (FabricConfig.StaticRoute r : config.routes) {
            Ipv6Prefix prefix = r.prefix4 != null ? V4Mapped.of(r.prefix4) : r.prefix6;
            Ipv6Address via = r.prefix4 != null ? V4Mapped.of(r.via4) : r.via6;
            statics.computeIfAbsent(prefix, p -> new ArrayList<>()).add(via);
            staticsByVia.computeIfAbsent(via, a -> new ArrayList<>()).add(prefix);
        }
        sources = new Sources(this, config);
    }

    private void expose(List<FabricConfig.Link> links) {
        for (Node n : nodes) {
            exposed.set(n.number, !n.device.translator && !n.interfaces.isEmpty());
        }
        for (int before = -1; before != exposed.cardinality(); ) {
            before = exposed.cardinality();
            for (FabricConfig.Link l : links) {
                int one = byId.get(l.one.device).number;
                int other = byId.get(l.other.device).number;
                if (exposed.get(one) || exposed.get(other)) {
                    exposed.set(one);
                    exposed.set(other);
                    exposed.andNot(translators);
                }
            }
        }
    }

    private void loopback(Node n, Ipv6Address a) {
        own.get(n.number).add(a);
        attach(V4Mapped.host(a), n, null);
    }

    private void network(Node n, FabricConfig.Interface i, Ipv4Prefix p) {
        attach(V4Mapped.of(p), n, i);
        if (p.length() <= 30) {
            // The network's address, and directed broadcast, which is not forwarded (RFC 2644).
            Ipv6Address none = V4Mapped.of(p.bits());
            Ipv6Address all = V4Mapped.of(p.bits() | ~Ipv4Prefix.mask(p.length()));
            reserved.add(none);
            reserved.add(all);
            blackholes.get(n.number).add(V4Mapped.host(none));
            blackholes.get(n.number).add(V4Mapped.host(all));
        }
    }

    private void attach(Ipv6Prefix p, Node n, FabricConfig.Interface i) {
        attached.computeIfAbsent(p, x -> new ArrayList<>()).add(new Attachment(n, i));
        if (i != null) {
            lengths.set(p.length());
        }
    }

    /**
     * Where a network is on several devices, its route does not lead to the device's own address.
     */
    private void ifShared(Node n, Ipv6Address a) {
        Ipv6Prefix p = networkOf(a);
        if (p != null && shared(p)) {
            attach(V4Mapped.host(a), n, null);
        }
    }

    private static void subnetRouter(Set<Ipv6Address> own, Ipv6Prefix p) {
        // RFC 4291 section 2.6.1; not on the point-to-point links of RFC 6164.
        if (p.length() < 127) {
            own.add(p.address());
        }
    }

    boolean shared(Ipv6Prefix network) {
        List<Attachment> at = attached.get(network);
        return at.stream().anyMatch(x -> x.node != at.get(0).node);
    }

    /** The longest network of an interface that holds an address, or null. */
    Ipv6Prefix networkOf(Ipv6Address a) {
        int least = V4Mapped.isIpv4(a) ? 96 : 0;
        for (int l = lengths.previousSetBit(128); l >= least; l = lengths.previousSetBit(l - 1)) {
            Ipv6Prefix p = Ipv6Prefix.of(a.high(), a.low(), l);
            List<Attachment> at = attached.get(p);
            if (at != null && at.stream().anyMatch(x -> x.on != null)) {
                return p;
            }
            if (l == 0) {
                break;
            }
        }
        return null;
    }

    /** The longest prefix with static routes that holds an address, or null. */
    Ipv6Prefix staticOf(Ipv6Address a) {
        int least = V4Mapped.isIpv4(a) ? 96 : 0;
        for (int l = 128; l >= least; l--) {
            Ipv6Prefix p = Ipv6Prefix.of(a.high(), a.low(), l);
            if (statics.containsKey(p)) {
                return p;
            }
        }
        return null;
    }

    /** The attachments of a network or of a device's address; empty: none. */
    List<Attachment> attachments(Ipv6Prefix p) {
        return attached.getOrDefault(p, List.of());
    }

    /** Addresses of a device. */
    Set<Ipv6Address> own(Node n) {
        return own.get(n.number);
    }

    boolean isOwn(Node n, Ipv6Address a) {
        return own(n).contains(a);
    }

    /** Addresses of switches and of networks as such. */
    boolean isReserved(Ipv6Address a) {
        return reserved.contains(a);
    }

    Set<Ipv6Address> reserved() {
        return reserved;
    }

    Set<Ipv6Prefix> blackholes(Node n) {
        return blackholes.get(n.number);
    }

    /** Those of interfaces. */
    List<Ipv6Prefix> networks() {
        List<Ipv6Prefix> all = new ArrayList<>(attached.keySet());
        all.removeIf(p -> attachments(p).stream().allMatch(x -> x.on == null));
        return all;
    }

    /** Prefixes that have routes of the configuration. */
    Set<Ipv6Prefix> routed() {
        Set<Ipv6Prefix> all = new HashSet<>(attached.keySet());
        all.addAll(statics.keySet());
        blackholes.forEach(all::addAll);
        return all;
    }

    /**
     * Intents that do not depend on routes: seeds, router MACs, own addresses, proxy ARP/ND for
     * them, sources.
     *
     * @param full source groups of interfaces with as many learned addresses as there may be
     * @param onLink services in networks of interfaces
     * @return in an order that is safe to write
     */
    Map<Object, Intent> fixed(Node n, Set<Integer> full, Collection<Ipv6Prefix> onLink) {
        Map<Object, Intent> all = new LinkedHashMap<>();
        put(all, new RoutingIntent.FlowSeed(n.device.id.hashCode()));
        put(all, new SwitchIntent.Station(n.device.mac));
        own(n).stream().sorted().forEach(a -> put(all, local(a)));
        if (!n.interfaces.isEmpty()) {
            served(n, all);
        }
        sources.of(n, full, onLink).forEach(i -> put(all, i));
        return all;
    }

    private static void served(Node n, Map<Object, Intent> all) {
        MacAddress mac = n.device.mac;
        put(all, served(V4Mapped.host(V4Mapped.linkLocal(mac)), mac));
        n.interfaces
                .values()
                .forEach(
                        i -> {
                            i.addresses4.forEach(
                                    a -> put(all, served(V4Mapped.host(V4Mapped.of(a)), mac)));
                            i.addresses6.forEach(a -> put(all, served(V4Mapped.host(a), mac)));
                            i.networks6.stream()
                                    .filter(p -> p.length() < 127)
                                    .forEach(
                                            p -> put(all, served(V4Mapped.host(p.address()), mac)));
                        });
    }

    private static Intent local(Ipv6Address a) {
        return V4Mapped.isIpv4(a)
                ? new SwitchIntent.Local4(Ipv4Address.of(V4Mapped.toIpv4(a)))
                : new SwitchIntent.Local6(a);
    }

    /** The answer for a prefix, V4-mapped if it is IPv4. */
    static Intent served(Ipv6Prefix p, MacAddress mac) {
        return V4Mapped.isIpv4(p)
                ? new SwitchIntent.Served4(V4Mapped.toIpv4(p), mac)
                : new SwitchIntent.Served6(p, mac);
    }

    private static void put(Map<Object, Intent> all, Intent i) {
        all.put(i.key(), i);
    }
}
