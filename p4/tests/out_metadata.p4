// SPDX-License-Identifier: Apache-2.0
//
//  [the parser, on a target whose metadata starts as anything] -> warnings of the compiler
//
// `out` is what the parser of such a target says of its metadata. Of a field that it does not set,
// the compiler warns, and p4/compile fails.
#define WITHOUT_FEATURES
#define main without_it
#include "../v1model/isthmus.p4"
#undef main

parser OutMetadata(packet_in packet, out headers_t hdr, out metadata_t meta) {
    state start {
        CLEAR_METADATA(meta)
        transition ethernet;
    }

#include "../shared/parser_states.p4"
}

parser OutMetadataParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
        inout standard_metadata_t standard_metadata) {
    OutMetadata() everything;

    state start {
        everything.apply(packet, hdr, meta);
        transition accept;
    }
}

V1Switch(OutMetadataParser(), IsthmusVerifyChecksum(), IsthmusIngress(), IsthmusEgress(),
        IsthmusComputeChecksum(), IsthmusDeparser()) main;
