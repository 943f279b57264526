// SPDX-License-Identifier: Apache-2.0
//
//  start (composition) -> [ethernet -> vlan? -> arp | ipv4 option* | ipv6 ext* fragment?
//                          -> tcp | udp | icmp -> echo | nd -> nd_option?] -> admit
//
// Included inside a parser of the composition. A packet that ends early keeps what was parsed:
// the headers that are missing stay invalid, and the steps look at validity.

state ethernet {
    packet.extract(hdr.ethernet);
    transition select(hdr.ethernet.ether_type) {
        ETHER_TYPE_VLAN: vlan;
        ETHER_TYPE_ARP: arp;
        ETHER_TYPE_IPV4: ipv4;
        ETHER_TYPE_IPV6: ipv6;
        default: accept;
    }
}

state vlan {
    packet.extract(hdr.vlan);
    transition select(hdr.vlan.ether_type) {
        ETHER_TYPE_ARP: arp;
        ETHER_TYPE_IPV4: ipv4;
        ETHER_TYPE_IPV6: ipv6;
        default: accept;
    }
}

state arp {
    packet.extract(hdr.arp);
    transition accept;
}

state ipv4 {
    packet.extract(hdr.ipv4);
    meta.protocol = hdr.ipv4.protocol;
    transition select(hdr.ipv4.ihl) {
        0 &&& 0xc: accept;
        4: accept;
        5: ipv4_upper;
        default: IPV4_OPTIONS_STATE;
    }
}

#ifdef TARGET_HAS_VARBIT
state ipv4_options {
    meta.options_left = ((bit<8>)(hdr.ipv4.ihl - 5)) << 2;
    transition ipv4_option;
}

// At least one byte of options is left. The tenth option takes them all, and so does a second source
// route, of which there is at most one (RFC 791 section 3.1).
state ipv4_option {
    transition select(meta.options_count, meta.source_route_length, packet.lookahead<bit<8>>()) {
        (9, _, _): ipv4_options_opaque;
        (_, _, IPV4_OPTION_END): ipv4_options_rest;
        (_, _, IPV4_OPTION_NOP): ipv4_option_nop;
        (_, 0, IPV4_OPTION_LOOSE_SOURCE_ROUTE): ipv4_option_source_route;
        (_, 0, IPV4_OPTION_STRICT_SOURCE_ROUTE): ipv4_option_source_route;
        (_, _, IPV4_OPTION_LOOSE_SOURCE_ROUTE): ipv4_options_opaque;
        (_, _, IPV4_OPTION_STRICT_SOURCE_ROUTE): ipv4_options_opaque;
        default: ipv4_option_length;
    }
}

state ipv4_option_nop {
    meta.option_length = 1;
    transition ipv4_option_extract;
}

state ipv4_option_source_route {
    bit<24> start_of_option = packet.lookahead<bit<24>>();
    meta.source_route_length = start_of_option[15:8];
    meta.source_route_pointer = start_of_option[7:0];
    transition ipv4_option_length;
}

state ipv4_option_length {
    bit<16> start_of_option = packet.lookahead<bit<16>>();
    meta.option_length = start_of_option[7:0];
    // The sign says whether the option ends inside the header.
    bit<8> behind = meta.options_left - meta.option_length;
    transition select(meta.option_length, behind) {
        (0, _): ipv4_options_opaque;
        (1, _): ipv4_options_opaque;
        (0x80 &&& 0x80, _): ipv4_options_opaque;
        (_, 0x80 &&& 0x80): ipv4_options_opaque;
        default: ipv4_option_extract;
    }
}

state ipv4_option_extract {
    packet.extract(hdr.ipv4_option.next, ((bit<32>)(meta.option_length - 1)) << 3);
    meta.options_left = meta.options_left - meta.option_length;
    meta.options_count = meta.options_count + 1;
    transition select(meta.options_left) {
        0: ipv4_upper;
        default: ipv4_option;
    }
}

state ipv4_options_opaque {
    meta.options_opaque = 1;
    transition ipv4_options_rest;
}

