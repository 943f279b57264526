// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;

/** The NAT64 part of netcfg. Immutable; checked by the reader. */
public final class Nat64Config {
    public final List<InstanceConfig> instances;
    public final List<PoolSpec> pools;
    public final List<Eam> eamt;
    public final List<StaticBinding> staticBindings;

    /** -1: the TOS of translated packets is copied; 0 to 255: it is this. */
    public final int tos;

    /** IPv4 UDP checksum 0 towards IPv6: computed, or the packet is dropped. */
    public final boolean computeZeroUdpChecksum;

    /**
     * Size in bytes to which IPv4 packets without DF are fragmented towards IPv6; at least 1280.
     */
    public final int lowestIpv6Mtu;

    /** Packet-ins per second that a switch may send for one punt reason. */
    public final int puntRate;

    /**
     * Seconds for which the data plane of a switch without a session must have answered no probe
     * before its routes move; 0: they move with the end of the session.
     */
    public final int dataPlaneTimeout;

    public Nat64Config(
            List<InstanceConfig> instances,
            List<PoolSpec> pools,
            List<Eam> eamt,
            List<StaticBinding> staticBindings,
            int tos,
            boolean computeZeroUdpChecksum,
            int lowestIpv6Mtu,
            int puntRate,
            int dataPlaneTimeout) {
        this.instances = List.copyOf(instances);
        this.pools = List.copyOf(pools);
        this.eamt = List.copyOf(eamt);
        this.staticBindings = List.copyOf(staticBindings);
        this.tos = tos;
        this.computeZeroUdpChecksum = computeZeroUdpChecksum;
        this.lowestIpv6Mtu = lowestIpv6Mtu;
        this.puntRate = puntRate;
        this.dataPlaneTimeout = dataPlaneTimeout;
    }
}
