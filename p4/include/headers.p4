// SPDX-License-Identifier: Apache-2.0
//
//  packet_out | ethernet | vlan | arp
//                               | ipv4 | options* |            | tcp
//                               | ipv6 | ext* | fragment       | udp
//                                                              | icmp | echo
//                                                                     | nd | nd_option
//
// In this order they are parsed and emitted, so a packet that no step touches leaves as it came.
#ifndef ISTHMUS_HEADERS_P4
#define ISTHMUS_HEADERS_P4

#include "types.p4"
#include "packet_io.p4"

header ethernet_t {
    mac_t dst_addr;
    mac_t src_addr;
    bit<16> ether_type;
}

header vlan_t {
    bit<3> pcp;
    bit<1> dei;
    bit<12> vid;
    bit<16> ether_type;
}

// RFC 826, for Ethernet and IPv4.
header arp_t {
    bit<16> hw_type;
    bit<16> proto_type;
    bit<8> hw_len;
    bit<8> proto_len;
    bit<16> op;
    mac_t sender_mac;
    ipv4_addr_t sender_addr;
    mac_t target_mac;
    ipv4_addr_t target_addr;
}

header ipv4_t {
    bit<4> version;
    bit<4> ihl;
    bit<8> tos;
    bit<16> total_len;
    bit<16> identification;
    bit<1> reserved;
    bit<1> df;
    bit<1> mf;
    bit<13> frag_offset;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> checksum;
    ipv4_addr_t src_addr;
    ipv4_addr_t dst_addr;
}

header ipv6_t {
    bit<4> version;
    bit<8> traffic_class;
    bit<20> flow_label;
    bit<16> payload_len;
    bit<8> next_header;
    bit<8> hop_limit;
    ipv6_addr_t src_addr;
    ipv6_addr_t dst_addr;
}

header ipv6_fragment_t {
    bit<8> next_header;
    bit<8> reserved;
    bit<13> frag_offset;
    bit<2> reserved2;
    bit<1> m;
    bit<32> identification;
}

#ifdef TARGET_HAS_VARBIT
// One option of an IPv4 header: NOP has no rest; END takes all that follows.
header ipv4_option_t {
    bit<8> kind;
    varbit<312> rest;
}

// Hop-by-hop, routing or destination options.
header ipv6_ext_t {
    bit<8> next_header;
    bit<8> hdr_ext_len; // in units of 8 bytes, without the first
    bit<16> start; // all have 8 bytes
    varbit<16352> data;
}
#endif

header tcp_t {
    bit<16> src_port;
    bit<16> dst_port;
    bit<32> seq_no;
    bit<32> ack_no;
    bit<4> data_offset;
    bit<4> reserved;
    bit<1> cwr;
    bit<1> ece;
    bit<1> urg;
    bit<1> ack;
    bit<1> psh;
    bit<1> rst;
    bit<1> syn;
    bit<1> fin;
    bit<16> window;
    bit<16> checksum;
    bit<16> urgent_ptr;
}

header udp_t {
    bit<16> src_port;
    bit<16> dst_port;
    bit<16> length;
    bit<16> checksum;
}

// ICMP and ICMPv6.
header icmp_t {
    bit<8> type;
    bit<8> code;
    bit<16> checksum;
}

header icmp_echo_t {
    bit<16> identifier;
    bit<16> sequence;
}

// What follows `icmp` in NS and NA (RFC 4861 sections 4.3 and 4.4).
header nd_t {
    bit<1> router;
    bit<1> solicited;
    bit<1> override;
    bit<29> reserved;
    ipv6_addr_t target_addr;
}

// Source (1) or target (2) link-layer address.
header nd_option_t {
    bit<8> type;
    bit<8> length; // in units of 8 bytes
    mac_t mac;
}

struct headers_t {
#ifdef SHELL_PORT
    digest_t digest;
#endif
#ifdef TARGET_HAS_DMA
    dma_t dma;
#endif
    packet_in_t packet_in;
    packet_out_t packet_out;
    ethernet_t ethernet;
    vlan_t vlan;
    arp_t arp;
    ipv4_t ipv4;
    ipv6_t ipv6;
#ifdef TARGET_HAS_VARBIT
    ipv4_option_t[10] ipv4_option;
    ipv6_ext_t[4] ipv6_ext;
#endif
    ipv6_fragment_t fragment;
    tcp_t tcp;
    udp_t udp;
    icmp_t icmp;
    icmp_echo_t echo;
    nd_t nd;
    nd_option_t nd_option;
}

#endif
