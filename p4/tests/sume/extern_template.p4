// SPDX-License-Identifier: Apache-2.0
#define REGISTER count_packets
#include "base.p4"
