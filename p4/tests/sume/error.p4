// SPDX-License-Identifier: Apache-2.0
#define EXTRACT verify(hdr.ethernet.ether_type != 0, error.NoMatch);
#include "base.p4"
