// SPDX-License-Identifier: Apache-2.0
/**
 * Writes to the store and the mapping log: each write carries the leases and port blocks that have
 * changed since the one before.
 *
 * <p>Needs {@code binding}, whose {@code Journal} it implements, {@code count}, {@code loop},
 * {@code model}, {@code net}, {@code pool} and {@code spi}.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.journal;
