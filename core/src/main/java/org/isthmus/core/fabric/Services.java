// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
    private final BitSet lengths = new BitSet();

    Services(Aggregation mapped) {
        this.mapped = mapped;
    }

    /** Sets pools and NAT64 prefixes; returns those that were and those that are. */
    Set<Ipv6Prefix> replace(Collection<Ipv4Prefix> pools, Collection<Ipv6Prefix> nat64) {
        Set<Ipv6Prefix> affected = new LinkedHashSet<>(prefixes);
        Set<Ipv6Prefix> now = new LinkedHashSet<>();
        pools.forEach(p -> now.add(V4Mapped.of(p)));
        now.addAll(nat64);
        prefixes = now;
        this.nat64 = List.copyOf(nat64);
        lengths.clear();
        now.forEach(p -> lengths.set(p.length()));
        affected.addAll(now);
        return affected;
    }

    /** Pools and NAT64 prefixes. */
    Set<Ipv6Prefix> prefixes() {
        return prefixes;
    }

    List<Ipv6Prefix> nat64() {
        return nat64;
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
