// SPDX-License-Identifier: Apache-2.0
#define ANNOTATIONS @Xilinx_ControlWidth(4)
#include "base.p4"
