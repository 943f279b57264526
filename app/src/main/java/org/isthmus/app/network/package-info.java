// SPDX-License-Identifier: Apache-2.0
/**
 * The network as ONOS has it: our configurations in netcfg, the links that were discovered and the
 * state of ports, read together as one configuration of the core.
 */
package org.isthmus.app.network;
