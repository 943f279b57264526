// SPDX-License-Identifier: Apache-2.0
#define REGION 8 * 1518
#include "base.p4"
