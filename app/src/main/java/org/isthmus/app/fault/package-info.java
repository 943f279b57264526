// SPDX-License-Identifier: Apache-2.0
/** Alarms of the NAT64 as alarms of ONOS's fault management. */
package org.isthmus.app.fault;
