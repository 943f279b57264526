// SPDX-License-Identifier: Apache-2.0
//
//  v1model/isthmus.p4 -> [one more table] -> P4Info, for tests of Java
//
// The recipe "Add a table" of CONTRIBUTING.md, followed with a table that the program does not
// have. Its headers, metadata, features and parser are the program's; its ingress has this step
// alone.
#define main without_it
#include "../v1model/isthmus.p4"
#undef main

// In include/ids.p4.
#define MARKED_TABLE 0x02000063
#define MARK_ACTION 0x01000063
#define MARKED_COUNTER 0x13000063

// In a control of shared/.
control NewTable(inout headers_t hdr, inout metadata_t meta) {
    TABLE_COUNTER(marked_counter, MARKED_COUNTER)

    @id(MARK_ACTION) @name(".mark")
    action mark(bit<8> tos) {
        hdr.ipv6.traffic_class = tos;
    }

    // The traffic class of packets by their source.
    @id(MARKED_TABLE) @name(".marked")
    table marked {
        key = {
            meta.instance : BESIDE_PREFIX @name("instance");
            hdr.ipv6.src_addr : PREFIX_MATCH @name("src_addr");
        }
        actions = { mark; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(marked_counter)
        size = 64;
    }

    apply {
        marked.apply();
    }
}

control NewTableIngress(inout headers_t hdr, inout metadata_t meta,
        inout standard_metadata_t standard_metadata) {
    apply {
        NewTable.apply(hdr, meta);
    }
}

V1Switch(IsthmusParser(), IsthmusVerifyChecksum(), NewTableIngress(), IsthmusEgress(),
        IsthmusComputeChecksum(), IsthmusDeparser()) main;
