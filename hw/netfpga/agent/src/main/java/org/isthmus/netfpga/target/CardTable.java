// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import com.google.rpc.Code;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.NoRoomException;
import org.isthmus.netfpga.image.DamagedImageException;
import org.isthmus.netfpga.image.Image;
import org.isthmus.netfpga.image.SavedRow;
import org.isthmus.netfpga.layout.TableLayout;
import org.isthmus.netfpga.rows.ExactRows;
import org.isthmus.netfpga.rows.Placement;
import org.isthmus.netfpga.rows.PrefixRows;
import org.isthmus.netfpga.rows.Repair;
import org.isthmus.netfpga.rows.RowLog;
import org.isthmus.netfpga.rows.TernaryRows;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;

/**
 * A table in a card. Before its program runs, entries are in memory alone; reads never go to the
 * card. Changes, and {@link #rows}, take the card's lock; what reads single entries waits for
 * nobody.
 */
public final class CardTable implements Table {
    private final Object lock;
    private final TableLayout layout;
    private final ActionSpec defaultAction;
    private final CardEvents events;
    private final Map<MatchKey, HeldRow> rows = new ConcurrentHashMap<>();

    /** Null: the program does not run. Changed with the lock held. */
    private volatile Placement<HeldRow> placement;

    /** Rows of the card that nobody knew of when it was compared last. */
    private volatile int unknownRows;

    /**
     * @param lock the card's
     * @param defaultAction null: none that is known
     */
    CardTable(Object lock, TableLayout layout, ActionSpec defaultAction, CardEvents events) {
        this.lock = lock;
        this.layout = layout;
        this.defaultAction = defaultAction;
        this.events = events;
    }

    TableLayout layout() {
        return layout;
    }

    /** Tells the image. */
    private final class ImageLog implements RowLog<HeldRow> {
        private final Image image;
        private final String table;

        ImageLog(Image image, String table) {
            this.image = image;
            this.table = table;
        }

        @Override
        public void save(HeldRow row) {
            image.save(table, row.saved(false));
        }

        @Override
        public void saveUnwanted(HeldRow row) {
            image.save(table, row.saved(true));
        }

        @Override
        public void forget(HeldRow row) {
            image.forget(table, row.key(), row.mask(), row.priority());
        }

        @Override
        public void saveBank(int bank) {
            image.saveBank(table, bank);
        }

        @Override
        public void compared(Repair done) {
            events.repaired(done);
            unknownRows = done.unknown();
        }
    }

    /** The rows of the image, whether this table's or of the program before it. */
    private List<HeldRow> saved(Image image, boolean unwanted) throws DamagedImageException {
        List<HeldRow> found = new ArrayList<>();
        for (SavedRow s : image.rows(layout.name())) {
            if (s.isUnwanted == unwanted) {
                found.add(new HeldRow(layout, s));
            }
        }
        return found;
    }

    /**
     * The program begins to run with the entries that the image has.
     *
     * @return what the card had of them
     */
    Repair restore(org.isthmus.netfpga.card.Rows card, Image image) throws DamagedImageException {
        synchronized (lock) {
            List<HeldRow> before = saved(image, false);
            rows.clear();
            for (HeldRow row : before) {
                if (row.entry().action() == null) {
                    throw new DamagedImageException(
                            "the image's table "
                                    + layout.name()
                                    + " has an action that the program has not");
                }
                rows.put(row.entry().key(), row);
            }
            placement = placement(card, image, before);
            return placement.repair(rows.values());
        }
    }

    /**
     * The program begins to run with the entries that were written to it: the image is told, and
     * the card by {@link #repair}.
     */
    void replace(org.isthmus.netfpga.card.Rows card, Image image) throws DamagedImageException {
        synchronized (lock) {
            List<HeldRow> before = saved(image, false);
            placement = placement(card, image, before);
            List<HeldRow> gone = new ArrayList<>();
            for (HeldRow old : before) {
                HeldRow row = rows.get(old.entry().key());
                if (row == null) {
                    gone.add(old);
                } else {
                    rows.put(old.entry().key(), new HeldRow(layout, row.entry(), old.slot()));
                }
            }
            placement.replaceAll(gone, rows.values());
        }
    }

    private Placement<HeldRow> placement(
            org.isthmus.netfpga.card.Rows card, Image image, List<HeldRow> before)
            throws DamagedImageException {
        RowLog<HeldRow> log = new ImageLog(image, layout.name());
        int number = layout.number();
        switch (layout.kind()) {
            case EXACT:
                return new ExactRows<>(card, number, log, saved(image, true));
            case TERNARY:
                return new TernaryRows<>(
                        card, number, layout.size(), layout.keyBits(), log, before);
            default:
                return new PrefixRows<>(
                        card, number, layout.keyBits(), log, before, image.bank(layout.name()));
        }
    }

