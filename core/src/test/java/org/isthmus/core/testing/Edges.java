// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.testing;

import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.model.SourceIntent.Origin;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/** What the pipeline says of sources, from the intents that a switch holds, by key. */
public final class Edges {
    private Edges() {}

    /** What becomes of a packet, or of ARP and neighbour discovery, for its address. */
    public enum Verdict {
        ADMITTED,
        /** A source that nobody has, where addresses are learned. */
        UNBOUND,
        DROPPED
    }

    /** Whether a packet of a source, V4-mapped if it is IPv4, may come in at a port. */
    public static boolean admits(Map<Object, Intent> held, int port, int vlan, Ipv6Address source) {
        return packet(held, port, vlan, source) == Verdict.ADMITTED;
    }

    /** The same of one that may come up for its source as well. */
    public static Verdict packet(Map<Object, Intent> held, int port, int vlan, Ipv6Address source) {
        SourceIntent.Edge edge = (SourceIntent.Edge) held.get(List.of("edge", port, vlan));
        if (edge == null || edge.isTrusted()) {
            boolean open = edge != null || !held.containsKey(new SourceIntent.OthersClosed().key());
            return open ? Verdict.ADMITTED : Verdict.DROPPED;
        }
        if (origin(held, edge.packetGroup, source) == Origin.ROUTED) {
            boolean ours = longest(held, List.of("served"), source) != null;
            return ours ? Verdict.DROPPED : Verdict.ADMITTED;
        }
        return onLink(held, edge.packetGroup, source);
    }

    /** Whether ARP or neighbour discovery may claim an address at a port. */
    public static boolean admitsClaim(
            Map<Object, Intent> held, int port, int vlan, Ipv6Address address) {
        SourceIntent.Edge edge = (SourceIntent.Edge) held.get(List.of("edge", port, vlan));
        return edge != null
                && (edge.isTrusted()
                        || onLink(held, edge.neighborGroup, address) != Verdict.DROPPED);
    }

    private static Verdict onLink(Map<Object, Intent> held, int group, Ipv6Address a) {
        Origin origin = origin(held, group, a);
        if (origin == Origin.LEARNED || origin == Origin.FULL) {
            SourceIntent.SourceBinding bound =
                    (SourceIntent.SourceBinding) held.get(List.of("source-binding", group, a));
            if (bound == null) {
                return origin == Origin.FULL ? Verdict.DROPPED : Verdict.UNBOUND;
            }
            return bound.isRefused ? Verdict.DROPPED : Verdict.ADMITTED;
        }
        return origin == Origin.ON_LINK ? Verdict.ADMITTED : Verdict.DROPPED;
    }

    private static Origin origin(Map<Object, Intent> held, int group, Ipv6Address a) {
        SourceIntent.Source row = (SourceIntent.Source) longest(held, List.of("source", group), a);
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
