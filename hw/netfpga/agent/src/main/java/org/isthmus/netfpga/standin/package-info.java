// SPDX-License-Identifier: Apache-2.0
/**
 * A library with the entry points of those that P4-NetFPGA generates, for a process without a card:
 * what the agent does goes through C and comes back into this JVM, to whatever {@link
 * org.isthmus.netfpga.card.Rows} and {@link org.isthmus.netfpga.card.Registers} take the card's
 * place.
 *
 * <pre>
 *   SdnetCard -> JNA -> libstandin.so -> JNA -> StandInLibrary -> Faults -> rows, registers
 * </pre>
 */
package org.isthmus.netfpga.standin;
