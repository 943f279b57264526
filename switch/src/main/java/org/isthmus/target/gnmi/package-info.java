// SPDX-License-Identifier: Apache-2.0
/**
 * Tells over gNMI what a switch's ports are called, what number each has and whether it is up, as
 * states of OpenConfig's interfaces. Nothing can be set.
 */
package org.isthmus.target.gnmi;
