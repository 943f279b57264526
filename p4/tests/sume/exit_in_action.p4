// SPDX-License-Identifier: Apache-2.0
#define LOCALS action leave() { exit; }
#define APPLY if (meta.value == 1) { leave(); }
#include "base.p4"
