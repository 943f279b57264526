// SPDX-License-Identifier: Apache-2.0
//
//  ... outbound -> [filtering] -> result -> routing -> ...
//
// May this peer send to that binding? Address-dependent filtering, and address-and-port-dependent
// filtering, where the binding says so: RFC 6146 section 3.5, RFC 4787 section 5.
#ifndef ISTHMUS_FILTERING_P4
#define ISTHMUS_FILTERING_P4

#ifdef TARGET_HAS_SESSIONS
control Filtering(inout headers_t hdr, inout metadata_t meta) {
    ipv4_addr_t addr = 0;
    bit<16> port = 0;
    ipv4_addr_t peer_addr = 0;
    bit<16> peer_port = 0;

    TABLE_COUNTER(session_counter, SESSION_COUNTER)

    @id(ALLOW_ACTION) @name(".allow")
    action allow() {}

    // Whom bindings that are filtered have written to: pool address and port, and the peer's. The
    // peer's port is 0 where any will do; ports are identifiers for ICMP (1), and a peer has none.
    @id(SESSION_TABLE) @name(".session")
    table session {
        key = {
            meta.protocol4 : exact @name("protocol");
            addr : exact @name("addr4");
            port : exact @name("port4");
            peer_addr : exact @name("peer_addr");
            peer_port : exact @name("peer_port");
        }
        actions = { allow; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(session_counter)
        size = SESSION_SIZE;
    }

    // Those of them whose peer is another binding that is filtered: a hairpin between two needs one
    // of each, and no table is looked up twice.
    @id(HAIRPIN_SESSION_TABLE) @name(".hairpin_session")
    table hairpin_session {
        key = {
            meta.protocol4 : exact @name("protocol");
            meta.dst4 : exact @name("addr4");
            meta.dst_port4 : exact @name("port4");
            meta.src4 : exact @name("peer_addr");
            peer_port : exact @name("peer_port");
        }
        actions = { allow; @defaultonly NoAction; }
        const default_action = NoAction();
        size = HAIRPIN_SESSION_SIZE;
    }

    apply {
        if (meta.src_filtered == 1) {
            addr = meta.src4;
            port = meta.src_port;
            peer_addr = meta.dst4;
            peer_port = meta.dst_port4 & meta.src_peer_mask;
        } else {
            addr = meta.dst4;
            port = meta.dst_port4;
            peer_addr = meta.src4;
            peer_port = meta.src_port & meta.dst_peer_mask;
        }
        if (meta.src_filtered == 1 || meta.dst_filtered == 1) {
            if (!session.apply().hit) {
                if (meta.src_filtered == 1) PUNT(SESSION_MISS)
                else if (IS_HELD(hdr, meta)) PUNT(UNSOLICITED_SYN)
                else DROP(FILTERED)
            } else if (meta.src_filtered == 1 && meta.dst_filtered == 1) {
                peer_port = meta.src_port & meta.dst_peer_mask;
                if (!hairpin_session.apply().hit) {
                    if (IS_HELD(hdr, meta)) PUNT(UNSOLICITED_SYN)
                    else DROP(FILTERED)
                }
            }
        }
    }
}
#endif

#endif
