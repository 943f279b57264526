// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import java.math.BigInteger;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Rows;

/**
 * An exact table: the card finds the place. It cannot list its rows, so that one whose key is
 * forgotten would stay for good; therefore the log.
 */
public final class ExactRows<R extends Row> extends Placement<R> {
    /** In the card perhaps, and nobody was told so. */
    private final Map<BigInteger, R> unwanted = new HashMap<>();

    /**
     * @param unwanted as saved in the log
     */
    public ExactRows(Rows card, int table, RowLog<R> log, Collection<R> unwanted) {
        super(card, table, log);
        unwanted.forEach(r -> this.unwanted.put(r.key(), r));
    }

    @Override
    boolean isSettled() {
        return unwanted.isEmpty();
    }

    @Override
    void doInsert(R row) throws CardException {
        log.save(row);
        try {
            addOrOverwrite(row);
        } catch (CardException e) {
            unwanted.put(row.key(), row);
            log.saveUnwanted(row);
            try {
                eraseUnwanted();
            } catch (CardException undone) {
                e.addSuppressed(undone);
            }
            throw e;
        }
    }

    /** Of a card whose agent lost its image there may be a row that nobody knows of. */
    private void addOrOverwrite(R row) throws CardException {
        try {
            add(row);
        } catch (CardException e) {
            if (card.readExact(table, row.key()) == null) {
                throw e;
            }
            card.replaceExact(table, row.key(), row.value());
            check(row);
        }
    }

    private void add(R row) throws CardException {
        card.addExact(table, row.key(), row.value());
        check(row);
    }

    private void check(R row) throws CardException {
        if (!row.value().equals(card.readExact(table, row.key()))) {
            throw notKept("exact table " + table);
        }
    }

    /** Whether or not it is there. */
    private void erase(R row) throws CardException {
        if (card.readExact(table, row.key()) != null) {
            card.deleteExact(table, row.key());
            if (card.readExact(table, row.key()) != null) {
                throw notKept("exact table " + table);
            }
        }
    }

    private void eraseUnwanted() throws CardException {
        for (Iterator<R> i = unwanted.values().iterator(); i.hasNext(); ) {
            R row = i.next();
            erase(row);
            log.forget(row);
            i.remove();
        }
    }

    @Override
    void doReplace(R old, R row) throws CardException {
        log.save(row);
        try {
            put(row);
        } catch (CardException e) {
            log.save(old);
            try {
                put(old);
            } catch (CardException undone) {
                e.addSuppressed(undone);
                doubt();
            }
            throw e;
        }
    }

    /** Whether the row was there already. */
    private boolean put(R row) throws CardException {
        BigInteger there = card.readExact(table, row.key());
        if (row.value().equals(there)) {
            return true;
        }
        if (there == null) {
            add(row);
        } else {
            card.replaceExact(table, row.key(), row.value());
            check(row);
        }
        return false;
    }

    @Override
    void doRemove(R row) throws CardException {
        try {
            erase(row);
        } catch (CardException e) {
            doubt();
            throw e;
        }
        log.forget(row);
    }

    @Override
    void relog(List<R> rows) {
        unwanted.values().forEach(log::saveUnwanted);
    }

    @Override
    void leave(Collection<R> rows) {
        for (R row : rows) {
            unwanted.put(row.key(), row);
            log.saveUnwanted(row);
        }
    }

    @Override
    void doRepair(Collection<R> rows, Repair done) {
        // One that is in force by now is overwritten, and must not be forgotten.
        rows.forEach(r -> unwanted.remove(r.key()));
        try {
            eraseUnwanted();
        } catch (CardException e) {
            done.failure(e);
        }
        for (R row : rows) {
            if (done.isGivenUp()) {
                return;
            }
            try {
                done.found(put(row));
            } catch (CardException e) {
                done.failure(e);
            }
        }
        try {
            done.unknown(Math.max(0, card.exactRows(table) - rows.size() - unwanted.size()));
        } catch (CardException e) {
            done.failure(e);
        }
    }
}
