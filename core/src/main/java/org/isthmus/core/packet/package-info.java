// SPDX-License-Identifier: Apache-2.0
/**
 * Reads and writes packet headers and checksums in byte arrays; no policy.
 *
 * <p>Needs nothing.
 *
 * <p>Threading: {@code FrameTuple} is for one thread; the functions have no state.
 */
package org.isthmus.core.packet;
