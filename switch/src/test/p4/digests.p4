// SPDX-License-Identifier: Apache-2.0
// Two digests, of a struct and of values of several kinds.
#include <core.p4>
#include <v1model.p4>

header command_t {
    bit<8> op;
    bit<48> source;
    bit<72> wide;
}

struct headers_t {
    command_t command;
}

struct metadata_t {}

enum bit<8> Kind {
    SMALL = 1,
    GREAT = 2
}

struct learned_t {
    bit<48> source;
    bit<9> port;
}

struct seen_t {
    bit<72> wide;
    bool odd;
    Kind kind;
    learned_t where;
}

parser P(packet_in packet, out headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    state start {
        packet.extract(h.command);
        transition accept;
    }
}

control V(inout headers_t h, inout metadata_t m) {
    apply {}
}

control I(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    apply {
        s.egress_spec = 1;
        if (h.command.op == 1) {
            digest<learned_t>(7, { h.command.source, s.ingress_port });
        } else if (h.command.op == 2) {
            digest<seen_t>(7, { h.command.wide, h.command.source[0:0] == 1, Kind.GREAT,
                                { h.command.source, s.ingress_port } });
            mark_to_drop(s);
        }
        h.command.source = 0;
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
