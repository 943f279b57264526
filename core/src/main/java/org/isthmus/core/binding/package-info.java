// SPDX-License-Identifier: Apache-2.0
/**
 * Dynamic bindings: set-up, expiry, TCP tracking and removal, the BIB and the session table (RFC
 * 6146 section 3). Decides when a binding begins and ends, and in which order its sides are
 * written.
 *
 * <p>Needs {@code count}, {@code loop}, {@code mapping}, {@code model}, {@code net}, {@code packet}
 * and {@code spi}. What it asks of the rest of the core are three interfaces here: {@code
 * Translators}, {@code Journal} and {@code Ports}.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.binding;
