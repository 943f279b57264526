// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.testing;

import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Intent.Origin;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/** What the pipeline says of sources, from the intents that a switch holds, by key. */
public final class Edges {
    private Edges() {}

    /** Whether a packet of a source, V4-mapped if it is IPv4, may come in at a port. */
    public static boolean admits(Map<Object, Intent> held, int port, int vlan, Ipv6Address source) {
        Intent.Edge edge = (Intent.Edge) held.get(List.of("edge", port, vlan));
        if (edge == null || edge.isTrusted()) {
            return edge != null || !held.containsKey(new Intent.OthersClosed().key());
        }
        Origin origin = origin(held, edge.packetGroup, source);
        return isOnLink(held, edge.packetGroup, source)
                || origin == Origin.ROUTED && longest(held, List.of("served"), source) == null;
    }

    /** Whether ARP or neighbour discovery may claim an address at a port. */
    public static boolean admitsClaim(
            Map<Object, Intent> held, int port, int vlan, Ipv6Address address) {
        Intent.Edge edge = (Intent.Edge) held.get(List.of("edge", port, vlan));
        return edge != null && (edge.isTrusted() || isOnLink(held, edge.neighborGroup, address));
    }

    private static boolean isOnLink(Map<Object, Intent> held, int group, Ipv6Address a) {
        Origin origin = origin(held, group, a);
        if (origin == Origin.LEARNED || origin == Origin.FULL) {
            Intent.SourceBinding bound =
                    (Intent.SourceBinding) held.get(List.of("source-binding", group, a));
            return bound != null && !bound.isRefused;
        }
        return origin == Origin.ON_LINK;
    }

    private static Origin origin(Map<Object, Intent> held, int group, Ipv6Address a) {
        Intent.Source row = (Intent.Source) longest(held, List.of("source", group), a);
        return row == null ? Origin.ELSEWHERE : row.origin;
    }

    private static Intent longest(Map<Object, Intent> held, List<Object> table, Ipv6Address a) {
        for (int l = 128; l >= (V4Mapped.isIpv4(a) ? 96 : 0); l--) {
            Ipv6Prefix p = Ipv6Prefix.of(a.high(), a.low(), l);
            Object prefix = V4Mapped.isIpv4(p) ? V4Mapped.toIpv4(p) : p;
            Object key =
                    table.size() == 1
                            ? List.of(table.get(0), prefix)
                            : List.of(table.get(0), table.get(1), prefix);
            if (held.containsKey(key)) {
                return held.get(key);
            }
        }
        return null;
    }
}
