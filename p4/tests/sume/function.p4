// SPDX-License-Identifier: Apache-2.0
#define DECLARATIONS bit<16> next(in bit<16> value) { return value + 1; }
#define APPLY meta.value = next(meta.value);
#include "base.p4"
