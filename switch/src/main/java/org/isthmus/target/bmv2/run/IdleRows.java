// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;

/**
 * Which rows of a table have not been hit for their timeout, and were not told of since.
 *
 * <p>Threading: any number of threads touch rows; the rest is for one at a time.
 */
final class IdleRows {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final int lastHit;
    private final Predicate<long[]> isThere;
    private final IdleDeadlines deadlines = new IdleDeadlines();

    /** When the table began, ns. */
    private final long start;

    /** When somebody last looked for idle rows, ns. */
    private long swept;

    /**
     * @param isThere whether a row is in the table
     * @param now ns
     */
    IdleRows(RowLayout at, Predicate<long[]> isThere, long now) {
        this.lastHit = at.lastHit;
        this.isThere = isThere;
        this.start = now;
        this.swept = now;
    }

    /** Whether rows of this table can time out. */
    boolean possible() {
        return lastHit >= 0;
    }

    /** Notes a hit. */
    void touch(long[] row, long nowNanos) {
        WORD.setOpaque(row, lastHit, nowNanos);
    }

    /** Of a table where it is {@link #possible}, ns. */
    long lastHit(long[] row) {
        return (long) WORD.getOpaque(row, lastHit);
    }

    /** Idle timeout of a row, ns; 0: none. */
    long timeout(long[] row) {
        return possible() ? row[RowLayout.timeout(row)] : 0;
    }

    /** The next look in which the row's timeout has run out once more finds it. */
    void await(long[] row) {
        long timeout = timeout(row);
        if (timeout <= 0) {
            return;
        }
        long last = lastHit(row);
        long told = Math.max(swept - last, 0) / timeout * timeout;
        long deadline = last - start + told + timeout;
        // Beyond 2^63 - 1: never.
        deadlines.add(row, deadline < 0 ? Long.MAX_VALUE : deadline);
    }

    /** A row has left the table. */
    void left(long[] row) {
        if (timeout(row) > 0) {
            deadlines.left(isThere);
        }
    }

    /** A look for idle rows begins. */
    void sweep(long now) {
        swept = now;
    }

    /** The next row that may have been idle for its timeout, which is due no more; null: none. */
    long[] take(long now) {
        long[] row;
        while ((row = deadlines.take(now - start)) != null && !isThere.test(row)) {
            deadlines.tookGone();
        }
        return row;
    }
}
