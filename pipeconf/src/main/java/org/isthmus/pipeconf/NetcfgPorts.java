// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.onosproject.drivers.p4runtime.P4RuntimeDeviceDescriptionDiscovery;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.LinkKey;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.device.DefaultPortDescription;
import org.onosproject.net.device.PortDescription;

/**
 * Ports for devices that cannot tell them, as P4Runtime alone cannot: those that the network
 * configuration names, as subject of {@code ports} or as end of a link. They count as up: nobody
 * says otherwise, and ONOS sets them down whenever it loses the device.
 */
public final class NetcfgPorts extends P4RuntimeDeviceDescriptionDiscovery {

    @Override
    public List<PortDescription> discoverPortDetails() {
        return ports(data().deviceId(), handler().get(NetworkConfigService.class));
    }

    static List<PortDescription> ports(DeviceId device, NetworkConfigService netcfg) {
        List<PortDescription> all = new ArrayList<>();
        for (long number : named(device, netcfg)) {
            PortNumber port = PortNumber.portNumber(number);
            all.add(
                    DefaultPortDescription.builder()
                            .withPortNumber(port)
                            .isEnabled(true)
                            .type(Port.Type.COPPER)
                            // Not known.
                            .portSpeed(0)
                            .build());
        }
        return all;
    }

    private static SortedSet<Long> named(DeviceId device, NetworkConfigService netcfg) {
        SortedSet<Long> ports = new TreeSet<>();
        for (ConnectPoint point : netcfg.getSubjects(ConnectPoint.class)) {
            add(point, device, ports);
        }
        for (LinkKey link : netcfg.getSubjects(LinkKey.class)) {
            add(link.src(), device, ports);
            add(link.dst(), device, ports);
        }
        return ports;
    }

    private static void add(ConnectPoint point, DeviceId device, SortedSet<Long> ports) {
        if (device.equals(point.elementId()) && !point.port().isLogical()) {
            ports.add(point.port().toLong());
        }
    }
}
