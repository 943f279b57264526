// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses, prefixes and protocols as values, their text forms, and the embedding of IPv4
 * addresses in IPv6 addresses (RFC 6052, RFC 4291); and hashes of them.
 *
 * <p>Needs nothing.
 *
 * <p>Threading: values are immutable; the functions have no state.
 */
package org.isthmus.core.net;
