// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a card forwards. {@link org.isthmus.netfpga.health.Health} sends packets of its own
 * through it and decides by what comes back; {@link org.isthmus.netfpga.health.Probe} is what they
 * look like. Time is a call, so that nothing here has a clock.
 */
package org.isthmus.netfpga.health;
