// SPDX-License-Identifier: Apache-2.0
#define APPLY meta.value = meta.value * meta.value;
#include "base.p4"
