// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/** Why a switch sent a packet up. The names are those of {@code punt_reason_t} in p4/. */
public enum PuntReason {
    /** IPv6 to IPv4 without a binding. */
    BIB_MISS,
    /** Copy: a translated TCP segment with SYN, FIN or RST. */
    TCP_STATE,
    /** TTL or hop limit would reach zero. */
    HOP_LIMIT,
    /** Larger than the next link's MTU. */
    TOO_BIG,
    /** An ICMP or ICMPv6 error to be translated. */
    ICMP_ERROR,
    /** Copy: ARP, neighbour solicitation or advertisement. */
    NEIGHBOR,
    /** Towards a connected network, neighbour not resolved. */
    NO_NEIGHBOR,
    /** For the switch itself, not answered by it. */
    LOCAL,
    ROUTER_SOLICITATION,
    /** A fragment on the stateful path. */
    FRAGMENT,
    /** To be translated, with a Routing header that has segments left. */
    PARAMETER_PROBLEM,
    /** To be translated, with an unexpired source route or unreadable options. */
    IPV4_OPTIONS,
    /** UDP whose checksum has to be computed, and the target cannot. */
    UDP_CHECKSUM_ZERO,
    /** Copy: dropped, and its sender is to be told. */
    REFUSED,
    /** LLDP, by which a host that wants to finds links. */
    LINK_DISCOVERY
}
