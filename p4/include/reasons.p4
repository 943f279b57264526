// SPDX-License-Identifier: Apache-2.0
//
//  every control --(verdict, reason)--> composition --> counter `drops`, meter `punts`, packet-in
//
// Why a packet was dropped or given to the controller. The only definition: other languages
// generate theirs from this file. A value is never reused.
#ifndef ISTHMUS_REASONS_P4
#define ISTHMUS_REASONS_P4

// Index of the counter `drops`.
typedef bit<8> drop_reason_t;
const drop_reason_t DROP_NONE = 0; // not dropped
const drop_reason_t DROP_PARSER_ERROR = 1; // shorter than its Ethernet, ARP or IP header
const drop_reason_t DROP_ETHER_TYPE = 2; // not ARP, IP or LLDP, or more than one VLAN tag
const drop_reason_t DROP_NOT_FOR_US = 3; // unicast to a MAC address that is not in `station`
const drop_reason_t DROP_MULTICAST = 4; // multicast or broadcast that no step wants
const drop_reason_t DROP_BAD_HEADER = 5; // version, lengths, or a transport header cut short
const drop_reason_t DROP_BAD_IPV4_CHECKSUM = 6; // IPv4 header checksum
const drop_reason_t DROP_BAD_NEIGHBOR = 7; // ARP or neighbour discovery that RFC 826 or RFC 4861
                                           // section 7.1 rejects
const drop_reason_t DROP_SOURCE_ILLEGAL = 8; // source address that cannot be a host (RFC 7915
                                             // section 4.1)
const drop_reason_t DROP_DESTINATION_ILLEGAL = 9; // destination address that cannot be routed to
const drop_reason_t DROP_LINK_LOCAL = 10; // link-local source or destination, not to be forwarded
const drop_reason_t DROP_LOOP = 11; // to be translated, yet from inside a NAT64 prefix (RFC 6146
                                    // section 3.5)
const drop_reason_t DROP_EMBEDDED_ADDRESS_DENIED = 12; // prefix may not carry this IPv4 address
                                                       // (RFC 6052 section 3.1), or not for this
                                                       // protocol and port (RFC 6888 REQ-6)
const drop_reason_t DROP_NO_BINDING = 13; // to a pool address and nothing is bound there
const drop_reason_t DROP_NO_PREFIX = 14; // instance has no prefix to embed the IPv4 source in
const drop_reason_t DROP_ICMP_TYPE = 15; // ICMP message that has no translation
const drop_reason_t DROP_FRAGMENTED_ICMP = 16; // fragment of an ICMP message (RFC 7915 section 1.2)
const drop_reason_t DROP_UNKNOWN_PROTOCOL = 17; // stateful, and neither TCP, UDP nor ICMP; or ICMP
                                                // of the other family; or IGMP
const drop_reason_t DROP_EXTENSION_HEADERS = 18; // IPv6 extension header behind a Fragment Header
                                                 // (RFC 7915 section 5.1.1)
const drop_reason_t DROP_UDP_CHECKSUM_ZERO = 19; // UDP without checksum, which IPv6 does not allow
const drop_reason_t DROP_UDP_CHECKSUM_ZERO_FRAGMENT = 20; // the same, in a first fragment
const drop_reason_t DROP_NO_ROUTE = 21; // no route
const drop_reason_t DROP_BLACKHOLE = 22; // route says so
const drop_reason_t DROP_NO_NEXT = 23; // route names a next hop that does not exist
const drop_reason_t DROP_CPU_PORT = 24; // would leave to the controller without a packet-in header
const drop_reason_t DROP_PUNTED = 25; // not forwarded, the controller has it
const drop_reason_t DROP_PUNT_RATE = 26; // was for the controller, above the rate of its reason
const drop_reason_t DROP_COPY_RATE = 27; // a copy for the controller was not made; the packet
                                         // itself went on
const drop_reason_t DROP_SOURCE_UNVERIFIED = 28; // source address that may not come in at this port
                                                 // (RFC 3704)
const drop_reason_t DROP_SUBSCRIBER_LIMIT = 29; // new flow of a subscriber that may have no further
                                                // binding
