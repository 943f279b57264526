// SPDX-License-Identifier: Apache-2.0
/**
 * The core's thread: its event loop, its clock, tasks for the next tick, and the bounded queue of
 * packet-ins, which those they are from share.
 *
 * <p>Needs {@code model}, {@code packet}.
 *
 * <p>Threading: the loop and the queue take work from any thread; the clock and deferred tasks
 * belong to the core's.
 */
package org.isthmus.core.loop;
