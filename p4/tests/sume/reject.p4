// SPDX-License-Identifier: Apache-2.0
#define NEXT transition select(hdr.ethernet.ether_type) { 0x0800: accept; }
#include "base.p4"
