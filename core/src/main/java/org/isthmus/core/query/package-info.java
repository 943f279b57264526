// SPDX-License-Identifier: Apache-2.0
/**
 * Answers queries and evaluates alarms; changes nothing.
 *
 * <p>Needs all packages that hold state, {@code loop} and {@code spi}, and returns values of {@code
 * api}.
 *
 * <p>Threading: the core's thread; long lists are read in parts, one per step of the loop.
 */
package org.isthmus.core.query;
