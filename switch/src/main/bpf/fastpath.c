// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
//
//  taps -> classify (filter of the port's packet socket) -> tcx ingress: rewrite -> egress port
//             |
//             +-> what is no cached flow's: the packet socket
//
// The kernel hands a frame to packet sockets before it runs what hangs at tc. So it is the socket's
// filter that decides, and that keeps the frame from the socket; what it decided stands in
// `decisions` until rewrite, which comes next for this frame on this CPU. One frame is thus treated
// in one way, whatever happens to its flow's entry meanwhile. All of it is one RCU read-side
// section: who removes an entry and waits for a grace period knows that no frame is treated by it.
//
// What is a frame of a flow is in trace/Layout.java as well, what becomes of it in
// trace/Rewrite.java; fastpath.bpf is made of this file by `build`.

#include "fastpath.h"

INLINE __u32 fold(__u32 sum) {
    sum = (sum >> 16) + (sum & 0xffff);
    return (sum >> 16) + (sum & 0xffff);
}

INLINE __u32 fold64(__u64 sum) {
    sum = (sum >> 32) + (__u32)sum;
    return (sum >> 32) + (__u32)sum;
}

INLINE __u32 sum_header(const __u8 *ip) {
    const __u16 *w = (const __u16 *)ip;
    __u32 sum = 0;
#pragma unroll
    for (int i = 0; i < IPV4 / 2; i++)
        sum += w[i];
    return fold(sum);
}

// NH (RFC 4418, 5.2), whose products do not wait for each other, and then mixed.
INLINE __u64 hash(const __u32 *key, const __u32 *secret) {
    __u64 h = 0;
#pragma unroll
    for (int i = 0; i < sizeof(struct key) / 4; i += 2)
        h += (__u64)(key[i] + secret[i]) * (__u32)(key[i + 1] + secret[i + 1]);
    h = (h ^ h >> 32) * 0x9e3779b97f4a7c15;
    return (h ^ h >> 29) | 1; // so that no slot which is used looks like a free one
}

INLINE struct entry *entry(struct key *key, __u32 *slot, __u32 *hashed) {
    __u32 zero = 0;
    struct hashing *by = lookup(&hashing, &zero);
    if (!by)
        return 0;
    __u64 h = hash((__u32 *)key, by->secret);
    *hashed = h >> 32;
    __u32 at = *hashed & by->mask;
    volatile struct bucket *bucket = lookup(&flows, &at);
    if (!bucket)
        return 0;
    *slot = 0;
#pragma unroll
    for (int i = 0; i < SLOTS; i++) {
        __u64 s = bucket->slots[i];
        if (s >> 32 == (__u32)h)
            *slot = s;
    }
    if (!*slot)
        return 0;
    struct entry *e = lookup(&entries, slot);
    if (!e)
        return 0;
    __u64 differ = 0;
#pragma unroll
    for (int i = 0; i < sizeof(*key) / 8; i++)
        differ |= ((__u64 *)key)[i] ^ ((__u64 *)&e->key)[i];
    return differ ? 0 : e;
}

INLINE int suits(const struct entry *e, __u32 length) {
    return length >= e->flow.shortest && length <= e->flow.longest;
}

// The flow's frames are for the pipeline, as one is that the others would overtake.
INLINE void leave(struct entry *e) {
    e->flow.live = 0;
}

// Whether what becomes of two packets is the same but for the IP header.
INLINE int alike(const struct flow *a, const struct flow *b) {
    __u32 differ = (a->flags ^ b->flags) & (CHECKSUM | TO_IPV6 | TAG);
#pragma unroll
    for (int i = 0; i < 5; i++)
        differ |= ((__u32 *)a->ethernet)[i] ^ ((__u32 *)b->ethernet)[i];
    return !differ && a->ifindex == b->ifindex && a->lengths == b->lengths && a->tag == b->tag
            && a->pseudo == b->pseudo && a->rest == b->rest;
}