const drop_reason_t DROP_SOURCE_LIMIT = 30; // source address not bound, at a port that has as many
                                            // as it may have
const drop_reason_t DROP_FRAME_LENGTH = 31; // longer than the target carries
const drop_reason_t DROP_HOST_FRAME = 32; // from the card's host, and not from the agent
const drop_reason_t DROP_NO_PORT = 33; // would leave by a port that there is not
const drop_reason_t DROP_FILTERED = 34; // to a binding that is filtered, from a peer that it has no
                                        // session with (RFC 4787 section 5)
const drop_reason_t DROP_SOURCE_NOT_MAPPED = 38; // to an IPv4 host by its EAM, from a source without
                                                 // one: the answer would not come from there
const drop_reason_t DROP_PUNT_SHARE = 42; // was for the controller, above the rate of its
                                          // subscriber or port

// Index of the meter `punts`; field `reason` of the packet-in header. A copy is made of a packet
// that goes on or has a reason to drop of its own; of all others the controller has the only one.
typedef bit<8> punt_reason_t;
const punt_reason_t PUNT_NONE = 0; // not for the controller
const punt_reason_t PUNT_BIB_MISS = 1; // IPv6 to IPv4, and the source has no binding
const punt_reason_t PUNT_TCP_STATE = 2; // copy: translated TCP segment with SYN, FIN or RST
const punt_reason_t PUNT_HOP_LIMIT = 3; // TTL or hop limit would reach 0
const punt_reason_t PUNT_TOO_BIG = 4; // larger than the MTU of the next hop, or has to be
                                      // fragmented for IPv6
const punt_reason_t PUNT_ICMP_ERROR = 5; // ICMP error that has to be translated
const punt_reason_t PUNT_NEIGHBOR = 6; // ARP or NS/NA, a copy if the switch answered it
const punt_reason_t PUNT_NO_NEIGHBOR = 7; // destination is on a connected network and unresolved
const punt_reason_t PUNT_LOCAL = 8; // to an address of the switch, and no echo request
const punt_reason_t PUNT_ROUTER_SOLICITATION = 9; // router solicitation
const punt_reason_t PUNT_FRAGMENT = 10; // fragment on the stateful path
const punt_reason_t PUNT_PARAMETER_PROBLEM = 11; // to be translated, with a Routing header that has
                                                 // segments left
const punt_reason_t PUNT_IPV4_OPTIONS = 12; // to be translated, with an unexpired source route or
                                            // unreadable options
const punt_reason_t PUNT_UDP_CHECKSUM_ZERO = 13; // UDP whose checksum has to be computed, and the
                                                 // target cannot
const punt_reason_t PUNT_REFUSED = 14; // copy: dropped, and its sender is to be told (RFC 7915
                                       // sections 4.4, 5.4)
const punt_reason_t PUNT_LINK_DISCOVERY = 15; // LLDP, or its broadcast form by which ONOS finds
                                              // links
const punt_reason_t PUNT_NEIGHBOR_REFUSED = 16; // copy: ARP or neighbour discovery, dropped for its
                                                // address
const punt_reason_t PUNT_SOURCE_UNBOUND = 17; // source address that no port has yet, where
                                              // addresses are learned
const punt_reason_t PUNT_SESSION_MISS = 18; // IPv6 to IPv4, and its binding, which is filtered, has
                                            // no session with this peer
const punt_reason_t PUNT_UNSOLICITED_SYN = 19; // TCP SYN that nobody waits for, to a pool that holds
                                               // them (RFC 6146 section 3.5.2.2)
const punt_reason_t PUNT_HAIRPIN_ECHO = 20; // echo from IPv6 to a pool address, whose identifier
                                            // may be that of another binding
const punt_reason_t PUNT_EXTENSION_HEADERS = 22; // to be translated, with more IPv6 extension
                                                 // headers than the target reads, or broken ones
const punt_reason_t PUNT_MSS = 23; // TCP segment with SYN and options, whose MSS is to be clamped
const punt_reason_t PUNT_NO_ROUTE = 24; // copy: dropped without a route, and its sender is to be
                                        // told (RFC 1812 section 4.3.3.1, RFC 4443 section 3.1)

#endif
