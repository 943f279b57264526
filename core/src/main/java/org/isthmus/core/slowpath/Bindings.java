// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * What the slow path asks of BIB and EAMT. Lookups neither make nor refresh a binding. Called on
 * the core's thread; allocates nothing.
 */
public interface Bindings {
    /**
     * The BIB, IPv4 to IPv6.
     *
     * @param address4 network order
     * @param port4 0 to 65535, the identifier for ICMP
     * @param out written only if true is returned
     */
    boolean toIpv6(Protocol protocol, int address4, int port4, Transport6 out);

    /** The BIB of one instance, IPv6 to IPv4; parameters as above. */
    boolean toIpv4(int instance, Protocol protocol, long high, long low, int port6, Transport4 out);

    /** The longest EAM over an IPv4 address (RFC 7757 section 3.3.1); sets address and instance. */
    boolean eamToIpv6(int address4, Transport6 out);

    /** The longest EAM over an IPv6 address (RFC 7757 section 3.3.2); sets address and instance. */
    boolean eamToIpv4(long high, long low, Transport4 out);

    /** The instance whose NAT64 prefix holds the address, or 0. */
    int instanceOf(long high, long low);

    /** Of an instance that the methods above named. */
    Ipv6Prefix prefix(int instance);

    /** Whether an IPv4 address must not stand inside the instance's prefix. */
    boolean denied(int instance, int address4);
}
