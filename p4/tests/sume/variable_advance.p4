// SPDX-License-Identifier: Apache-2.0
#define EXTRACT packet.advance((bit<32>)hdr.ethernet.ether_type);
#include "base.p4"