// Whether the checksum is the sum of the pseudo header alone, which the next interface finishes:
// PARTIAL, or 0. Where it is to be written is what the sender says, in a virtio-net header; if that is
// elsewhere, it would be over what we have written: -1.
INLINE int partial(struct __sk_buff *skb, __u32 transport, __u32 field) {
    __u8 summed;
    __u16 where[2], mac;
    if (read_kernel(&summed, sizeof(summed), SKB(skb, ip_summed)))
        return -1;
    if ((summed >> (__u64)&skb_ip_summed_bit & 3) != PARTIAL)
        return 0;
    if (read_kernel(where, sizeof(where), SKB(skb, csum_start))
            || read_kernel(&mac, sizeof(mac), SKB(skb, mac_header)))
        return -1;
    return (__u16)(where[0] - mac) == transport && where[1] == field ? PARTIAL : -1;
}

// The sum of the pseudo header of so many bytes behind the IP header.
INLINE __u16 pseudo(const struct key *key, __u32 upper) {
    const __u16 *w = (const __u16 *)key->addresses;
    __u32 sum = BE16((__u16)upper) + BE16((__u16)key->protocol);
#pragma unroll
    for (int i = 0; i < sizeof(key->addresses) / 2; i++)
        sum += w[i];
    return fold(sum);
}

