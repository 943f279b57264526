// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;

/**
 * What forwards, and what takes changes, as far as is known: everything, until told otherwise. What
 * is set returns whether that was new.
 *
 * <p>Threading: the core's thread.
 */
final class Availability {
    private final Set<FabricConfig.Port> downPorts = new HashSet<>();
    private final Set<DeviceId> downDevices = new HashSet<>();

    /** Ports at both ends of links that carry nothing. */
    private final Set<FabricConfig.Port> downLinks = new HashSet<>();

    /** Take no changes. */
    private final Set<DeviceId> unmanaged = new HashSet<>();

    boolean port(FabricConfig.Port port, boolean up) {
        return up ? downPorts.remove(port) : downPorts.add(port);
    }

    boolean link(FabricConfig.Link link, boolean up) {
        List<FabricConfig.Port> ends = List.of(link.one, link.other);
        return up ? downLinks.removeAll(ends) : downLinks.addAll(ends);
    }

    boolean device(DeviceId device, boolean up) {
        return up ? downDevices.remove(device) : downDevices.add(device);
    }

    boolean managed(DeviceId device, boolean managed) {
        return managed ? unmanaged.remove(device) : unmanaged.add(device);
    }

    /** Whether a device forwards. */
    boolean isUp(DeviceId device) {
        return !downDevices.contains(device);
    }

    /** Whether a device takes changes. */
    boolean isManaged(DeviceId device) {
        return !unmanaged.contains(device);
    }

    /** Whether a port, its link and its device are up. */
    boolean isUp(FabricConfig.Port port) {
        return !isPortDown(port) && isUp(port.device);
    }

    /** Whether the port or its link is down, whatever its device's state. */
    boolean isPortDown(FabricConfig.Port port) {
        return downPorts.contains(port) || downLinks.contains(port);
    }

    /** Whether the port of an interface is up, whatever its device's state. */
    boolean isUp(FabricConfig.Interface on) {
        return !downPorts.contains(on.port);
    }

    /** The numbers of devices that are down or take no changes. */
    BitSet avoided(List<Node> nodes) {
        BitSet avoided = new BitSet();
        for (Node n : nodes) {
            avoided.set(n.number, !isManaged(n.device.id) || !isUp(n.device.id));
        }
        return avoided;
    }
}
