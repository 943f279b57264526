// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;

/** The result of looking one destination up in a device's routes. Immutable. */
public final class Lookup {
    /** Null: no route. */
    public final RoutingIntent.Via via;

    /** Smallest MTU of the next hops, in bytes of an IP packet; 65535 without next hops. */
    public final int mtu;

    /** CONNECTED: the neighbour to resolve, V4-mapped; else null. */
    public final Ipv6Address gateway;

    Lookup(RoutingIntent.Via via, int mtu, Ipv6Address gateway) {
        this.via = via;
        this.mtu = mtu;
        this.gateway = gateway;
    }
}
