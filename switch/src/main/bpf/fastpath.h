// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
//
// What fastpath.c works on: the kernel's helpers, and the maps it has together with the switch.

#include <linux/bpf.h>
#include <linux/pkt_cls.h>
#include <linux/types.h>

#define SECTION(name) __attribute__((section(name), used))
#define INLINE static __attribute__((always_inline))
#define BE16(x) __builtin_bswap16(x)
#define BE32(x) __builtin_bswap32(x)
// A number from 1 to mask + 1, which it is, so that the verifier sees it: that of 5.15 learns nothing
// of a lower bound from a comparison with 0. The compiler must not see it.
#define BOUND(x, mask) ({ asm volatile("" : "+r"(x)); (((x) - 1) & (mask)) + 1; })

static void *(*lookup)(void *map, const void *key) = (void *)BPF_FUNC_map_lookup_elem;
static long (*load)(const void *skb, __u32 at, void *to, __u32 len) =
    (void *)BPF_FUNC_skb_load_bytes;
static long (*store)(void *skb, __u32 at, const void *from, __u32 len, __u64 flags) =
    (void *)BPF_FUNC_skb_store_bytes;
static long (*l4_csum_replace)(void *skb, __u32 at, __u64 from, __u64 to, __u64 flags) =
    (void *)BPF_FUNC_l4_csum_replace;
static long (*change_proto)(void *skb, __be16 proto, __u64 flags) =
    (void *)BPF_FUNC_skb_change_proto;
static long (*vlan_push)(void *skb, __be16 proto, __u16 tci) = (void *)BPF_FUNC_skb_vlan_push;
static long (*vlan_pop)(void *skb) = (void *)BPF_FUNC_skb_vlan_pop;
static long (*redirect)(__u32 ifindex, __u64 flags) = (void *)BPF_FUNC_redirect;
static __u64 (*now)(void) = (void *)BPF_FUNC_ktime_get_ns;
static __u32 (*processor)(void) = (void *)BPF_FUNC_get_smp_processor_id;
static __u32 (*random)(void) = (void *)BPF_FUNC_get_prandom_u32;
static long (*pull)(void *skb, __u32 len) = (void *)BPF_FUNC_skb_pull_data;
static long (*csum_update)(void *skb, __u32 sum) = (void *)BPF_FUNC_csum_update;
static long (*set_hash)(void *skb, __u32 hash) = (void *)BPF_FUNC_set_hash;
static long (*change_tail)(void *skb, __u32 len, __u64 flags) = (void *)BPF_FUNC_skb_change_tail;
static long (*read_kernel)(void *to, __u32 len, const void *from) =
    (void *)BPF_FUNC_probe_read_kernel;
static long (*clone_redirect)(void *skb, __u32 ifindex, __u64 flags) =
    (void *)BPF_FUNC_clone_redirect;

#define TYPE_IPV4 0x0800
#define TYPE_IPV6 0x86dd
#define TYPE_VLAN 0x8100
#define TCP 6
#define UDP 17
#define ICMP 1
#define ICMPV6 58
#define TCP_FLAGS 0x27 // URG, RST, SYN, FIN
#define TCP_PSH 0x08
#define TCP_CWR 0x80
#define ETHERNET 14
#define IPV4 20
#define IPV6 40

// What all frames of a flow have in common. 64 bytes.
struct key {
    __u32 ifindex;
    __u16 tag; // TCI
    __u8 tagged;
    __u8 variant; // a flow's long packets may be treated in another way than short ones
    __u8 ethernet[12];
    __u8 ipv6;
    __u8 protocol;
    __u8 ttl;
    __u8 zero;
    __u8 head[4]; // IPv4: version, IHL, TOS, flags and offset; IPv6: version to flow label
    __u8 addresses[32];
    __u8 transport[4]; // ports; type, code and identifier
};

#define CHECKSUM 1
#define NOT_ZERO 2
#define TO_IPV6 4
#define TAG 8
#define KEEP_ID 16
#define RANDOM_ID 32
#define SEGMENTS 64 // may be segmented later, which counts the identification on

// What becomes of them. 16-bit sums in network byte order, as they stand in packets. 88 bytes.
struct flow {
    __u32 live; // 0: it is being filled, or frames are not to be treated so any more
    __u32 ifindex;
    __u32 none;
    __u16 shortest; // bytes of an IP packet
    __u16 longest;
    __u8 flags;
    __s8 lengths;
    __u16 tag;
    __be16 pseudo;
    __be16 rest;
    __be16 header; // sum of the words in ip
    __u16 zero;
    __u8 ethernet[ETHERNET];
    __u8 transport[6];
    __u8 ip[IPV6];
};

struct decision {
    __u32 taken;
    __u32 len;
    __u32 ifindex;
    __u16 length; // bytes of the IP packet
    __be16 id;
    __u32 packets;
    __u32 bytes;
    __u8 from_ipv6;
    __u8 protocol;
    __u8 tagged;
    __u8 control; // flags of TCP
    __u32 partial; // not 0: the checksum is the sum of the pseudo header alone
    __u32 slot;
    __u32 hash; // of all frames of the flow
    // Where a frame is cut here, as its last packet is treated in another way than the others:
    __u16 segment; // payload of each of these
    __u16 tail; // of the last one; 0: it is not cut
    __u32 tail_slot;
    __u32 header; // bytes of the TCP header
    __u32 sum; // what new headers add to the sum of the frame behind that of Ethernet
};

// As many as the port cuts a frame into (Segmenter.java).
#define MOST_SEGMENTS 1365

#define LONGEST_SEGMENT 0x3fff
#define MOST_PACKETS 64

// What comes behind the first packet's payload, while a frame is cut.
struct rest {
    __u8 payload[0x10000 + LONGEST_SEGMENT + 1];
};

// Written by the switch, through memory that it shares. Who looks for a key has a number by a part of
// its hash, and compares the key here; the switch gives an entry to another flow only after a grace
// period. Three cache lines: key, flow, and the flow's end with what is counted.
struct entry {
    struct key key;
    struct flow flow;
    __u64 packets;
    __u64 bytes;
    __u64 last; // CLOCK_MONOTONIC, ns
    __u64 unused[2];
};

#define SLOTS 8

// A cache line of the table of flows, by the upper half of a key's hash. A slot is the lower half, and
// below it the number of the entry; 0: none. Written by the switch as entries are (FlowTable.java),
// which leaves no two of a bucket with the same half.
struct bucket {
    __u64 slots[SLOTS];
};

// By which keys are hashed: random, so that nobody can have flows meet in a bucket.
struct hashing {
    __u32 secret[sizeof(struct key) / 4];
    __u32 mask; // number of buckets - 1
};

// What the kernel keeps from its programs' context, struct __sk_buff, which is struct sk_buff: the
// address of each is the member's offset there, which Programs.java finds in the kernel's BTF.
extern char skb_ip_summed; // a byte that has it,
extern char skb_ip_summed_bit; // from this bit on
extern char skb_csum_start; // and csum_offset
extern char skb_mac_header;
#define SKB(skb, member) ((const void *)(skb) + (__u64)&skb_##member)
#define PARTIAL 3 // CHECKSUM_PARTIAL

// Created by Programs.java.
struct map {
    int x;
};
struct map flows SECTION("maps"); // of buckets
struct map hashing SECTION("maps");
struct map entries SECTION("maps");
struct map decisions SECTION("maps"); // of each CPU: for frames, for attempts
struct map rests SECTION("maps"); // by CPU
