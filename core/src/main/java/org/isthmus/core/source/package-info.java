// SPDX-License-Identifier: Apache-2.0
/**
 * Decides which interface has which address where addresses are learned: FCFS SAVI (RFC 6620) over
 * the whole network.
 *
 * <p>Needs {@code api}, {@code count}, {@code fabric}, {@code loop}, {@code model} and {@code net}.
 *
 * <p>Threading: the core's thread.
 */
package org.isthmus.core.source;
