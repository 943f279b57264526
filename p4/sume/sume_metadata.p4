// SPDX-License-Identifier: Apache-2.0
//
//  [sume_metadata] -> shell, rtl
//
// P4-NetFPGA's, for where its sume_switch.p4 is not to be had.
#ifndef ISTHMUS_SUME_METADATA_P4
#define ISTHMUS_SUME_METADATA_P4

struct sume_metadata_t {
    bit<16> dma_q_size;
    bit<16> nf3_q_size;
    bit<16> nf2_q_size;
    bit<16> nf1_q_size;
    bit<16> nf0_q_size;
    bit<8> send_dig_to_cpu;
    bit<8> drop;
    bit<8> dst_port;
    bit<8> src_port;
    bit<16> pkt_len;
}

#endif
