// SPDX-License-Identifier: Apache-2.0
/*
 * Tables that stand in P4Info and JSON alone: p4c makes one of a switch over an expression, with
 * its entries, which the P4Info does not know; and removes "never", which no packet reaches.
 */
#include <core.p4>
#include <v1model.p4>

header command_t {
    bit<8> op;
}

struct headers_t {
    command_t command;
}

struct metadata_t {}

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
    action send(bit<9> port) {
        s.egress_spec = port;
    }

    action_selector(HashAlgorithm.crc16, 16, 16) choice;

    direct_counter(CounterType.packets) hits;

    table never {
        key = {
            h.command.op: ternary;
            s.ingress_port: exact;
        }
        actions = {
            send;
            NoAction;
        }
        counters = hits;
        support_timeout = true;
        size = 4;
    }

    table never_either {
        key = {
            h.command.op: exact;
            s.packet_length: selector;
        }
        actions = {
            send;
            NoAction;
        }
        implementation = choice;
    }

    apply {
        bit<16> two = 2;
        if (two > 5) {
            never.apply();
            never_either.apply();
        }
        switch (h.command.op) {
            1: {
                s.egress_spec = 11;
            }
            2:
            3: {
                s.egress_spec = 12;
            }
            default: {
                s.egress_spec = 13;
            }
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
        packet.emit(h.command);
    }
}

V1Switch(P(), V(), I(), E(), C(), D()) main;
