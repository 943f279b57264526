// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import io.grpc.ManagedChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceAgentListener;
import org.onosproject.net.driver.Behaviour;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverData;
import org.onosproject.net.driver.DriverHandler;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.p4runtime.api.P4RuntimeEventListener;

/**
 * ONOS's P4Runtime clients, those that are made over a {@link PacketInTap}, and whose connections
 * end with them. Any thread.
 */
final class TappedController implements P4RuntimeController {
    /**
     * ONOS 2.7.0 builds two channels of a device, uses one and closes the other. So each connection
     * set up anew, as when the application is replaced, would leave one behind for as long as ONOS
     * runs, until the device refuses more.
     */
    private static final Map<DeviceId, ManagedChannel> CHANNELS = new ConcurrentHashMap<>();

    private final P4RuntimeController controller;

    private TappedController(P4RuntimeController controller) {
        this.controller = controller;
    }

    /** A handler whose P4Runtime clients are those. */
    static DriverHandler of(DriverHandler handler) {
        return new DriverHandler() {
            @Override
            public Driver driver() {
                return handler.driver();
            }

            @Override
            public DriverData data() {
                return handler.data();
            }

            @Override
            public <T extends Behaviour> T behaviour(Class<T> type) {
                return handler.behaviour(type);
            }

            @Override
            public <T> T get(Class<T> service) {
                T found = handler.get(service);
                return service == P4RuntimeController.class
                        ? service.cast(new TappedController((P4RuntimeController) found))
                        : found;
            }
        };
    }

    /** Ends the connections of all clients that were made here, as nobody else can. */
    static void close() {
        CHANNELS.values().forEach(ManagedChannel::shutdownNow);
        CHANNELS.clear();
    }

    @Override
    public boolean create(DeviceId device, ManagedChannel channel) {
        boolean isMade = controller.create(device, new PacketInTap(device, channel));
        if (isMade) {
            CHANNELS.put(device, channel);
        }
        return isMade;
    }

    @Override
    public P4RuntimeClient get(DeviceId device) {
        return controller.get(device);
    }

    @Override
    public void remove(DeviceId device) {
        controller.remove(device);
        ManagedChannel channel = CHANNELS.remove(device);
        if (channel != null) {
            channel.shutdownNow();
        }
    }

    @Override
    public void addDeviceAgentListener(
            DeviceId device, ProviderId provider, DeviceAgentListener listener) {
        controller.addDeviceAgentListener(device, provider, listener);
    }

    @Override
    public void removeDeviceAgentListener(DeviceId device, ProviderId provider) {
        controller.removeDeviceAgentListener(device, provider);
    }

    @Override
    public void addListener(P4RuntimeEventListener listener) {
        controller.addListener(listener);
    }

    @Override
    public void removeListener(P4RuntimeEventListener listener) {
        controller.removeListener(listener);
    }
}
