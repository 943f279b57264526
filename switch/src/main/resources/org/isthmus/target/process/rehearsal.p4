// SPDX-License-Identifier: Apache-2.0
// What the switch rehearses with (Rehearsal.java): a table as of flows, and packets to and from a controller. No packet
// runs through it. p4/compile makes what is beside it.
#include <core.p4>
#include <v1model.p4>

@controller_header("packet_in")
header packet_in_t {
    bit<16> ingress_port;
}

@controller_header("packet_out")
header packet_out_t {
    bit<16> egress_port;
}

header flow_t {
    bit<8> protocol;
    bit<128> address;
    bit<16> port;
}

struct headers_t {
    packet_in_t packet_in;
    packet_out_t packet_out;
    flow_t flow;
}

struct metadata_t {}

parser Parse(packet_in packet, out headers_t headers, inout metadata_t metadata, inout standard_metadata_t standard) {
    state start {
        packet.extract(headers.flow);
        transition accept;
    }
}

control Check(inout headers_t headers, inout metadata_t metadata) {
    apply {}
}

control Rehearse(inout headers_t headers, inout metadata_t metadata, inout standard_metadata_t standard) {
    direct_counter(CounterType.packets_and_bytes) packets;

    action translate(bit<128> address, bit<16> port) {
        headers.flow.address = address;
        headers.flow.port = port;
    }

    table flows {
        key = {
            headers.flow.protocol: exact;
            headers.flow.address: exact;
            headers.flow.port: exact;
        }
        actions = {
            translate;
            @defaultonly NoAction;
        }
        size = 16384;
        counters = packets;
        support_timeout = true;
    }

    apply {
        flows.apply();
    }
}

control Leave(inout headers_t headers, inout metadata_t metadata, inout standard_metadata_t standard) {
    apply {}
}

control Update(inout headers_t headers, inout metadata_t metadata) {
    apply {}
}

control Deparse(packet_out packet, in headers_t headers) {
    apply {
        packet.emit(headers.flow);
    }
}

V1Switch(Parse(), Check(), Rehearse(), Leave(), Update(), Deparse()) main;
