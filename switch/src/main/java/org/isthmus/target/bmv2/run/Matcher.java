// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.function.Consumer;

/**
 * Finds rows by key. One writer, lock-free lookups: each finds what was the row at one moment of
 * it, between two changes.
 */
interface Matcher {
    /** The row that matches the words of a packet's key, or null. */
    long[] find(long[] key);

    /** False: no row matches the key, which is known at once. True: one may. */
    boolean mayMatch(long[] key);

    /** The rows of several keys. */
    void find(Lookups lookups);

    /** The row with the same match (value, mask, priority) as this one, or null. Writer only. */
    long[] same(long[] row);

    /** Inserts a row, or puts it in the place of the one with the same match. */
    void put(long[] row);

    /** Removes the row with the same match, which must be there. */
    void remove(long[] row);

    int size();

    /** Shows every row that is there all the while; for any thread. */
    void forEach(Consumer<long[]> visitor);
}
