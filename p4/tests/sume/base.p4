// SPDX-License-Identifier: Apache-2.0
//
//  [TopParser] -> [TopPipe: forward] -> [TopDeparser]
//
// A program for SimpleSumeSwitch that breaks no rule of p4/sume/rules.py. Each of the others here is
// this one with a piece of it replaced: it breaks the rule of its name, and no other.
#include <core.p4>
#include <sume_switch.p4>

#ifndef DECLARATIONS
#define DECLARATIONS
#endif
#ifndef ANNOTATIONS
#define ANNOTATIONS @Xilinx_MaxLatency(64) @Xilinx_ControlWidth(4)
#endif
#ifndef REGISTER
#define REGISTER count_reg_raw
#endif
#ifndef REGISTER_INDEX
#define REGISTER_INDEX bit<4>
#endif
#ifndef REGISTER_BITS
#define REGISTER_BITS 32
#endif
#ifndef HEADERS
#define HEADERS
#endif
#ifndef DIGEST_BITS
#define DIGEST_BITS 208
#endif
#ifndef REGION
#define REGION 8 * 2048
#endif
#ifndef EXTRACT
#define EXTRACT
#endif
#ifndef NEXT
#define NEXT transition accept;
#endif
#ifndef LOCALS
#define LOCALS
#endif
#ifndef TABLE
#define TABLE \
    table forward { \
        key = { hdr.ethernet.dst_addr : exact; } \
        actions = { send; NoAction; } \
        size = 64; \
        default_action = NoAction(); \
    }
#endif
#ifndef APPLY
#define APPLY
#endif
#ifndef LOOKUP
#define LOOKUP forward.apply();
#endif
#ifndef COUNT
#define COUNT REGISTER(0, 0, 1, 2, counted);
#endif
#ifndef EMIT
#define EMIT packet.emit(hdr.ethernet);
#endif
#ifndef PACKAGE
#define PACKAGE SimpleSumeSwitch
#endif

header ethernet_t {
    bit<48> dst_addr;
    bit<48> src_addr;
    bit<16> ether_type;
}

DECLARATIONS

ANNOTATIONS
extern void REGISTER(in REGISTER_INDEX index, in bit<REGISTER_BITS> newVal,
        in bit<REGISTER_BITS> incVal, in bit<8> opCode, out bit<REGISTER_BITS> result);

struct headers_t {
    ethernet_t ethernet;
    HEADERS
}

struct metadata_t {
    bit<16> value;
}

struct digest_data_t {
    bit<48> src_addr;
    bit<DIGEST_BITS> unused;
}

@Xilinx_MaxPacketRegion(16384)
parser TopParser(packet_in packet, out headers_t hdr, out metadata_t meta,
        out digest_data_t digest_data, inout sume_metadata_t sume_metadata) {
    state start {
        meta.value = 0;
        digest_data.src_addr = 0;
        digest_data.unused = 0;
        packet.extract(hdr.ethernet);
        EXTRACT
        NEXT
    }
}

@Xilinx_MaxPacketRegion(REGION)
control TopPipe(inout headers_t hdr, inout metadata_t meta, inout digest_data_t digest_data,
        inout sume_metadata_t sume_metadata) {
    bit<REGISTER_BITS> counted = 0;
    LOCALS

    action send(port_t port) {
        sume_metadata.dst_port = port;
    }

    TABLE

    apply {
        APPLY
        LOOKUP
        COUNT
    }
}

@Xilinx_MaxPacketRegion(16384)
control TopDeparser(packet_out packet, in headers_t hdr, in metadata_t meta,
        inout digest_data_t digest_data, inout sume_metadata_t sume_metadata) {
    apply {
        EMIT
    }
}

PACKAGE(TopParser(), TopPipe(), TopDeparser()) main;
