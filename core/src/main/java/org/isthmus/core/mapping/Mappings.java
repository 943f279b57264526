// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.mapping;

import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;

/**
 * Translation of addresses by the BIB, the EAMT and the NAT64 prefixes. Lookups neither create nor
 * refresh a binding. Called on the core's thread; allocates nothing.
 */
public interface Mappings {
    /**
     * The BIB, IPv4 to IPv6.
     *
     * @param address4 network order
     * @param port4 0 to 65535, the identifier for ICMP
     * @param out written only if true is returned
     */
    boolean toIpv6(Protocol protocol, int address4, int port4, Transport6 out);

    /**
     * Whether a peer may send to what {@link #toIpv6} finds, by the filtering of its binding (RFC
     * 6146 section 3.5).
     *
     * @param peer4 network order
     * @param peerPort 0 to 65535, whatever for ICMP
     */
    boolean admits(Protocol protocol, int address4, int port4, int peer4, int peerPort);

    /** The BIB of one instance, IPv6 to IPv4; parameters as above. */
    boolean toIpv4(int instance, Protocol protocol, long high, long low, int port6, Transport4 out);

    /**
     * The IPv6 host that an IPv4 address stands for by the longest EAM that matches (RFC 7757
     * section 3.3.1); sets address and instance.
     */
    boolean eamToHost6(int address4, Transport6 out);

    /**
     * The IPv4 host that an IPv6 address stands for by the longest EAM that matches (RFC 7757
     * section 3.3.2); sets address and instance.
     */
    boolean eamToHost4(long high, long low, Transport4 out);

    /**
     * As what an IPv6 host is seen in IPv4, by the longest EAM of this instance that matches; sets
     * address and instance.
     */
    boolean eamOfHost6(int instance, long high, long low, Transport4 out);

    /** As what an IPv4 host is seen in IPv6, as above. */
    boolean eamOfHost4(int instance, int address4, Transport6 out);

    /**
     * The IPv4 host that an IPv6 address stands for: an EAM takes precedence over RFC 6052 (RFC
     * 7757 section 3.2).
     *
     * @return false: neither an EAM nor a NAT64 prefix holds it
     */
    default boolean peerToIpv4(long high, long low, Transport4 out) {
        return eamToHost4(high, low, out) || embeddedToIpv4(high, low, out);
    }

    /**
     * The IPv4 address inside an IPv6 address; sets address and instance.
     *
     * @return false: no NAT64 prefix holds it
     */
    default boolean embeddedToIpv4(long high, long low, Transport4 out) {
        int instance = instanceOf(high, low);
        if (instance == 0) {
            return false;
        }
        out.address = Rfc6052.extract(high, low, prefix(instance).length());
        out.instance = instance;
        return true;
    }

    /** The instance whose NAT64 prefix holds the address, or 0. */
    int instanceOf(long high, long low);

    /** The NAT64 prefix of an instance returned by the methods above. */
    Ipv6Prefix prefix(int instance);

    /** The length of the IPv6 prefix that is one subscriber of the instance, 1 to 128. */
    int subscriberPrefixLength(int instance);

    /**
     * Whether an IPv4 address must not be embedded in the instance's prefix, at all or in packets
     * to and from that port.
     *
     * @param protocol null: none that has bindings
     * @param port 0 to 65535, or {@link org.isthmus.core.model.DeniedService#NO_PORT}
     */
    boolean denied(int instance, int address4, Protocol protocol, int port);

    /**
     * Size in bytes to which IPv4 packets without DF are fragmented towards IPv6 (RFC 7915 section
     * 4); at least 1280.
     */
    int lowestIpv6Mtu();

    /** Whether IPv4 UDP without a checksum gets one, or is dropped (RFC 7915 section 4.5). */
    boolean computesUdpChecksums();

    /** Whether any instance clamps the MSS of its hosts. */
    boolean clampsMss();

    /**
     * Bytes to which the MSS option of TCP is lowered; {@link
     * org.isthmus.core.model.Limits#MSS_AUTO}, or 0: it is left alone.
     */
    int mssClamp(int instance);

    /**
     * 0 to 255: the TOS of what leaves as IPv4, while what leaves as IPv6 has traffic class 0 (RFC
     * 7915 sections 4.1, 5.1); -1: both are copied.
     */
    int tos();
}
