// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.onlab.packet.ChassisId;
import org.onosproject.net.DefaultDevice;
import org.onosproject.net.DefaultPort;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.provider.ProviderId;

/** Devices and their ports, as a test sets them. */
public final class FakeDevices extends DeviceServiceAdapter {
    private final Map<DeviceId, Device> devices = new LinkedHashMap<>();
    private final Map<DeviceId, Map<PortNumber, Port>> ports = new LinkedHashMap<>();
    private final Set<DeviceId> available = new HashSet<>();
    private final List<DeviceListener> listeners = new ArrayList<>();

    public Device add(DeviceId id) {
        Device device =
                new DefaultDevice(
                        new ProviderId("device", "test"),
                        id,
                        Device.Type.SWITCH,
                        "",
                        "",
                        "",
                        "",
                        new ChassisId());
        devices.put(id, device);
        ports.put(id, new LinkedHashMap<>());
        tell(new DeviceEvent(DeviceEvent.Type.DEVICE_ADDED, device));
        return device;
    }

    public void remove(DeviceId id) {
        Device device = devices.remove(id);
        ports.remove(id);
        available.remove(id);
        tell(new DeviceEvent(DeviceEvent.Type.DEVICE_REMOVED, device));
    }

    public void available(DeviceId id, boolean is) {
        if (is) {
            available.add(id);
        } else {
            available.remove(id);
        }
        tell(new DeviceEvent(DeviceEvent.Type.DEVICE_AVAILABILITY_CHANGED, devices.get(id)));
    }

    public void port(DeviceId id, int number, boolean enabled) {
        Port port = new DefaultPort(devices.get(id), PortNumber.portNumber(number), enabled);
        boolean known = ports.get(id).put(port.number(), port) != null;
        tell(
                new DeviceEvent(
                        known ? DeviceEvent.Type.PORT_UPDATED : DeviceEvent.Type.PORT_ADDED,
                        devices.get(id),
                        port));
    }

    private void tell(DeviceEvent event) {
        new ArrayList<>(listeners).forEach(l -> l.event(event));
    }

    @Override
    public Iterable<Device> getDevices() {
        return List.copyOf(devices.values());
    }

    @Override
    public Device getDevice(DeviceId id) {
        return devices.get(id);
    }

    @Override
    public List<Port> getPorts(DeviceId id) {
        return List.copyOf(ports.get(id).values());
    }

    @Override
    public boolean isAvailable(DeviceId id) {
        return available.contains(id);
    }

    @Override
    public void addListener(DeviceListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(DeviceListener listener) {
        listeners.remove(listener);
    }
}
