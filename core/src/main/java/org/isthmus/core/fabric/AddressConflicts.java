// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.core.loop.Recent;
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

    private final Fabric fabric;
    private final Recent<Ipv6Address, Fabric.Neighbor> heard = new Recent<>(MOST);

    AddressConflicts(Fabric fabric) {
        this.fabric = fabric;
    }

    /** An ARP or Neighbor Discovery message gave the MAC address of an address. */
    public void heard(FabricConfig.Interface on, Ipv6Address address, MacAddress mac, long now) {
        if (fabric.config().devices.stream().anyMatch(d -> d.mac.equals(mac))) {
            return;
        }
        Fabric.Neighbor host = new Fabric.Neighbor(on, mac);
        if (owner(address) != null) {
            heard.noteAnyway(address, host, now);
        } else if (fabric.served(address)) {
            heard.note(address, host, now);
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
        Map<Ipv6Address, Fabric.Neighbor> all = new LinkedHashMap<>(heard.all(now));
        all.keySet().removeIf(address -> !fabric.served(address) && owner(address) == null);
        return all;
    }
}
