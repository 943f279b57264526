// SPDX-License-Identifier: Apache-2.0
//
//  ... local -> [classify] -> eligible -> inbound -> ...
//
// What is this packet to the translator? Finds the IPv4 destination of an IPv6 packet (EAM before
// RFC 6052), whether an IPv4 destination leads into IPv6, and whether the source is covered by an
// EAM. RFC 7757 section 3.3, RFC 6052 section 2.2.
#ifndef ISTHMUS_CLASSIFY_P4
#define ISTHMUS_CLASSIFY_P4

#include "eam_shift.p4"

control Classify(inout headers_t hdr, inout metadata_t meta) {
    ipv6_addr_t shifted = 0;

    TABLE_COUNTER(eam6_dst_counter, EAM6_DST_COUNTER)
    TABLE_COUNTER(eam6_src_counter, EAM6_SRC_COUNTER)
    TABLE_COUNTER(eam4_dst_counter, EAM4_DST_COUNTER)
    TABLE_COUNTER(pool6_counter, POOL6_COUNTER)
    TABLE_COUNTER(pool4_counter, POOL4_COUNTER)

    // address4 = prefix4 | ((address6 >> shift) & suffix_mask),
    // shift = 96 + length of the IPv4 prefix - length of the IPv6 prefix
    @id(EAM_DST_TO4_ACTION) @name(".eam_dst_to4")
    action eam_dst_to4(ipv4_addr_t prefix4, ipv4_addr_t suffix_mask, bit<8> shift,
            instance_t instance) {
        meta.translation = TRANSLATION_TO4;
        meta.dst_eam = 1;
        meta.dst4 = prefix4;
        meta.suffix_mask = suffix_mask;
        meta.shift = shift;
        meta.instance = instance;
    }

    // EAMs with which IPv6 reaches IPv4 hosts.
    @id(EAM6_DST_TABLE) @name(".eam6_dst")
    table eam6_dst {
        key = { hdr.ipv6.dst_addr : PREFIX_MATCH @name("dst_addr"); }
        actions = { eam_dst_to4; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(eam6_dst_counter)
        size = EAM_SIZE;
    }

    @id(EAM_SRC_TO4_ACTION) @name(".eam_src_to4")
    action eam_src_to4(ipv4_addr_t prefix4, ipv4_addr_t suffix_mask, bit<8> shift) {
        meta.src_eam = 1;
        meta.src4 = prefix4;
        meta.suffix_mask = suffix_mask;
        meta.shift = shift;
    }

    // EAMs with which IPv6 hosts are seen in IPv4, by the instance that translates the destination.
    @id(EAM6_SRC_TABLE) @name(".eam6_src")
    table eam6_src {
        key = {
            hdr.ipv6.src_addr : PREFIX_MATCH @name("src_addr");
            meta.instance : BESIDE_PREFIX @name("instance");
        }
        actions = { eam_src_to4; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(eam6_src_counter)
        size = EAM_SIZE;
    }

#define EXTRACT(length, bits) \
    @id(EXTRACT_##length##_ACTION) @name(QUOTED(.extract_##length)) \
    action extract_##length(instance_t instance) { \
        meta.translation = TRANSLATION_TO4; \
        meta.dst_embedded = 1; \
        meta.dst4 = bits; \
        meta.instance = instance; \
    }
    // Bits 64 to 71 are skipped.
    EXTRACT(32, hdr.ipv6.dst_addr[95:64])
    EXTRACT(40, hdr.ipv6.dst_addr[87:64] ++ hdr.ipv6.dst_addr[55:48])
    EXTRACT(48, hdr.ipv6.dst_addr[79:64] ++ hdr.ipv6.dst_addr[55:40])
    EXTRACT(56, hdr.ipv6.dst_addr[71:64] ++ hdr.ipv6.dst_addr[55:32])
    EXTRACT(64, hdr.ipv6.dst_addr[55:24])
    EXTRACT(96, hdr.ipv6.dst_addr[31:0])

    // NAT64 prefixes.
    @id(POOL6_TABLE) @name(".pool6")
    table pool6 {
        key = { hdr.ipv6.dst_addr : PREFIX_MATCH @name("dst_addr"); }
        actions = {
            extract_32; extract_40; extract_48; extract_56; extract_64; extract_96;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        COUNTED_BY(pool6_counter)
        size = NAT64_PREFIX_SIZE;
    }

    @id(LOOP_ACTION) @name(".loop")
    action loop() DROP(LOOP)

    // The same prefixes: a source in there was translated before (RFC 6146 section 3.5).
    @id(POOL6_SRC_TABLE) @name(".pool6_src")
    table pool6_src {
        key = { hdr.ipv6.src_addr : PREFIX_MATCH @name("src_addr"); }
        actions = { loop; @defaultonly NoAction; }
        const default_action = NoAction();
        size = NAT64_PREFIX_SIZE;
    }

    // address6 = prefix6 | ((address4 & suffix_mask) << shift)
    @id(EAM_DST_TO6_ACTION) @name(".eam_dst_to6")
    action eam_dst_to6(ipv6_addr_t prefix6, ipv4_addr_t suffix_mask, bit<8> shift,
            instance_t instance) {
        meta.dst_eam = 1;
        meta.dst6 = prefix6;
        meta.suffix_mask = suffix_mask;
        meta.shift = shift;
        meta.instance6 = instance;
    }

    // EAMs with which IPv4 reaches IPv6 hosts.
    @id(EAM4_DST_TABLE) @name(".eam4_dst")
    table eam4_dst {
        key = { meta.dst4 : PREFIX_MATCH @name("dst_addr"); }
        actions = { eam_dst_to6; @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(eam4_dst_counter)
        size = EAM_SIZE;
    }

    @id(POOL_ACTION) @name(".pool")
    action pool(instance_t instance) {
        meta.dst_pool = 1;
        meta.instance6 = instance;
    }

#ifdef TARGET_HAS_SESSIONS
    @id(HOLDING_POOL_ACTION) @name(".holding_pool")
    action holding_pool(instance_t instance) {
        meta.dst_pool = 1;
        meta.instance6 = instance;
        meta.hold_syn = 1;
    }
#endif

    // IPv4 addresses that stand for many IPv6 hosts.
    @id(POOL4_TABLE) @name(".pool4")
    table pool4 {
        key = { meta.dst4 : PREFIX_MATCH @name("dst_addr"); }
        actions = { pool; HOLDING_POOL @defaultonly NoAction; }
        const default_action = NoAction();
        COUNTED_BY(pool4_counter)
        size = POOL_SIZE;
    }

    apply {
        if (hdr.ipv6.isValid()) {
            if (!eam6_dst.apply().hit) {
                pool6.apply();
            } else {
                shifted = hdr.ipv6.dst_addr;
                EAM_SHIFT_RIGHT(shifted, meta.shift)
                meta.dst4 = meta.dst4 | (shifted[31:0] & meta.suffix_mask);
            }
            if (meta.translation == TRANSLATION_TO4) {
                // What guard asks of the destination of an IPv4 packet.
                if (meta.dst4[31:24] == 0 || meta.dst4[31:24] == 127
                        || meta.dst4[31:29] == 7 || meta.dst4[31:16] == 0xa9fe) {
                    DROP(DESTINATION_ILLEGAL)
                }
                if (!eam6_src.apply().hit) {
                    meta.stateful = 1;
                    pool6_src.apply();
                } else {
                    shifted = hdr.ipv6.src_addr;
                    EAM_SHIFT_RIGHT(shifted, meta.shift)
                    meta.src4 = meta.src4 | (shifted[31:0] & meta.suffix_mask);
                }
            }
        } else {
            meta.src4 = hdr.ipv4.src_addr;
            meta.dst4 = hdr.ipv4.dst_addr;
        }

        // A destination that an EAM made out of IPv6 is that of an IPv4 host: no hairpin.
        if (meta.verdict == VERDICT_CONTINUE
                && (hdr.ipv4.isValid() || meta.dst_embedded == 1)) {
            if (!eam4_dst.apply().hit) {
                if (pool4.apply().hit) {
                    meta.stateful = 1;
                }
            } else {
                shifted = 96w0 ++ (meta.dst4 & meta.suffix_mask);
                EAM_SHIFT_LEFT(shifted, meta.shift)
                meta.dst6 = meta.dst6 | shifted;
            }
            if (meta.dst_eam == 1 || meta.dst_pool == 1) {
                if (hdr.ipv4.isValid()) {
                    meta.translation = TRANSLATION_TO6;
                } else {
                    meta.translation = TRANSLATION_HAIRPIN;
                }
            }
        }
    }
}

#endif
