// SPDX-License-Identifier: Apache-2.0
//
//  composition --(port, lengths, random)--> [metadata] --(verdict, reason, port)--> composition
//
// All that the controls say to each other and to the composition. Starts as zeros, which the
// parser sees to where the target does not.
#ifndef ISTHMUS_METADATA_P4
#define ISTHMUS_METADATA_P4

#include "types.p4"
#include "reasons.p4"

typedef bit<8> verdict_t;
const verdict_t VERDICT_CONTINUE = 0; // next step
const verdict_t VERDICT_DROP = 1; // drop_reason says why
const verdict_t VERDICT_PUNT = 2; // to the controller only, punt_reason says why
const verdict_t VERDICT_ROUTE = 3; // out of egress_port
const verdict_t VERDICT_REPLY = 4; // back out of ingress_port
const verdict_t VERDICT_ECHO = 5; // an echo request to be answered

typedef bit<8> translation_t;
const translation_t TRANSLATION_NONE = 0;
const translation_t TRANSLATION_TO4 = 1; // IPv6 to IPv4
const translation_t TRANSLATION_TO6 = 2; // IPv4 to IPv6
const translation_t TRANSLATION_HAIRPIN = 3; // IPv6 to IPv4 and back to IPv6

struct metadata_t {
    // Set by the composition before the first step.
    scope_t scope; // by which settings are looked up
    CLONE_FIELD port_number_t ingress_port;
    bit<1> options_checksum_error; // IPv4 header with options fails its checksum
    bit<32> frame_length; // bytes from the Ethernet header on
    bit<16> random; // identification of IPv4 packets that we make

    // Read by the composition after the last step.
    verdict_t verdict;
    drop_reason_t drop_reason;
    CLONE_FIELD punt_reason_t punt_reason; // with a verdict other than PUNT: a copy
    port_number_t egress_port;
    bit<1> trim; // bytes behind the IP packet may be cut off
    bit<1> udp_compute; // UDP checksum has to be computed over the payload
    bit<10> share; // of what is for the controller: of one subscriber and reason

    // The packet.
    bit<8> protocol; // upper layer, behind all extension headers
    bit<1> fragmented; // a fragment, be it the first
    bit<32> ip_length; // header and payload, of what leaves from result on
    bit<16> upper_length; // without IP, extension and Fragment headers
    bit<1> padded; // bytes follow the IP packet
    bit<1> illegal_source; // an ICMPv4 error that is let through in spite of its source
    bit<8> options_left; // bytes of IPv4 options not yet parsed
    bit<8> option_length;
    bit<4> options_count;
    bit<1> options_opaque; // IPv4 options that could not be told apart
    bit<8> source_route_length;
    bit<8> source_route_pointer; // unexpired while not above the length
    bit<8> segments_left; // of all Routing headers, by OR
    bit<1> source_routed; // came in with a source from behind another router

    // The translation. Addresses and ports become those of what leaves.
    translation_t translation;
    bit<1> stateful; // needs a binding for its source or destination
    bit<1> dst_embedded; // IPv4 destination was taken out of a NAT64 prefix
    bit<1> dst_eam; // IPv6 destination comes from an EAM
    bit<1> dst_pool; // IPv4 destination is a pool address
    bit<1> hold_syn; // to a pool that holds SYNs which nobody waits for
    bit<1> dst_filtered; // only who has a session with the destination's binding is let through
    bit<1> src_filtered; // the source's binding has to have a session with the destination
    bit<16> dst_peer_mask; // bits of its peers' ports that its sessions go by
    bit<16> src_peer_mask;
    bit<1> tracked; // a binding of its source or destination has sessions
    bit<1> src_eam; // source is translated by an EAM
    instance_t instance; // on the IPv6 side where the packet comes from
    instance_t instance6; // on the IPv6 side where the packet goes
    ipv4_addr_t src4;
    ipv4_addr_t dst4;
    ipv6_addr_t src6;
    ipv6_addr_t dst6;
    bit<16> src_port; // or the ICMP identifier
    bit<16> dst_port; // or the ICMP identifier
    bit<16> dst_port4; // destination port as in IPv4
    bit<8> protocol4; // protocol as an IPv4 header names it
    instance_t embedded_instance;
    ipv4_addr_t embedded_addr; // IPv4 address inside the NAT64 prefix of that instance
    ipv4_addr_t suffix_mask; // of the EAM
    bit<8> shift; // of the EAM: zero bits behind its IPv4 suffix in the IPv6 address