// Whether a frame is a cached flow's; else it is for the pipeline. Leaves what rewrite needs in d.
INLINE int find(struct __sk_buff *skb, struct decision *d, __u32 ifindex) {
    struct key key __attribute__((aligned(8))) = {};
    __u8 eth[ETHERNET];
    __u8 ip[IPV6];
    __u8 l4[20] = {}; // the verifier of 5.15 sees reads of what only TCP has
    __u32 at, length, upper, header, field;
    __be16 checksum;

    d->taken = 0;
    if (load(skb, 0, eth, ETHERNET))
        return 0;
    __u32 type = eth[12] << 8 | eth[13];
    if (type == TYPE_IPV4) {
        if (load(skb, ETHERNET, ip, IPV4))
            return 0;
        length = ip[2] << 8 | ip[3];
        if (ip[0] != 0x45 || (ip[6] & 0xbf) || ip[7] || (ip[10] == 0xff && ip[11] == 0xff)
                || sum_header(ip) != 0xffff || length < IPV4 + 8)
            return 0;
        at = ETHERNET + IPV4;
        upper = length - IPV4;
        key.protocol = ip[9];
        key.ttl = ip[8];
        key.head[0] = ip[0];
        key.head[1] = ip[1];
        key.head[2] = ip[6];
        key.head[3] = ip[7];
        __builtin_memcpy(key.addresses, ip + 12, 8);
        d->id = *(__u16 *)(ip + 4);
    } else if (type == TYPE_IPV6) {
        if (load(skb, ETHERNET, ip, IPV6))
            return 0;
        upper = ip[4] << 8 | ip[5];
        length = upper + IPV6;
        if (ip[0] >> 4 != 6 || upper < 8 || length > 0xffff)
            return 0;
        at = ETHERNET + IPV6;
        key.ipv6 = 1;
        key.protocol = ip[6];
        key.ttl = ip[7];
        __builtin_memcpy(key.head, ip, 4);
        __builtin_memcpy(key.addresses, ip + 8, 32);
        d->id = 0;
    } else {
        return 0;
    }
    if (skb->len != ETHERNET + length)
        return 0;
    __u32 segment = skb->gso_size;
    if (key.protocol == TCP) {
        if (upper < 20 || load(skb, at, l4, 20))
            return 0;
        header = (l4[12] >> 4) * 4;
        if ((l4[13] & TCP_FLAGS) || header < 20 || header > upper)
            return 0;
        __builtin_memcpy(key.transport, l4, 4);
        field = 16;
        checksum = *(__u16 *)(l4 + 16);
    } else {
        if (load(skb, at, l4, 8))
            return 0;
        header = 8;
        if (key.protocol == UDP) {
            field = 6;
            checksum = *(__u16 *)(l4 + 6);
            if ((l4[4] << 8 | l4[5]) != upper || !checksum)
                return 0;
            __builtin_memcpy(key.transport, l4, 4);
        } else if (key.protocol == (key.ipv6 ? ICMPV6 : ICMP)) {
            if (l4[1] || (key.ipv6 ? l4[0] != 128 && l4[0] != 129 : l4[0] != 8 && l4[0]))
                return 0;
            key.transport[0] = l4[0];
            key.transport[1] = l4[1];
            key.transport[2] = l4[4];
            key.transport[3] = l4[5];
            field = 2;
            checksum = *(__u16 *)(l4 + 2);
        } else {
            return 0;
        }
    }

    key.ifindex = ifindex;
    if (skb->vlan_present) {
        if (skb->vlan_proto != BE16(TYPE_VLAN))
            return 0;
        key.tagged = 1;
        key.tag = skb->vlan_tci;
    }
    __builtin_memcpy(key.ethernet, eth, 12);

    // The lengths of the first and of the last packet that the frame stands for: an entry has to be
    // right for all of them, as DF may depend on it.
    __u32 first = length, last = length, packets = 1;
    if (segment && upper - header > segment) {
        __u32 payload = upper - header;
        packets = (payload + segment - 1) / segment;
        if (packets > MOST_SEGMENTS)
            return 0;
        first = length - payload + segment;
        last = length - payload + (payload - (packets - 1) * segment);
    }
    // The entry of the first packet, and of the last.
    __u32 hashed, slot;
    struct entry *e = entry(&key, &d->slot, &d->hash);
    if (!e)
        return 0;
    int left = partial(skb, at, field);
    if (left < 0)
        return 0;
    if (segment && (!left || checksum != pseudo(&key, upper))) {
        // A list of whole packets (rx-gro-list), whose checksum is the first one's, or a card's (LRO): of
        // these the next interface may not make what the program would.
        leave(e);
        return 0;
    }
    struct entry *behind = e;
    d->tail = 0;
    if (!suits(e, first) || !suits(e, last)) {
        key.variant = 1;
        struct entry *other = entry(&key, &slot, &hashed);
        if (!other)
            return 0;
        d->tail_slot = slot;
        if (suits(e, first) && suits(other, last)) {
            behind = other;
        } else if (suits(other, first)) {
            d->tail_slot = d->slot;
            d->slot = slot;
            e = other;
            if (suits(other, last))
                behind = other;
        } else {
            return 0;
        }
        if (!suits(behind, last))
            return 0;
        if (behind != e) {
            if (packets < 2 || packets > MOST_PACKETS || key.protocol != TCP
                    || (l4[13] & TCP_CWR) || segment > LONGEST_SEGMENT
                    || !alike(&e->flow, &behind->flow))
                return 0;
            d->segment = segment;
            d->tail = last - (length - upper + header);
            d->header = header;
            d->control = l4[13];
            if (!behind->flow.live)
                return 0;
        }
    }
    struct flow *f = &e->flow;
    if (!f->live)
        return 0;
    if (segment && !d->tail && !(f->flags & SEGMENTS)) {
        leave(e);
        return 0;
    }
    if (!left && (f->flags & NOT_ZERO)) {
        __u32 sum = (__u16)~checksum + (__u32)f->pseudo + f->rest;
        __u16 n = BE16((__u16)length);
        if (f->lengths > 0)
            sum += n;
        else if (f->lengths < 0)
            sum += (__u16)~n;
        if (fold(sum) == 0xffff)
            return 0;
    }
    d->len = skb->len;
    d->ifindex = ifindex;
    d->length = length;
    d->packets = packets;
    // Headers stand before each packet.
    d->bytes = length + (packets - 1) * (length - upper + header)
            + packets * (key.tagged ? ETHERNET + 4 : ETHERNET);
    d->from_ipv6 = key.ipv6;
    d->protocol = key.protocol;
    d->tagged = key.tagged;
    d->partial = left;
    d->taken = 1;
    return 1;
}

