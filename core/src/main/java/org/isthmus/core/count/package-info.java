// SPDX-License-Identifier: Apache-2.0
/**
 * How often what happened, and how long it took.
 *
 * <p>Needs {@code model} and {@code api}, for the values it tells.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.count;
