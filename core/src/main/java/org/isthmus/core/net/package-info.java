// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses, prefixes and protocols as values, their text forms, and the embedding of IPv4
 * addresses in IPv6 addresses (RFC 6052, RFC 4291); hashes of them; and certificates that are not
 * valid now.
 *
 * <p>Needs nothing.
 *
 * <p>Threading: values are immutable; the functions have no state.
 */
package org.isthmus.core.net;
