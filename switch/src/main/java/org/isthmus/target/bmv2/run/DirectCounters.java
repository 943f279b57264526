// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.UnaryOperator;

/**
 * Direct counters of a table: two words of a row, packets and bytes, added to atomically. When a
 * row is replaced, its counter is moved and sealed: a packet that still holds the old row sees the
 * seal and counts on the new one, so nothing is lost.
 *
 * <p>Threading: any number of threads count and read; one at a time moves and sets.
 */
final class DirectCounters {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long SEALED = Long.MIN_VALUE;

    private final int packets;
    private final int bytes;
    private final UnaryOperator<long[]> successor;

    /**
     * @param successor the row that a key finds now, or null
     */
    DirectCounters(RowLayout at, UnaryOperator<long[]> successor) {
        this.packets = at.packets;
        this.bytes = at.bytes;
        this.successor = successor;
    }

    /** Whether the rows have none. */
    boolean none() {
        return packets < 0;
    }

    /** Adds to the row that was found by this key. */
    void add(long[] row, long[] key, long morePackets, long moreBytes) {
        long[] r = addWord(row, key, packets, morePackets);
        if (r != null) {
            addWord(r, key, bytes, moreBytes);
        }
    }

    /** The row that has the counter now, or null if it was removed. */
    private long[] addWord(long[] row, long[] key, int word, long more) {
        long[] r = row;
        long count;
        while ((count = (long) WORD.getAndAdd(r, word, more)) < 0) {
            long[] next = successor.apply(key);
            if (next == null) {
                return null;
            }
            if (next == r) {
                // Nobody has sealed it: it went beyond 2^63 - 1, and begins anew.
                WORD.compareAndSet(r, word, count + more, count + more & Long.MAX_VALUE);
                return r;
            }
            r = next;
        }
        return r;
    }

    void move(long[] old, long[] row) {
        if (!none()) {
            WORD.getAndAdd(row, packets, seal(old, packets));
            WORD.getAndAdd(row, bytes, seal(old, bytes));
        }
    }

    private static long seal(long[] row, int word) {
        return (long) WORD.getAndBitwiseOr(row, word, SEALED) & Long.MAX_VALUE;
    }

    void set(long[] row, long ofPackets, long ofBytes) {
        WORD.setVolatile(row, packets, ofPackets);
        WORD.setVolatile(row, bytes, ofBytes);
    }

    /** As clients see it, of a row that was replaced what it was then; 0 where there is none. */
    long packets(long[] row) {
        return counted(row, packets);
    }

    /** As {@link #packets}. */
    long bytes(long[] row) {
        return counted(row, bytes);
    }

    private static long counted(long[] row, int word) {
        return word < 0 ? 0 : (long) WORD.getVolatile(row, word) & Long.MAX_VALUE;
    }
}
