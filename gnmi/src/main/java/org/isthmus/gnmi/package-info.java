// SPDX-License-Identifier: Apache-2.0
/**
 * How a switch tells which of its ports are up: P4Runtime knows nothing of ports, so it is said as
 * OpenConfig models interfaces, over gNMI (gNMI specification 0.10.0; Stratum does so, too).
 */
package org.isthmus.gnmi;
