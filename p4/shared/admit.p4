// SPDX-License-Identifier: Apache-2.0
//
//  parser -> [admit] -> source -> neighbor -> [guard] -> local -> classify -> ...
//
// Is the frame for us, and is it a packet?
#ifndef ISTHMUS_ADMIT_P4
#define ISTHMUS_ADMIT_P4

#include "sums.p4"

control Admit(inout headers_t hdr, inout metadata_t meta) {
    bit<32> l3_offset = 14;
    bit<16> ether_type = 0; // behind a VLAN tag
    bit<32> sum = 0;

    @id(ADMIT_ACTION) @name(".admit")
    action admit() {}

    // MAC addresses of the router.
    @id(STATION_TABLE) @name(".station")
    table station {
        key = { hdr.ethernet.dst_addr : exact @name("dst_addr"); }
        actions = { admit; @defaultonly NoAction; }
        const default_action = NoAction();
        size = STATION_SIZE;
    }

    apply {
        ether_type = hdr.ethernet.ether_type;
        if (hdr.vlan.isValid()) {
            l3_offset = 18;
            ether_type = hdr.vlan.ether_type;
        }
        if (!hdr.arp.isValid() && !hdr.ipv4.isValid() && !hdr.ipv6.isValid()) {
            if (!hdr.ethernet.isValid()
                    || ether_type == ETHER_TYPE_ARP || ether_type == ETHER_TYPE_IPV4
                    || ether_type == ETHER_TYPE_IPV6
                    || (ether_type == ETHER_TYPE_VLAN && !hdr.vlan.isValid())) DROP(PARSER_ERROR)
            else if (hdr.ethernet.ether_type == ETHER_TYPE_LLDP
                    || hdr.ethernet.ether_type == ETHER_TYPE_BDDP) PUNT(LINK_DISCOVERY)
            else DROP(ETHER_TYPE)
        } else if (hdr.ethernet.dst_addr[40:40] == 1) {
            if (hdr.ipv4.isValid()) {
                DROP(MULTICAST)
            } else if (hdr.ipv6.isValid()) {
                if (hdr.ipv6.next_header != PROTOCOL_ICMPV6 || !hdr.icmp.isValid()) {
                    DROP(MULTICAST)
                } else if (hdr.icmp.type != ICMPV6_ROUTER_SOLICITATION
                        && hdr.icmp.type != ICMPV6_NEIGHBOR_SOLICITATION
                        && hdr.icmp.type != ICMPV6_NEIGHBOR_ADVERTISEMENT) {
                    DROP(MULTICAST)
                }
            }
        } else if (!station.apply().hit) {
            DROP(NOT_FOR_US)
        }

        if (meta.verdict == VERDICT_CONTINUE) {
            if (hdr.ipv4.isValid()) {
                bit<16> header_length = ((bit<16>)hdr.ipv4.ihl) << 2;
                meta.ip_length = (bit<32>)hdr.ipv4.total_len;
                meta.upper_length = hdr.ipv4.total_len - header_length;
                meta.fragmented = hdr.ipv4.mf;
                if (hdr.ipv4.frag_offset != 0) {
                    meta.fragmented = 1;
                }
                sum = SUM_IPV4(hdr.ipv4);
                FOLD(sum)
                if (l3_offset + meta.ip_length != meta.frame_length) {
                    meta.padded = 1;
                }
                if (hdr.ipv4.version != 4 || hdr.ipv4.ihl < 5
                        || hdr.ipv4.total_len < header_length
                        || l3_offset + meta.ip_length > meta.frame_length) {
                    DROP(BAD_HEADER)
                } else if ((hdr.ipv4.ihl == 5 && sum != 0xffff)
                        || (hdr.ipv4.ihl != 5 && meta.options_checksum_error == 1)) {
                    DROP(BAD_IPV4_CHECKSUM)
                }
            } else if (hdr.ipv6.isValid()) {
                meta.ip_length = (bit<32>)hdr.ipv6.payload_len + 40;
                // Extension headers may claim more than there is: all 32 bits count.
                bit<32> extensions = 0;
#ifdef TARGET_HAS_VARBIT
#define EXTENSION(i) \
                if (hdr.ipv6_ext[i].isValid()) { \
                    extensions = extensions + (((bit<32>)hdr.ipv6_ext[i].hdr_ext_len) << 3) + 8; \
                }
                EXTENSION(0)
                EXTENSION(1)
                EXTENSION(2)
                EXTENSION(3)
#endif
                if (hdr.fragment.isValid()) {
                    extensions = extensions + 8;
                    meta.fragmented = hdr.fragment.m;
                    if (hdr.fragment.frag_offset != 0) {
                        meta.fragmented = 1;
                    }
                }
                meta.upper_length = hdr.ipv6.payload_len - extensions[15:0];
                if (l3_offset + meta.ip_length != meta.frame_length) {
                    meta.padded = 1;
                }
                if (hdr.ipv6.version != 6
                        || extensions > (bit<32>)hdr.ipv6.payload_len
                        || l3_offset + meta.ip_length > meta.frame_length) {
                    DROP(BAD_HEADER)
                }
            }
        }
    }
}

// Addresses that no packet from or to a host carries (RFC 1122 section 3.2.1.3, RFC 4291,
// RFC 7915 section 4.1).
control Guard(inout headers_t hdr, inout metadata_t meta) {
    apply {
        if (hdr.ipv4.isValid()) {
            if (hdr.ipv4.src_addr[31:24] == 0 || hdr.ipv4.src_addr[31:24] == 127
                    || hdr.ipv4.src_addr[31:29] == 7) {
                // RFC 7915 section 4.1: an ICMP error is let through.
                if (meta.protocol == PROTOCOL_ICMP && hdr.icmp.isValid()
                        && (hdr.icmp.type == ICMP_UNREACHABLE
                            || hdr.icmp.type == ICMP_TIME_EXCEEDED
                            || hdr.icmp.type == ICMP_PARAMETER_PROBLEM)) {
                    meta.illegal_source = 1;
                } else {
                    DROP(SOURCE_ILLEGAL)
                }
            }
            if (hdr.ipv4.dst_addr[31:28] == 0xe) {
                DROP(MULTICAST)
            } else if (hdr.ipv4.dst_addr[31:24] == 0 || hdr.ipv4.dst_addr[31:24] == 127
                    || hdr.ipv4.dst_addr[31:28] == 0xf) {
                DROP(DESTINATION_ILLEGAL)
            }
        } else if (hdr.ipv6.isValid()) {
            // ::/96 holds the unspecified, the loopback and the IPv4-compatible addresses.
            if (hdr.ipv6.src_addr[127:120] == 0xff || hdr.ipv6.src_addr[127:32] == 0
                    || hdr.ipv6.src_addr[127:32] == 0xffff) {
                DROP(SOURCE_ILLEGAL)
            }
            if (hdr.ipv6.dst_addr[127:120] == 0xff) {
                DROP(MULTICAST)
            } else if (hdr.ipv6.dst_addr[127:32] == 0 || hdr.ipv6.dst_addr[127:32] == 0xffff) {
                DROP(DESTINATION_ILLEGAL)
            }
        }
    }
}

#endif
