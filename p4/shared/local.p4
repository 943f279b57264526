// SPDX-License-Identifier: Apache-2.0
//
//  ... guard -> [local] -> classify -> ...
//
// The switch's own addresses: pings are answered, the rest is for the controller.
#ifndef ISTHMUS_LOCAL_P4
#define ISTHMUS_LOCAL_P4

control Local(inout headers_t hdr, inout metadata_t meta) {
    bit<1> is_local = 0;

    @id(LOCAL_ACTION) @name(".local")
    action local() {
        is_local = 1;
    }

    @id(LOCAL4_TABLE) @name(".local4")
    table local4 {
        key = { hdr.ipv4.dst_addr : exact @name("dst_addr"); }
        actions = { local; @defaultonly NoAction; }
        const default_action = NoAction();
        size = LOCAL_SIZE;
    }

    // The link-local addresses of the router are here as well.
    @id(LOCAL6_TABLE) @name(".local6")
    table local6 {
        key = { hdr.ipv6.dst_addr : exact @name("dst_addr"); }
        actions = { local; @defaultonly NoAction; }
        const default_action = NoAction();
        size = LOCAL_SIZE;
    }

    apply {
        if (hdr.ipv4.isValid()) {
            local4.apply();
        } else {
            local6.apply();
        }
        if (is_local == 1) {
            // Not what names further hops (RFC 1812 section 5.2.3, RFC 8200 section 4.4).
            if (meta.fragmented == 0 && hdr.echo.isValid() && hdr.icmp.code == 0
                    && ((hdr.ipv4.isValid() && hdr.icmp.type == ICMP_ECHO_REQUEST
                            && (hdr.ipv4.ihl == 5 || !(UNREADABLE_OPTIONS(meta))))
                        || (hdr.ipv6.isValid() && hdr.icmp.type == ICMPV6_ECHO_REQUEST
                            && meta.segments_left == 0))) {
                meta.verdict = VERDICT_ECHO;
            } else {
                PUNT(LOCAL)
            }
        } else if (hdr.ipv4.isValid()) {
            // RFC 3927 section 7 and RFC 4291 section 2.5.6.
            if (hdr.ipv4.src_addr[31:16] == 0xa9fe || hdr.ipv4.dst_addr[31:16] == 0xa9fe) {
                DROP(LINK_LOCAL)
            }
        } else if (hdr.ipv6.src_addr[127:118] == 0x3fa || hdr.ipv6.dst_addr[127:118] == 0x3fa) {
            DROP(LINK_LOCAL)
        }
    }
}

#endif
