// SPDX-License-Identifier: Apache-2.0
//
//  admit -> [source] -> neighbor -> guard -> ...
//
// May this source come in here? Source address validation (RFC 2827, RFC 3704; RFC 6620 where
// addresses are learned) where hosts and other routers are attached. What comes from the controller
// was validated when it came in, what comes from another switch at that one.
#ifndef ISTHMUS_SOURCE_P4
#define ISTHMUS_SOURCE_P4

// The sources that some ports let in.
typedef bit<32> source_group_t;

control Source(inout headers_t hdr, inout metadata_t meta) {
    bit<12> vlan_id = 0;
    bit<1> is_edge = 0;
    bit<1> is_neighbor = 0; // ARP or neighbour discovery
    bit<1> is_nobody = 0; // asks without an address: RFC 5227 section 1.1, RFC 4862 section 5.4.2
    bit<1> is_claim = 0; // says that the address is its own, and asks nothing
    bit<1> is_routed = 0;
    bit<1> is_learned = 0;
    bit<1> is_full = 0;
    source_group_t neighbor_group = 0;
    source_group_t packet_group = 0;
    source_group_t group = 0;
    ipv4_addr_t addr4 = 0;
    ipv6_addr_t addr6 = 0;

    @id(TRUST_ACTION) @name(".trust")
    action trust() {}

    @id(VALIDATE_ACTION) @name(".validate")
    action validate(@name("neighbor_group") source_group_t neighbors,
            @name("packet_group") source_group_t packets) {
        is_edge = 1;
        neighbor_group = neighbors;
        packet_group = packets;
    }

    @id(UNVERIFIED_ACTION) @name(".unverified")
    action unverified() DROP(SOURCE_UNVERIFIED)

    // Where hosts and other routers are attached, and where another switch is. vlan_id 0: untagged.
    @id(EDGE_TABLE) @name(".edge")
    table edge {
        key = {
            meta.ingress_port : exact @name("port");
            vlan_id : exact @name("vlan_id");
        }
        actions = { trust; validate; @defaultonly NoAction; }
        const default_action = NoAction();
        size = EDGE_SIZE;
    }

    // The controller writes `unverified` once all ports in use are in `edge`.
    @id(OTHER_EDGES_TABLE) @name(".other_edges")
    table other_edges {
        key = { meta.scope : exact @name("scope"); }
        actions = { trust; unverified; }
        const default_action = trust();
        size = SETTING_SIZE;
    }

    // In a network of the port itself.
    @id(ON_LINK_ACTION) @name(".on_link")
    action on_link() {}

    // Behind a router there: a source of packets, unless the address is one that we serve.
    @id(ROUTED_ACTION) @name(".routed")
    action routed() {
        is_routed = 1;
    }

    // In a network of the port itself, where an address is first the port's own and then a source.
    @id(LEARNED_ACTION) @name(".learned")
    action learned() {
        is_learned = 1;
    }

    // The same, and the port has as many addresses as it may have.
    @id(FULL_ACTION) @name(".full")
    action full() {
        is_learned = 1;
        is_full = 1;
    }

    @id(SOURCE4_TABLE) @name(".source4")
    table source4 {
        key = {
            group : BESIDE_PREFIX @name("group");
            addr4 : PREFIX_MATCH @name("addr");
        }
        actions = { on_link; routed; unverified; learned; full; }
        const default_action = unverified();
        size = SOURCE_SIZE;
    }

    @id(SOURCE6_TABLE) @name(".source6")
    table source6 {
        key = {
            group : BESIDE_PREFIX @name("group");
            addr6 : PREFIX_MATCH @name("addr");
        }
        actions = { on_link; routed; unverified; learned; full; }
        const default_action = unverified();
        size = SOURCE_SIZE;
    }

    @id(BOUND_ACTION) @name(".bound")
    action bound() {}

    // Addresses of ports; `unverified` is one that was asked for here and that another port has.
    // IPv4 addresses are V4-mapped (RFC 4291 section 2.5.5.2).
    @id(SOURCE_BINDING_TABLE) @name(".source_binding")
    table source_binding {
        key = {
            group : exact @name("group");
            addr6 : exact @name("addr");
        }
        actions = { bound; unverified; @defaultonly NoAction; }
        const default_action = NoAction();
        size = SOURCE_BINDING_SIZE;
    }

    apply {
        if (hdr.vlan.isValid()) {
            vlan_id = hdr.vlan.vid;
        }
        if (meta.ingress_port != CPU_PORT) {
            if (!edge.apply().hit) {
                other_edges.apply();
            }
        }
        if (is_edge == 1) {
            if (hdr.arp.isValid()) {
                is_neighbor = 1;
                addr4 = hdr.arp.sender_addr;
                if (addr4 == 0) {
                    is_nobody = 1;
                } else if (hdr.arp.op != ARP_REQUEST || addr4 == hdr.arp.target_addr) {
                    is_claim = 1;
                }
            } else if (hdr.ipv4.isValid()) {
                addr4 = hdr.ipv4.src_addr;
            } else {
                addr6 = hdr.ipv6.src_addr;
                if (hdr.ipv6.next_header == PROTOCOL_ICMPV6 && hdr.icmp.isValid()) {
                    if (hdr.icmp.type == ICMPV6_NEIGHBOR_SOLICITATION
                            || hdr.icmp.type == ICMPV6_ROUTER_SOLICITATION) {
                        is_neighbor = 1;
                        if (addr6 == 0) {
                            is_nobody = 1;
                        }
                    } else if (hdr.icmp.type == ICMPV6_NEIGHBOR_ADVERTISEMENT
                            && hdr.nd.isValid()) {
                        is_neighbor = 1;
                        addr6 = hdr.nd.target_addr;
                        is_claim = 1;
                    }
                }
            }

            group = packet_group;
            if (is_neighbor == 1) {
                group = neighbor_group;
            }
            if (is_nobody == 0) {
                if (hdr.ipv6.isValid()) {
                    source6.apply();
                } else {
                    source4.apply();
                    addr6 = 80w0 ++ 16w0xffff ++ addr4;
                }
            }
            if (is_learned == 1) {
                if (!source_binding.apply().hit) {
                    // The controller hears ARP and neighbour discovery anyway.
                    if (is_full == 1) DROP(SOURCE_LIMIT)
                    else if (is_neighbor == 0) PUNT(SOURCE_UNBOUND)
                }
            }
            if (is_routed == 1) {
                if (is_claim == 1) DROP(SOURCE_UNVERIFIED)
                else if (is_neighbor == 0) meta.source_routed = 1;
            }
            if (is_neighbor == 1 && meta.verdict == VERDICT_DROP) COPY(NEIGHBOR_REFUSED)
        }
    }
}

#endif
