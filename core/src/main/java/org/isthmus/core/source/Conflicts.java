// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;

/**
 * Addresses that two interfaces wanted in the last ten minutes. Addresses are V4-mapped.
 *
 * <p>Threading: the core's thread.
 */
public final class Conflicts {
    /** As many are known at most. */
    static final int MOST = 64;

    /** How long after its last claim one is named. */
    static final long KEPT_MILLIS = 600_000;

    /** An address that two interfaces have, as the later one was heard last. Immutable. */
    public static final class Conflict {
        public final Ipv6Address address;

        /** Where the address is. */
        public final FabricConfig.Interface holder;

        /** Where it was refused. */
        public final FabricConfig.Interface refused;

        public final MacAddress mac;
        private final long millis;

        Conflict(
                Ipv6Address address,
                FabricConfig.Interface holder,
                FabricConfig.Interface refused,
                long mac,
                long millis) {
            this.address = address;
            this.holder = holder;
            this.refused = refused;
            this.mac = MacAddress.of(mac);
            this.millis = millis;
        }
    }

    private final Map<Ipv6Address, Conflict> byAddress = new LinkedHashMap<>();

    void note(
            Ipv6Address a,
            FabricConfig.Interface holder,
            FabricConfig.Interface on,
            long mac,
            long now) {
        if (byAddress.containsKey(a) || byAddress.size() < MOST) {
            byAddress.put(a, new Conflict(a, holder, on, mac, now));
        }
    }

    void age(long now) {
        byAddress.values().removeIf(c -> now - c.millis >= KEPT_MILLIS);
    }

    void remove(Ipv6Address address) {
        byAddress.remove(address);
    }

    void clear() {
        byAddress.clear();
    }

    /** The first ones. */
    public Collection<Conflict> all() {
        return byAddress.values();
    }
}
