// SPDX-License-Identifier: Apache-2.0
/**
 * What hosts offer to operators: the operations of {@link org.isthmus.core.api.Nat64}, the values
 * they return, and the exceptions with which they refuse.
 *
 * <p>Needs {@code model} and {@code net}.
 *
 * <p>Threading: values are immutable; {@code Nat64} may be called on any thread.
 */
package org.isthmus.core.api;
