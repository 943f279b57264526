// SPDX-License-Identifier: Apache-2.0
#define EXTRACT meta.value = meta.value + 1;
#define NEXT transition select(meta.value) { 4: accept; default: start; }
#include "base.p4"
