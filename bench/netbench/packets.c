// SPDX-License-Identifier: Apache-2.0
// Sends UDP packets of many flows as fast as it can, and drops them on the other side of a device.
//
//   packets send INTERFACE MAC SECONDS TARGET PORT SOURCES FLOWS BYTES   to this neighbour
//   packets show COUNT TARGET PORT SOURCES FLOWS BYTES                   prints them instead, in hexadecimal digits
//   packets drop PORT                                                    until it is killed
//
// SOURCES is in flows.h. The flows take turns, a packet each. BYTES are those of the IPv6 packet, 48 or more; all
// behind the UDP header are 0. Addresses need not be this host's, so that a million flows take no sockets.

#define _GNU_SOURCE
#include "flows.h"
#include <linux/filter.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/ether.h>
#include <netinet/ip6.h>
#include <netinet/udp.h>
#include <netpacket/packet.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BATCH = 64, LONGEST = 9000 };

struct packet {
    struct ip6_hdr ip;
    struct udphdr udp;
    uint8_t payload[LONGEST - sizeof(struct ip6_hdr) - sizeof(struct udphdr)];
};

static struct packet packets[BATCH];
static struct sources sources;
static int64_t flows, next;
static int bytes;

/** Of 16-bit words in network byte order, not complemented. */
static uint64_t sum(const void *data, int length) {
    const uint16_t *words = data;
    uint64_t total = 0;
    for (int i = 0; i < length / 2; i++) {
        total += words[i];
    }
    return total;
}

static uint64_t constant; // sum of all that is checked but source address and port

static void prepare(const struct in6_addr *target, int port) {
    int length = bytes - (int)sizeof(struct ip6_hdr);
    for (int i = 0; i < BATCH; i++) {
        packets[i].ip = (struct ip6_hdr){.ip6_dst = *target};
        packets[i].ip.ip6_flow = htonl(6u << 28);
        packets[i].ip.ip6_plen = htons(length);
        packets[i].ip.ip6_nxt = IPPROTO_UDP;
        packets[i].ip.ip6_hlim = 64;
        packets[i].udp = (struct udphdr){.dest = htons(port), .len = htons(length)};
    }
    constant = sum(target, sizeof *target) + htons(IPPROTO_UDP) + 2 * htons(length) + htons(port);
}

/** Makes it the next flow's. */
static void fill(struct packet *packet) {
    struct sockaddr_in6 from = source_of(&sources, next);
    next = next + 1 < flows ? next + 1 : 0;
    packet->ip.ip6_src = from.sin6_addr;
    packet->udp.source = from.sin6_port;
    uint64_t total = constant + sum(&from.sin6_addr, sizeof from.sin6_addr) + from.sin6_port;
    while (total >> 16) {
        total = (total >> 16) + (total & 0xffff);
    }
    packet->udp.check = total == 0xffff ? 0xffff : ~total;
}

static void send_for(const char *interface, const struct ether_addr *mac, int64_t time) {
    int fd = check(socket(AF_PACKET, SOCK_DGRAM, 0), "packet socket");
    struct sockaddr_ll to = {.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_IPV6), .sll_halen = ETH_ALEN};
    to.sll_ifindex = if_nametoindex(interface);
    if (!to.sll_ifindex) {
        error(1, errno, "%s", interface);
    }
    memcpy(to.sll_addr, mac, ETH_ALEN);
    struct iovec parts[BATCH];
    struct mmsghdr messages[BATCH];
    for (int i = 0; i < BATCH; i++) {
        parts[i] = (struct iovec){&packets[i], bytes};
        messages[i].msg_hdr =
            (struct msghdr){.msg_name = &to, .msg_namelen = sizeof to, .msg_iov = &parts[i], .msg_iovlen = 1};
    }
    int64_t start = now(), at, sent = 0;
    do {
        for (int i = 0; i < BATCH; i++) {
            fill(&packets[i]);
        }
        int n = sendmmsg(fd, messages, BATCH, 0);
        if (n < 0 && errno != ENOBUFS && errno != EAGAIN) {
            error(1, errno, "send");
        }
        sent += n > 0 ? n : 0; // of the others the next turn has another packet
        at = now();
    } while (at - start < time);
    printf("{\"sent\": %ld, \"seconds\": %.6f}\n", sent, (at - start) / 1e9);
}

static void show(int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        fill(packets);
        for (int at = 0; at < bytes; at++) {
            printf("%02x", ((uint8_t *)packets)[at]);
        }
        putchar('\n');
    }
}

static _Noreturn void drop(int port) {
    int fd = check(socket(AF_INET6, SOCK_DGRAM, 0), "socket");
    struct sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, 0);
    struct sock_fprog program = {1, &nothing};
    check(setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program), "filter");
    struct sockaddr_in6 any = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    check(bind(fd, (struct sockaddr *)&any, sizeof any), "bind");
    puts("ready");
    fflush(stdout);
    for (;;) {
        pause();
    }
}

static int usage(void) {
    fputs("usage: packets send INTERFACE MAC SECONDS | show COUNT  TARGET PORT ADDRESS/FIRST FLOWS BYTES\n"
          "       packets drop PORT\n", stderr);
    return 2;
}

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "drop")) {
        drop(atoi(argv[2]));
    }
    bool shown = argc == 8 && !strcmp(argv[1], "show");
    if (!shown && (argc != 10 || strcmp(argv[1], "send"))) {
        return usage();
    }
    char **what = argv + argc - 5;
    struct in6_addr target;
    flows = atoll(what[3]);
    bytes = atoi(what[4]);
    if (inet_pton(AF_INET6, what[0], &target) != 1 || !parse_sources(what[2], &sources) || flows < 1
        || bytes < (int)offsetof(struct packet, payload) || bytes > LONGEST) {
        return usage();
    }
    prepare(&target, atoi(what[1]));
    if (shown) {
        show(atoll(argv[2]));
        return 0;
    }
    struct ether_addr *mac = ether_aton(argv[3]);
    if (!mac) {
        return usage();
    }
    send_for(argv[2], mac, (int64_t)(atof(argv[4]) * SECOND));
    return 0;
}
