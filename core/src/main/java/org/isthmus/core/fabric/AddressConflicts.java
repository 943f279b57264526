// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;

/**
 * Hosts that were heard with an address for which translators answer (RFC 5227 section 2.4). They
 * get none of its traffic. IPv4 addresses are V4-mapped.
 *
 * <p>Threading: the core's thread.
 */
public final class AddressConflicts {
    /** As many are known at most; who sends more has them all. */
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
        if (fabric.served(address)
                && fabric.interfacesTo(address).contains(on)
                && fabric.config().devices.stream().noneMatch(d -> d.mac.equals(mac))
                && (heard.size() < MOST || heard.containsKey(address))) {
            heard.put(address, new Heard(new Fabric.Neighbor(on, mac), now));
        }
    }

    /** The hosts by their addresses. */
    public Map<Ipv6Address, Fabric.Neighbor> all(long now) {
        heard.entrySet()
                .removeIf(
                        e ->
                                now - e.getValue().millis >= KEPT_MILLIS
                                        || !fabric.served(e.getKey()));
        Map<Ipv6Address, Fabric.Neighbor> all = new LinkedHashMap<>();
        heard.forEach((address, h) -> all.put(address, h.host));
        return all;
    }
}
