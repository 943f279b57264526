// SPDX-License-Identifier: Apache-2.0
//
//  [types] -> headers -> metadata -> every control
//
// Types and numbers from the registries of IEEE 802 and IANA.
#ifndef ISTHMUS_TYPES_P4
#define ISTHMUS_TYPES_P4

// Names that macros make.
#define QUOTED(name) #name

typedef bit<48> mac_t;
typedef bit<32> ipv4_addr_t;
typedef bit<128> ipv6_addr_t;
typedef bit<9> port_number_t;
typedef bit<12> instance_t; // no table of some targets matches fewer bits exactly
typedef bit<16> next_id_t;
typedef bit<12> scope_t; // what a setting is for

const scope_t WHOLE_SWITCH = 0;

const bit<16> ETHER_TYPE_IPV4 = 0x0800;
const bit<16> ETHER_TYPE_ARP = 0x0806;
const bit<16> ETHER_TYPE_VLAN = 0x8100;
const bit<16> ETHER_TYPE_IPV6 = 0x86dd;
const bit<16> ETHER_TYPE_LLDP = 0x88cc;
const bit<16> ETHER_TYPE_BDDP = 0x8942; // LLDP that crosses other switches, of ONOS

const bit<8> PROTOCOL_HOP_BY_HOP = 0;
const bit<8> PROTOCOL_ICMP = 1;
const bit<8> PROTOCOL_IGMP = 2;
const bit<8> PROTOCOL_TCP = 6;
const bit<8> PROTOCOL_UDP = 17;
const bit<8> PROTOCOL_ROUTING = 43;
const bit<8> PROTOCOL_FRAGMENT = 44;
const bit<8> PROTOCOL_AUTHENTICATION = 51;
const bit<8> PROTOCOL_ICMPV6 = 58;
const bit<8> PROTOCOL_DESTINATION_OPTIONS = 60;

const bit<16> ARP_REQUEST = 1;
const bit<16> ARP_REPLY = 2;

const bit<8> ICMP_ECHO_REPLY = 0;
const bit<8> ICMP_UNREACHABLE = 3;
const bit<8> ICMP_ECHO_REQUEST = 8;
const bit<8> ICMP_TIME_EXCEEDED = 11;
const bit<8> ICMP_PARAMETER_PROBLEM = 12;

// ICMPv6 errors are types 1 to 4 (RFC 4443).
const bit<8> ICMPV6_UNREACHABLE = 1;
const bit<8> ICMPV6_TOO_BIG = 2;
const bit<8> ICMPV6_TIME_EXCEEDED = 3;
const bit<8> ICMPV6_PARAMETER_PROBLEM = 4;
const bit<8> ICMPV6_ECHO_REQUEST = 128;
const bit<8> ICMPV6_ECHO_REPLY = 129;
const bit<8> ICMPV6_ROUTER_SOLICITATION = 133;
const bit<8> ICMPV6_NEIGHBOR_SOLICITATION = 135;
const bit<8> ICMPV6_NEIGHBOR_ADVERTISEMENT = 136;

const bit<8> IPV4_OPTION_END = 0;
const bit<8> IPV4_OPTION_NOP = 1;
const bit<8> IPV4_OPTION_LOOSE_SOURCE_ROUTE = 131;
const bit<8> IPV4_OPTION_STRICT_SOURCE_ROUTE = 137;

#endif
