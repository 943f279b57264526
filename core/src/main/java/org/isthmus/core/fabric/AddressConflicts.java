// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.core.loop.Recent;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;

/**
 * Hosts that were heard with an address of a switch, or one for which translators answer (RFC 5227
 * section 2.4), or with one that is not of the interface they are at. They get none of its traffic.
 * IPv4 addresses are V4-mapped.
 *
 * <p>Threading: the core's thread.
 */
public final class AddressConflicts {
    /**
     * As many are known at most, and those of addresses of switches besides; who sends more has
     * them all.
     */
    static final int MOST = 64;

    /** A host with an address that its interface has no network of. */
    public static final class Foreign {
        public final Ipv6Address address;
        public final MacAddress mac;

        Foreign(Ipv6Address address, MacAddress mac) {
            this.address = address;
            this.mac = mac;
        }
    }

    private static final Ipv6Prefix LINK_LOCAL4 = V4Mapped.of(Ipv4Prefix.parse("169.254.0.0/16"));

    private final Fabric fabric;
    private final Recent<Ipv6Address, Fabric.Neighbor> heard = new Recent<>(MOST);
    private final Recent<FabricConfig.Interface, Foreign> foreign = new Recent<>(MOST);

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
        } else if (isForeign(on, address)) {
            foreign.note(on, new Foreign(address, mac), now);
        }
    }

    /**
     * Whether nobody with this address should be at an interface: none at all is of a family that
     * the interface does not have, and a router there may have those behind it.
     */
    private boolean isForeign(FabricConfig.Interface on, Ipv6Address a) {
        boolean hasFamily = V4Mapped.isIpv4(a) ? !on.networks4.isEmpty() : !on.networks6.isEmpty();
        return hasFamily
                && on.sourceValidation != SourceValidation.LOOSE
                && on.sourceValidation != SourceValidation.OFF
                && !LINK_LOCAL4.contains(a)
                && !Ipv6Prefix.LINK_LOCAL.contains(a)
                && !fabric.paths().locate(a).interfaces.contains(on);
    }

    /** The last such host of each interface. */
    public Map<FabricConfig.Interface, Foreign> foreign(long now) {
        Map<FabricConfig.Interface, Foreign> all = new LinkedHashMap<>(foreign.all(now));
        all.entrySet()
                .removeIf(
                        e ->
                                !fabric.config().interfaces.contains(e.getKey())
                                        || !isForeign(e.getKey(), e.getValue().address));
        return all;
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
