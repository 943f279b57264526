// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import java.io.UncheckedIOException;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Rows;

/**
 * A ternary table: of the rows that match, the one in the lowest slot wins, so that rows are in the
 * order of their priorities, those of one priority in any. A row goes where there is room between
 * its neighbours. Where there is none, one row of each priority on the way to the nearest free slot
 * moves, the one next to that slot first: it is written to its new slot before another row
 * overwrites the old one, so that at every moment each row is there once at least, and in order.
 */
public final class TernaryRows<R extends Row> extends Placement<R> {
    private final SlotMap slots;
    private final Map<Integer, R> bySlot = new HashMap<>();

    /** Slots that hold a row that is elsewhere or nowhere, and should be free. */
    private final BitSet stale = new BitSet();

    /**
     * @param size slots of the table
     * @param keyBits of its key
     * @param rows as saved in the log; those without a slot get one when the table is repaired
     */
    public TernaryRows(
            Rows card, int table, int size, int keyBits, RowLog<R> log, Collection<R> rows) {
        super(card, table, log);
        // Rows of prefixes have their length for a priority, and one more.
        slots = new SlotMap(size, keyBits + 1);
        for (R row : rows) {
            if (row.slot() != Row.NO_SLOT) {
                keep(row);
            }
        }
    }

    @Override
    boolean isSettled() {
        return stale.isEmpty();
    }

    @Override
    void doInsert(R row) throws CardException {
        try {
            place(row);
        } catch (CardException e) {
            log.forget(row);
            throw e;
        }
    }

    /** One that fails has no slot; the log may still have it in one. */
    private void place(R row) throws CardException {
        List<SlotMap.Move> moves = slots.makeRoom(row.priority());
        for (SlotMap.Move move : moves) {
            move(bySlot.get(move.from), move.to);
        }
        int slot = moves.isEmpty() ? slots.free(row.priority()) : moves.get(moves.size() - 1).from;
        row.place(slot);
        try {
            log.save(row);
            write(row, slot);
        } catch (CardException | UncheckedIOException e) {
            stale.set(slot);
            row.place(Row.NO_SLOT);
            undo(e);
            throw e;
        }
        keep(row);
    }

    private void keep(R row) {
        slots.take(row.slot(), row.priority());
        bySlot.put(row.slot(), row);
        stale.clear(row.slot());
    }

    private void move(R row, int to) throws CardException {
        int from = row.slot();
        try {
            write(row, to);
        } catch (CardException e) {
            stale.set(to);
            undo(e);
            throw e;
        }
        slots.free(from, row.priority());
        bySlot.remove(from);
        stale.set(from);
        row.place(to);
        keep(row);
        log.save(row);
    }

    private void write(R row, int slot) throws CardException {
        card.writeTernary(table, slot, row.key(), row.mask(), row.value());
        if (!isThere(row, slot)) {
            throw notKept("slot " + slot + " of ternary table " + table);
        }
    }

    private boolean isThere(R row, int slot) throws CardException {
        return card.holdsTernary(table, slot, row.key(), row.mask(), row.value());
    }

    private void undo(Exception e) {
        try {
            eraseStale();
        } catch (CardException undone) {
            e.addSuppressed(undone);
        }
    }

    private void eraseStale() throws CardException {
        for (int s = stale.nextSetBit(0); s >= 0; s = stale.nextSetBit(s + 1)) {
            card.eraseTernary(table, s);
            stale.clear(s);
        }
    }

    @Override
    void doReplace(R old, R row) throws CardException {
        row.place(old.slot());
        log.save(row);
        try {
            write(row, row.slot());
        } catch (CardException e) {
            log.save(old);
            try {
                write(old, old.slot());
            } catch (CardException undone) {
                e.addSuppressed(undone);
                doubt();
            }
            throw e;
        }
        bySlot.put(row.slot(), row);
    }

    /** What is erased cannot be read back: SDNet's library tells the same of an erased row. */
    @Override
    void doRemove(R row) throws CardException {
        try {
            card.eraseTernary(table, row.slot());
        } catch (CardException e) {
            doubt();
            throw e;
        }
        log.forget(row);
        release(row);
    }

    /** The card's other slots are erased whatever was in them. */
    @Override
    void relog(List<R> rows) {
        rows.forEach(log::forget);
    }

    @Override
    void leave(Collection<R> rows) {
        for (R row : rows) {
            release(row);
            stale.set(row.slot());
            log.forget(row);
        }
    }

    private void release(R row) {
        slots.free(row.slot(), row.priority());
        bySlot.remove(row.slot());
    }

    /**
     * Writes also what is there, for the card would tell the same of a row that was erased; by the
     * order of slots, and erases afterwards what a move may have left.
     */
    @Override
    void doRepair(Collection<R> rows, Repair done) {
        // These move where one has no slot yet, not those that were in force before them.
        rows.stream().filter(r -> r.slot() != Row.NO_SLOT).forEach(r -> bySlot.put(r.slot(), r));
        for (R row :
                rows.stream()
                        .sorted(Comparator.comparingInt(Row::slot))
                        .collect(Collectors.toList())) {
            if (done.isGivenUp()) {
                return;
            }
            try {
                if (row.slot() == Row.NO_SLOT) {
                    place(row);
                    done.found(false);
                } else {
                    boolean wasThere = isThere(row, row.slot());
                    write(row, row.slot());
                    done.found(wasThere);
                }
            } catch (CardException e) {
                done.failure(e);
                if (row.slot() == Row.NO_SLOT) {
                    // In force all the same, and the next repair's, after a restart too.
                    log.save(row);
                }
            }
        }
        for (int s = slots.nextFree(0); s >= 0 && !done.isGivenUp(); s = slots.nextFree(s + 1)) {
            try {
                card.eraseTernary(table, s);
                stale.clear(s);
            } catch (CardException e) {
                done.failure(e);
            }
        }
    }
}
