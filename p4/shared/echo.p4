// SPDX-License-Identifier: Apache-2.0
//
//  local, inbound --(verdict ECHO)--> [echo reply] -> out of the ingress port
//
// Pings of the switch and of pool addresses are answered here.
#ifndef ISTHMUS_ECHO_P4
#define ISTHMUS_ECHO_P4

#include "sums.p4"

// Turns an echo request into its reply, in place, back to where it came from. TTL and hop limit
// start anew; swapping addresses changes no checksum.
control EchoReply(inout headers_t hdr, inout metadata_t meta) {
    bit<32> before = 0;
    bit<32> after = 0;
    bit<32> scratch = 0;

    apply {
        mac_t mac = hdr.ethernet.dst_addr;
        hdr.ethernet.dst_addr = hdr.ethernet.src_addr;
        hdr.ethernet.src_addr = mac;
        before = WORD(hdr.icmp.type ++ hdr.icmp.code);
        if (hdr.ipv4.isValid()) {
            hdr.icmp.type = ICMP_ECHO_REPLY;
        } else {
            hdr.icmp.type = ICMPV6_ECHO_REPLY;
        }
        after = WORD(hdr.icmp.type ++ hdr.icmp.code);
        UPDATE_CHECKSUM(hdr.icmp.checksum, before, after, scratch)
        NOT_ZERO(hdr.icmp.checksum)
        if (hdr.ipv4.isValid()) {
            ipv4_addr_t addr4 = hdr.ipv4.dst_addr;
            hdr.ipv4.dst_addr = hdr.ipv4.src_addr;
            hdr.ipv4.src_addr = addr4;
            before = WORD(hdr.ipv4.ttl ++ hdr.ipv4.protocol);
            hdr.ipv4.ttl = 64;
            after = WORD(hdr.ipv4.ttl ++ hdr.ipv4.protocol);
            UPDATE_CHECKSUM(hdr.ipv4.checksum, before, after, scratch)
        } else if (hdr.ipv6.isValid()) {
            ipv6_addr_t addr6 = hdr.ipv6.dst_addr;
            hdr.ipv6.dst_addr = hdr.ipv6.src_addr;
            hdr.ipv6.src_addr = addr6;
            hdr.ipv6.hop_limit = 64;
        }
        meta.verdict = VERDICT_REPLY;
    }
}

#endif
