// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses, prefixes and protocols as {@code isthmus.net.v1}, and back; what the other packages
 * here have in common.
 *
 * <p>Threading: stateless.
 */
package org.isthmus.proto.net;
