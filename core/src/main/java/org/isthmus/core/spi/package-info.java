// SPDX-License-Identifier: Apache-2.0
/**
 * What a host provides: the data plane, a store and a mapping log; and how stages between both
 * fail.
 *
 * <p>Needs {@code model} and {@code net}.
 *
 * <p>Threading: the interfaces say on which threads they are called, and on which they may answer.
 */
package org.isthmus.core.spi;
