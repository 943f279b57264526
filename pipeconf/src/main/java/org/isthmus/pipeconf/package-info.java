// SPDX-License-Identifier: Apache-2.0
/**
 * The P4 program as ONOS takes it: pipeconfs with their behaviours, and P4Runtime entities in the
 * forms of ONOS.
 *
 * <p>{@link org.isthmus.pipeconf.Pipeconfs} has a pipeconf for each kind of target, with the
 * behaviours {@code Isthmus*}. {@link org.isthmus.pipeconf.PiEntities} turns entries into flow
 * rules and back, {@link org.isthmus.pipeconf.DeviceRules} writes them, {@link
 * org.isthmus.pipeconf.FlowRuleView} tells ONOS of it, {@code DevicePoll} is what ONOS's poll is
 * answered, and {@link org.isthmus.pipeconf.PacketInTap} has the packets that come up. All of it
 * follows from the P4Info; nothing here knows a table by name.
 */
package org.isthmus.pipeconf;
