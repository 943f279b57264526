// SPDX-License-Identifier: Apache-2.0
/**
 * A card whose program is the Verilog of hw/netfpga/rtl: {@link org.isthmus.netfpga.rtl.RtlCard}
 * over a bus of registers and frames by DMA, told by {@link org.isthmus.netfpga.rtl.RtlDescription}
 * where in it everything is. {@link org.isthmus.netfpga.rtl.Verilated} is that Verilog in this
 * process, cycle by cycle.
 */
package org.isthmus.netfpga.rtl;
