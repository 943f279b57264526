// SPDX-License-Identifier: Apache-2.0
/**
 * What compiled programs call while they process a packet: match-action tables and their lookup
 * structures, action profiles, counters, meters, registers, hashes and checksums. Packets look
 * tables up without locks; a meter and a register have a lock each. A row is an entry as packets
 * see it: one long array, see {@link org.isthmus.target.bmv2.run.RowLayout}.
 */
package org.isthmus.target.bmv2.run;
