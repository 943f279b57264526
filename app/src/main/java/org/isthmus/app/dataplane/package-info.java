// SPDX-License-Identifier: Apache-2.0

/**
 * The data plane of the devices that this node of ONOS masters, by ONOS's P4Runtime clients. The
 * other nodes' devices are reached by {@link org.isthmus.app.cluster}.
 *
 * <p>Frames that only a translator understands come straight from a device's connection, see {@link
 * org.isthmus.pipeconf.PacketInTap}; over the connections of drivers that are not ours, by ONOS's
 * packet service. Tables are written by a device's client, see {@link
 * org.isthmus.pipeconf.DeviceRules}, and ONOS is told afterwards, see {@link
 * org.isthmus.pipeconf.FlowRuleView}: on ONOS's own way every rule passes its flow rule service,
 * its store and its driver one by one before the device has it. Nothing else of ONOS writes our
 * devices, but for its poll, which mends what it finds missing.
 */
package org.isthmus.app.dataplane;
