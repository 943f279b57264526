// SPDX-License-Identifier: Apache-2.0
// What flows.c and packets.c have in common: SOURCES is ADDRESS/FIRST, and flow i leaves from the
// address that is ADDRESS + (FIRST + i) / 60000, from port 2000 + 7919 (FIRST + i) mod 60000: 60,000
// ports of an address, each once, in an order like that of a host, which draws them.

#include <arpa/inet.h>
#include <errno.h>
#include <error.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_PORT = 2000, PORTS = 60000, STRIDE = 7919 };

static const int64_t SECOND = 1000000000;

struct sources {
    struct in6_addr address;
    int64_t first;
};

static inline int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * SECOND + t.tv_nsec;
}

static inline int check(int result, const char *what) {
    if (result < 0) {
        error(1, errno, "%s", what);
    }
    return result;
}

/** Takes ADDRESS/FIRST apart; returns whether it is that. */
static inline bool parse_sources(char *text, struct sources *sources) {
    char *slash = strchr(text, '/');
    if (!slash) {
        return false;
    }
    *slash = 0;
    sources->first = atoll(slash + 1);
    return inet_pton(AF_INET6, text, &sources->address) == 1;
}

static inline struct sockaddr_in6 source_of(const struct sources *sources, int64_t flow) {
    struct sockaddr_in6 from = {.sin6_family = AF_INET6, .sin6_addr = sources->address};
    uint32_t low;
    memcpy(&low, &from.sin6_addr.s6_addr[12], 4);
    low = htonl(ntohl(low) + (uint32_t)((sources->first + flow) / PORTS));
    memcpy(&from.sin6_addr.s6_addr[12], &low, 4);
    from.sin6_port = htons(FIRST_PORT + (sources->first + flow) % PORTS * STRIDE % PORTS);
    return from;
}
