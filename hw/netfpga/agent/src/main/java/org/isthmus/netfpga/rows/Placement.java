// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Rows;

/**
 * The rows of one table in a card. The caller knows which rows there are, and calls with rows that
 * fit: no second one with the same match, none too many. One thread at a time.
 *
 * <p>A change that fails has not happened, as far as packets and {@link RowLog} are concerned.
 * Where the card leaves that open, the next change begins with {@link #repair}, and fails if that
 * does.
 *
 * @param <R> the rows of the table
 */
public abstract class Placement<R extends Row> {
    /**
     * Before a change, a repair gives up after so many failures on end: a card that takes nothing
     * is not asked for each row again with each change of a batch.
     */
    static final int PATIENCE = 16;

    final Rows card;
    final int table;
    final RowLog<R> log;

    /** What the card holds is not known. */
    private boolean doubtful;

    /** What the log has is not known, because it failed. */
    private boolean logFailed;

    /** Not in force, and in the log perhaps. */
    private final List<R> unlogged = new ArrayList<>();

    Placement(Rows card, int table, RowLog<R> log) {
        this.card = card;
        this.table = table;
        this.log = log;
    }

    /**
     * @param before the rows that are in force
     */
    public final void insert(R row, Collection<R> before) throws CardException {
        change(row, before, () -> doInsert(row));
    }

    /**
     * @param row has the match of {@code old}
     */
    public final void replace(R old, R row, Collection<R> before) throws CardException {
        change(row, before, () -> doReplace(old, row));
    }

    public final void remove(R row, Collection<R> before) throws CardException {
        change(row, before, () -> doRemove(row));
    }

    @FunctionalInterface
    private interface Change {
        void run() throws CardException;
    }

    private void change(R row, Collection<R> before, Change change) throws CardException {
        settle(before);
        try {
            change.run();
        } catch (RuntimeException e) {
            // The log has failed, in the middle of it perhaps.
            doubtful = true;
            logFailed = true;
            unlogged.add(row);
            throw e;
        }
    }

    /**
     * Compares the card with the rows that are in force, and writes what differs. A row that cannot
     * be written is counted and the others go on. Where the log fails, the rest is left to the next
     * repair.
     *
     * @param rows in force, with the slots that the log has
     */
    public final Repair repair(Collection<R> rows) {
        return repair(rows, new Repair());
    }

    private Repair repair(Collection<R> rows, Repair done) {
        try {
            doRepair(rows, done);
        } catch (UncheckedIOException e) {
            logFailed = true;
            done.failure(new CardException(e.getMessage()));
        }
        doubtful = done.failed() > 0;
        log.compared(done);
        return done;
    }

    /**
     * Tells the log of other rows than before, which {@link #repair} makes the card hold.
     *
     * @param gone were in force, and are in {@code rows} no more, nor is another with their match
     * @param rows to be in force; those that were before have the slots that they had
     */
    public final void replaceAll(Collection<R> gone, Collection<R> rows) {
        leave(gone);
        rows.forEach(log::save);
        doubtful = true;
    }

    private void settle(Collection<R> rows) throws CardException {
        if (!doubtful && isSettled()) {
            return;
        }
        if (logFailed) {
            relog(unlogged);
            rows.forEach(log::save);
            unlogged.clear();
            logFailed = false;
        }
        Repair done = repair(rows, new Repair(PATIENCE));
        if (done.failed() > 0) {
            throw new CardException(
                    "what the card holds is not known, and its repair failed: "
                            + done.firstFailure());
        }
    }

    /** What the card holds is not known from now on. */
    final void doubt() {
        doubtful = true;
    }

    /**
     * Tells the log of all that is not in force.
     *
     * @param rows that the log may have; those in force are saved afterwards
     */
    abstract void relog(List<R> rows);

    /** These rows are to be erased, by the next repair. */
    abstract void leave(Collection<R> rows);

    /** Whether no row waits to be erased. */
    abstract boolean isSettled();

    abstract void doInsert(R row) throws CardException;

    abstract void doReplace(R old, R row) throws CardException;

    abstract void doRemove(R row) throws CardException;

    /** Ends early where it {@link Repair#isGivenUp is given up}. */
    abstract void doRepair(Collection<R> rows, Repair done);

    static CardException notKept(String what) {
        return new CardException(what + ": the card did not keep what was written");
    }
}
