// SPDX-License-Identifier: Apache-2.0
/**
 * A card as software sees it: {@link org.isthmus.netfpga.card.Rows} of its tables, {@link
 * org.isthmus.netfpga.card.Registers}, {@link org.isthmus.netfpga.card.Packets} by DMA. What the
 * bits of a row mean follows from SDNet's description of the switch.
 */
package org.isthmus.netfpga.card;
