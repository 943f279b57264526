// SPDX-License-Identifier: Apache-2.0
//
//  card.p4 -> [rtl] -> hw/netfpga/rtl/compiler
//
// The program of the card as its RTL has it: what the compiler reads as an architecture is
// sume_metadata_t, given with a packet and taken back from it, and the digest.
#define MAX_FRAME_BYTES 9018 // 9,000 behind a VLAN tag
#define V1MODEL_VERSION 20200408
#include <v1model.p4>
#include "sume_metadata.p4"
#include "../include/ids.p4"

#define PIPE_EXTERNS \
    @id(DROPS_COUNTER) @name(".drops") \
    counter<bit<8>>(64, CounterType.packets) drops;
#define COUNT_DROP(reason) drops.count(reason);
#define PACKET_IDENTIFICATION(meta) random(meta.random, 0, 0xffff);
#include "card.p4"

struct card_t {
    metadata_t meta;
    digest_data_t digest_data;
    sume_metadata_t sume_metadata;
}

parser CardParser(packet_in packet, out headers_t hdr, inout card_t card,
        inout standard_metadata_t standard_metadata) {
    IsthmusParser() card_parser;

    state start {
        card_parser.apply(packet, hdr, card.meta, card.digest_data, card.sume_metadata);
        transition accept;
    }
}

control CardVerifyChecksum(inout headers_t hdr, inout card_t card) {
    apply {}
}

control CardIngress(inout headers_t hdr, inout card_t card,
        inout standard_metadata_t standard_metadata) {
    IsthmusPipe() card_pipe;

    apply {
        card_pipe.apply(hdr, card.meta, card.digest_data, card.sume_metadata);
    }
}

control CardEgress(inout headers_t hdr, inout card_t card,
        inout standard_metadata_t standard_metadata) {
    apply {}
}

control CardComputeChecksum(inout headers_t hdr, inout card_t card) {
    apply {}
}

control CardDeparser(packet_out packet, in headers_t hdr) {
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

@pkginfo(name = "isthmus-netfpga", version = "1")
V1Switch(CardParser(), CardVerifyChecksum(), CardIngress(), CardEgress(), CardComputeChecksum(),
        CardDeparser()) main;
