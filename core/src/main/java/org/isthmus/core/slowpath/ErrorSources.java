// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import java.util.List;
import java.util.Random;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;

/**
 * In whose name the ICMPv6 errors of routers without an IPv4 address leave in IPv4. A switch has
 * one. For others it is an address of a pool, chosen at random, so that the hops of a traceroute
 * differ (RFC 6791 section 5), and without a pool one of the translator.
 *
 * <p>Not thread safe: on the core's thread.
 */
final class ErrorSources {
    private final Fabric fabric;
    private final Routers routers;
    private final Random random;
    private List<Ipv4Prefix> pool = List.of();

    /** Addresses in the pool, up to 2^32. */
    private long size;

    ErrorSources(Fabric fabric, Routers routers, Random random) {
        this.fabric = fabric;
        this.routers = routers;
        this.random = random;
    }

    /**
     * @param pool all addresses of these prefixes are used, equally often if none is in two
     */
    void set(List<Ipv4Prefix> pool) {
        this.pool = pool;
        size = pool.stream().mapToLong(p -> 1L << 32 - p.length()).sum();
    }

    /**
     * The source of an error.
     *
     * @param device the translator, and the port by which the error came in
     * @param t of the error, IPv6
     * @return network order; 0: there is none
     */
    int of(DeviceId device, int port, FrameTuple t) {
        Ipv4Address own = fabric.loopback4(Ipv6Address.of(t.sourceHigh, t.sourceLow));
        if (own == null && size > 0) {
            return pick(random.nextLong());
        }
        if (own == null) {
            own = routers.source4(device, port, t.vlan);
        }
        return own == null ? 0 : own.bits();
    }

    private int pick(long any) {
        long left = Long.remainderUnsigned(any, size);
        for (Ipv4Prefix p : pool) {
            long addresses = 1L << 32 - p.length();
            if (left < addresses) {
                return p.bits() + (int) left;
            }
            left -= addresses;
        }
        throw new AssertionError(pool);
    }
}