    // Options of the translation.
    bit<1> tos_ignore;
    bit<1> tos_override;
    bit<8> tos;
    bit<1> udp_zero_compute;
    bit<1> simple_hairpinning;
    bit<16> lowest_ipv6_mtu;

    // Routing.
    bit<1> to_ipv6; // what leaves is IPv6
    bit<20> flow_label; // of what leaves
    next_id_t next_id;
    bit<32> flow_hash;
    mac_t smac;
    mac_t dmac;
    bit<16> mtu;
    bit<12> vlan_id;
}

// What the parser starts with. A field that is not here is an error of p4/compile.
#ifdef TARGET_HAS_ZERO_METADATA
#define CLEAR_METADATA(meta)
#else
#define CLEAR_METADATA(meta) { \
        meta.scope = WHOLE_SWITCH; \
        meta.ingress_port = 0; \
        meta.options_checksum_error = 0; \
        meta.frame_length = 0; \
        meta.random = 0; \
        meta.verdict = VERDICT_CONTINUE; \
        meta.drop_reason = DROP_NONE; \
        meta.punt_reason = PUNT_NONE; \
        meta.egress_port = 0; \
        meta.trim = 0; \
        meta.udp_compute = 0; \
        meta.share = 0; \
        meta.protocol = 0; \
        meta.fragmented = 0; \
        meta.ip_length = 0; \
        meta.upper_length = 0; \
        meta.padded = 0; \
        meta.illegal_source = 0; \
        meta.options_left = 0; \
        meta.option_length = 0; \
        meta.options_count = 0; \
        meta.options_opaque = 0; \
        meta.source_route_length = 0; \
        meta.source_route_pointer = 0; \
        meta.segments_left = 0; \
        meta.source_routed = 0; \
        meta.translation = TRANSLATION_NONE; \
        meta.stateful = 0; \
        meta.dst_embedded = 0; \
        meta.dst_eam = 0; \
        meta.dst_pool = 0; \
        meta.hold_syn = 0; \
        meta.dst_filtered = 0; \
        meta.src_filtered = 0; \
        meta.dst_peer_mask = 0; \
        meta.src_peer_mask = 0; \
        meta.tracked = 0; \
        meta.src_eam = 0; \
        meta.instance = 0; \
        meta.instance6 = 0; \
        meta.src4 = 0; \
        meta.dst4 = 0; \
        meta.src6 = 0; \
        meta.dst6 = 0; \
        meta.src_port = 0; \
        meta.dst_port = 0; \
        meta.dst_port4 = 0; \
        meta.protocol4 = 0; \
        meta.embedded_instance = 0; \
        meta.embedded_addr = 0; \
        meta.suffix_mask = 0; \
        meta.shift = 0; \
        meta.tos_ignore = 0; \
        meta.tos_override = 0; \
        meta.tos = 0; \
        meta.udp_zero_compute = 0; \
        meta.simple_hairpinning = 0; \
        meta.lowest_ipv6_mtu = 0; \
        meta.to_ipv6 = 0; \
        meta.flow_label = 0; \
        meta.next_id = 0; \
        meta.flow_hash = 0; \
        meta.smac = 0; \
        meta.dmac = 0; \
        meta.mtu = 0; \
        meta.vlan_id = 0; \
    }
#endif

// A step ends with one of these or leaves the verdict alone.
#define DROP(reason) { meta.verdict = VERDICT_DROP; meta.drop_reason = DROP_##reason; }
#define PUNT(reason) { meta.verdict = VERDICT_PUNT; meta.punt_reason = PUNT_##reason; }
#define COPY(reason) { meta.punt_reason = PUNT_##reason; }

#endif
