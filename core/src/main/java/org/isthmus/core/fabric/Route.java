// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.List;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;

/** What routes of several prefixes on one device lead to; compared by identity. */
final class Route {
    static final Route CONNECTED = new Route(RoutingIntent.Via.CONNECTED, 0, List.of());
    static final Route BLACKHOLE = new Route(RoutingIntent.Via.BLACKHOLE, 0, List.of());

    // One of each sort of intent.
    static final Intent LIKE4 = BLACKHOLE.intent(V4Mapped.of(Ipv4Prefix.of(0, 32)));
    static final Intent LIKE6 = BLACKHOLE.intent(Ipv6Prefix.of(0, 0, 128));
    static final Intent LIKE_NEXT =
            new RoutingIntent.Next(
                    1, List.of(new RoutingIntent.Hop(0, MacAddress.of(0), MacAddress.of(0), 0, 0)));

    final RoutingIntent.Via via;

    /** Id of the set of next hops; changes only before any route with it is emitted. */
    int id;

    /** {@linkplain RoutingIntent.Hop#inOrder In order}. */
    final List<RoutingIntent.Hop> hops;

    /** How many targets and local routes use it. */
    int uses;

    /** Whether the set of next hops was emitted to the device. */
    boolean written;

    private Route(RoutingIntent.Via via, int id, List<RoutingIntent.Hop> hops) {
        this.via = via;
        this.id = id;
        this.hops = hops;
    }

    static Route next(int id, List<RoutingIntent.Hop> hops) {
        return new Route(RoutingIntent.Via.NEXT, id, RoutingIntent.Hop.inOrder(hops));
    }

    /** The intent of its next hops. */
    RoutingIntent.Next next() {
        return new RoutingIntent.Next(id, hops);
    }

    /** The intent that routes a prefix, V4-mapped if it is IPv4. */
    Intent intent(Ipv6Prefix prefix) {
        return V4Mapped.isIpv4(prefix)
                ? new RoutingIntent.Route4(V4Mapped.toIpv4(prefix), via, id)
                : new RoutingIntent.Route6(prefix, via, id);
    }
}
