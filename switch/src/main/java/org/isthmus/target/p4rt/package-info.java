// SPDX-License-Identifier: Apache-2.0
/**
 * The P4Runtime 1.3 server of one device: arbitration, forwarding pipeline configs, reads and
 * writes of entities, packet-in and packet-out. It checks requests against the P4Info, then calls
 * {@link org.isthmus.target.api.Target}; it does not depend on which target that is.
 */
package org.isthmus.target.p4rt;
