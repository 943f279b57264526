// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;

/**
 * Hosts that were heard with an address of a switch, or one for which translators answer (RFC 5227
 * section 2.4). They get none of its traffic. IPv4 addresses are V4-mapped.
 *
 * <p>Threading: the core's thread.
 */
public final class AddressConflicts {
    /**
     * As many are known at most, and those of addresses of switches besides; who sends more has
     * them all.
     */
    static final int MOST = 64;

    /** A host that is not heard for so long is gone; neighbours ask and answer more often. */
    static final long KEPT_MILLIS = 600_000;

    private static final class Heard {
        final Fabric.Neighbor host;
        final long millis;

        Heard(Fabric.Neighbor host, long millis) {
            this.host = host;
            this.millis = millis;
        }
    }

    private final Fabric fabric;
    private final Map<Ipv6Address, Heard> heard = new LinkedHashMap<>();

    AddressConflicts(Fabric fabric) {
        this.fabric = fabric;
    }

    /** An ARP or Neighbor Discovery message gave the MAC address of an address. */
    public void heard(FabricConfig.Interface on, Ipv6Address address, MacAddress mac, long now) {
        boolean own = owner(address) != null;
        boolean known = heard.containsKey(address);
        if ((own || fabric.served(address) && (known || heard.size() < MOST))
                && fabric.config().devices.stream().noneMatch(d -> d.mac.equals(mac))) {
            heard.put(address, new Heard(new Fabric.Neighbor(on, mac), now));
        }
    }

    /** The switch that has an address itself, or null. */
    public DeviceId owner(Ipv6Address address) {
        for (FabricConfig.Device d : fabric.config().devices) {
            if (fabric.isOwn(d.id, address)) {
                return d.id;
            }
        }
        return null;
    }

    /** The hosts by their addresses. */
    public Map<Ipv6Address, Fabric.Neighbor> all(long now) {
        heard.entrySet()
                .removeIf(
                        e ->
                                now - e.getValue().millis >= KEPT_MILLIS
                                        || !fabric.served(e.getKey()) && owner(e.getKey()) == null);
        Map<Ipv6Address, Fabric.Neighbor> all = new LinkedHashMap<>();
        heard.forEach((address, h) -> all.put(address, h.host));
        return all;
    }
}
