// SPDX-License-Identifier: Apache-2.0
#define LOCALS action mark() { if (meta.value == 0) { meta.value = 1; } }
#define APPLY mark();
#include "base.p4"
