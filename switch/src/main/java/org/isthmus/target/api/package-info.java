// SPDX-License-Identifier: Apache-2.0
/**
 * The contract between the P4Runtime server and what executes P4 programs: a {@link
 * org.isthmus.target.api.Target} compiles a program, a {@link org.isthmus.target.api.Program} holds
 * its tables, action profiles, counters, meters and registers under their P4Info ids, a {@link
 * org.isthmus.target.api.Worker} processes packets. Depends on nothing else in this module.
 */
package org.isthmus.target.api;
