// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps devices at their desired state: change batches in order, one under way per device, and
 * reconciliation after a connection or an error. The only user of {@code DataPlane}'s writes and
 * reads of tables.
 *
 * <p>Needs {@code api}, {@code binding}, whose {@code Translators} it implements, {@code capacity},
 * {@code count}, {@code fabric}, {@code loop}, {@code mapping}, {@code model}, {@code net}, {@code
 * pool} and {@code spi}.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.sync;
