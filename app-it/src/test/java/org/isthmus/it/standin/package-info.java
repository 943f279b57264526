// SPDX-License-Identifier: Apache-2.0
/**
 * A bundle for the Karaf of the tests: stand-ins for the services of ONOS that need a cluster, with
 * its maps and netcfg in memory, a NAT64 in memory, and a shell to be asked over a socket.
 */
package org.isthmus.it.standin;
