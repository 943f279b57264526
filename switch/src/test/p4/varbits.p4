// SPDX-License-Identifier: Apache-2.0
// Variable fields in conditions: two headers of a length in bytes and so many bytes.
#include <core.p4>
#include <v1model.p4>

header text_t {
    bit<8> length;
    varbit<64> bytes;
}

struct headers_t {
    text_t one;
    text_t two;
}

struct metadata_t {}

parser P(packet_in packet, out headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    state start {
        packet.extract(h.one, (bit<32>) packet.lookahead<bit<8>>() << 3);
        packet.extract(h.two, (bit<32>) packet.lookahead<bit<8>>() << 3);
        transition accept;
    }
}

control V(inout headers_t h, inout metadata_t m) {
    apply {}
}

control I(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    apply {
        s.egress_spec = 1;
        if (h.one.bytes == h.two.bytes) {
            s.egress_spec = 2;
        }
        if (h.one.bytes != h.two.bytes && h.one.length == 1) {
            s.egress_spec = 3;
        }
    }
}

control E(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    apply {}
}

control C(inout headers_t h, inout metadata_t m) {
    apply {}
}

control D(packet_out packet, in headers_t h) {
    apply {
        packet.emit(h);
    }
}

V1Switch(P(), V(), I(), E(), C(), D()) main;
