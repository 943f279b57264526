// SPDX-License-Identifier: Apache-2.0
#define EMIT packet.emit(hdr);
#include "base.p4"
