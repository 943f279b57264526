// SPDX-License-Identifier: Apache-2.0
#define DECLARATIONS control Watch(packet_in packet, inout bit<16> value) { apply { value = 1; } }
#include "base.p4"
