// SPDX-License-Identifier: Apache-2.0
/**
 * What goes over DMA between host and card, and what a controller sees of it: frames and digests of
 * the card become packet-ins, within the limits of the meter {@code punts}, which the card does not
 * have; packet-outs become frames. Stateless but for the meter and its counts.
 */
package org.isthmus.netfpga.packets;
