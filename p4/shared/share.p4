// SPDX-License-Identifier: Apache-2.0
//
//  ... decide -> [share] -> composition: meter of this share, meter of the reason
//
// Whose packets share a rate on their way to the controller: those of one subscriber, with the
// same reason. Where the source was not validated, or is a neighbour's, those of one port.
#ifndef ISTHMUS_SHARE_P4
#define ISTHMUS_SHARE_P4

#include "hash.p4"

control Share(in headers_t hdr, inout metadata_t meta) {
    bit<32> mixed = 0;
    ipv6_addr_t mask = 0;
    ipv6_addr_t host = 0; // on the IPv6 side, 0: not known

    // mask: of the addresses of a subscriber.
    @id(SET_SUBSCRIBER_ACTION) @name(".set_subscriber")
    action set_subscriber(@name("mask") ipv6_addr_t addresses) {
        mask = addresses;
        // Were it assigned in `apply` alone, p4c would write the hash as one expression, of a
        // length that doubles with each of its steps.
        mixed = 0;
    }

    @id(SUBSCRIBER_TABLE) @name(".subscriber")
    table subscriber {
        key = { meta.scope : exact @name("scope"); }
        actions = { set_subscriber; }
        const default_action = set_subscriber(64w0xffffffffffffffff ++ 64w0);
        size = SETTING_SIZE;
    }

    apply {
        subscriber.apply();
        // From IPv4 it is who gets the packet, if that is known: a server has many clients.
        if (hdr.ipv6.isValid()) {
            host = hdr.ipv6.src_addr;
        } else if (meta.translation == TRANSLATION_TO6) {
            host = meta.dst6;
        }
        MIX(24w0 ++ meta.punt_reason)
        if (meta.punt_reason == PUNT_NEIGHBOR || meta.punt_reason == PUNT_NEIGHBOR_REFUSED
                || meta.punt_reason == PUNT_ROUTER_SOLICITATION
                || meta.punt_reason == PUNT_SOURCE_UNBOUND
                || meta.punt_reason == PUNT_LINK_DISCOVERY || meta.punt_reason == PUNT_LOCAL) {
            MIX((bit<32>)meta.ingress_port)
        } else if (host != 0) {
            host = host & mask;
            MIX(host[127:96])
            MIX(host[95:64])
            MIX(host[63:32])
            MIX(host[31:0])
        } else if (meta.punt_reason == PUNT_ICMP_ERROR) {
            // A router reports for many, and anyone may say that it is one.
            MIX(hdr.ipv4.dst_addr)
        } else {
            MIX(hdr.ipv4.src_addr)
        }
        AVALANCHE
        meta.share = mixed[9:0];
    }
}

#endif
