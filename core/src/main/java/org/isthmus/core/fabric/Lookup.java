// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Ipv6Address;

/** What a device's routes say of one destination. Immutable. */
public final class Lookup {
    /** Null: no route. */
    public final Intent.Via via;

    /** Bytes of an IP packet that every way takes; 65535 where none leaves. */
    public final int mtu;

    /** CONNECTED: the neighbour to resolve, mapped; else null. */
    public final Ipv6Address gateway;

    Lookup(Intent.Via via, int mtu, Ipv6Address gateway) {
        this.via = via;
        this.mtu = mtu;
        this.gateway = gateway;
    }
}
