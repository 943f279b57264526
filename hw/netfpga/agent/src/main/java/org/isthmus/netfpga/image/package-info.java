// SPDX-License-Identifier: Apache-2.0
/**
 * The agent's memory beyond its own end: the program that a controller set, and every row that may
 * be in the card. It is never behind the card ({@link org.isthmus.netfpga.rows.RowLog}), so that an
 * agent that was killed at any moment finds nothing in the card of which it does not know.
 */
package org.isthmus.netfpga.image;
