// SPDX-License-Identifier: Apache-2.0
#define TABLE \
    table forward { \
        key = { hdr.ethernet.dst_addr : lpm; } \
        actions = { send; NoAction; } \
        size = 64; \
        default_action = NoAction(); \
    }
#include "base.p4"
