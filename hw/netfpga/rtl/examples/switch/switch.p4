// SPDX-License-Identifier: Apache-2.0
//
// A learning switch. Table macs says which port a station is at. A frame for a station that is not there goes to all
// ports but its own. Where the table does not say what the frame says of its sender, the host is told by a digest, and
// writes the row: a card cannot write its own tables.

#include <core.p4>
#include <v1model.p4>
#include "../sume.p4"

header ethernet_t {
    bit<48> destination;
    bit<48> source;
    bit<16> ether_type;
}

struct headers_t {
    ethernet_t ethernet;
}

// 256 bits, of which the last come first in the frame for the host.
struct digest_data_t {
    bit<200> unused;
    bit<48> source;
    bit<8> port;
}

struct metadata_t {
    sume_metadata_t sume_metadata;
    digest_data_t digest_data;
}

PARTS_WITHOUT_WORK

parser Parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.ethernet);
        transition accept;
    }
}

control Switch(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    action to_port(bit<8> port) {
        meta.sume_metadata.dst_port = port;
    }

    action flood() {
        meta.sume_metadata.dst_port = WIRES & ~meta.sume_metadata.src_port;
    }

    table macs {
        key = { hdr.ethernet.destination: exact; }
        actions = { to_port; flood; }
        const default_action = flood();
        size = 1024;
    }

    action known() {}

    action learn() {
        meta.sume_metadata.send_dig_to_cpu = 1;
        meta.digest_data.source = hdr.ethernet.source;
        meta.digest_data.port = meta.sume_metadata.src_port;
    }

    // A station at its port: one that moves is learned anew.
    table stations {
        key = {
            hdr.ethernet.source: exact;
            meta.sume_metadata.src_port: exact;
        }
        actions = { known; learn; }
        const default_action = learn();
        size = 1024;
    }

    apply {
        stations.apply();
        macs.apply();
        if (meta.sume_metadata.dst_port == meta.sume_metadata.src_port) {
            meta.sume_metadata.drop = 1; // both stations are on one wire
        }
    }
}

control Deparse(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
    }
}

V1Switch(Parse(), NoVerify(), Switch(), NoEgress(), NoCompute(), Deparse()) main;