state ipv4_options_rest {
    packet.extract(hdr.ipv4_option.next, ((bit<32>)(meta.options_left - 1)) << 3);
    transition ipv4_upper;
}
#endif

state ipv4_upper {
    transition select(hdr.ipv4.frag_offset, hdr.ipv4.protocol) {
        (0, PROTOCOL_TCP): tcp;
        (0, PROTOCOL_UDP): udp;
        (0, PROTOCOL_ICMP): icmp4;
        default: accept;
    }
}

state ipv6 {
    packet.extract(hdr.ipv6);
    meta.protocol = hdr.ipv6.next_header;
    transition select(hdr.ipv6.next_header) {
        PROTOCOL_HOP_BY_HOP: IPV6_EXT_STATE;
        PROTOCOL_ROUTING: IPV6_ROUTING_STATE;
        PROTOCOL_DESTINATION_OPTIONS: IPV6_EXT_STATE;
        PROTOCOL_FRAGMENT: fragment;
        PROTOCOL_TCP: tcp;
        PROTOCOL_UDP: udp;
        PROTOCOL_ICMPV6: icmp6;
        default: accept;
    }
}

#ifdef TARGET_HAS_VARBIT
// A fifth one ends the parsing, and meta.protocol then names it.
state ipv6_ext {
    bit<16> start_of_ext = packet.lookahead<bit<16>>();
    packet.extract(hdr.ipv6_ext.next, (((bit<32>)start_of_ext[7:0]) << 6) + 32);
    meta.protocol = hdr.ipv6_ext.last.next_header;
    transition select(hdr.ipv6_ext.last.next_header) {
        PROTOCOL_HOP_BY_HOP: ipv6_ext;
        PROTOCOL_ROUTING: ipv6_routing;
        PROTOCOL_DESTINATION_OPTIONS: ipv6_ext;
        PROTOCOL_FRAGMENT: fragment;
        PROTOCOL_TCP: tcp;
        PROTOCOL_UDP: udp;
        PROTOCOL_ICMPV6: icmp6;
        default: accept;
    }
}

state ipv6_routing {
    bit<32> start_of_ext = packet.lookahead<bit<32>>();
    meta.segments_left = meta.segments_left | start_of_ext[7:0];
    transition ipv6_ext;
}
#endif

state fragment {
    packet.extract(hdr.fragment);
    meta.protocol = hdr.fragment.next_header;
    transition select(hdr.fragment.frag_offset, hdr.fragment.next_header) {
        (0, PROTOCOL_TCP): tcp;
        (0, PROTOCOL_UDP): udp;
        (0, PROTOCOL_ICMPV6): icmp6;
        default: accept;
    }
}

state tcp {
    packet.extract(hdr.tcp);
    meta.src_port = hdr.tcp.src_port;
    meta.dst_port = hdr.tcp.dst_port;
    transition accept;
}

state udp {
    packet.extract(hdr.udp);
    meta.src_port = hdr.udp.src_port;
    meta.dst_port = hdr.udp.dst_port;
    transition accept;
}

state icmp4 {
    packet.extract(hdr.icmp);
    transition select(hdr.icmp.type) {
        ICMP_ECHO_REQUEST: echo;
        ICMP_ECHO_REPLY: echo;
        default: accept;
    }
}

state icmp6 {
    packet.extract(hdr.icmp);
    transition select(hdr.icmp.type) {
        ICMPV6_ECHO_REQUEST: echo;
        ICMPV6_ECHO_REPLY: echo;
        ICMPV6_NEIGHBOR_SOLICITATION: nd;
        ICMPV6_NEIGHBOR_ADVERTISEMENT: nd;
        default: accept;
    }
}

state echo {
    packet.extract(hdr.echo);
    meta.src_port = hdr.echo.identifier;
    meta.dst_port = hdr.echo.identifier;
    transition accept;
}

// One option fits from 32 bytes of payload on.
state nd {
    packet.extract(hdr.nd);
    transition select(hdr.ipv6.payload_len) {
        0 &&& 0xffe0: accept;
        default: nd_option;
    }
}

state nd_option {
    packet.extract(hdr.nd_option);
    transition accept;
}
