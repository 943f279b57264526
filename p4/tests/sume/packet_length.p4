// SPDX-License-Identifier: Apache-2.0
#define EXTRACT meta.value = (bit<16>)packet.length();
#include "base.p4"
