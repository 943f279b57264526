// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.List;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/** Where packets of some prefixes go on one device; compared by identity. */
final class Route {
    static final Route CONNECTED = new Route(Intent.Via.CONNECTED, 0, List.of());
    static final Route BLACKHOLE = new Route(Intent.Via.BLACKHOLE, 0, List.of());

    final Intent.Via via;

    /** Of the next hops; changes only before any route with it is put out. */
    int id;

    final List<Intent.Hop> hops;

    /** How many targets and local routes use it. */
    int uses;

    /** The device has been told of it. */
    boolean written;

    private Route(Intent.Via via, int id, List<Intent.Hop> hops) {
        this.via = via;
        this.id = id;
        this.hops = hops;
    }

    static Route next(int id, List<Intent.Hop> hops) {
        return new Route(Intent.Via.NEXT, id, List.copyOf(hops));
    }

    Intent route(Ipv6Prefix mapped) {
        return V4Mapped.isIpv4(mapped)
                ? new Intent.Route4(V4Mapped.toIpv4(mapped), via, id)
                : new Intent.Route6(mapped, via, id);
    }
}
