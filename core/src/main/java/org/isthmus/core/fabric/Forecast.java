// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;

/**
 * How many intents devices would be to hold after a change, by sort. Nothing is changed.
 *
 * <p>Threading: the core's thread.
 */
public final class Forecast {
    // One of each sort of intent.
    private static final Intent SERVED4 =
            Layout.served(V4Mapped.of(Ipv4Prefix.of(0, 32)), MacAddress.of(0));
    private static final Intent SERVED6 = Layout.served(Ipv6Prefix.of(0, 0, 128), MacAddress.of(0));

    private static final IntentCounts NONE = new IntentCounts();

    private final Fabric fabric;

    Forecast(Fabric fabric) {
        this.fabric = fabric;
    }

    /** Adds what prefixes of EAMs are on a device, without their routes. */
    static void answers(Node n, int prefixes4, int prefixes6, IntentCounts to) {
        if (n.answers()) {
            to.add(SERVED4, prefixes4).add(SERVED6, prefixes6);
        }
    }

    /** How many more intents each device would be to hold if {@link Fabric#mapped} were called. */
    public Function<DeviceId, IntentCounts> ifMapped(
            Collection<Ipv6Prefix> added, Collection<Ipv6Prefix> removed) {
        Aggregation mapped = fabric.services.mapped;
        int before4 = mapped.size4();
        int before6 = mapped.size6();
        removed.forEach(mapped::remove);
        added.forEach(mapped::add);
        int more4 = mapped.size4() - before4;
        int more6 = mapped.size6() - before6;
        added.forEach(mapped::remove);
        removed.forEach(mapped::add);
        return device -> ifMapped(device, more4, more6);
    }

    /**
     * The same if these alone were mapped, to be computed by any thread, beside other routes as
     * they are now. What comes of it is to be asked on the core's.
     */
    public Function<Collection<Ipv6Prefix>, Function<DeviceId, IntentCounts>> ifAllMapped() {
        Set<Ipv6Prefix> others = fabric.layout.routed();
        return prefixes -> {
            Aggregation all = new Aggregation();
            all.routed(others);
            prefixes.forEach(all::add);
            return device -> {
                Aggregation mapped = fabric.services.mapped;
                return ifMapped(device, all.size4() - mapped.size4(), all.size6() - mapped.size6());
            };
        };
    }

    private IntentCounts ifMapped(DeviceId device, int more4, int more6) {
        IntentCounts counts = new IntentCounts();
        Node n = fabric.layout.byId.get(device);
        if (n != null) {
            answers(n, more4, more6, counts);
            if (fabric.layout.exposed.get(n.number)) {
                counts.add(Route.LIKE4, more4).add(Route.LIKE6, more6);
            }
        }
        return counts;
    }

    /**
     * How many more intents each device would be to hold with some more {@link Fabric#services}.
     */
    public Function<DeviceId, IntentCounts> ifServed(Collection<Ipv4Prefix> pools) {
        return device -> {
            IntentCounts counts = new IntentCounts().add(Route.LIKE4, pools.size());
            answers(fabric.layout.byId.get(device), pools.size(), 0, counts);
            return counts;
        };
    }

    /**
     * How many intents each device would be to hold with another configuration, when everything is
     * up; the known neighbours remain.
     *
     * @param added and removed as would be given to {@link Fabric#mapped}
     */
    public Function<DeviceId, IntentCounts> ifConfigured(
            FabricConfig next,
            Collection<Ipv4Prefix> pools,
            Collection<Ipv6Prefix> nat64,
            Collection<Ipv6Prefix> added,
            Collection<Ipv6Prefix> removed) {
        // There may be a million of them: they are changed as they would be, and back again.
        Aggregation mapped = fabric.services.mapped;
        Map<DeviceId, IntentCounts> all = new HashMap<>();
        removed.forEach(mapped::remove);
        added.forEach(mapped::add);
        try {
            Fabric other = new Fabric((device, change) -> {}, Room.UNLIMITED, mapped);
            other.services(pools, nat64);
            other.neighbors().known.putAll(fabric.neighbors().known);
            other.configure(next);
            for (FabricConfig.Device d : next.devices) {
                IntentCounts counts = new IntentCounts();
                other.count(d.id, counts);
                all.put(d.id, counts);
            }
        } finally {
            added.forEach(mapped::remove);
            removed.forEach(mapped::add);
            mapped.routed(fabric.layout.routed());
            mapped.changes((prefix, now) -> {});
        }
        return device -> new IntentCounts().add(all.getOrDefault(device, NONE));
    }
}
