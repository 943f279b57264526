// SPDX-License-Identifier: Apache-2.0
/**
 * Makes Verilog of a P4 program for the slot of the output port lookup in a NetFPGA SUME.
 *
 * <pre>
 * BMv2 JSON -> ir (of switch/) -> [lower] -> graph -> [schedule] -> stages -> [verilog] -> files
 * </pre>
 */
package org.isthmus.rtl;
