// SPDX-License-Identifier: Apache-2.0
//
//  ... source -> [neighbor] -> guard -> local -> ...
//
// ARP (RFC 826) and neighbour discovery (RFC 4861). Questions for a served address are answered
// here; the controller hears them all, to learn who is where. A packet from behind another router
// does not have a served address.
#ifndef ISTHMUS_NEIGHBOR_P4
#define ISTHMUS_NEIGHBOR_P4

#include "sums.p4"

control Neighbor(inout headers_t hdr, inout metadata_t meta) {
    bit<1> is_asked = 0;
    bit<1> is_served = 0;
    ipv4_addr_t addr4 = 0;
    ipv6_addr_t addr6 = 0;
    mac_t mac = 0;
    bit<32> sum = 0;

    @id(ARP_REPLY_ACTION) @name(".arp_reply")
    action arp_reply(@name("mac") mac_t own_mac) {
        mac = own_mac;
        is_served = 1;
    }

    // IPv4 addresses whose ARP requests are answered, and which no other router has.
    @id(SERVED4_TABLE) @name(".served4")
    table served4 {
        key = { addr4 : PREFIX_MATCH @name("addr"); }
        actions = { arp_reply; @defaultonly NoAction; }
        const default_action = NoAction();
        size = SERVED_SIZE;
    }

    @id(ND_REPLY_ACTION) @name(".nd_reply")
    action nd_reply(@name("mac") mac_t own_mac) {
        mac = own_mac;
        is_served = 1;
    }

    // IPv6 addresses whose neighbour solicitations are answered, and which no other router has.
    @id(SERVED6_TABLE) @name(".served6")
    table served6 {
        key = { addr6 : PREFIX_MATCH @name("addr"); }
        actions = { nd_reply; @defaultonly NoAction; }
        const default_action = NoAction();
        size = SERVED_SIZE;
    }

// Pseudo header, NS or NA, and the option if there is one, checksum included.
#define SUM_ND \
        sum = SUM128(hdr.ipv6.src_addr) + SUM128(hdr.ipv6.dst_addr) \
                + WORD(hdr.ipv6.payload_len) + WORD(PROTOCOL_ICMPV6) \
                + WORD(hdr.icmp.type ++ hdr.icmp.code) + WORD(hdr.icmp.checksum) \
                + WORD(hdr.nd.router ++ hdr.nd.solicited ++ hdr.nd.override \
                       ++ hdr.nd.reserved[28:16]) \
                + WORD(hdr.nd.reserved[15:0]) + SUM128(hdr.nd.target_addr); \
        if (hdr.nd_option.isValid()) { \
            sum = sum + WORD(hdr.nd_option.type ++ hdr.nd_option.length) \
                    + SUM48(hdr.nd_option.mac); \
        } \
        FOLD(sum)

    apply {
        if (hdr.arp.isValid()) {
            if (hdr.arp.hw_type != 1 || hdr.arp.proto_type != ETHER_TYPE_IPV4
                    || hdr.arp.hw_len != 6 || hdr.arp.proto_len != 4
                    || hdr.arp.sender_mac[40:40] == 1) {
                DROP(BAD_NEIGHBOR)
            } else {
                PUNT(NEIGHBOR)
                // An announcement (sender = target) is no question.
                if (hdr.arp.op == ARP_REQUEST && hdr.arp.sender_addr != hdr.arp.target_addr) {
                    addr4 = hdr.arp.target_addr;
                    is_asked = 1;
                }
            }
        } else if (hdr.ipv6.isValid() && hdr.ipv6.next_header == PROTOCOL_ICMPV6
                && hdr.icmp.isValid()) {
            if (hdr.icmp.type == ICMPV6_ROUTER_SOLICITATION) {
                if (hdr.ipv6.hop_limit != 255 || hdr.icmp.code != 0) DROP(BAD_NEIGHBOR)
                else PUNT(ROUTER_SOLICITATION)
            } else if (hdr.icmp.type == ICMPV6_NEIGHBOR_SOLICITATION
                    || hdr.icmp.type == ICMPV6_NEIGHBOR_ADVERTISEMENT) {
                SUM_ND
                // With more than one option the sum is not all of it; then it is not judged.
                if (hdr.ipv6.hop_limit != 255 || hdr.icmp.code != 0 || !hdr.nd.isValid()
                        || hdr.ipv6.payload_len < 24
                        || hdr.nd.target_addr[127:120] == 0xff
                        || (hdr.ipv6.payload_len == 24 && sum != 0xffff)
                        || (hdr.ipv6.payload_len == 32 && sum != 0xffff)
                        || (hdr.nd_option.isValid() && hdr.nd_option.length == 0)) {
                    DROP(BAD_NEIGHBOR)
                } else if (hdr.ipv6.src_addr == 0 && (
                        hdr.icmp.type == ICMPV6_NEIGHBOR_ADVERTISEMENT
                        || hdr.ipv6.dst_addr[127:24] != 0xff0200000000000000000001ff
                        || (hdr.nd_option.isValid() && hdr.nd_option.type == 1))) {
                    DROP(BAD_NEIGHBOR)
                } else {
                    PUNT(NEIGHBOR)
                    if (hdr.icmp.type == ICMPV6_NEIGHBOR_SOLICITATION) {
                        addr6 = hdr.nd.target_addr;
                        is_asked = 1;
                    }
                }
            }
        }

        // Any packet but ARP and ND: its source came in by the route to a router.
        if (meta.verdict == VERDICT_CONTINUE && meta.source_routed == 1) {
            is_asked = 1;
            if (hdr.ipv4.isValid()) {
                addr4 = hdr.ipv4.src_addr;
            } else {
                addr6 = hdr.ipv6.src_addr;
            }
        }
        if (is_asked == 1) {
            if (hdr.ipv6.isValid()) {
                served6.apply();
            } else {
                served4.apply();
            }
        }

        if (is_served == 0) {
            // Not our address.
        } else if (meta.verdict == VERDICT_CONTINUE) {
            DROP(SOURCE_UNVERIFIED)
        } else if (hdr.arp.isValid()) {
            meta.verdict = VERDICT_REPLY;
            hdr.ethernet.dst_addr = hdr.ethernet.src_addr;
            hdr.ethernet.src_addr = mac;
            hdr.arp.op = ARP_REPLY;
            hdr.arp.target_mac = hdr.arp.sender_mac;
            hdr.arp.target_addr = hdr.arp.sender_addr;
            hdr.arp.sender_mac = mac;
            hdr.arp.sender_addr = addr4;
        } else {
            meta.verdict = VERDICT_REPLY;
            hdr.ethernet.dst_addr = hdr.ethernet.src_addr;
            hdr.ethernet.src_addr = mac;
            hdr.ipv6.dst_addr = hdr.ipv6.src_addr;
            hdr.ipv6.src_addr = hdr.nd.target_addr;
            hdr.ipv6.payload_len = 32;
            hdr.icmp.type = ICMPV6_NEIGHBOR_ADVERTISEMENT;
            hdr.icmp.checksum = 0;
            hdr.nd.router = 1;
            hdr.nd.solicited = 1;
            hdr.nd.override = 1;
            hdr.nd.reserved = 0;
            if (hdr.ipv6.dst_addr == 0) {
                // Duplicate address detection: all nodes learn the answer (RFC 4861 section 7.2.4).
                hdr.ethernet.dst_addr = 0x333300000001;
                hdr.ipv6.dst_addr = 0xff020000000000000000000000000001;
                hdr.nd.solicited = 0;
            }
            hdr.nd_option.setValid();
            hdr.nd_option.type = 2;
            hdr.nd_option.length = 1;
            hdr.nd_option.mac = mac;
            SUM_ND
            hdr.icmp.checksum = ~sum[15:0];
            meta.trim = 1;
        }
    }
}

#endif
