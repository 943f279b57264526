// SPDX-License-Identifier: Apache-2.0
// A table with a key of type error.
#include <core.p4>
#include <v1model.p4>

error {
    BadCommand
}

header command_t {
    bit<8> op;
}

struct headers_t {
    command_t command;
}

struct metadata_t {
    error failure;
}

parser P(packet_in packet, out headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    state start {
        packet.extract(h.command);
        verify(h.command.op != 9, error.BadCommand);
        transition accept;
    }
}

control V(inout headers_t h, inout metadata_t m) {
    apply {}
}

control I(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    action send(bit<9> port) {
        s.egress_spec = port;
    }

    table by_error {
        key = {
            m.failure: exact;
            h.command.op: ternary;
        }
        actions = {
            send;
            NoAction;
        }
    }

    apply {
        m.failure = s.parser_error;
        s.egress_spec = 1;
        by_error.apply();
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
        packet.emit(h.command);
    }
}

V1Switch(P(), V(), I(), E(), C(), D()) main;
