// SPDX-License-Identifier: Apache-2.0
/**
 * What other bundles, commands and REST use: the NAT64 as a service of ONOS, its events, and the
 * exception that says why there is none to ask.
 */
package org.isthmus.app.api;
