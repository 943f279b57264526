// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.Collection;
import java.util.List;
import org.isthmus.core.config.FabricConfig;
import org.isthmus.core.dataplane.Change;
import org.isthmus.core.dataplane.Intent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/** Forwarding of the whole network. Not thread safe: on the core's thread. */
public final class Fabric {

    /** Where changes go, in an order that is safe to apply as it stands. */
    public interface Output {
        void change(DeviceId device, Change change);
    }

    public Fabric(Output output) {}

    /** Replaces the configuration and emits the differences. */
    public void configure(FabricConfig config) {}

    /**
     * Prefixes that translators serve; replaces those of the call before.
     *
     * @param v4 pools and EAM IPv4 prefixes
     * @param v6 NAT64 prefixes
     */
    public void services(Collection<Ipv4Prefix> v4, Collection<Ipv6Prefix> v6) {}

    /** A port is up until this says otherwise. */
    public void portState(DeviceId device, int port, boolean up) {}

    /** A device is up until this says otherwise. */
    public void deviceState(DeviceId device, boolean up) {}

    /** All that is desired of a device now; empty for one that is not configured. */
    public List<Intent> intents(DeviceId device) {
        return List.of();
    }

    /** Configured translators that are up, by name. */
    public List<DeviceId> translators() {
        return List.of();
    }
}
