// SPDX-License-Identifier: Apache-2.0
//
//  [identification] -> translate
//
// Identification, DF, MF and fragment offset of IPv4 packets that were IPv6 (RFC 7915 section 5.1).
// A fragment keeps the low 16 bits of its identification; what may be fragmented on its way gets a
// random one (RFC 6864 section 4.3); anything larger is atomic, with DF and 0. The slow path's
// policy is the same: Ipv4Identification in core/. The vectors hold both to it.
#ifndef ISTHMUS_IDENTIFICATION_P4
#define ISTHMUS_IDENTIFICATION_P4

// Bytes of the IPv4 packet up to which DF is not set.
#define MAY_BE_FRAGMENTED 1260

// `fragment` is the IPv6 fragment header, valid or not; total_len must be set.
#define SET_IDENTIFICATION(ipv4, fragment, random) { \
        ipv4.mf = 0; \
        ipv4.frag_offset = 0; \
        if (fragment.isValid()) { \
            ipv4.identification = fragment.identification[15:0]; \
            ipv4.df = 0; \
            ipv4.mf = fragment.m; \
            ipv4.frag_offset = fragment.frag_offset; \
        } else if (ipv4.total_len <= MAY_BE_FRAGMENTED) { \
            ipv4.identification = (random); \
            ipv4.df = 0; \
        } else { \
            ipv4.identification = 0; \
            ipv4.df = 1; \
        } \
    }

#endif
