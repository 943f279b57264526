// SPDX-License-Identifier: Apache-2.0
/**
 * A card whose program is the Verilog of hw/netfpga/rtl: {@link org.isthmus.netfpga.rtl.RtlCard}
 * over a bus of registers and frames by DMA, told by {@link org.isthmus.netfpga.rtl.RtlDescription}
 * where in it everything is. {@link org.isthmus.netfpga.rtl.SumeSlot} is that bus in a real card,
 * {@link org.isthmus.netfpga.rtl.Verilated} the Verilog in this process, cycle by cycle.
 */
package org.isthmus.netfpga.rtl;
