// SPDX-License-Identifier: Apache-2.0
#define HEADERS ethernet_t[2] inner;
#include "base.p4"
