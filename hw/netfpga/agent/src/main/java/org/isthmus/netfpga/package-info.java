// SPDX-License-Identifier: Apache-2.0
/**
 * A P4Runtime server over a NetFPGA SUME card that runs a program of SimpleSumeSwitch.
 *
 * <pre>
 *                 process                    the program: command line and wiring
 *                 /     \
 *          health         packets            probes through the card; packets between it and controllers
 *                 \     /
 *       P4Runtime server of switch/          (org.isthmus.target.p4rt)
 *                  |  Target, Program, Table
 *               target                       what a controller sees: a card as a P4Runtime target
 *              /      \
 *          image      rows                   what was told to be in force, on disk; where a row goes
 *              \      /
 *                card                        rows, registers and packets of one card
 *                /    \
 *   SDNet's C API      rtl                   a card of our own Verilog, by its registers
 *
 *   through JNA, or the library in standin that takes its place and has an emulated card behind it
 * </pre>
 *
 * Arrows point down only.
 */
package org.isthmus.netfpga;
