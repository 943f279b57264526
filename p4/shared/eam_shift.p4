// SPDX-License-Identifier: Apache-2.0
//
//  classify, outbound --(address, bits)--> [eam_shift] --(address)-->
//
// Shifts of an IPv6 address by 0 to 127 bits as a barrel of constant shifts. Most EAMs are of
// single hosts and need none. At 128 the suffix mask is 0, and any result will do.
#ifndef ISTHMUS_EAM_SHIFT_P4
#define ISTHMUS_EAM_SHIFT_P4

#define EAM_SHIFT_RIGHT(address, bits) \
    if ((bits) != 0) { \
        if ((bits)[0:0] == 1) { address = address >> 1; } \
        if ((bits)[1:1] == 1) { address = address >> 2; } \
        if ((bits)[2:2] == 1) { address = address >> 4; } \
        if ((bits)[3:3] == 1) { address = address >> 8; } \
        if ((bits)[4:4] == 1) { address = address >> 16; } \
        if ((bits)[5:5] == 1) { address = address >> 32; } \
        if ((bits)[6:6] == 1) { address = address >> 64; } \
    }

#define EAM_SHIFT_LEFT(address, bits) \
    if ((bits) != 0) { \
        if ((bits)[0:0] == 1) { address = address << 1; } \
        if ((bits)[1:1] == 1) { address = address << 2; } \
        if ((bits)[2:2] == 1) { address = address << 4; } \
        if ((bits)[3:3] == 1) { address = address << 8; } \
        if ((bits)[4:4] == 1) { address = address << 16; } \
        if ((bits)[5:5] == 1) { address = address << 32; } \
        if ((bits)[6:6] == 1) { address = address << 64; } \
    }

#endif
