// SPDX-License-Identifier: Apache-2.0
/**
 * Decides which links and which devices without a session carry packets, by probes that their data
 * planes answer; and tells the fabric.
 *
 * <p>Needs {@code fabric}, {@code loop}, {@code model}, {@code net}, {@code packet} and {@code
 * spi}.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.liveness;
