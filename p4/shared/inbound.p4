// SPDX-License-Identifier: Apache-2.0
//
//  ... eligible -> [inbound -> forwardable] -> outbound -> ...
//
// Which IPv6 host and port is bound to this pool address and port? RFC 6146 section 3.5.
#ifndef ISTHMUS_INBOUND_P4
#define ISTHMUS_INBOUND_P4

control Inbound(inout headers_t hdr, inout metadata_t meta) {
    bit<1> set_found = 0;

    TABLE_COUNTER(bib4_counter, BIB4_COUNTER)

    @id(BIND_TO6_ACTION) @name(".bind_to6")
    action bind_to6(ipv6_addr_t addr6, bit<16> port6) {
        meta.dst6 = addr6;
        meta.dst_port = port6;
        meta.tracked = 1;
    }

#ifdef TARGET_HAS_SESSIONS
    @id(BIND_TO6_FILTERED_ACTION) @name(".bind_to6_filtered")
    action bind_to6_filtered(ipv6_addr_t addr6, bit<16> port6, bit<16> peer_mask) {
        meta.dst6 = addr6;
        meta.dst_port = port6;
        meta.dst_filtered = 1;
        meta.dst_peer_mask = peer_mask;
        meta.tracked = 1;
    }
#endif

    // Bindings by pool address. For ICMP (1) the port is the identifier.
    @id(BIB4_TABLE) @name(".bib4")
    table bib4 {
        key = {
            meta.protocol4 : exact @name("protocol");
            meta.dst4 : exact @name("dst_addr");
            meta.dst_port : exact @name("dst_port");
        }
        actions = { bind_to6; BIND_TO6_FILTERED @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(bib4_counter)
        IDLE_TIMEOUT
        size = BIB_SIZE;
    }

#ifdef TARGET_HAS_PORT_SETS
    TABLE_COUNTER(port_sets4_counter, PORT_SETS4_COUNTER)

    // low: the bits of a port that both sides have in common.
    @id(BIND_SET_TO6_ACTION) @name(".bind_set_to6")
    action bind_set_to6(ipv6_addr_t addr6, bit<16> port6, bit<16> low) {
        meta.dst6 = addr6;
        meta.dst_port = port6 | (meta.dst_port & low);
        set_found = 1;
    }

    // The same by ranges of ports.
    @id(PORT_SETS4_TABLE) @name(".port_sets4")
    table port_sets4 {
        key = {
            meta.protocol4 : BESIDE_PREFIX @name("protocol");
            meta.dst4 : BESIDE_PREFIX @name("dst_addr");
            meta.dst_port : PREFIX_MATCH @name("dst_port");
        }
        actions = { bind_set_to6; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(port_sets4_counter)
        IDLE_TIMEOUT
        size = PORT_SETS_SIZE;
    }
#endif

    apply {
        meta.dst_port4 = meta.dst_port;
        if (meta.dst_pool == 1) {
            // The identifier that counts is the one that the source's binding gives, which is
            // looked up later. An EAM keeps it.
            if (hdr.ipv6.isValid() && hdr.echo.isValid() && meta.src_eam == 0) {
                PUNT(HAIRPIN_ECHO)
            } else if (!bib4.apply().hit) {
#ifdef TARGET_HAS_PORT_SETS
                port_sets4.apply();
#endif
                if (set_found == 1) {
                    // Bound.
                } else if (hdr.echo.isValid()
                        && ((hdr.ipv4.isValid() && hdr.icmp.type == ICMP_ECHO_REQUEST)
                            || (hdr.ipv6.isValid() && hdr.icmp.type == ICMPV6_ECHO_REQUEST))) {
                    meta.verdict = VERDICT_ECHO;
#ifdef TARGET_HAS_SESSIONS
                } else if (IS_HELD(hdr, meta)) {
                    PUNT(UNSOLICITED_SYN)
#endif
                } else {
                    DROP(NO_BINDING)
                }
            }
        }
    }
}

// From here on a packet is only passed on: what would not survive one more hop ends here.
control Forwardable(inout headers_t hdr, inout metadata_t meta) {
    apply {
        if (meta.illegal_source == 1) {
            DROP(SOURCE_ILLEGAL)
        } else if ((hdr.ipv4.isValid() && hdr.ipv4.ttl < 2)
                || (hdr.ipv6.isValid() && hdr.ipv6.hop_limit < 2)) {
            PUNT(HOP_LIMIT)
        }
    }
}

#endif
