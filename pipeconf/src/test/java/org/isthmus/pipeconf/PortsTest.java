// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.model.DeviceStatistics;
import org.junit.jupiter.api.Test;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultPort;
import org.onosproject.net.DeviceId;
import org.onosproject.net.LinkKey;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.config.NetworkConfigServiceAdapter;
import org.onosproject.net.device.PortDescription;
import org.onosproject.net.device.PortStatistics;

class PortsTest {
    private static final DeviceId DEVICE = DeviceId.deviceId("device:leaf1");

    private static ConnectPoint point(String text) {
        return ConnectPoint.deviceConnectPoint(text);
    }

    private static Port port(int number, boolean enabled) {
        return new DefaultPort(null, PortNumber.portNumber(number), enabled);
    }

    @Test
    void portsAreThoseOfTheConfiguration() {
        Map<Class<?>, Set<?>> subjects =
                Map.of(
                        ConnectPoint.class,
                        Set.of(point("device:leaf1/3"), point("device:leaf2/9")),
                        LinkKey.class,
                        Set.of(
                                LinkKey.linkKey(point("device:leaf1/1"), point("device:spine1/7")),
                                LinkKey.linkKey(point("device:spine2/8"), point("device:leaf1/2")),
                                LinkKey.linkKey(
                                        point("device:leaf1/3"), point("device:spine1/8"))));
        NetworkConfigServiceAdapter netcfg =
                new NetworkConfigServiceAdapter() {
                    @Override
                    @SuppressWarnings("unchecked")
                    public <S> Set<S> getSubjects(Class<S> subject) {
                        return (Set<S>) subjects.get(subject);
                    }
                };
        List<String> ports = new ArrayList<>();
        for (PortDescription port : NetcfgPorts.ports(DEVICE, netcfg)) {
            ports.add(port.portNumber() + (port.isEnabled() ? " up" : " down"));
        }
        assertEquals(List.of("1 up", "2 up", "3 up"), ports);
    }

    @Test
    void portsThatCountedNothingAreThereToo() {
        DeviceStatistics counted =
                new DeviceStatistics(Map.of(), Map.of(), Map.of(1, new long[] {1, 2, 3, 4}));
        List<PortStatistics> all =
                CounterPortStatistics.statistics(
                        DEVICE, List.of(port(1, true), port(2, true)), counted, 2_500_000_000L);
        assertEquals(1, all.get(0).packetsReceived());
        assertEquals(2, all.get(0).bytesReceived());
        assertEquals(3, all.get(0).packetsSent());
        assertEquals(4, all.get(0).bytesSent());
        assertEquals(2, all.get(0).durationSec());
        assertEquals(500_000_000, all.get(0).durationNano());
        assertEquals(PortNumber.portNumber(2), all.get(1).portNumber());
        assertEquals(0, all.get(1).packetsReceived());
    }
}
