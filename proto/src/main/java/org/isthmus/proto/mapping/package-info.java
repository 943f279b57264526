// SPDX-License-Identifier: Apache-2.0
/**
 * Events of the mapping log as {@code isthmus.mapping.v1}, and back.
 *
 * <p>Threading: stateless.
 */
package org.isthmus.proto.mapping;
