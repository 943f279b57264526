// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/** Neighbours and next hops, derived from the routes that a device holds. */
final class Holdings {
    /** The ids of sets of next hops. */
    final Map<List<Intent.Hop>, Integer> numbers = new HashMap<>();

    /** First next hop of each host route, by V4-mapped address. Some may be other switches. */
    final Map<Ipv6Address, Intent.Hop> hosts = new LinkedHashMap<>();

    Holdings(Collection<? extends Intent> held) {
        Map<Integer, Intent.Next> nexts = new HashMap<>();
        for (Intent i : held) {
            if (i instanceof Intent.Next) {
                Intent.Next next = (Intent.Next) i;
                nexts.put(next.id, next);
                numbers.putIfAbsent(next.hops, next.id);
            }
        }
        for (Intent i : held) {
            if (i instanceof Intent.Route4) {
                Intent.Route4 r = (Intent.Route4) i;
                host(V4Mapped.of(r.prefix), nexts.get(r.next));
            } else if (i instanceof Intent.Route6) {
                Intent.Route6 r = (Intent.Route6) i;
                host(r.prefix, nexts.get(r.next));
            }
        }
    }

    private void host(Ipv6Prefix prefix, Intent.Next next) {
        if (next != null && prefix.length() == 128 && !next.hops.isEmpty()) {
            hosts.put(prefix.address(), next.hops.get(0));
        }
    }
}