// So many bytes of headers, until a helper changes the frame; 0: it has not so many, or no memory.
INLINE void *headers(struct __sk_buff *skb, __u32 bytes) {
    if ((void *)(long)skb->data + bytes > (void *)(long)skb->data_end && pull(skb, bytes))
        return 0;
    void *data = (void *)(long)skb->data;
    return data + bytes > (void *)(long)skb->data_end ? 0 : data;
}

// Writes a word. An interface may have summed up the frame (CHECKSUM_COMPLETE), which the kernel goes
// on with; to *sum is added what the word changes in it.
INLINE void put(__u16 *to, __u16 word, __u64 *sum) {
    *sum += (__u16)~*to + (__u32)word;
    *to = word;
}

// Writes the IP header of a packet with so many bytes behind it, and adds to the sum.
INLINE void put_ip(void *to, const struct flow *f, int ipv6, __u32 upper, __be16 id, __u64 *sum) {
    const __u32 *ip = (const __u32 *)f->ip;
    __u32 *words = to;
#pragma unroll
    for (int i = 0; i < (ipv6 ? IPV6 : IPV4) / 4; i++) {
        *sum += (__u32)~words[i];
        words[i] = ip[i];
    }
    if (ipv6) {
        *(__u16 *)(to + 4) = BE16((__u16)upper);
        *sum += (__u32)f->header + BE16((__u16)upper);
        return;
    }
    __u16 length = BE16((__u16)(upper + IPV4));
    __u32 header = (__u32)f->header + length;
    *(__u16 *)(to + 2) = length;
    if (f->flags & (KEEP_ID | RANDOM_ID)) {
        if (f->flags & RANDOM_ID)
            id = random();
        *(__u16 *)(to + 4) = id;
        header += id;
    }
    *(__u16 *)(to + 10) = ~fold(header); // which makes the sum of its words 0
}

// The same for a frame of TCP whose other headers are as they have to be; 0: done.
INLINE int renew_ip(struct __sk_buff *skb, const struct flow *f, __u32 upper, __be16 id) {
    __u64 sum = 0;
    __u32 ipv6 = f->flags & TO_IPV6;
    // Behind IPv4 are 20 bytes of TCP at least. Verifiers up to that of 6.1 would not see that it is the
    // same flag which decides how many there are and how many are written.
    void *frame = headers(skb, ETHERNET + IPV6);
    if (!frame)
        return -1;
    if (ipv6)
        put_ip(frame + ETHERNET, f, 1, upper, id, &sum);
    else
        put_ip(frame + ETHERNET, f, 0, upper, id, &sum);
    return 0;
}

// Writes all headers. `more` is added to the sum whose complement the transport checksum is, or the
// sum itself where it is partial.
INLINE int put_headers(struct __sk_buff *skb, const struct decision *d, const struct flow *f,
        int ipv6, int tcp, __u32 upper, __u32 more, __u64 *sum) {
    __u32 at = ETHERNET + (ipv6 ? IPV6 : IPV4);
    void *frame = headers(skb, at + (tcp ? 18 : 8));
    if (!frame)
        return -1;
    __builtin_memcpy(frame, f->ethernet, ETHERNET);
    put_ip(frame + ETHERNET, f, ipv6, upper, d->id, sum);
    __u16 *transport = frame + at;
    const __u16 *from = (const __u16 *)f->transport;
    __u32 udp = d->protocol == UDP;
    put(transport, from[0], sum);
    if (tcp || udp)
        put(transport + 1, from[1], sum);
    else
        put(transport + 2, from[2], sum);
    __u16 *checksum = transport + (tcp ? 8 : udp ? 3 : 1);
    if (d->partial)
        *checksum = fold(*checksum + more);
    else
        put(checksum, ~fold((__u16)~*checksum + more), sum);
    return 0;
}

