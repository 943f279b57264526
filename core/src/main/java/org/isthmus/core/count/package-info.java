// SPDX-License-Identifier: Apache-2.0
/**
 * The counters of the core, by name.
 *
 * <p>Needs nothing.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.count;
