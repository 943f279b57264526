// SPDX-License-Identifier: Apache-2.0
//
// A router of IPv4. Table routes says by the longest prefix what the next hop of a packet is, and table next_hops which
// port leads there and which addresses its frame gets. What is not for the router's fast path goes to the host's interface of its
// port: packets without a route or a next hop (ARP is asked there), with options, at the end of their time, and all that is not IPv4.
// A packet whose header is damaged is dropped.

#include <core.p4>
#include <v1model.p4>
#include "../sume.p4"

const bit<16> ETHERTYPE_IPV4 = 0x0800;

header ethernet_t {
    bit<48> destination;
    bit<48> source;
    bit<16> ether_type;
}

header ipv4_t {
    bit<4> version;
    bit<4> ihl;
    bit<8> dscp_ecn;
    bit<16> total_length;
    bit<16> identification;
    bit<16> flags_offset;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> checksum;
    bit<32> source;
    bit<32> destination;
}

struct headers_t {
    ethernet_t ethernet;
    ipv4_t ipv4;
}

struct metadata_t {
    sume_metadata_t sume_metadata;
    bit<16> next_hop;
}

PARTS_WITHOUT_WORK

parser Parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV4: ipv4;
            default: accept;
        }
    }

    state ipv4 {
        packet.extract(hdr.ipv4);
        transition accept;
    }
}

control Router(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    action to_host() {
        meta.sume_metadata.dst_port = meta.sume_metadata.src_port << 1;
    }

    // By the reason: 0 a route that says so, 1 a damaged header.
    counter(2, CounterType.packets) drops;
    bit<1> reason = 0;

    action drop() {
        meta.sume_metadata.drop = 1;
    }

    action via(bit<16> next_hop) {
        meta.next_hop = next_hop;
    }

    table routes {
        key = { hdr.ipv4.destination: lpm; }
        actions = { via; to_host; drop; }
        const default_action = to_host();
        size = 1024;
    }

    action forward(bit<8> port, bit<48> source, bit<48> destination) {
        meta.sume_metadata.dst_port = port;
        hdr.ethernet.source = source;
        hdr.ethernet.destination = destination;
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
        // RFC 1624, eqn. 3, where one word of the header gets smaller by 0x0100.
        bit<17> less = (bit<17>)~hdr.ipv4.checksum + 0xfeff;
        hdr.ipv4.checksum = ~(less[15:0] + (bit<16>)less[16:16]);
    }

    table next_hops {
        key = { meta.next_hop: exact; }
        actions = { forward; to_host; }
        const default_action = to_host();
        size = 256;
    }

    // The sum of the header's words, with the carries behind the 16 bits.
    bit<20> sum;

    apply {
        if (meta.sume_metadata.src_port & WIRES == 0) {
            meta.sume_metadata.dst_port = meta.sume_metadata.src_port >> 1; // the host's own, as it is
        } else if (!hdr.ipv4.isValid() || hdr.ipv4.version != 4 || hdr.ipv4.ihl != 5 || hdr.ipv4.ttl < 2) {
            to_host();
        } else {
            sum = (bit<20>)(hdr.ipv4.version ++ hdr.ipv4.ihl ++ hdr.ipv4.dscp_ecn)
                + (bit<20>)hdr.ipv4.total_length
                + (bit<20>)hdr.ipv4.identification
                + (bit<20>)hdr.ipv4.flags_offset
                + (bit<20>)(hdr.ipv4.ttl ++ hdr.ipv4.protocol)
                + (bit<20>)hdr.ipv4.checksum
                + (bit<20>)hdr.ipv4.source[31:16]
                + (bit<20>)hdr.ipv4.source[15:0]
                + (bit<20>)hdr.ipv4.destination[31:16]
                + (bit<20>)hdr.ipv4.destination[15:0];
            sum = (bit<20>)sum[15:0] + (bit<20>)sum[19:16];
            if (sum[15:0] + (bit<16>)sum[19:16] != 0xffff) {
                reason = 1;
                drop();
            } else {
                switch (routes.apply().action_run) {
                    via: { next_hops.apply(); }
                }
            }
        }
        if (meta.sume_metadata.drop != 0) {
            drops.count((bit<32>)reason);
        }
    }
}

control Deparse(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
    }
}

V1Switch(Parse(), NoVerify(), Router(), NoEgress(), NoCompute(), Deparse()) main;
