// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.List;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;

/** Where an address is, seen from the fabric as a whole. Immutable. */
public final class Location {
    /** How it is known. */
    public enum Kind {
        /** A switch has it, or it is a network as such. */
        SWITCH,
        /** Translators answer for it. */
        SERVED,
        /** In a network of interfaces. */
        ON_LINK,
        /** Behind routers of a static route. */
        ROUTED,
        NOWHERE
    }

    public final Kind kind;

    /** Of the network or the route; null otherwise. V4-mapped if it is IPv4. */
    public final Ipv6Prefix prefix;

    /** What must be resolved to reach it: itself, or the routers. V4-mapped if they are IPv4. */
    public final List<Ipv6Address> neighbors;

    /** Where these may be, up or not. */
    public final List<FabricConfig.Interface> interfaces;

    Location(
            Kind kind,
            Ipv6Prefix prefix,
            List<Ipv6Address> neighbors,
            List<FabricConfig.Interface> interfaces) {
        this.kind = kind;
        this.prefix = prefix;
        this.neighbors = List.copyOf(neighbors);
        this.interfaces = List.copyOf(interfaces);
    }
}
