// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a device has room for what is to be accepted: table sizes, what is used of them, and what
 * devices refused.
 *
 * <p>Needs {@code api}, {@code fabric}, whose {@code Room} it implements, and {@code model}.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.capacity;
