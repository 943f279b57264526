// SPDX-License-Identifier: Apache-2.0
#define DIGEST_BITS 200
#include "base.p4"
