// SPDX-License-Identifier: Apache-2.0
// A router that also translates IPv6 flows to IPv4, to measure speed with.
#include <core.p4>
#include <v1model.p4>

header ethernet_t { bit<48> dst; bit<48> src; bit<16> type; }
header ipv4_t {
    bit<4> version; bit<4> ihl; bit<8> tos; bit<16> length;
    bit<16> id; bit<3> flags; bit<13> offset;
    bit<8> ttl; bit<8> protocol; bit<16> checksum;
    bit<32> src; bit<32> dst;
}
header ipv6_t {
    bit<4> version; bit<8> tc; bit<20> flow; bit<16> length; bit<8> next; bit<8> hops;
    bit<128> src; bit<128> dst;
}
header ports_t { bit<16> src; bit<16> dst; bit<16> length; bit<16> checksum; }

struct headers_t { ethernet_t eth; ipv4_t ip4; ipv6_t ip6; ports_t udp; }
struct meta_t { bit<16> sum; bit<1> translated; }

parser P(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata_t s) {
    state start {
        p.extract(h.eth);
        transition select(h.eth.type) { 0x800: ip4; 0x86dd: ip6; default: accept; }
    }
    state ip4 {
        p.extract(h.ip4);
        transition select(h.ip4.offset, h.ip4.protocol) { (0, 17): udp; default: accept; }
    }
    state ip6 {
        p.extract(h.ip6);
        transition select(h.ip6.next) { 17: udp; default: accept; }
    }
    state udp { p.extract(h.udp); transition accept; }
}

control V(inout headers_t h, inout meta_t m) { apply { } }

control I(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    direct_counter(CounterType.packets_and_bytes) flow_counter;
    counter(16, CounterType.packets) drops;

    action drop(bit<8> reason) { mark_to_drop(s); drops.count((bit<32>) reason); }
    action forward(bit<9> port, bit<48> mac) {
        s.egress_spec = port; h.eth.src = h.eth.dst; h.eth.dst = mac; h.ip4.ttl = h.ip4.ttl - 1;
    }
    action translate(bit<32> address, bit<16> port) {
        flow_counter.count();
        h.ip4.setValid();
        h.ip4.version = 4; h.ip4.ihl = 5; h.ip4.tos = h.ip6.tc;
        h.ip4.length = h.ip6.length + 20; h.ip4.flags = 2;
        h.ip4.ttl = h.ip6.hops; h.ip4.protocol = h.ip6.next;
        h.ip4.src = address; h.ip4.dst = h.ip6.dst[31:0];
        h.udp.src = port;
        h.ip6.setInvalid();
        h.eth.type = 0x800;
        m.translated = 1;
    }
    table flows {
        key = { h.ip6.src: exact; h.udp.src: exact; h.ip6.next: exact; }
        actions = { translate; @defaultonly drop; }
        default_action = drop(1);
        counters = flow_counter; support_timeout = true; size = 20000000;
    }
    table routes {
        key = { h.ip4.dst: lpm; }
        actions = { forward; drop; }
        default_action = drop(2); size = 65536;
    }
    apply {
        if (s.parser_error != error.NoError) {
            drop(3);
        } else {
            if (h.ip6.isValid() && h.udp.isValid() && h.ip6.hops > 1) { flows.apply(); }
            if (h.ip4.isValid()) { routes.apply(); }
        }
    }
}

control E(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    apply { if (s.egress_port == s.ingress_port) { mark_to_drop(s); } }
}

control C(inout headers_t h, inout meta_t m) {
    apply {
        update_checksum(h.ip4.isValid(), { h.ip4.version, h.ip4.ihl, h.ip4.tos, h.ip4.length,
            h.ip4.id, h.ip4.flags, h.ip4.offset, h.ip4.ttl, h.ip4.protocol, h.ip4.src, h.ip4.dst },
            h.ip4.checksum, HashAlgorithm.csum16);
    }
}

control D(packet_out p, in headers_t h) {
    apply { p.emit(h.eth); p.emit(h.ip6); p.emit(h.ip4); p.emit(h.udp); }
}

V1Switch(P(), V(), I(), E(), C(), D()) main;
