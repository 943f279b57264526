// SPDX-License-Identifier: Apache-2.0
//
//  v1model:  parser -> verify checksum -> [ingress] -> traffic manager -> [egress] -> deparser
//                                             |                              |
//                                             +--------- clone to CPU -------+ packet_in
//
// Composition for v1model (BMv2, Stratum, the embedded switch): maps metadata, names the features,
// and runs the steps of ../shared one after the other.

#define V1MODEL_VERSION 20200408
#include <v1model.p4>

// WITHOUT_FEATURES leaves what every target can do, so that it can be tested here.
#ifndef WITHOUT_FEATURES
#define TARGET_HAS_ZERO_METADATA
#define TARGET_HAS_DIRECT_COUNTER
#define TARGET_HAS_SELECTOR
#define TARGET_HAS_IDLE_TIMEOUT
#define TARGET_HAS_SESSIONS
#define TARGET_HAS_SHARE_METER
#define TARGET_HAS_PORT_SETS
#define TARGET_HAS_VARBIT
#define TARGET_HAS_PAYLOAD_CHECKSUM

#define PREFIX_MATCH lpm
#define BESIDE_PREFIX exact
#define TABLE_COUNTER(counter_name, counter_id) \
    @id(counter_id) @name(QUOTED(.counter_name)) \
    direct_counter(CounterType.packets_and_bytes) counter_name;
#define COUNTED_BY(counter_name) counters = counter_name;
#define NEXT_IMPLEMENTATION(selector_name, selector_id) \
    @id(selector_id) @name(QUOTED(.selector_name)) @max_group_size(64) \
    action_selector(HashAlgorithm.identity, 16384, 32) selector_name;
#define IMPLEMENTED_BY(selector_name) implementation = selector_name;
#define NEXT_MEMBER_KEY meta.flow_hash : selector;
#define IDLE_TIMEOUT support_timeout = true;
#endif

#define PUNT_FIELDS 1
#define CLONE_FIELD @field_list(1)

#include "../include/features.p4"
#include "../include/ids.p4"
#include "../include/headers.p4"
#include "../include/metadata.p4"
#include "../shared/decide.p4"
#include "../shared/translate.p4"
#include "../shared/echo.p4"
#ifdef TARGET_HAS_SHARE_METER
#include "../shared/share.p4"
#endif

const bit<32> INGRESS_CLONE = 1; // standard_metadata.instance_type
const bit<2> RED = 2;

parser IsthmusParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
        inout standard_metadata_t standard_metadata) {
    state start {
        CLEAR_METADATA(meta)
        transition select(standard_metadata.ingress_port) {
            CPU_PORT: from_controller;
            default: ethernet;
        }
    }

    state from_controller {
        packet.extract(hdr.packet_out);
        transition select(hdr.packet_out.submit) {
            1: ethernet;
            default: accept;
        }
    }

#include "../shared/parser_states.p4"
}

control IsthmusVerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
#ifdef TARGET_HAS_VARBIT
        // Headers without options are summed up in admit. Options that are not there do not count.
#define OPTION(i) hdr.ipv4_option[i].kind, hdr.ipv4_option[i].rest
        verify_checksum(hdr.ipv4_option[0].isValid(), {
            hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.tos, hdr.ipv4.total_len,
            hdr.ipv4.identification, hdr.ipv4.reserved, hdr.ipv4.df, hdr.ipv4.mf,
            hdr.ipv4.frag_offset, hdr.ipv4.ttl, hdr.ipv4.protocol,
            hdr.ipv4.src_addr, hdr.ipv4.dst_addr,
            OPTION(0), OPTION(1), OPTION(2), OPTION(3), OPTION(4),
            OPTION(5), OPTION(6), OPTION(7), OPTION(8), OPTION(9)
        }, hdr.ipv4.checksum, HashAlgorithm.csum16);
#endif
    }
}

