// SPDX-License-Identifier: Apache-2.0
#define TABLE \
    table forward { \
        key = { hdr.ethernet.dst_addr : exact; } \
        actions = { send; NoAction; } \
        const entries = { 1 : send(1); } \
        size = 64; \
        default_action = NoAction(); \
    }
#include "base.p4"
