// SPDX-License-Identifier: Apache-2.0
//
//  every control --(verdict, reason)--> composition --> counter `drops`, meter `punts`, packet-in
//
// Why a packet was dropped or given to the controller. The only definition: other languages
// generate theirs from this file. A value is never reused.
#ifndef ISTHMUS_REASONS_P4
#define ISTHMUS_REASONS_P4

// Index of the counter `drops`.
enum bit<8> drop_reason_t {
    NONE = 0, // not dropped
    PARSER_ERROR = 1, // shorter than its Ethernet, ARP or IP header
    ETHER_TYPE = 2, // not ARP, IP or LLDP, or more than one VLAN tag
    NOT_FOR_US = 3, // unicast to a MAC address that is not in `station`
    MULTICAST = 4, // multicast or broadcast that no step wants
    BAD_HEADER = 5, // version, lengths, or a transport header cut short
    BAD_IPV4_CHECKSUM = 6, // IPv4 header checksum
    BAD_NEIGHBOR = 7, // ARP or neighbour discovery that RFC 826 or RFC 4861 section 7.1 rejects
    SOURCE_ILLEGAL = 8, // source address that cannot be a host (RFC 7915 section 4.1)
    DESTINATION_ILLEGAL = 9, // destination address that cannot be routed to
    LINK_LOCAL = 10, // link-local source or destination, not to be forwarded
    LOOP = 11, // to be translated, yet from inside a NAT64 prefix (RFC 6146 section 3.5)
    EMBEDDED_ADDRESS_DENIED = 12, // prefix may not carry this IPv4 address (RFC 6052 section 3.1)
    NO_BINDING = 13, // to a pool address and nothing is bound there
    NO_PREFIX = 14, // instance has no prefix to embed the IPv4 source in
    ICMP_TYPE = 15, // ICMP message that has no translation
    FRAGMENTED_ICMP = 16, // fragment of an ICMP message (RFC 7915 section 1.2)
    UNKNOWN_PROTOCOL = 17, // stateful, and neither TCP, UDP nor ICMP; or ICMP of the other family
    EXTENSION_HEADERS = 18, // IPv6 extension headers: too many, cut short, or behind a fragment
    UDP_CHECKSUM_ZERO = 19, // UDP without checksum, which IPv6 does not allow
    UDP_CHECKSUM_ZERO_FRAGMENT = 20, // the same, in a first fragment
    NO_ROUTE = 21, // no route
    BLACKHOLE = 22, // route says so
    NO_NEXT = 23, // route names a next hop that does not exist
    CPU_PORT = 24, // would leave to the controller without a packet-in header
    PUNTED = 25, // not forwarded, the controller has it
    PUNT_RATE = 26, // was for the controller, above the rate of its reason
    COPY_RATE = 27, // a copy for the controller was not made; the packet itself went on
    SOURCE_UNVERIFIED = 28, // source address that may not come in at this port (RFC 3704)
    SUBSCRIBER_LIMIT = 29, // new flow of a subscriber that may have no further binding
    SOURCE_LIMIT = 30, // source address not bound, at a port that has as many as it may have
}

// Index of the meter `punts`; field `reason` of the packet-in header. A copy is made of a packet
// that goes on or has a reason to drop of its own; of all others the controller has the only one.
enum bit<8> punt_reason_t {
    NONE = 0, // not for the controller
    BIB_MISS = 1, // IPv6 to IPv4, and the source has no binding
    TCP_STATE = 2, // copy: translated TCP segment with SYN, FIN or RST
    HOP_LIMIT = 3, // TTL or hop limit would reach 0
    TOO_BIG = 4, // larger than the MTU of the next hop, or has to be fragmented for IPv6
    ICMP_ERROR = 5, // ICMP error that has to be translated
    NEIGHBOR = 6, // ARP or NS/NA, a copy if the switch answered it
    NO_NEIGHBOR = 7, // destination is on a connected network and unresolved
    LOCAL = 8, // to an address of the switch, and no echo request
    ROUTER_SOLICITATION = 9, // router solicitation
    FRAGMENT = 10, // fragment on the stateful path
    PARAMETER_PROBLEM = 11, // to be translated, with a Routing header that has segments left
    IPV4_OPTIONS = 12, // to be translated, with an unexpired source route or unreadable options
    UDP_CHECKSUM_ZERO = 13, // UDP whose checksum has to be computed, and the target cannot
    REFUSED = 14, // copy: dropped, and its sender is to be told (RFC 7915 sections 4.4, 5.4)
    LINK_DISCOVERY = 15, // LLDP, or its broadcast form by which ONOS finds links
    NEIGHBOR_REFUSED = 16, // copy: ARP or neighbour discovery, dropped for its address
    SOURCE_UNBOUND = 17, // source address that no port has yet, where addresses are learned
}

#endif
