// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.mapping;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;
import org.isthmus.core.net.SpecialPurpose;

/**
 * The NAT64 instances and the explicit mappings in force.
 *
 * <p>Threading: the core's thread; look-ups allocate nothing.
 */
public final class Instances {
    private static final int LOWEST_IPV6_MTU = 1280; // RFC 8200 section 5

    private final InstanceConfig[] byId = new InstanceConfig[256];
    private List<InstanceConfig> all = List.of();
    private Eamt eamt = Eamt.EMPTY;
    private int lowestIpv6Mtu = LOWEST_IPV6_MTU;
    private int tos = Limits.TOS.byDefault;
    private boolean computesUdpChecksums = true;
    private boolean clampsMss;

    /**
     * Puts instances into force.
     *
     * @param lowestIpv6Mtu see {@link #lowestIpv6Mtu()}
     * @param tos see {@link #tos()}
     * @param computesUdpChecksums see {@link #computesUdpChecksums()}
     */
    public void set(
            List<InstanceConfig> configs,
            int lowestIpv6Mtu,
            int tos,
            boolean computesUdpChecksums) {
        all.forEach(i -> byId[i.id] = null);
        all = new ArrayList<>(configs);
        all.sort(Comparator.comparingInt(i -> i.id));
        all.forEach(i -> byId[i.id] = i);
        this.lowestIpv6Mtu = lowestIpv6Mtu;
        this.tos = tos;
        this.computesUdpChecksums = computesUdpChecksums;
        clampsMss = all.stream().anyMatch(i -> i.mssClamp != Limits.MSS_CLAMP.byDefault);
    }

    /** Ordered by id. */
    public List<InstanceConfig> all() {
        return all;
    }

    /** By id, or null. */
    public InstanceConfig get(int id) {
        return byId[id];
    }

    /** By name, or null. */
    public InstanceConfig get(String name) {
        for (InstanceConfig i : all) {
            if (i.name.equals(name)) {
                return i;
            }
        }
        return null;
    }

    /** The instance whose NAT64 prefix holds an address, or null. */
    public InstanceConfig get(long high, long low) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).prefix.contains(high, low)) {
                return all.get(i);
            }
        }
        return null;
    }

    /**
     * Destinations an instance must not translate to at all: those configured, and those of RFC
     * 6052 section 3.1.
     */
    public static List<Ipv4Prefix> denied(InstanceConfig instance) {
        if (!instance.prefix.equals(Rfc6052.WELL_KNOWN)) {
            return instance.denied;
        }
        List<Ipv4Prefix> denied = new ArrayList<>(instance.denied);
        for (Ipv4Prefix prefix : SpecialPurpose.nonGlobal()) {
            if (!denied.contains(prefix)) {
                denied.add(prefix);
            }
        }
        return denied;
    }

    private static boolean isDenied(InstanceConfig instance, int address4) {
        return isIn(instance.denied, address4)
                || instance.prefix.equals(Rfc6052.WELL_KNOWN)
                        && isIn(SpecialPurpose.nonGlobal(), address4);
    }

    /**
     * Whether an instance must not translate to a transport address, nor from it.
     *
     * @param protocol null: none that has bindings
     * @param port 0 to 65535, or {@link DeniedService#NO_PORT}
     */
    public boolean isDenied(InstanceConfig instance, int address4, Protocol protocol, int port) {
        if (isDenied(instance, address4)) {
            return true;
        }
        List<DeniedService> services = instance.deniedServices;
        for (int i = 0; i < services.size(); i++) {
            if (services.get(i).matches(address4, protocol, port)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(List<Ipv4Prefix> prefixes, int address4) {
        for (int i = 0; i < prefixes.size(); i++) {
            if (prefixes.get(i).contains(address4)) {
                return true;
            }
        }
        return false;
    }

    public Eamt eamt() {
        return eamt;
    }

    public void eamt(Eamt table) {
        eamt = table;
    }

    /**
     * Size in bytes to which IPv4 packets without DF are fragmented towards IPv6 (RFC 7915 section
     * 4); at least 1280.
     */
    public int lowestIpv6Mtu() {
        return lowestIpv6Mtu;
    }

    /** Whether IPv4 UDP without a checksum gets one, or is dropped (RFC 7915 section 4.5). */
    public boolean computesUdpChecksums() {
        return computesUdpChecksums;
    }

    /** Whether any instance clamps the MSS of its hosts. */
    public boolean clampsMss() {
        return clampsMss;
    }

    /**
     * 0 to 255: the TOS of what leaves as IPv4, while what leaves as IPv6 has traffic class 0 (RFC
     * 7915 sections 4.1, 5.1); -1: both are copied.
     */
    public int tos() {
        return tos;
    }
}
