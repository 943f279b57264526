// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/**
 * Who has which addresses in the network: switches, networks as such, routers, what is behind them,
 * and hosts. What translators serve takes the traffic of all its addresses, so it must hold none of
 * these. A prefix inside a network of an interface is served by proxy ARP and ND, which is fine as
 * long as no host there has an address of it.
 *
 * <p>IPv4 is {@link V4Mapped}. Not thread safe.
 */
final class AddressPlan {
    /** Whose traffic a prefix would take. Immutable. */
    static final class Owner {
        /** Address or prefix. */
        final String what;

        /** In a form fit for an operator. */
        final String name;

        Owner(String what, String name) {
            this.what = what;
            this.name = name;
        }
    }

    private final TreeMap<Ipv6Address, String> addresses = new TreeMap<>();
    private final TreeMap<Ipv6Prefix, String> routes = new TreeMap<>();
    private final Map<Ipv6Prefix, FabricConfig.Interface> networks = new HashMap<>();
    private final BitSet routeLengths;
    private final BitSet networkLengths;
    private final Map<List<Object>, FabricConfig.Interface> interfaces = new HashMap<>();
    private final Map<Ipv6Address, Fabric.Neighbor> hosts;

    /** The addresses of hosts in order; null until they are asked for by prefix. */
    private NavigableSet<Ipv6Address> sortedHosts;

    /**
     * @param hosts those that were learned; they count where their network is still on the same
     *     interface
     */
    AddressPlan(FabricConfig fabric, Map<Ipv6Address, Fabric.Neighbor> hosts) {
        this.hosts = hosts;
        for (FabricConfig.Device d : fabric.devices) {
            d.loopbacks4.forEach(a -> own(V4Mapped.of(a), "loopback of " + d.id));
            d.loopbacks6.forEach(a -> own(a, "loopback of " + d.id));
        }
        for (FabricConfig.Interface i : fabric.interfaces) {
            interfaces.put(List.of(i.port, i.vlan), i);
            i.addresses4.forEach(a -> own(V4Mapped.of(a), name(i)));
            i.addresses6.forEach(a -> own(a, name(i)));
            i.networks4.forEach(p -> networks.putIfAbsent(V4Mapped.of(p), i));
            i.networks6.forEach(p -> networks.putIfAbsent(p, i));
            i.networks4.forEach(p -> network(p, i));
            // RFC 4291 section 2.6.1; not on the point-to-point links of RFC 6164.
            i.networks6.stream()
                    .filter(p -> p.length() < 127)
                    .forEach(p -> own(p.address(), "subnet-router anycast of " + name(i)));
        }
        for (FabricConfig.StaticRoute r : fabric.routes) {
            Ipv6Prefix prefix = r.prefix4 != null ? V4Mapped.of(r.prefix4) : r.prefix6;
            Ipv6Address via = r.prefix4 != null ? V4Mapped.of(r.via4) : r.via6;
            routes.putIfAbsent(prefix, "route via " + V4Mapped.text(via));
            own(via, "router of " + V4Mapped.text(prefix));
        }
        routeLengths = lengths(routes.keySet());
        networkLengths = lengths(networks.keySet());
    }

    private void network(Ipv4Prefix p, FabricConfig.Interface i) {
        if (p.length() <= 30) {
            int last = p.bits() | ~Ipv4Prefix.mask(p.length());
            own(V4Mapped.of(p.bits()), "network address of " + name(i));
            own(V4Mapped.of(last), "broadcast address of " + name(i));
        }
    }

    private void own(Ipv6Address a, String owner) {
        addresses.putIfAbsent(a, owner);
    }

    static String name(FabricConfig.Interface i) {
        return i.name.equals(i.port.toString())
                ? "interface " + i.port
                : "interface " + i.name + " at " + i.port;
    }

    /** Whose traffic the translators would take if they served the prefix; null: nobody's. */
    Owner shadowed(Ipv6Prefix prefix) {
        Map.Entry<Ipv6Address, String> own = addresses.ceilingEntry(prefix.address());
        if (own != null && prefix.contains(own.getKey())) {
            return new Owner(V4Mapped.text(own.getKey()), own.getValue());
        }
        // In their order, the prefixes inside of one follow it.
        Map.Entry<Ipv6Prefix, String> route = routes.ceilingEntry(prefix);
        if (route != null && prefix.contains(route.getKey().address())) {
            return new Owner(V4Mapped.text(route.getKey()), route.getValue());
        }
        return host(prefix);
    }

    /**
     * Visits an address of each thing that has a place in the network, hosts aside: no prefix
     * without any of them takes the traffic of such a thing.
     */
    void forEachAddress(Consumer<Ipv6Address> visitor) {
        addresses.keySet().forEach(visitor);
        routes.keySet().forEach(p -> visitor.accept(p.address()));
    }

    /** The longest prefix of a route that holds all of a prefix; or null. */
    Ipv6Prefix route(Ipv6Prefix prefix) {
        return covering(routes.keySet(), routeLengths, prefix);
    }

    /** The network of an interface that holds all of a prefix; or null. */
    Ipv6Prefix network(Ipv6Prefix prefix) {
        return covering(networks.keySet(), networkLengths, prefix);
    }

    /** Where a network is, and a route leads to. */
    String at(Ipv6Prefix prefix) {
        return networks.containsKey(prefix) ? name(networks.get(prefix)) : routes.get(prefix);
    }

    private static Ipv6Prefix covering(Set<Ipv6Prefix> all, BitSet lengths, Ipv6Prefix prefix) {
        int least = V4Mapped.isIpv4(prefix) ? 96 : 0;
        for (int l = lengths.previousSetBit(prefix.length()); l >= least; ) {
            Ipv6Prefix p = Ipv6Prefix.of(prefix.high(), prefix.low(), l);
            if (all.contains(p)) {
                return p;
            }
            l = l == 0 ? -1 : lengths.previousSetBit(l - 1);
        }
        return null;
    }

    private static BitSet lengths(Set<Ipv6Prefix> all) {
        BitSet lengths = new BitSet();
        all.forEach(p -> lengths.set(p.length()));
        return lengths;
    }

    private Owner host(Ipv6Prefix prefix) {
        if (prefix.length() == 128) {
            return host(prefix.address());
        }
        if (sortedHosts == null) {
            sortedHosts = new TreeSet<>(hosts.keySet());
        }
        for (Ipv6Address a : sortedHosts.tailSet(prefix.address())) {
            if (!prefix.contains(a)) {
                return null;
            }
            Owner owner = host(a);
            if (owner != null) {
                return owner;
            }
        }
        return null;
    }

    private Owner host(Ipv6Address a) {
        Fabric.Neighbor host = hosts.get(a);
        if (host == null) {
            return null;
        }
        FabricConfig.Interface on = interfaces.get(List.of(host.on.port, host.on.vlan));
        if (on == null || !isIn(on, a)) {
            return null;
        }
        return new Owner(V4Mapped.text(a), "host " + host.mac + " at " + host.on.port);
    }

    private static boolean isIn(FabricConfig.Interface i, Ipv6Address a) {
        return V4Mapped.isIpv4(a)
                ? i.networks4.stream().anyMatch(p -> p.contains(V4Mapped.toIpv4(a)))
                : i.networks6.stream().anyMatch(p -> p.contains(a));
    }
}
