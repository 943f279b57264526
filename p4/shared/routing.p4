// SPDX-License-Identifier: Apache-2.0
//
//  ... result -> [routing -> tcp_state] -> translate -> [rewrite] -> composition
//
// One hop: longest prefix, next hop (one of several by the hash of the flow), MTU; and, once all is
// decided, MAC addresses, VLAN tag and TTL.
#ifndef ISTHMUS_ROUTING_P4
#define ISTHMUS_ROUTING_P4

#include "hash.p4"
#include "sums.p4"

// A hash of the flow as it leaves, that has nothing in common with the one the previous switch
// made: the seed enters first.
control FlowHash(inout headers_t hdr, inout metadata_t meta) {
    bit<32> mixed = 0;

    @id(SET_SEED_ACTION) @name(".set_seed")
    action set_seed(bit<32> seed) {
        mixed = seed;
    }

    // Another one on each switch.
    @id(FLOW_SEED_TABLE) @name(".flow_seed")
    table flow_seed {
        key = { meta.scope : exact @name("scope"); }
        actions = { set_seed; }
        const default_action = set_seed(0);
        size = SETTING_SIZE;
    }

    apply {
        flow_seed.apply();
        if (meta.to_ipv6 == 0) {
            MIX(meta.src4)
            MIX(meta.dst4)
            MIX(24w0 ++ meta.protocol4)
        } else {
            MIX(meta.src6[127:96] ^ meta.src6[63:32])
            MIX(meta.src6[95:64] ^ meta.src6[31:0])
            MIX(meta.dst6[127:96] ^ meta.dst6[63:32])
            MIX(meta.dst6[95:64] ^ meta.dst6[31:0])
            MIX(12w0 ++ meta.flow_label)
        }
        // All fragments of a packet go the same way.
        if (meta.fragmented == 0) {
            if (hdr.tcp.isValid() || hdr.udp.isValid()) {
                MIX(meta.src_port ++ meta.dst_port)
            } else if (hdr.echo.isValid()) {
                MIX(16w0 ++ meta.src_port)
            }
        }
        AVALANCHE
        meta.flow_hash = mixed;
    }
}

control Routing(inout headers_t hdr, inout metadata_t meta) {
    bit<1> routed = 0;

    TABLE_COUNTER(route4_counter, ROUTE4_COUNTER)
    TABLE_COUNTER(route6_counter, ROUTE6_COUNTER)
    NEXT_IMPLEMENTATION(next_selector, NEXT_SELECTOR_PROFILE)

    @id(SET_NEXT_ACTION) @name(".set_next")
    action set_next(next_id_t next_id) {
        meta.next_id = next_id;
        routed = 1;
    }

    // On a network of ours, and the neighbour is not resolved.
    @id(CONNECTED_ACTION) @name(".connected")
    action connected() {
        PUNT(NO_NEIGHBOR)
        routed = 1;
    }

    @id(BLACKHOLE_ACTION) @name(".blackhole")
    action blackhole() {
        DROP(BLACKHOLE)
        routed = 1;
    }

    @id(ROUTE4_TABLE) @name(".route4")
    table route4 {
        key = { meta.dst4 : PREFIX_MATCH @name("dst_addr"); }
        actions = { set_next; connected; blackhole; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(route4_counter)
        size = ROUTE_SIZE;
    }

    @id(ROUTE6_TABLE) @name(".route6")
    table route6 {
        key = { meta.dst6 : PREFIX_MATCH @name("dst_addr"); }
        actions = { set_next; connected; blackhole; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(route6_counter)
        size = ROUTE_SIZE;
    }

    // vlan_id 0: untagged. mtu: largest IP packet, in bytes.
    @id(FORWARD_ACTION) @name(".forward")
    action forward(port_number_t port, mac_t smac, mac_t dmac, bit<12> vlan_id, bit<16> mtu) {
        meta.verdict = VERDICT_ROUTE;
        meta.egress_port = port;
        meta.smac = smac;
        meta.dmac = dmac;
        meta.vlan_id = vlan_id;
        meta.mtu = mtu;
    }

    @id(NEXT_TABLE) @name(".next")
    table next {
        key = {
            meta.next_id : exact @name("next_id");
            NEXT_MEMBER_KEY
        }
        actions = { forward; @defaultonly NoAction; }
        NEXT_DEFAULT
        IMPLEMENTED_BY(next_selector)
        size = NEXT_ENTRIES;
    }

    apply {
        if (meta.to_ipv6 == 0) {
            route4.apply();
        } else {
            route6.apply();
        }
        if (routed == 0) {
            DROP(NO_ROUTE)
            COPY(NO_ROUTE)
        } else if (meta.verdict == VERDICT_CONTINUE) {
            FlowHash.apply(hdr, meta);
            next.apply();
            if (meta.verdict != VERDICT_ROUTE) DROP(NO_NEXT)
            else if (meta.ip_length > (bit<32>)meta.mtu) PUNT(TOO_BIG)
        }
    }
}

// The controller keeps the TCP states (RFC 6146 section 3.5.2) by the segments that change them, but
// for those of port sets.
control TcpState(inout headers_t hdr, inout metadata_t meta) {
    apply {
        if (meta.tracked == 1 && hdr.tcp.isValid()
                && (hdr.tcp.syn == 1 || hdr.tcp.fin == 1 || hdr.tcp.rst == 1)) {
            COPY(TCP_STATE)
        }
    }
}

// Towards the next hop: MAC addresses, VLAN tag, and one less of TTL or hop limit.
control Rewrite(inout headers_t hdr, inout metadata_t meta) {
    bit<32> before = 0;
    bit<32> after = 0;
    bit<32> scratch = 0;

    apply {
        hdr.ethernet.src_addr = meta.smac;
        hdr.ethernet.dst_addr = meta.dmac;
        if (hdr.ipv4.isValid()) {
            before = WORD(hdr.ipv4.ttl ++ hdr.ipv4.protocol);
            hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
            after = WORD(hdr.ipv4.ttl ++ hdr.ipv4.protocol);
            UPDATE_CHECKSUM(hdr.ipv4.checksum, before, after, scratch)
            hdr.ethernet.ether_type = ETHER_TYPE_IPV4;
        } else if (hdr.ipv6.isValid()) {
            hdr.ipv6.hop_limit = hdr.ipv6.hop_limit - 1;
            hdr.ethernet.ether_type = ETHER_TYPE_IPV6;
        }
        if (meta.vlan_id == 0) {
            hdr.vlan.setInvalid();
        } else {
            if (!hdr.vlan.isValid()) {
                hdr.vlan.setValid();
                hdr.vlan.pcp = 0;
                hdr.vlan.dei = 0;
            }
            hdr.vlan.vid = meta.vlan_id;
            hdr.vlan.ether_type = hdr.ethernet.ether_type;
            hdr.ethernet.ether_type = ETHER_TYPE_VLAN;
        }
    }
}

#endif
