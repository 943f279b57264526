// SPDX-License-Identifier: Apache-2.0
//
//  [sums] -> admit, neighbor, local, translate, routing
//
// One's complement arithmetic of RFC 1071 and RFC 1624 on sums of 16-bit words kept in 32 bits.
#ifndef ISTHMUS_SUMS_P4
#define ISTHMUS_SUMS_P4

#define WORD(x) ((bit<32>)(x))
#define SUM32(x) (WORD((x)[31:16]) + WORD((x)[15:0]))
#define SUM48(x) (WORD((x)[47:32]) + WORD((x)[31:16]) + WORD((x)[15:0]))
#define SUM128(x) (WORD((x)[127:112]) + WORD((x)[111:96]) + WORD((x)[95:80]) + \
        WORD((x)[79:64]) + WORD((x)[63:48]) + WORD((x)[47:32]) + WORD((x)[31:16]) + WORD((x)[15:0]))

// Two folds bring the sum of up to 65,536 words below 2^16.
#define FOLD(sum) { \
        sum = WORD((sum)[31:16]) + WORD((sum)[15:0]); \
        sum = WORD((sum)[31:16]) + WORD((sum)[15:0]); \
    }

// All words of an IPv4 header without options, checksum included.
#define SUM_IPV4(ip) ( \
        WORD((ip).version ++ (ip).ihl ++ (ip).tos) + WORD((ip).total_len) + \
        WORD((ip).identification) + \
        WORD((ip).reserved ++ (ip).df ++ (ip).mf ++ (ip).frag_offset) + \
        WORD((ip).ttl ++ (ip).protocol) + WORD((ip).checksum) + \
        SUM32((ip).src_addr) + SUM32((ip).dst_addr))

// RFC 1624 equation 3: HC' = ~(~HC + ~m + m'). `before` and `after` are folded sums; a checksum
// that was wrong stays wrong.
#define UPDATE_CHECKSUM(checksum, before, after, scratch) { \
        scratch = WORD(~(checksum)) + WORD(~(before)[15:0]) + after; \
        FOLD(scratch) \
        checksum = ~(scratch)[15:0]; \
    }

// The other zero of one's complement, wherever 0 is not right: in UDP it says that there is no
// checksum (RFC 768), and an ICMPv4 echo reply of zeros would sum up to 0 with it (RFC 1624).
#define NOT_ZERO(checksum) { \
        if ((checksum) == 0) { \
            checksum = 0xffff; \
        } \
    }

#endif
