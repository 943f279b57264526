// SPDX-License-Identifier: Apache-2.0
// Opens new flows through a device under test, and answers them on its other side.
//
//   flows serve PORT                                  echoes UDP and accepts TCP, until it is killed
//   flows udp|tcp TARGET PORT SOURCES COUNT window N  COUNT flows, N of them waiting for an answer at a time
//   flows udp|tcp TARGET PORT SOURCES COUNT rate N    COUNT flows, N a second, whatever is answered
//
// SOURCES is in flows.h. A flow of UDP is a datagram and its echo, one of TCP a connection that is
// made and closed. Prints a line of JSON: flows opened and answered, the seconds between the
// first that was opened and the last answer, and percentiles of the time to the answer, microseconds.
// With a rate this time begins when the flow was due, so that a generator that falls behind does not
// hide it.

#define _GNU_SOURCE
#include "flows.h"
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 256, BATCH = 64, MAX_FDS = 1 << 20 };

static const int64_t PATIENCE = 3 * SECOND; // without any answer

static void watch(int poll, int fd, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = fd};
    check(epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event), "epoll_ctl");
}

static int listener(int type, int port) {
    int fd = check(socket(AF_INET6, type | SOCK_NONBLOCK, 0), "socket");
    int off = 0, on = 1, size = 8 << 20;
    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size);
    struct sockaddr_in6 any = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    check(bind(fd, (struct sockaddr *)&any, sizeof any), "bind");
    return fd;
}

static void echo(int udp) {
    static char bytes[BATCH][64];
    static struct sockaddr_in6 peers[BATCH];
    struct iovec parts[BATCH];
    struct mmsghdr messages[BATCH];
    int count;
    do {
        for (int i = 0; i < BATCH; i++) {
            parts[i] = (struct iovec){bytes[i], sizeof bytes[i]};
            messages[i].msg_hdr = (struct msghdr){
                .msg_name = &peers[i], .msg_namelen = sizeof peers[i], .msg_iov = &parts[i], .msg_iovlen = 1};
        }
        count = recvmmsg(udp, messages, BATCH, 0, NULL);
        for (int i = 0; i < count; i++) {
            parts[i].iov_len = messages[i].msg_len;
        }
        for (int sent = 0; sent < count;) {
            int n = sendmmsg(udp, messages + sent, count - sent, 0);
            sent += n > 0 ? n : 1; // one that cannot be sent is lost, as on a wire
        }
    } while (count == BATCH);
}

static _Noreturn void serve(int port) {
    int udp = listener(SOCK_DGRAM, port), tcp = listener(SOCK_STREAM, port), poll = check(epoll_create1(0), "epoll");
    check(listen(tcp, 4096), "listen");
    watch(poll, udp, EPOLLIN);
    watch(poll, tcp, EPOLLIN);
    puts("ready");
    fflush(stdout);
    for (;;) {
        struct epoll_event events[EVENTS];
        int count = epoll_wait(poll, events, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            int fd = events[i].data.fd, peer;
            if (fd == udp) {
                echo(udp);
            } else if (fd == tcp) {
                while ((peer = accept4(tcp, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                    watch(poll, peer, EPOLLIN);
                }
            } else {
                close(fd); // nothing is ever sent on a connection but its end
            }
        }
    }
}

// What a run has and gets.
static bool is_tcp;
static struct sockaddr_in6 target;
static struct sources sources;
static int64_t count, opened, answered, failed;
static int64_t due[MAX_FDS]; // by descriptor
static int64_t *times;

static void open_flow(int poll, int64_t since) {
    int fd = check(socket(AF_INET6, (is_tcp ? SOCK_STREAM : SOCK_DGRAM) | SOCK_NONBLOCK, 0), "socket");
    int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in6 from = source_of(&sources, opened++);
    check(bind(fd, (struct sockaddr *)&from, sizeof from), "bind");
    due[fd] = since;
    if (connect(fd, (struct sockaddr *)&target, sizeof target) < 0 && errno != EINPROGRESS) {
        error(1, errno, "connect");
    }
    watch(poll, fd, is_tcp ? EPOLLOUT : EPOLLIN);
    if (!is_tcp) {
        check((int)send(fd, "x", 1, 0), "send");
    }
}

/** Returns whether it was answered. */
static bool end_flow(int fd, uint32_t events, int64_t at) {
    char byte;
    bool ok = is_tcp ? !(events & (EPOLLERR | EPOLLHUP)) : recv(fd, &byte, 1, 0) == 1;
    if (ok) {
        times[answered++] = at - due[fd];
    } else {
        failed++;
    }
    close(fd);
    return ok;
}

static int ascending(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static double percentile(double of) {
    return answered ? times[(int64_t)(of * (answered - 1))] / 1e3 : 0;
}

static void run(int64_t window, int64_t rate) {
    int poll = check(epoll_create1(0), "epoll");
    int64_t start = now(), last = start;
    while (answered + failed < count) {
        int64_t time = now(), wait = SECOND / 5;
        if (window) {
            while (opened < count && opened - answered - failed < window) {
                open_flow(poll, now());
            }
        } else {
            while (opened < count && start + opened * SECOND / rate <= time) {
                open_flow(poll, start + opened * SECOND / rate);
            }
            if (opened < count) {
                wait = start + opened * SECOND / rate - time;
            }
        }
        struct timespec timeout = {0, wait < 0 ? 0 : wait};
        struct epoll_event events[EVENTS];
        int came = epoll_pwait2(poll, events, EVENTS, &timeout, NULL);
        time = now();
        for (int i = 0; i < came; i++) {
            if (end_flow(events[i].data.fd, events[i].events, time)) {
                last = time;
            }
        }
        if (time - last > PATIENCE && opened > answered + failed) {
            break;
        }
    }
    qsort(times, answered, sizeof *times, ascending);
    printf("{\"opened\": %ld, \"answered\": %ld, \"seconds\": %.6f, \"p50\": %.1f, \"p99\": %.1f, \"max\": %.1f}\n",
           opened, answered, (last - start) / 1e9, percentile(0.5), percentile(0.99), percentile(1));
}

static int usage(void) {
    fputs("usage: flows serve PORT | flows udp|tcp TARGET PORT ADDRESS/FIRST COUNT window|rate N\n", stderr);
    return 2;
}

int main(int argc, char **argv) {
    struct rlimit files = {MAX_FDS, MAX_FDS};
    if (setrlimit(RLIMIT_NOFILE, &files) < 0) {
        getrlimit(RLIMIT_NOFILE, &files);
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (argc == 3 && !strcmp(argv[1], "serve")) {
        serve(atoi(argv[2]));
    }
    if (argc != 8 || (strcmp(argv[1], "udp") && strcmp(argv[1], "tcp"))) {
        return usage();
    }
    is_tcp = !strcmp(argv[1], "tcp");
    bool windowed = !strcmp(argv[6], "window");
    count = atoll(argv[5]);
    int64_t n = atoll(argv[7]);
    if (count < 1 || n < 1 || (!windowed && strcmp(argv[6], "rate"))) {
        return usage();
    }
    target = (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_port = htons(atoi(argv[3]))};
    if (inet_pton(AF_INET6, argv[2], &target.sin6_addr) != 1 || !parse_sources(argv[4], &sources)) {
        return usage();
    }
    times = calloc(count, sizeof *times);
    if (!times) {
        error(1, errno, "memory");
    }
    run(windowed ? n : 0, windowed ? 0 : n);
    return 0;
}
