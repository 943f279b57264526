// SPDX-License-Identifier: Apache-2.0
//
//  ... classify -> [eligible] -> inbound -> ...
//
// Can this packet be translated here? RFC 7915 sections 4 and 5, RFC 6146 section 3.5.
#ifndef ISTHMUS_ELIGIBLE_P4
#define ISTHMUS_ELIGIBLE_P4

control Eligible(inout headers_t hdr, inout metadata_t meta) {
    bit<1> first = 0; // whole or a first fragment: has a transport header
    bit<16> needed = 0;

    // tos_ignore: traffic class is 0 towards IPv6 (RFC 7915 section 4.1). tos_override: TOS is
    // `tos` towards IPv4 (section 5.1). udp_zero_compute: a UDP checksum of 0 is computed, not
    // dropped (section 4.5). simple_hairpinning: EAMs do not translate IPv4 sources (RFC 7757
    // section 4.2.1). lowest_ipv6_mtu: above it, IPv4 without DF is fragmented (section 4).
    @id(SET_OPTIONS_ACTION) @name(".set_options")
    action set_options(bit<1> tos_ignore, bit<1> tos_override, bit<8> tos,
            bit<1> udp_zero_compute, bit<1> simple_hairpinning, bit<16> lowest_ipv6_mtu) {
        meta.tos_ignore = tos_ignore;
        meta.tos_override = tos_override;
        meta.tos = tos;
        meta.udp_zero_compute = udp_zero_compute;
        meta.simple_hairpinning = simple_hairpinning;
        meta.lowest_ipv6_mtu = lowest_ipv6_mtu;
    }

    @id(TRANSLATION_OPTIONS_TABLE) @name(".translation_options")
    table translation_options {
        key = { meta.scope : exact @name("scope"); }
        actions = { set_options; }
        const default_action = set_options(0, 0, 0, 1, 0, 1280);
        size = SETTING_SIZE;
    }

    apply {
        translation_options.apply();

        if (hdr.ipv4.isValid()) {
            meta.protocol4 = meta.protocol;
            if (hdr.ipv4.frag_offset == 0) {
                first = 1;
            }
        } else {
            if (meta.protocol == PROTOCOL_ICMPV6) {
                meta.protocol4 = PROTOCOL_ICMP;
            } else {
                meta.protocol4 = meta.protocol;
            }
            if (!hdr.fragment.isValid() || hdr.fragment.frag_offset == 0) {
                first = 1;
            }
        }

        if (hdr.tcp.isValid()) {
            needed = 20;
        } else if (hdr.udp.isValid() || hdr.icmp.isValid()) {
            needed = 8;
        }

        if (meta.segments_left != 0) {
            PUNT(PARAMETER_PROBLEM)
        } else if (meta.protocol == PROTOCOL_HOP_BY_HOP
                || meta.protocol == PROTOCOL_ROUTING
                || meta.protocol == PROTOCOL_FRAGMENT
                || meta.protocol == PROTOCOL_DESTINATION_OPTIONS
                || (hdr.fragment.isValid() && meta.protocol == PROTOCOL_AUTHENTICATION)) {
            // From IPv4, these protocols would make extension headers out of a payload.
            if (hdr.ipv4.isValid()) {
                DROP(UNKNOWN_PROTOCOL)
                COPY(REFUSED)
            } else if (!hdr.fragment.isValid()) {
                PUNT(EXTENSION_HEADERS)
            } else {
                DROP(EXTENSION_HEADERS)
                COPY(REFUSED)
            }
        } else if (hdr.ipv4.isValid() && meta.protocol == PROTOCOL_IGMP) {
            // In silence (RFC 7915 section 4.2). Before options, of which router alert is IGMP's.
            DROP(UNKNOWN_PROTOCOL)
        } else if (hdr.ipv4.isValid() && hdr.ipv4.ihl != 5 && UNREADABLE_OPTIONS(meta)) {
            PUNT(IPV4_OPTIONS)
        } else if ((hdr.ipv4.isValid() && meta.protocol == PROTOCOL_ICMPV6)
                || (hdr.ipv6.isValid() && meta.protocol == PROTOCOL_ICMP)) {
            DROP(UNKNOWN_PROTOCOL)
            COPY(REFUSED)
        } else if (meta.protocol4 == PROTOCOL_ICMP && meta.fragmented == 1) {
            DROP(FRAGMENTED_ICMP)
        } else if (meta.protocol4 == PROTOCOL_TCP || meta.protocol4 == PROTOCOL_UDP
                || meta.protocol4 == PROTOCOL_ICMP) {
            if (meta.stateful == 1 && meta.fragmented == 1) {
                PUNT(FRAGMENT)
            } else if (first == 1 && (needed == 0 || meta.upper_length < needed)) {
                DROP(BAD_HEADER)
            } else if (hdr.icmp.isValid()) {
                if ((hdr.ipv4.isValid() && (hdr.icmp.type == ICMP_UNREACHABLE
                            || hdr.icmp.type == ICMP_TIME_EXCEEDED
                            || hdr.icmp.type == ICMP_PARAMETER_PROBLEM))
                        || (hdr.ipv6.isValid() && (hdr.icmp.type == ICMPV6_UNREACHABLE
                            || hdr.icmp.type == ICMPV6_TOO_BIG
                            || hdr.icmp.type == ICMPV6_TIME_EXCEEDED
                            || hdr.icmp.type == ICMPV6_PARAMETER_PROBLEM))) {
                    PUNT(ICMP_ERROR)
                } else if (!hdr.echo.isValid()) {
                    DROP(ICMP_TYPE)
                }
            } else if (hdr.udp.isValid() && hdr.udp.checksum == 0) {
                if (hdr.ipv6.isValid()) {
                    DROP(UDP_CHECKSUM_ZERO)
                    COPY(REFUSED)
                } else if (meta.fragmented == 1) {
                    DROP(UDP_CHECKSUM_ZERO_FRAGMENT)
                    COPY(REFUSED)
                } else if (meta.udp_zero_compute == 0) {
                    DROP(UDP_CHECKSUM_ZERO)
                    COPY(REFUSED)
                } else {
                    meta.udp_compute = 1;
                }
            }
        } else if (meta.stateful == 1) {
            // RFC 6146 section 3.4.
            DROP(UNKNOWN_PROTOCOL)
            COPY(REFUSED)
        }
    }
}

#endif
