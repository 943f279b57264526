// SPDX-License-Identifier: Apache-2.0
// What a P4Runtime client can use of a switch, in one small program. Compiled beside it:
//   p4c-bm2-ss --std p4-16 --p4runtime-files client.p4info.txtpb -o client.json client.p4
#include <core.p4>
#include <v1model.p4>

@controller_header("packet_in")
header packet_in_t {
    bit<9> ingress_port;
    bit<7> _pad;
}

@controller_header("packet_out")
header packet_out_t {
    bit<9> egress_port;
    bit<7> _pad;
}

header ethernet_t {
    bit<48> dst;
    bit<48> src;
    bit<16> type;
}

header ipv4_t {
    bit<64> ignored;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> checksum;
    bit<32> src;
    bit<32> dst;
}

struct headers_t {
    packet_in_t packet_in;
    packet_out_t packet_out;
    ethernet_t ethernet;
    ipv4_t ipv4;
}

struct metadata_t {
    bit<2> color;
}

parser Parse(packet_in p, out headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    state start {
        transition select(s.ingress_port) {
            255: from_controller;
            default: ethernet;
        }
    }
    state from_controller {
        p.extract(h.packet_out);
        transition ethernet;
    }
    state ethernet {
        p.extract(h.ethernet);
        transition select(h.ethernet.type) {
            0x0800: ipv4;
            default: accept;
        }
    }
    state ipv4 {
        p.extract(h.ipv4);
        transition accept;
    }
}

control Verify(inout headers_t h, inout metadata_t m) {
    apply {}
}

control Pipe(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    direct_counter(CounterType.packets_and_bytes) l2_counter;
    counter(8, CounterType.packets_and_bytes) ports;
    meter(4, MeterType.bytes) limits;
    register<bit<20>>(3) cells;
    action_selector(HashAlgorithm.crc16, 64, 16) paths;

    action forward(bit<9> port) {
        s.egress_spec = port;
    }
    action flood(bit<16> group) {
        s.mcast_grp = group;
    }
    action to_controller() {
        s.egress_spec = 255;
    }
    action drop() {
        mark_to_drop(s);
    }

    table l2 {
        key = { h.ethernet.dst: exact; }
        actions = { forward; flood; to_controller; @tableonly drop; @defaultonly NoAction; }
        default_action = to_controller();
        size = 1024;
        counters = l2_counter;
        support_timeout = true;
    }
    table route {
        key = { h.ipv4.dst: lpm; }
        actions = { forward; drop; NoAction; }
        size = 4;
    }
    table acl {
        key = {
            h.ethernet.type: ternary;
            h.ipv4.ttl: range;
            h.ipv4.protocol: optional;
        }
        actions = { drop; NoAction; }
        size = 64;
    }
    table balance {
        key = {
            h.ipv4.dst: exact;
            h.ipv4.src: selector;
        }
        actions = { forward; drop; NoAction; }
        implementation = paths;
        size = 64;
    }
    table fixed {
        key = { h.ipv4.protocol: exact; }
        actions = { drop; NoAction; }
        const entries = { 0xff: drop(); }
        const default_action = NoAction();
    }

    apply {
        if (h.packet_out.isValid()) {
            s.egress_spec = h.packet_out.egress_port;
            h.packet_out.setInvalid();
            return;
        }
        ports.count((bit<32>) s.ingress_port & 7);
        l2.apply();
        if (h.ipv4.isValid()) {
            limits.execute_meter((bit<32>) s.ingress_port & 3, m.color);
            cells.write(0, (bit<20>) h.ipv4.ttl);
            route.apply();
            balance.apply();
            fixed.apply();
        }
        acl.apply();
    }
}

control Leave(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    apply {
        if (s.egress_port == 255) {
            h.packet_in.setValid();
            h.packet_in.ingress_port = s.ingress_port;
            h.packet_in._pad = 0;
        }
    }
}

control Compute(inout headers_t h, inout metadata_t m) {
    apply {}
}

control Deparse(packet_out p, in headers_t h) {
    apply {
        p.emit(h.packet_in);
        p.emit(h.ethernet);
        p.emit(h.ipv4);
    }
}

V1Switch(Parse(), Verify(), Pipe(), Leave(), Compute(), Deparse()) main;
