// SPDX-License-Identifier: Apache-2.0
#define REGISTER_BITS 64
#include "base.p4"
