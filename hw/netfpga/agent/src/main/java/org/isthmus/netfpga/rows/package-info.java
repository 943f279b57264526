// SPDX-License-Identifier: Apache-2.0
/**
 * Where in a card the rows of a table go, and in which order they are written, so that no packet
 * meets a wrong row, and none that is unknown remains: {@link org.isthmus.netfpga.rows.RowLog} has
 * every row that may be in the card, from before it is written until after it is erased.
 *
 * <p>What is written is read back, as far as the card tells. A table of which it is not known what
 * the card holds is repaired before anything else is done to it.
 */
package org.isthmus.netfpga.rows;
