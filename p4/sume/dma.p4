// SPDX-License-Identifier: Apache-2.0
//
//  agent ==(dma_t packet_out packet)==> card          card ==(dma_t packet_in packet)==> agent
//                                                     card ==(digest_data_t)==> agent
//
// What crosses DMA between the card and the agent on its host. The agent has the same in Java:
// org.isthmus.netfpga.packets.
#ifndef ISTHMUS_DMA_P4
#define ISTHMUS_DMA_P4

#include "../include/types.p4"

// Local Experimental EtherType 1 (IEEE 802): the host's own frames have another one.
const bit<16> ETHER_TYPE_DMA = 0x88b5;

// Stands before packet_out and packet_in. Addresses are zero, so that no host takes it for its own.
header dma_t {
    mac_t dst_addr;
    mac_t src_addr;
    bit<16> ether_type;
}

// Copy of a packet that went on, as far as the controller needs it: 256 bits, the only size there
// is, in a frame of their own, last byte first. Which packet is made of it: by reason,
//
//              addr6                addr4              endpoint
//   TCP_STATE  IPv6 source          IPv4 destination   ports, 4 bits 0, instance    is_ipv6 = 1
//              IPv4 destination     IPv4 source        the same                     is_ipv6 = 0
//   NEIGHBOR   source of NS         0                  source of its frame          is_ipv6 = 1
//              target of NS         0                  source of its frame          is_probe = 1
//              target of ARP        sender             sender's MAC address         is_ipv6 = 0
struct digest_data_t {
    bit<8> reason; // punt_reason_t
    bit<8> port; // where it came in
    bit<12> vlan_id; // 0: untagged
    bit<1> is_ipv6; // of the packet that came in
    bit<1> is_probe; // duplicate address detection: the source was ::
    bit<1> has_option; // NS: its source link-layer address, which is the frame's source
    bit<1> pad;
    bit<8> tcp_flags;
    ipv6_addr_t addr6; // an IPv4 address stands in the low 32 bits
    ipv4_addr_t addr4;
    bit<48> endpoint;
    bit<8> pad2;
}

#ifdef SHELL_PORT
header digest_t {
    bit<256> reversed;
}
#endif

#define CLEAR_DIGEST(digest_data) { \
        digest_data.reason = 0; \
        digest_data.port = 0; \
        digest_data.vlan_id = 0; \
        digest_data.is_ipv6 = 0; \
        digest_data.is_probe = 0; \
        digest_data.has_option = 0; \
        digest_data.pad = 0; \
        digest_data.tcp_flags = 0; \
        digest_data.addr6 = 0; \
        digest_data.addr4 = 0; \
        digest_data.endpoint = 0; \
        digest_data.pad2 = 0; \
    }

#endif
