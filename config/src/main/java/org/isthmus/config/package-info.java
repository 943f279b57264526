// SPDX-License-Identifier: Apache-2.0
/**
 * Reads netcfg, the configuration format of ONOS, into the values of {@code
 * org.isthmus.core.model}, or says everything that is wrong with it and where (docs/netcfg.md).
 *
 * <p>Needs {@code core.model}, {@code core.net} and Jackson.
 *
 * <p>Threading: the readers are for one thread; what they return is immutable.
 */
package org.isthmus.config;
