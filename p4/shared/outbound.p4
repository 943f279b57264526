// SPDX-License-Identifier: Apache-2.0
//
//  ... forwardable -> [outbound] -> result -> routing -> ...
//
// Finds the source of the result: the binding of an IPv6 host, or the IPv6 address that stands for
// an IPv4 one. RFC 6146 section 3.5, RFC 6052 section 2.2, RFC 7757 section 3.3.
#ifndef ISTHMUS_OUTBOUND_P4
#define ISTHMUS_OUTBOUND_P4

#include "eam_shift.p4"

control Outbound(inout headers_t hdr, inout metadata_t meta) {
    bit<1> src6_found = 0;
    ipv6_addr_t shifted = 0;
    bit<8> prefix_length = 0;
    bit<16> embedded_port = 0;
    bit<1> set_found = 0;

    TABLE_COUNTER(eam4_src_counter, EAM4_SRC_COUNTER)
    TABLE_COUNTER(bib6_counter, BIB6_COUNTER)

    @id(EAM_SRC_TO6_ACTION) @name(".eam_src_to6")
    action eam_src_to6(ipv6_addr_t prefix6, ipv4_addr_t suffix_mask, bit<8> shift) {
        meta.src6 = prefix6;
        meta.suffix_mask = suffix_mask;
        meta.shift = shift;
        src6_found = 1;
    }

    // EAMs with which IPv4 hosts are seen in IPv6, by the instance whose host gets the packet.
    @id(EAM4_SRC_TABLE) @name(".eam4_src")
    table eam4_src {
        key = {
            hdr.ipv4.src_addr : PREFIX_MATCH @name("src_addr");
            meta.instance6 : BESIDE_PREFIX @name("instance");
        }
        actions = { eam_src_to6; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(eam4_src_counter)
        size = EAM_SIZE;
    }

    @id(DENY_ACTION) @name(".deny")
    action deny() {
        DROP(EMBEDDED_ADDRESS_DENIED)
        COPY(REFUSED)
    }

    // IPv4 addresses that must not stand inside the NAT64 prefix of an instance.
    @id(EMBEDDED_TABLE) @name(".embedded")
    table embedded {
        key = {
            meta.embedded_instance : BESIDE_PREFIX @name("instance");
            meta.embedded_addr : PREFIX_MATCH @name("addr4");
        }
        actions = { deny; @defaultonly NoAction; }
        const default_action = NoAction();
        size = EMBEDDED_SIZE;
    }

    // What must not be translated to and from these addresses by protocol and port alone. Protocol
    // as in IPv4; ports by masks, with ICMP none.
    @id(DENIED_SERVICES_TABLE) @name(".denied_services")
    table denied_services {
        key = {
            meta.embedded_instance : ternary @name("instance");
            meta.protocol4 : ternary @name("protocol");
            meta.embedded_addr : ternary @name("addr4");
            embedded_port : ternary @name("port");
        }
        actions = { deny; @defaultonly NoAction; }
        const default_action = NoAction();
        size = DENIED_SERVICES_SIZE;
    }

    @id(BIND_TO4_ACTION) @name(".bind_to4")
    action bind_to4(ipv4_addr_t addr4, bit<16> port4) {
        meta.src4 = addr4;
        meta.src_port = port4;
        meta.tracked = 1;
    }

#ifdef TARGET_HAS_SESSIONS
    @id(BIND_TO4_FILTERED_ACTION) @name(".bind_to4_filtered")
    action bind_to4_filtered(ipv4_addr_t addr4, bit<16> port4, bit<16> peer_mask) {
        meta.src4 = addr4;
        meta.src_port = port4;
        meta.src_filtered = 1;
        meta.src_peer_mask = peer_mask;
        meta.tracked = 1;
    }
#endif

    // Bindings by IPv6 host. For ICMPv6 (58) the port is the identifier.
    @id(BIB6_TABLE) @name(".bib6")
    table bib6 {
        key = {
            meta.instance : exact @name("instance");
            meta.protocol : exact @name("protocol");
            hdr.ipv6.src_addr : exact @name("src_addr");
            meta.src_port : exact @name("src_port");
        }
        actions = { bind_to4; BIND_TO4_FILTERED @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(bib6_counter)
        IDLE_TIMEOUT
        size = BIB_SIZE;
    }

#ifdef TARGET_HAS_PORT_SETS
    TABLE_COUNTER(port_sets6_counter, PORT_SETS6_COUNTER)

    // low: the bits of a port that both sides have in common.
    @id(BIND_SET_TO4_ACTION) @name(".bind_set_to4")
    action bind_set_to4(ipv4_addr_t addr4, bit<16> port4, bit<16> low) {
        meta.src4 = addr4;
        meta.src_port = port4 | (meta.src_port & low);
        set_found = 1;
    }

    // The same by ranges of ports: nothing of their sessions comes up.
    @id(PORT_SETS6_TABLE) @name(".port_sets6")
    table port_sets6 {
        key = {
            meta.instance : BESIDE_PREFIX @name("instance");
            meta.protocol : BESIDE_PREFIX @name("protocol");
            hdr.ipv6.src_addr : BESIDE_PREFIX @name("src_addr");
            meta.src_port : PREFIX_MATCH @name("src_port");
        }
        actions = { bind_set_to4; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(port_sets6_counter)
        IDLE_TIMEOUT
        size = PORT_SETS_SIZE;
    }
#endif

    @id(LIMITED_ACTION) @name(".limited")
    action limited() DROP(SUBSCRIBER_LIMIT)

    // Subscribers that get no binding for now: their new flows do not trouble the controller.
    @id(SUBSCRIBER_LIMITS_TABLE) @name(".subscriber_limits")
    table subscriber_limits {
        key = {
            meta.instance : BESIDE_PREFIX @name("instance");
            meta.protocol : BESIDE_PREFIX @name("protocol");
            hdr.ipv6.src_addr : PREFIX_MATCH @name("src_addr");
        }
        actions = { limited; @defaultonly NoAction; }
        const default_action = NoAction();
        size = SUBSCRIBER_LIMITS_SIZE;
    }

    // length: of the prefix, one of RFC 6052 section 2.2.
    @id(EMBED_ACTION) @name(".embed")
    action embed(ipv6_addr_t prefix6, bit<8> length) {
        meta.src6 = prefix6;
        prefix_length = length;
    }

    // The NAT64 prefix of each instance.
    @id(PREFIX6_TABLE) @name(".prefix6")
    table prefix6 {
        key = { meta.instance6 : exact @name("instance"); }
        actions = { embed; @defaultonly NoAction; }
        const default_action = NoAction();
        size = INSTANCE_SIZE;
    }

    apply {
        // A source that a host of a binding wrote to, or of a hairpin, keeps the NAT64 prefix.
        if (meta.translation == TRANSLATION_TO6 && meta.dst_eam == 1
                && meta.simple_hairpinning == 0) {
            if (eam4_src.apply().hit) {
                shifted = 96w0 ++ (hdr.ipv4.src_addr & meta.suffix_mask);
                EAM_SHIFT_LEFT(shifted, meta.shift)
                meta.src6 = meta.src6 | shifted;
            }
        }

        // RFC 6052 section 3.1. A hairpin's source is a pool address or that of an EAM.
        bit<1> is_embedded = meta.dst_embedded;
        meta.embedded_instance = meta.instance;
        meta.embedded_addr = meta.dst4;
        if (meta.translation == TRANSLATION_TO6 && src6_found == 0) {
            is_embedded = 1;
            meta.embedded_instance = meta.instance6;
            meta.embedded_addr = meta.src4;
        }
        if (is_embedded == 1) {
            if (!embedded.apply().hit) {
                embedded_port = meta.src_port;
                if (hdr.ipv6.isValid()) {
                    // A hairpin's is that of its host by now.
                    if (hdr.tcp.isValid()) {
                        embedded_port = hdr.tcp.dst_port;
                    } else if (hdr.udp.isValid()) {
                        embedded_port = hdr.udp.dst_port;
                    }
                }
                denied_services.apply();
            }
        }

        if (meta.verdict == VERDICT_CONTINUE) {
            if (hdr.ipv6.isValid() && meta.src_eam == 0) {
                if (meta.dst_embedded == 0) {
                    // Its answer to a binding comes from the NAT64 prefix.
                    DROP(SOURCE_NOT_MAPPED)
                    COPY(REFUSED)
                } else if (!bib6.apply().hit) {
#ifdef TARGET_HAS_PORT_SETS
                    port_sets6.apply();
#endif
                    if (set_found == 0) {
                        if (!subscriber_limits.apply().hit) PUNT(BIB_MISS)
                    }
                }
            }
            if (meta.translation != TRANSLATION_TO4 && src6_found == 0
                    && meta.verdict == VERDICT_CONTINUE) {
                if (!prefix6.apply().hit) DROP(NO_PREFIX)
                // Bits 64 to 71 are zero.
#define EMBED(length, bits) if (prefix_length == length) { meta.src6 = meta.src6 | (bits); }
                EMBED(96, 96w0 ++ meta.src4)
                else EMBED(64, 72w0 ++ meta.src4 ++ 24w0)
                else EMBED(56, 56w0 ++ meta.src4[31:24] ++ 8w0 ++ meta.src4[23:0] ++ 32w0)
                else EMBED(48, 48w0 ++ meta.src4[31:16] ++ 8w0 ++ meta.src4[15:0] ++ 40w0)
                else EMBED(40, 40w0 ++ meta.src4[31:8] ++ 8w0 ++ meta.src4[7:0] ++ 48w0)
                else EMBED(32, 32w0 ++ meta.src4 ++ 64w0)
            }
        }
    }
}

#endif
