// SPDX-License-Identifier: Apache-2.0

/**
 * The data plane of the devices that this node of ONOS masters: tables by flow rules, counters by
 * reads over P4Runtime, packets past ONOS's packet service. The other nodes' devices are reached by
 * {@link org.isthmus.app.cluster}.
 */
package org.isthmus.app.dataplane;
