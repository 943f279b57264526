// SPDX-License-Identifier: Apache-2.0
/**
 * A target that executes BMv2 JSON as simple_switch does.
 *
 * <p>A program goes through three stages: {@code ir} reads and checks the JSON; {@code gen} writes
 * a class whose fields are the headers and metadata of a packet and whose methods are the parser,
 * the controls with their tables and actions, and the deparser; {@code run} holds what that class
 * calls: tables, counters, meters, hashes. {@link org.isthmus.target.bmv2.SimpleSwitch} takes
 * packets through the class.
 *
 * <p>Where BMv2 leaves something open or fails, this target is defined:
 *
 * <ul>
 *   <li>A field of a header that is not valid reads as it was last written for this packet, else 0.
 *   <li>A header that becomes valid has an empty variable field.
 *   <li>A select on bits that the packet does not have ends in PacketTooShort.
 *   <li>An index outside of a stack, register, counter or meter reads 0 and writes nothing.
 *   <li>A failed assert or assume drops the packet and is counted and logged.
 *   <li>A frame and its copies take 1024 passes at most.
 *   <li>Of entries of one priority that match, any may win.
 *   <li>The packets of a miss count on the default action's direct counter.
 *   <li>Clones are cut to the length that their session says.
 *   <li>Packets do not wait in queues: their depth and time in them are 0, priorities mean nothing.
 * </ul>
 *
 * <p>Each difference from BMv2 and from the specifications, with what is refused, is a row of the
 * tables in {@code switch/README.md}, Differences, and has a test.
 */
package org.isthmus.target.bmv2;
