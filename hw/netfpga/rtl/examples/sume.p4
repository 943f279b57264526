// SPDX-License-Identifier: Apache-2.0
//
//  [sume] -> switch, router
//
// What every program for the card is made of: the struct by which it and the card talk, and the parts of v1model in
// which it does nothing. A program defines headers_t and metadata_t, whose field sume_metadata the card fills and reads.

#ifndef EXAMPLES_SUME_P4
#define EXAMPLES_SUME_P4

struct sume_metadata_t {
    bit<8> send_dig_to_cpu; // other than 0: a frame with digest_data follows for the host
    bit<8> drop;            // other than 0: the packet ends here
    bit<8> dst_port;        // a bit for each port it leaves by
    bit<8> src_port;        // the one bit of the port it came in by
    bit<16> pkt_len;        // bytes, without the FCS
}

// 10G port N is bit 2N, and the interface of the host that belongs to it, nfN, bit 2N+1.
const bit<8> WIRES = 0b01010101;

#define PARTS_WITHOUT_WORK \
    control NoVerify(inout headers_t hdr, inout metadata_t meta) { apply {} } \
    control NoCompute(inout headers_t hdr, inout metadata_t meta) { apply {} } \
    control NoEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) { apply {} }

#endif
