// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.u48;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.isthmus.core.spi.DataPlane;

/**
 * The switches as routers on the links of hosts (RFC 4861 section 6.2), and their addresses there.
 */
final class Routers {
    /** Interval of each interface's advertisements; a ninth of the advertised router lifetime. */
    static final long INTERVAL_MILLIS = 200_000;

    /** Answers to those at one port, so that they do not use up those of others. */
    static final int SOLICITED_PER_SECOND = 100;

    private final Fabric fabric;
    private final DataPlane dataPlane;
    private final Counters counters;
    private final Map<FabricConfig.Port, TokenBucket> solicited = new HashMap<>();

    /** That {@link #solicited} has ports of. */
    private FabricConfig config;

    private boolean started;
    private long now;
    private int cursor;

    /** Advertisements due, in parts of an interval. */
    private long credit;

    Routers(Fabric fabric, DataPlane dataPlane, Counters counters) {
        this.fabric = fabric;
        this.dataPlane = dataPlane;
        this.counters = counters;
    }

    /** Sends the advertisements of all interfaces in turn, evenly over the interval. */
    void tick(long nowMillis) {
        List<FabricConfig.Interface> all = fabric.interfaces();
        long elapsed = started ? Math.min(nowMillis - now, INTERVAL_MILLIS) : 0;
        started = true;
        now = nowMillis;
        credit = Math.min(credit + elapsed * all.size(), INTERVAL_MILLIS * all.size());
        for (; credit >= INTERVAL_MILLIS; credit -= INTERVAL_MILLIS) {
            cursor = cursor + 1 < all.size() ? cursor + 1 : 0;
            advertise(all.get(cursor), 0, 0, 0);
        }
    }

    /** Answers a router solicitation. */
    void solicited(DeviceId device, int port, FrameTuple t, byte[] frame) {
        FabricConfig.Interface on = fabric.interfaceAt(device, port, t.vlan);
        if (on == null
                || t.icmpType != NeighborPackets.ROUTER_SOLICITATION
                || !NeighborPackets.isDiscovery(frame, t)) {
            counters.add(Counter.MALFORMED);
            return;
        }
        boolean isOfNobody = (t.sourceHigh | t.sourceLow) == 0;
        long option = NeighborPackets.linkLayerOption(frame, t, 1);
        if (isOfNobody && option != 0) {
            // RFC 4861 section 6.1.1.
            counters.add(Counter.MALFORMED);
        } else if (!budget(on.port).take(now)) {
            counters.add(Counter.ERROR_RATE_LIMITED);
        } else if (isOfNobody) {
            advertise(on, 0, 0, 0);
        } else {
            long to = option != 0 && (option >>> 40 & 1) == 0 ? option : u48(frame, 6);
            advertise(on, to, t.sourceHigh, t.sourceLow);
        }
    }

    private TokenBucket budget(FabricConfig.Port port) {
        if (config != fabric.config()) {
            config = fabric.config();
            solicited.clear();
        }
        return solicited.computeIfAbsent(
                port, p -> new TokenBucket(SOLICITED_PER_SECOND, SOLICITED_PER_SECOND, now));
    }

    private void advertise(FabricConfig.Interface on, long toMac, long toHigh, long toLow) {
        if (on.networks6.isEmpty() || !on.routerAdvertisements.sent) {
            return;
        }
        byte[] frame =
                NeighborPackets.routerAdvertisement(
                        on,
                        fabric.device(on.port.device).mac,
                        fabric.nat64Prefixes(),
                        toMac,
                        toHigh,
                        toLow);
        dataPlane.send(on.port.device, on.port.port, Packets.tagged(frame, on.vlan));
        counters.add(Counter.ADVERTISEMENTS_SENT);
    }

    /**
     * The source of a device's ICMP errors: its address where the packet came in (RFC 1812 section
     * 4.3.2.4), else a loopback, else any; null: it has none.
     */
    Ipv4Address source4(DeviceId device, int port, int vlan) {
        FabricConfig.Interface on = fabric.interfaceAt(device, port, vlan);
        if (on != null && !on.addresses4.isEmpty()) {
            return on.addresses4.get(0);
        }
        List<Ipv4Address> own = fabric.device(device).loopbacks4;
        return !own.isEmpty()
                ? own.get(0)
                : fabric.interfaces().stream()
                        .filter(i -> i.port.device.equals(device) && !i.addresses4.isEmpty())
                        .findFirst()
                        .map(i -> i.addresses4.get(0))
                        .orElse(null);
    }

    /** The same for IPv6. */
    Ipv6Address source6(DeviceId device, int port, int vlan) {
        FabricConfig.Interface on = fabric.interfaceAt(device, port, vlan);
        if (on != null && !on.addresses6.isEmpty()) {
            return on.addresses6.get(0);
        }
        List<Ipv6Address> own = fabric.device(device).loopbacks6;
        return !own.isEmpty()
                ? own.get(0)
                : fabric.interfaces().stream()
                        .filter(i -> i.port.device.equals(device) && !i.addresses6.isEmpty())
                        .findFirst()
                        .map(i -> i.addresses6.get(0))
                        .orElse(null);
    }
}
