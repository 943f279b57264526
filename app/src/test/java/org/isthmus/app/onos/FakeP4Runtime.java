// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import io.grpc.ManagedChannel;
import java.util.HashMap;
import java.util.Map;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceAgentListener;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.p4runtime.api.P4RuntimeEventListener;

/** The clients of {@link FakeSwitch}es. */
public final class FakeP4Runtime implements P4RuntimeController {
    private final Map<DeviceId, P4RuntimeClient> clients = new HashMap<>();

    public void put(DeviceId id, P4RuntimeClient client) {
        clients.put(id, client);
    }

    @Override
    public P4RuntimeClient get(DeviceId id) {
        return clients.get(id);
    }

    @Override
    public void remove(DeviceId id) {
        clients.remove(id);
    }

    @Override
    public boolean create(DeviceId id, ManagedChannel channel) {
        throw new AssertionError("not asked for");
    }

    @Override
    public void addDeviceAgentListener(
            DeviceId id, ProviderId provider, DeviceAgentListener listener) {
        throw new AssertionError("not asked for");
    }

    @Override
    public void removeDeviceAgentListener(DeviceId id, ProviderId provider) {
        throw new AssertionError("not asked for");
    }

    @Override
    public void addListener(P4RuntimeEventListener listener) {
        throw new AssertionError("not asked for");
    }

    @Override
    public void removeListener(P4RuntimeEventListener listener) {
        throw new AssertionError("not asked for");
    }
}
