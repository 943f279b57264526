// SPDX-License-Identifier: Apache-2.0
#define ANNOTATIONS @Xilinx_MaxLatency(3) @Xilinx_ControlWidth(0)
#define TABLE
#define LOOKUP
#include "base.p4"
