// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Eam.Host;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;

/**
 * Addresses of the two sides: an EAM comes before RFC 6052 (RFC 7757 section 3.2), and an EAM
 * before a binding. A peer of a binding is inside the NAT64 prefix, as is one of a hairpin: that is
 * where the host sent its packets. Allocates nothing; not thread safe.
 */
final class AddressMap {
    private final Mappings mappings;

    /** The host asked for last is that of an EAM. */
    private boolean eam;

    AddressMap(Mappings mappings) {
        this.mappings = mappings;
    }

    /** Of a peer of the host that was asked for last. */
    void peerToIpv6(int address4, int instance, boolean hairpin, Transport6 out) {
        if (!eam || hairpin || !mappings.eamToIpv6(Host.IPV4, address4, out)) {
            Ipv6Prefix prefix = mappings.prefix(instance);
            out.high = Rfc6052.embedHigh(prefix, address4);
            out.low = Rfc6052.embedLow(prefix, address4);
            out.instance = instance;
        }
    }

    /** Bytes of an IPv6 packet that needs no fragmentation, at least 1280. */
    int lowestIpv6Mtu() {
        return mappings.lowestIpv6Mtu();
    }

    /** Whether the prefix of the instance may not carry the address. */
    boolean denied(int instance, int address4) {
        return mappings.denied(instance, address4);
    }

    /** The same, back; false: neither an EAM nor a NAT64 prefix holds it. */
    boolean peerToIpv4(long high, long low, Transport4 out) {
        return mappings.peerToIpv4(high, low, out);
    }

    /** Of a router behind us; false: it has no address in IPv4. */
    boolean routerToIpv4(long high, long low, Transport4 out) {
        return mappings.eamToIpv4(Host.IPV6, high, low, out);
    }

    /**
     * Of a host behind us: EAM, where the port stays, or BIB.
     *
     * @param ports whether the packet has them
     */
    boolean hostToIpv6(int protocol, int address4, int port4, boolean ports, Transport6 out) {
        eam = mappings.eamToIpv6(Host.IPV6, address4, out);
        if (eam) {
            out.port = port4;
            return true;
        }
        Protocol p = ports ? Protocol.of(protocol) : null;
        return p != null && mappings.toIpv6(p, address4, port4, out);
    }

    /** The same, back. */
    boolean hostToIpv4(
            int instance,
            int protocol,
            long high,
            long low,
            int port6,
            boolean ports,
            Transport4 out) {
        if (mappings.eamToIpv4(Host.IPV6, high, low, out)) {
            out.port = port6;
            return true;
        }
        Protocol p = ports ? Protocol.of(protocol) : null;
        return p != null && mappings.toIpv4(instance, p, high, low, port6, out);
    }

    /** Whether the source is one that a NAT64 prefix stands for. */
    boolean inside(long high, long low) {
        return mappings.instanceOf(high, low) != 0;
    }
}
