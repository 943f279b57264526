// SPDX-License-Identifier: Apache-2.0
#define DECLARATIONS \
    @Xilinx_MaxLatency(3) @Xilinx_ControlWidth(0) \
    extern void payload_ip_chksum(in ethernet_t header_, out bit<16> result);
#define COUNT payload_ip_chksum(hdr.ethernet, meta.value);
#include "base.p4"
