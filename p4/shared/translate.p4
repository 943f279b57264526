// SPDX-License-Identifier: Apache-2.0
//
//  ... routing -> tcp_state -> [translate] -> rewrite -> composition
//
// Rewrites the headers for the addresses, ports and length found (RFC 7915 sections 4 and 5). All
// is decided by now. TTL and hop limit are copied; rewrite decrements them. Checksums get the
// difference of what they cover (RFC 1624).
#ifndef ISTHMUS_TRANSLATE_P4
#define ISTHMUS_TRANSLATE_P4

#include "identification.p4"
#include "sums.p4"

control Translate(inout headers_t hdr, inout metadata_t meta) {
    bit<32> before = 0;
    bit<32> after = 0;
    bit<32> scratch = 0;
    bit<8> tos = 0;

    apply {
        if (hdr.ipv6.isValid()) {
            before = SUM128(hdr.ipv6.src_addr) + SUM128(hdr.ipv6.dst_addr);
        } else {
            before = SUM32(hdr.ipv4.src_addr) + SUM32(hdr.ipv4.dst_addr);
        }
        if (meta.translation == TRANSLATION_TO4) {
            after = SUM32(meta.src4) + SUM32(meta.dst4);
        } else {
            after = SUM128(meta.src6) + SUM128(meta.dst6);
        }

        if (hdr.tcp.isValid()) {
            before = before + WORD(hdr.tcp.src_port) + WORD(hdr.tcp.dst_port);
            hdr.tcp.src_port = meta.src_port;
            hdr.tcp.dst_port = meta.dst_port;
            after = after + WORD(hdr.tcp.src_port) + WORD(hdr.tcp.dst_port);
            FOLD(before)
            FOLD(after)
            UPDATE_CHECKSUM(hdr.tcp.checksum, before, after, scratch)
        } else if (hdr.udp.isValid()) {
            before = before + WORD(hdr.udp.src_port) + WORD(hdr.udp.dst_port);
            hdr.udp.src_port = meta.src_port;
            hdr.udp.dst_port = meta.dst_port;
            after = after + WORD(hdr.udp.src_port) + WORD(hdr.udp.dst_port);
            FOLD(before)
            FOLD(after)
            if (meta.udp_compute == 0) {
                UPDATE_CHECKSUM(hdr.udp.checksum, before, after, scratch)
                NOT_ZERO(hdr.udp.checksum)
            }
        } else if (hdr.echo.isValid()) {
            // The pseudo header is part of the ICMPv6 checksum only.
            if (hdr.ipv4.isValid()) {
                before = 0;
            } else {
                before = before + WORD(meta.upper_length) + WORD(PROTOCOL_ICMPV6);
            }
            if (meta.translation == TRANSLATION_TO4) {
                after = 0;
            } else {
                after = after + WORD(meta.upper_length) + WORD(PROTOCOL_ICMPV6);
            }
            before = before + WORD(hdr.icmp.type ++ hdr.icmp.code)
                    + WORD(hdr.echo.identifier);
            if (meta.translation == TRANSLATION_TO4) {
                if (hdr.icmp.type == ICMPV6_ECHO_REQUEST) {
                    hdr.icmp.type = ICMP_ECHO_REQUEST;
                } else {
                    hdr.icmp.type = ICMP_ECHO_REPLY;
                }
            } else if (meta.translation == TRANSLATION_TO6) {
                if (hdr.icmp.type == ICMP_ECHO_REQUEST) {
                    hdr.icmp.type = ICMPV6_ECHO_REQUEST;
                } else {
                    hdr.icmp.type = ICMPV6_ECHO_REPLY;
                }
            }
            hdr.echo.identifier = meta.src_port;
            after = after + WORD(hdr.icmp.type ++ hdr.icmp.code)
                    + WORD(hdr.echo.identifier);
            FOLD(before)
            FOLD(after)
            UPDATE_CHECKSUM(hdr.icmp.checksum, before, after, scratch)
            NOT_ZERO(hdr.icmp.checksum)
        }

        if (meta.translation == TRANSLATION_TO4) {
            hdr.ipv4.setValid();
            hdr.ipv4.version = 4;
            hdr.ipv4.ihl = 5;
            hdr.ipv4.tos = hdr.ipv6.traffic_class;
            if (meta.tos_override == 1) {
                hdr.ipv4.tos = meta.tos;
            }
            hdr.ipv4.total_len = meta.ip_length[15:0];
            hdr.ipv4.reserved = 0;
            SET_IDENTIFICATION(hdr.ipv4, hdr.fragment, meta.random)
            hdr.ipv4.ttl = hdr.ipv6.hop_limit;
            hdr.ipv4.protocol = meta.protocol4;
            hdr.ipv4.src_addr = meta.src4;
            hdr.ipv4.dst_addr = meta.dst4;
            hdr.ipv4.checksum = 0;
            scratch = SUM_IPV4(hdr.ipv4);
            FOLD(scratch)
            hdr.ipv4.checksum = ~scratch[15:0];
            hdr.ipv6.setInvalid();
            hdr.fragment.setInvalid();
        } else {
            if (meta.translation == TRANSLATION_TO6) {
                tos = hdr.ipv4.tos;
                hdr.ipv6.setValid();
                hdr.ipv6.version = 6;
                hdr.ipv6.hop_limit = hdr.ipv4.ttl;
                hdr.ipv6.next_header = meta.protocol4;
                if (meta.protocol4 == PROTOCOL_ICMP) {
                    hdr.ipv6.next_header = PROTOCOL_ICMPV6;
                }
                if (meta.fragmented == 1) {
                    hdr.fragment.setValid();
                    hdr.fragment.next_header = hdr.ipv6.next_header;
                    hdr.fragment.reserved = 0;
                    hdr.fragment.frag_offset = hdr.ipv4.frag_offset;
                    hdr.fragment.reserved2 = 0;
                    hdr.fragment.m = hdr.ipv4.mf;
                    hdr.fragment.identification = 16w0 ++ hdr.ipv4.identification;
                    hdr.ipv6.next_header = PROTOCOL_FRAGMENT;
                }
                hdr.ipv4.setInvalid();
            } else {
                // As if it had been IPv4 in between.
                tos = hdr.ipv6.traffic_class;
                if (meta.tos_override == 1) {
                    tos = meta.tos;
                }
                hdr.ipv6.next_header = meta.protocol;
                if (meta.fragmented == 1) {
                    hdr.ipv6.next_header = PROTOCOL_FRAGMENT;
                    hdr.fragment.reserved = 0;
                    hdr.fragment.reserved2 = 0;
                    hdr.fragment.identification[31:16] = 0;
                } else {
                    hdr.fragment.setInvalid();
                }
            }
            hdr.ipv6.traffic_class = tos;
            if (meta.tos_ignore == 1) {
                hdr.ipv6.traffic_class = 0;
            }
            hdr.ipv6.flow_label = 0;
            hdr.ipv6.payload_len = meta.ip_length[15:0] - 40;
            hdr.ipv6.src_addr = meta.src6;
            hdr.ipv6.dst_addr = meta.dst6;
        }
#ifdef TARGET_HAS_VARBIT
        hdr.ipv4_option[0].setInvalid();
        hdr.ipv4_option[1].setInvalid();
        hdr.ipv4_option[2].setInvalid();
        hdr.ipv4_option[3].setInvalid();
        hdr.ipv4_option[4].setInvalid();
        hdr.ipv4_option[5].setInvalid();
        hdr.ipv4_option[6].setInvalid();
        hdr.ipv4_option[7].setInvalid();
        hdr.ipv4_option[8].setInvalid();
        hdr.ipv4_option[9].setInvalid();
        hdr.ipv6_ext[0].setInvalid();
        hdr.ipv6_ext[1].setInvalid();
        hdr.ipv6_ext[2].setInvalid();
        hdr.ipv6_ext[3].setInvalid();
#endif
        meta.trim = meta.padded;
    }
}

#endif
