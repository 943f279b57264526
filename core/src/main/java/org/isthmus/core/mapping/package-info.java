// SPDX-License-Identifier: Apache-2.0
/**
 * Static translation rules: NAT64 instances with their prefixes (RFC 6052) and the EAMT (RFC 7757),
 * and the interface by which packets are translated, {@link org.isthmus.core.mapping.Mappings}.
 *
 * <p>Needs {@code api}, {@code model} and {@code net}.
 *
 * <p>Threading: the EAMT is immutable; the rest belongs to the core's thread. Look-ups allocate
 * nothing.
 */
package org.isthmus.core.mapping;
