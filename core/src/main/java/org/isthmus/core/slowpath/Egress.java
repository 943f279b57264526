// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.FrameTuple;

/**
 * The route of a packet after the translation that a device does before routing. Reusable; not
 * thread safe.
 */
final class Egress {
    private final Fabric fabric;
    private final AddressMap addresses;
    private final Transport4 v4 = new Transport4();
    private final Transport6 v6 = new Transport6();

    /** The destination the packet is routed by, V4-mapped. */
    Ipv6Address address;

    /** Whether the packet leaves in the other address family; a hairpinned one does not. */
    boolean translated;

    Egress(Fabric fabric, AddressMap addresses) {
        this.fabric = fabric;
        this.addresses = addresses;
    }

    void find(DeviceId device, FrameTuple t) {
        FabricConfig.Device d = fabric.device(device);
        boolean translator = d != null && d.translator;
        address =
                t.ipv6
                        ? Ipv6Address.of(t.destinationHigh, t.destinationLow)
                        : V4Mapped.of(t.destination4);
        translated = false;
        int to4 = t.destination4;
        // An EAM of IPv4 hosts is not hairpinned.
        boolean mayBeHost = !t.ipv6 || addresses.inside(t.destinationHigh, t.destinationLow);
        if (translator && t.ipv6 && addresses.peerToIpv4(t.destinationHigh, t.destinationLow, v4)) {
            to4 = v4.address;
            address = V4Mapped.of(to4);
            translated = true;
        }
        if (translator
                && mayBeHost
                && addresses.hostToIpv6(t.protocol, to4, t.destinationPort, t.ports, v6)) {
            address = Ipv6Address.of(v6.high, v6.low);
            translated = !translated;
        }
    }
}
