// SPDX-License-Identifier: Apache-2.0
#define LOCALS action count() { count_reg_raw(0, 0, 1, 2, counted); }
#define COUNT count();
#include "base.p4"
