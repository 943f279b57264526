// SPDX-License-Identifier: Apache-2.0
#define COUNT \
    if (meta.value == 0) { \
        REGISTER(0, 0, 1, 2, counted); \
    } else { \
        REGISTER(1, 0, 1, 2, counted); \
    }
#include "base.p4"