    /** The program runs no more. */
    void stop() {
        synchronized (lock) {
            placement = null;
        }
    }

    /** Makes the card hold what it should. */
    Repair repair() {
        synchronized (lock) {
            return placement.repair(rows.values());
        }
    }

    private RefusedException refused(Code code, String what) {
        return new RefusedException(code, "table " + layout.name() + ": " + what);
    }

    @FunctionalInterface
    private interface Change {
        void run() throws CardException;
    }

    /** Of the card, if the program runs. */
    private void change(Change change) throws RefusedException {
        if (placement == null) {
            return;
        }
        try {
            change.run();
        } catch (NoRoomException e) {
            events.hadNoRoom();
            throw refused(
                    Code.RESOURCE_EXHAUSTED, "the card has no room for this row beside the others");
        } catch (CardException e) {
            events.changeFailed();
            throw refused(Code.UNAVAILABLE, e.getMessage());
        } catch (UncheckedIOException e) {
            throw refused(Code.UNAVAILABLE, e.getMessage());
        }
    }

    private HeldRow find(MatchKey key) throws RefusedException {
        HeldRow row = rows.get(key);
        if (row == null) {
            throw refused(Code.NOT_FOUND, "no such entry");
        }
        return row;
    }

    private RefusedException noMeters() {
        return refused(Code.UNIMPLEMENTED, "a card has no direct meters");
    }

    @Override
    public void insert(Entry entry, MeterConfig meter) throws RefusedException {
        if (meter != null) {
            throw noMeters();
        }
        synchronized (lock) {
            if (rows.containsKey(entry.key())) {
                throw refused(Code.ALREADY_EXISTS, "an entry with this match exists");
            }
            if (rows.size() >= layout.size()) {
                throw refused(Code.RESOURCE_EXHAUSTED, "all " + layout.size() + " rows are taken");
            }
            HeldRow row = new HeldRow(layout, entry, HeldRow.NO_SLOT);
            change(() -> placement.insert(row, rows.values()));
            rows.put(entry.key(), row);
        }
    }

    @Override
    public void modify(Entry entry, MeterConfig meter) throws RefusedException {
        if (meter != null) {
            throw noMeters();
        }
        synchronized (lock) {
            HeldRow old = find(entry.key());
            HeldRow row = new HeldRow(layout, entry, HeldRow.NO_SLOT);
            change(() -> placement.replace(old, row, rows.values()));
            rows.put(entry.key(), row);
        }
    }

    @Override
    public void delete(MatchKey key) throws RefusedException {
        synchronized (lock) {
            HeldRow row = find(key);
            change(() -> placement.remove(row, rows.values()));
            rows.remove(key);
        }
    }

    @Override
    public void setDefaultAction(ActionSpec action, MeterConfig meter) throws RefusedException {
        throw refused(Code.PERMISSION_DENIED, "its default action is fixed at compile time");
    }

    @Override
    public ActionSpec defaultAction() {
        return defaultAction;
    }

    @Override
    public boolean read(MatchKey key, Visitor visitor) {
        HeldRow row = rows.get(key);
        if (row == null) {
            return false;
        }
        visitor.entry(row.entry(), 0, 0, 0, null);
        return true;
    }

    /** One of the entries that are in force; null: there is none, or the program does not run. */
    public Entry any() {
        if (placement == null) {
            return null;
        }
        Iterator<HeldRow> i = rows.values().iterator();
        return i.hasNext() ? i.next().entry() : null;
    }

    @Override
    public Table.Rows rows() {
        Entry[] entries;
        synchronized (lock) {
            entries = new Entry[rows.size()];
            int n = 0;
            for (HeldRow row : rows.values()) {
                entries[n++] = row.entry();
            }
        }
        return new Table.Rows() {
            @Override
            public int size() {
                return entries.length;
            }

            @Override
            public void visit(int index, Visitor visitor) {
                visitor.entry(entries[index], 0, 0, 0, null);
            }
        };
    }

    @Override
    public void readDefault(Visitor visitor) {
        visitor.entry(new Entry(null, defaultAction, 0, 0, new byte[0]), 0, 0, 0, null);
    }

    @Override
    public void setCounter(MatchKey key, long packets, long bytes) throws RefusedException {
        throw refused(Code.UNIMPLEMENTED, "a card has no direct counters");
    }

    @Override
    public void setMeter(MatchKey key, MeterConfig config) throws RefusedException {
        throw noMeters();
    }

    @Override
    public int size() {
        return rows.size();
    }

    /** Rows of the card that nobody knew of when it was compared last. Does not wait. */
    int unknownRows() {
        return unknownRows;
    }

    /** A card tells nothing of hits. */
    @Override
    public void onIdle(IdleListener listener) {}
}
