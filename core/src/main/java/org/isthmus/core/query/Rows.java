// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import org.isthmus.core.api.Order;

/**
 * The rows of a list, by the slot of the BIB they belong to. A row is told by numbers; an object is
 * only made of one that is answered.
 *
 * <p>Threading: the core's thread.
 */
interface Rows<T> {
    /** Takes rows. */
    interface Taker {
        /**
         * @param kind the list's own
         * @param peer4 in network order, 0 of a binding
         * @param since in Seconds
         */
        void take(int slot, int kind, int peer4, int peerPort, int since);
    }

    /**
     * Tells the rows of a slot that is in use and that the filter lets through.
     *
     * @return how many it looked at, a measure of the work
     */
    int of(int slot, Taker to);

    /** Makes a row; null: it has gone meanwhile. */
    T row(int slot, int kind, int peer4, int peerPort);

    /**
     * Whether the slot may have rows that nobody knows of and that the filter would let through.
     */
    boolean mayHaveMore(int slot);

    /** Whether rows can be ordered by this. */
    boolean has(Order.Key key);
}
