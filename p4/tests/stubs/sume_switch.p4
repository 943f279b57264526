// SPDX-License-Identifier: Apache-2.0
//
// In place of the file of this name in P4-NetFPGA, so that p4c can check what is written for it.
// Made from the description of SimpleSumeSwitch in P4-NetFPGA's wiki.
#ifndef SUME_SWITCH_P4
#define SUME_SWITCH_P4

#include <core.p4>

typedef bit<8> port_t; // one-hot

struct sume_metadata_t {
    bit<16> dma_q_size; // bytes in each output queue, in words of 32
    bit<16> nf3_q_size;
    bit<16> nf2_q_size;
    bit<16> nf1_q_size;
    bit<16> nf0_q_size;
    bit<8> send_dig_to_cpu;
    bit<8> drop;
    port_t dst_port;
    port_t src_port;
    bit<16> pkt_len; // bytes
}

parser Parser<H, M, D>(packet_in packet, out H hdr, out M meta, out D digest_data,
        inout sume_metadata_t sume_metadata);
control Pipe<H, M, D>(inout H hdr, inout M meta, inout D digest_data,
        inout sume_metadata_t sume_metadata);
control Deparser<H, M, D>(packet_out packet, in H hdr, in M meta, inout D digest_data,
        inout sume_metadata_t sume_metadata);

package SimpleSumeSwitch<H, M, D>(Parser<H, M, D> parser_block, Pipe<H, M, D> pipe_block,
        Deparser<H, M, D> deparser_block);

#endif
