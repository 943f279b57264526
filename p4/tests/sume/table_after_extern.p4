// SPDX-License-Identifier: Apache-2.0
#define APPLY if (meta.value == 0) { REGISTER(0, 0, 1, 2, counted); }
#define COUNT
#include "base.p4"
