// SPDX-License-Identifier: Apache-2.0
/**
 * Changes by operators and by configuration: checks them, stores them, puts them into force, and
 * restores the store's records at the first configuration.
 *
 * <p>Needs {@code api}, {@code binding}, {@code capacity}, {@code count}, {@code fabric}, {@code
 * journal}, {@code loop}, {@code mapping}, {@code model}, {@code net}, {@code pool}, {@code spi}
 * and {@code sync}.
 *
 * <p>Threading: the core's thread; one change at a time.
 */
package org.isthmus.core.policy;