// Turns the frame into the one that leaves, with so many bytes behind the IP header; 0: done.
INLINE int change(struct __sk_buff *skb, struct decision *d, const struct flow *f, __u32 upper) {
    __u32 to_ipv6 = f->flags & TO_IPV6;
    __u32 tcp = d->protocol == TCP;
    __u64 sum = 0;

    if (d->tagged && vlan_pop(skb))
        return -1;
    if (to_ipv6 ? !d->from_ipv6 : d->from_ipv6) {
        if (change_proto(skb, to_ipv6 ? BE16(TYPE_IPV6) : BE16(TYPE_IPV4), 0))
            return -1;
    }
    __u32 more = 0;
    if (f->flags & CHECKSUM) {
        more = f->pseudo;
        if (!d->partial) {
            __u16 n = BE16((__u16)(upper + (d->from_ipv6 ? IPV6 : IPV4)));
            more += f->rest;
            if (f->lengths > 0)
                more += n;
            else if (f->lengths < 0)
                more += (__u16)~n;
        }
    }
    if (to_ipv6 ? tcp ? put_headers(skb, d, f, 1, 1, upper, more, &sum)
                      : put_headers(skb, d, f, 1, 0, upper, more, &sum)
                : tcp ? put_headers(skb, d, f, 0, 1, upper, more, &sum)
                      : put_headers(skb, d, f, 0, 0, upper, more, &sum))
        return -1;
    d->sum = fold64(sum);
    csum_update(skb, d->sum);
    if ((f->flags & TAG) && vlan_push(skb, BE16(TYPE_VLAN), f->tag))
        return -1;
    // Without it GRO of the next host has all flows that were translated in one list of a few.
    set_hash(skb, d->hash);
    return 0;
}

// The checksum is the sum of the pseudo header: that of a TCP segment of another length.
INLINE int resize(struct __sk_buff *skb, __u32 at, __u32 from, __u32 to) {
    return l4_csum_replace(skb, at + 16, BE16((__u16)from), BE16((__u16)to),
            BPF_F_PSEUDO_HDR | sizeof(__u16));
}

// Sends all packets that a frame stands for but the last, and turns the frame into that; 0: done. For
// a frame whose end is cut off loses what says that it stands for several.
INLINE int cut(struct __sk_buff *skb, struct decision *d, const struct flow *f) {
    __u32 cpu = processor();
    struct rest *rest = lookup(&rests, &cpu);
    const struct entry *tail = lookup(&entries, &d->tail_slot);
    if (!rest || !tail)
        return -1;
    __u32 in = ETHERNET + (d->from_ipv6 ? IPV6 : IPV4);
    __u32 out = ETHERNET + (f->flags & TO_IPV6 ? IPV6 : IPV4);
    __u32 whole = d->length - (in - ETHERNET);
    __u32 upper = d->header + d->segment;
    __u32 behind = whole - upper;
    __u32 bytes = BOUND(behind, 0xffff);
    __u8 control = d->control & ~TCP_PSH;
    __be32 sequence;
    if (load(skb, in + upper, rest->payload, bytes) || load(skb, in + 4, &sequence, 4)
            || change_tail(skb, in + upper, 0) || resize(skb, in, whole, upper)
            || store(skb, in + 13, &control, 1, 0) || change(skb, d, f, upper))
        return -1;
    for (__u32 i = 1; i < MOST_PACKETS; i++) {
        // Above 0 a queue was full, which it may not be for the next one.
        if (clone_redirect(skb, f->ifindex, 0) < 0)
            return -1;
        __u32 last = i + 1 >= d->packets;
        __u32 from = (i - 1) * d->segment & 0xffff;
        __u32 part = last ? d->tail : d->segment;
        __u32 n = BOUND(part, LONGEST_SEGMENT);
        __be16 id = BE16((__u16)(BE16(d->id) + i));
        if (last) {
            if (change_tail(skb, out + d->header + n, 0) || resize(skb, out, upper, d->header + n)
                    || store(skb, out + 13, &d->control, 1, 0)
                    || renew_ip(skb, &tail->flow, d->header + n, id))
                return -1;
        } else if (renew_ip(skb, f, upper, id)) {
            return -1;
        }
        sequence = BE32(BE32(sequence) + d->segment);
        if (store(skb, out + d->header, rest->payload + from, n, 0)
                || store(skb, out + 4, &sequence, 4, 0))
            return -1;
        if (last)
            return 0;
    }
    return -1;
}

