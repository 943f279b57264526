// SPDX-License-Identifier: Apache-2.0
/**
 * A card as a P4Runtime target. The program is the bitstream, so that a P4Info is taken only if it
 * is the card's; entries live in the card and, for reads and restarts, in the image.
 *
 * <p>Threading: one lock for all of a card, {@link org.isthmus.netfpga.target.CardTarget}'s. The
 * card's packets never take it.
 */
package org.isthmus.netfpga.target;
