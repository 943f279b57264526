// SPDX-License-Identifier: Apache-2.0
/**
 * Allocation of IPv4 addresses and ports: pools cut into port blocks, the blocks of subscribers
 * (RFC 6888), leases of addresses among controllers, and the index from an IPv4 transport address
 * to its binding.
 *
 * <p>Needs {@code api}, {@code binding}, whose {@code Ports} it implements, {@code loop}, {@code
 * model}, {@code net} and {@code spi}.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.pool;
