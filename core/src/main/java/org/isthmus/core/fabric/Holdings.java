// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/** Neighbours and next hops, derived from the routes that a device holds. */
final class Holdings {
    /** The ids of sets of next hops, {@linkplain RoutingIntent.Hop#inOrder in order}. */
    final Map<List<RoutingIntent.Hop>, Integer> numbers = new HashMap<>();

    /** First next hop of each host route, by V4-mapped address. Some may be other switches. */
    final Map<Ipv6Address, RoutingIntent.Hop> hosts = new LinkedHashMap<>();

    Holdings(Collection<? extends Intent> held) {
        Map<Integer, RoutingIntent.Next> nexts = new HashMap<>();
        for (Intent i : held) {
            if (i instanceof RoutingIntent.Next) {
                RoutingIntent.Next next = (RoutingIntent.Next) i;
                nexts.put(next.id, next);
                numbers.putIfAbsent(RoutingIntent.Hop.inOrder(next.hops), next.id);
            }
        }
        for (Intent i : held) {
            if (i instanceof RoutingIntent.Route4) {
                RoutingIntent.Route4 r = (RoutingIntent.Route4) i;
                host(V4Mapped.of(r.prefix), nexts.get(r.next));
            } else if (i instanceof RoutingIntent.Route6) {
                RoutingIntent.Route6 r = (RoutingIntent.Route6) i;
                host(r.prefix, nexts.get(r.next));
            }
        }
    }

    private void host(Ipv6Prefix prefix, RoutingIntent.Next next) {
        if (next != null && prefix.length() == 128 && !next.hops.isEmpty()) {
            hosts.put(prefix.address(), next.hops.get(0));
        }
    }
}