control IsthmusIngress(inout headers_t hdr, inout metadata_t meta,
        inout standard_metadata_t standard_metadata) {
    @id(DROPS_COUNTER) @name(".drops")
    counter<bit<8>>(64, CounterType.packets_and_bytes) drops;
    @id(PORT_INGRESS_COUNTER) @name(".port_ingress")
    counter<bit<9>>(512, CounterType.packets_and_bytes) port_ingress;
    @id(PUNTS_METER) @name(".punts")
    meter<bit<8>>(64, MeterType.packets) punts;
#ifdef TARGET_HAS_SHARE_METER
    @id(SHARES_METER) @name(".shares")
    meter<bit<10>>(1024, MeterType.packets) shares;
#endif

    bit<2> color = 0;

    apply {
        port_ingress.count(standard_metadata.ingress_port);

        if (hdr.packet_out.isValid() && hdr.packet_out.submit == 0) {
            meta.verdict = VERDICT_ROUTE;
            meta.egress_port = hdr.packet_out.egress_port;
        } else {
            meta.ingress_port = standard_metadata.ingress_port;
            meta.frame_length = standard_metadata.packet_length;
            if (hdr.packet_out.isValid()) {
                meta.frame_length = meta.frame_length - 2;
            }
            meta.options_checksum_error = standard_metadata.checksum_error;
            random(meta.random, 0, 0xffff);

            Decide.apply(hdr, meta);
            if (meta.verdict == VERDICT_ROUTE) {
                TcpState.apply(hdr, meta);
            }
#ifdef TARGET_HAS_SHARE_METER
            if (meta.punt_reason != PUNT_NONE) {
                Share.apply(hdr, meta);
                shares.execute_meter(meta.share, color);
            }
#endif
            if (meta.verdict == VERDICT_ROUTE) {
                if (meta.translation != TRANSLATION_NONE) Translate.apply(hdr, meta);
                Rewrite.apply(hdr, meta);
            }
            if (meta.verdict == VERDICT_ECHO) EchoReply.apply(hdr, meta);

            if (meta.verdict == VERDICT_REPLY) {
                meta.egress_port = meta.ingress_port;
            }
        }

        if (meta.verdict == VERDICT_PUNT) {
            meta.drop_reason = DROP_PUNTED;
        } else if (meta.verdict != VERDICT_DROP && meta.egress_port == CPU_PORT) {
            DROP(CPU_PORT)
        }
        if (meta.punt_reason != PUNT_NONE) {
            drop_reason_t above = DROP_PUNT_SHARE;
            if (color != RED) {
                above = DROP_PUNT_RATE;
                punts.execute_meter((bit<8>)meta.punt_reason, color);
            }
            if (color != RED) {
                clone_preserving_field_list(CloneType.I2E, CPU_CLONE_SESSION, PUNT_FIELDS);
            } else if (meta.verdict == VERDICT_PUNT) {
                meta.drop_reason = above;
            } else if (meta.verdict != VERDICT_DROP) {
                drops.count((bit<8>)DROP_COPY_RATE);
            }
        }
        if (meta.drop_reason != DROP_NONE) {
            drops.count((bit<8>)meta.drop_reason);
            mark_to_drop(standard_metadata);
        } else {
            standard_metadata.egress_spec = meta.egress_port;
        }
    }
}

control IsthmusEgress(inout headers_t hdr, inout metadata_t meta,
        inout standard_metadata_t standard_metadata) {
    @id(PORT_EGRESS_COUNTER) @name(".port_egress")
    counter<bit<9>>(512, CounterType.packets_and_bytes) port_egress;

    apply {
        port_egress.count(standard_metadata.egress_port);
        hdr.packet_out.setInvalid();
        if (standard_metadata.instance_type == INGRESS_CLONE) {
            hdr.packet_in.setValid();
            hdr.packet_in.ingress_port = meta.ingress_port;
            hdr.packet_in.pad = 0;
            hdr.packet_in.reason = (bit<8>)meta.punt_reason;
        } else if (meta.trim == 1) {
            bit<32> length = 14;
            if (hdr.vlan.isValid()) {
                length = 18;
            }
            if (hdr.ipv4.isValid()) {
                length = length + (bit<32>)hdr.ipv4.total_len;
            } else {
                length = length + 40 + (bit<32>)hdr.ipv6.payload_len;
            }
            truncate(length);
        }
    }
}

control IsthmusComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
#ifdef TARGET_HAS_PAYLOAD_CHECKSUM
        update_checksum_with_payload(meta.udp_compute == 1 && hdr.ipv6.isValid(), {
            hdr.ipv6.src_addr, hdr.ipv6.dst_addr, 16w0, hdr.udp.length, 24w0, PROTOCOL_UDP,
            hdr.udp.src_port, hdr.udp.dst_port, hdr.udp.length, 16w0
        }, hdr.udp.checksum, HashAlgorithm.csum16);
        // A sum of 0 is written as 0xffff (RFC 768): the complement of this word.
        update_checksum(meta.udp_compute == 1 && hdr.udp.checksum == 0, { 16w0 },
                hdr.udp.checksum, HashAlgorithm.csum16);
#endif
    }
}

control IsthmusDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

@pkginfo(name = "isthmus", version = "1")
@clone_session
V1Switch(IsthmusParser(), IsthmusVerifyChecksum(), IsthmusIngress(), IsthmusEgress(),
        IsthmusComputeChecksum(), IsthmusDeparser()) main;
