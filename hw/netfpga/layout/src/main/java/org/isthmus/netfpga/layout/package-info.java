// SPDX-License-Identifier: Apache-2.0
/**
 * Which bits of a row mean what: SDNet's description of the switch, joined by names with the P4Info
 * that controllers speak of; and the registers of a card whose program is Verilog of ours.
 */
package org.isthmus.netfpga.layout;
