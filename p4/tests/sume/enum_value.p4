// SPDX-License-Identifier: Apache-2.0
#define DECLARATIONS enum bit<16> reason_t { NONE = 0, MISS = 1 }
#define APPLY meta.value = (bit<16>)reason_t.MISS;
#include "base.p4"
