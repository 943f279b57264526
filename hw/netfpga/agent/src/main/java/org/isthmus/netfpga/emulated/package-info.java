// SPDX-License-Identifier: Apache-2.0
/**
 * A card in this JVM: the shell around the card's program (p4/sume/shell.p4) on the embedded
 * switch, with rows, registers, DMA and 10G ports as a card has them. What it shows is what the
 * program does; timing, widths and the memories of a card it does not have.
 */
package org.isthmus.netfpga.emulated;
