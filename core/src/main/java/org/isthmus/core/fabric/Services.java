// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/**
 * What translators answer for: pools and NAT64 prefixes, and the prefixes of EAMs. IPv4 is {@link
 * V4Mapped}.
 *
 * <p>Threading: the core's thread.
 */
final class Services {
    /** Where EAMs lead to translators. */
    final Aggregation mapped;

    private Set<Ipv6Prefix> prefixes = Set.of();
    private List<Ipv6Prefix> nat64 = List.of();
    private int pools4;
    private final BitSet lengths = new BitSet();

    Services(Aggregation mapped) {
        this.mapped = mapped;
    }

    /** Sets pools and NAT64 prefixes; returns those that come (true) and those that go. */
    Map<Ipv6Prefix, Boolean> replace(Collection<Ipv4Prefix> pools, Collection<Ipv6Prefix> nat64) {
        Set<Ipv6Prefix> before = prefixes;
        Set<Ipv6Prefix> now = new LinkedHashSet<>();
        pools.forEach(p -> now.add(V4Mapped.of(p)));
        pools4 = now.size();
        now.addAll(nat64);
        prefixes = now;
        this.nat64 = List.copyOf(nat64);
        lengths.clear();
        now.forEach(p -> lengths.set(p.length()));
        Map<Ipv6Prefix, Boolean> changed = new LinkedHashMap<>();
        before.stream().filter(p -> !now.contains(p)).forEach(p -> changed.put(p, false));
        now.stream().filter(p -> !before.contains(p)).forEach(p -> changed.put(p, true));
        return changed;
    }

    /** Pools and NAT64 prefixes. */
    Set<Ipv6Prefix> prefixes() {
        return prefixes;
    }

    List<Ipv6Prefix> nat64() {
        return nat64;
    }

    /** Whether one is exactly this; of EAMs, as they are aggregated. */
    boolean contains(Ipv6Prefix p) {
        return prefixes.contains(p) || mapped.contains(p);
    }

    /** Visits all, as above. */
    void forEach(Consumer<Ipv6Prefix> visitor) {
        prefixes.forEach(visitor);
        mapped.forEach(visitor);
    }

    /** How many are IPv4 prefixes. */
    int size4() {
        return pools4 + mapped.size4();
    }

    /** How many are IPv6 prefixes. */
    int size6() {
        return prefixes.size() - pools4 + mapped.size6();
    }

    /** Whether the address is in one of the prefixes. */
    boolean covers(Ipv6Address a) {
        return mapped.covers(a) || lengths.stream().anyMatch(l -> isIn(a, l));
    }

    private boolean isIn(Ipv6Address a, int length) {
        return (length >= 96 || !V4Mapped.isIpv4(a))
                && prefixes.contains(Ipv6Prefix.of(a.high(), a.low(), length));
    }
}