SECTION("program/classify") int classify(struct __sk_buff *skb) {
    __u32 zero = 0;
    struct decision *d = lookup(&decisions, &zero);
    return d && find(skb, d, skb->ifindex) ? 0 : -1;
}

INLINE void count(struct entry *e, __u32 packets, __u32 bytes) {
    __sync_fetch_and_add(&e->packets, packets);
    __sync_fetch_and_add(&e->bytes, bytes);
    e->last = now();
}

// For want of memory, mostly. Entry 0 is no flow's.
INLINE void count_lost(const struct decision *d) {
    __u32 zero = 0;
    struct entry *e = lookup(&entries, &zero);
    if (e)
        count(e, d->packets, d->bytes);
}

SECTION("program/rewrite") int rewrite(struct __sk_buff *skb) {
    __u32 zero = 0;
    struct decision *d = lookup(&decisions, &zero);
    if (!d || !d->taken)
        return TC_ACT_UNSPEC;
    d->taken = 0;
    // Another program before this one may have kept a frame.
    if (d->len != skb->len || d->ifindex != skb->ifindex)
        return TC_ACT_UNSPEC;
    struct entry *e = lookup(&entries, &d->slot);
    if (!e)
        return TC_ACT_UNSPEC;
    __u32 upper = d->length - (d->from_ipv6 ? IPV6 : IPV4);
    if (d->tail ? cut(skb, d, &e->flow) : change(skb, d, &e->flow, upper)) {
        count_lost(d);
        return TC_ACT_SHOT;
    }
    __u32 packets = d->packets, bytes = d->bytes;
    if (d->tail) {
        __u32 second = (d->from_ipv6 ? IPV6 : IPV4) + d->header + d->tail
                + (d->tagged ? ETHERNET + 4 : ETHERNET);
        struct entry *tail = lookup(&entries, &d->tail_slot);
        if (tail)
            count(tail, 1, second);
        packets--;
        bytes -= second;
    }
    count(e, packets, bytes);
    if (skb->sk && d->packets > 1) {
        // A host on this machine. Forwarding takes a frame off its sender's account, which limits
        // what a socket may have under way, and so does a clone. A packet alone hardly weighs there,
        // and pays a tenth of its rate for it.
        if (clone_redirect(skb, e->flow.ifindex, 0) < 0)
            count_lost(d);
        return TC_ACT_SHOT; // what tcx does not know, as TC_ACT_STOLEN, it takes for "go on"
    }
    return redirect(e->flow.ifindex, 0);
}

// Both, for one frame that is not under way: an entry is tried before frames find it. Its key has
// interface 0, its tags are left out. What was added to the frame's sum is in cb.
SECTION("program/attempt") int attempt(struct __sk_buff *skb) {
    __u32 own = 1;
    struct decision *d = lookup(&decisions, &own);
    if (!d || !find(skb, d, 0))
        return TC_ACT_UNSPEC;
    d->taken = 0;
    const struct entry *e = lookup(&entries, &d->slot);
    if (!e)
        return TC_ACT_UNSPEC;
    __u32 upper = d->length - (d->from_ipv6 ? IPV6 : IPV4);
    if (change(skb, d, &e->flow, upper))
        return TC_ACT_SHOT;
    skb->cb[0] = d->sum;
    return TC_ACT_OK;
}
