// SPDX-License-Identifier: Apache-2.0
//
//  SimpleSumeSwitch:  10G ports, DMA -> parser -> [pipe] -> deparser -> 10G ports, DMA
//                                                   |
//                                                   +-- digest ------------> DMA
//
// The program of a NetFPGA SUME, for SDNet 2018.2 and P4-NetFPGA. All of it is in card.p4, which
// shell.p4 executes without a card.

#include <core.p4>
#include <sume_switch.p4>

// Register arrays of P4-NetFPGA: atomic read, add and write. Each is accessed at one place alone,
// behind the last table: SDNet 2018.2 mismatches what is looked up after one.
@Xilinx_MaxLatency(64)
@Xilinx_ControlWidth(6)
extern void drops_reg_raw(in bit<6> index, in bit<32> newVal, in bit<32> incVal, in bit<8> opCode,
        out bit<32> result);
@Xilinx_MaxLatency(64)
@Xilinx_ControlWidth(1)
extern void packets_reg_raw(in bit<1> index, in bit<32> newVal, in bit<32> incVal,
        in bit<8> opCode, out bit<32> result);

#define REG_ADD 2
#define COUNT_DROP(reason) { \
        bit<32> dropped = 0; \
        drops_reg_raw((reason)[5:0], 0, 1, REG_ADD, dropped); \
    }
// Packets are counted: no two of 65,536 in turn have the same.
#define PACKET_IDENTIFICATION(meta) { \
        bit<32> packets = 0; \
        packets_reg_raw(0, 0, 1, REG_ADD, packets); \
        meta.random = packets[15:0]; \
    }

#include "card.p4"

@Xilinx_MaxPacketRegion(16384)
control IsthmusDeparser(packet_out packet, in headers_t hdr, in metadata_t meta,
        inout digest_data_t digest_data, inout sume_metadata_t sume_metadata) {
    apply {
        packet.emit(hdr.dma);
        packet.emit(hdr.packet_in);
        packet.emit(hdr.ethernet);
        packet.emit(hdr.vlan);
        packet.emit(hdr.arp);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv6);
        packet.emit(hdr.fragment);
        packet.emit(hdr.tcp);
        packet.emit(hdr.udp);
        packet.emit(hdr.icmp);
        packet.emit(hdr.echo);
        packet.emit(hdr.nd);
        packet.emit(hdr.nd_option);
    }
}

SimpleSumeSwitch(IsthmusParser(), IsthmusPipe(), IsthmusDeparser()) main;
