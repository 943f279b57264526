// SPDX-License-Identifier: Apache-2.0
/**
 * The packets that switches send up, other than those of {@code binding}: ICMP errors and their
 * translation (RFC 7915), fragments, and neighbours and routers on the links of hosts (RFC 826, RFC
 * 4861).
 *
 * <p>Needs {@code count}, {@code fabric}, {@code mapping}, {@code model}, {@code net}, {@code
 * packet} and {@code spi}.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.slowpath;
