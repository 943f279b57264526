// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.AdoptionRecord.State;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.SubscriberRecord;

/**
 * Tells of a binding that a device holds and the BIB does not whether the store may have lost it,
 * or it was deleted.
 *
 * <p>A store that lacks nothing knows all that was ever allowed: what it does not have is deleted.
 * One that was new at the start, or that may lack bindings, may have lost it. So bindings that are
 * deleted while a device may hold them are remembered in the store, until every translator of the
 * configuration has confirmed that it does not. Beyond {@link #MOST} of them all are forgotten, and
 * no binding is taken over until then.
 *
 * <p>Threading: the core's thread.
 */
public final class Deletions {
    /** Deletions that are remembered: a few megabytes. */
    public static final int MOST = 1 << 16;

    private static final Logger LOG = System.getLogger(Deletions.class.getName());

    /** A store without any of these is new; a binding is never without a lease. */
    private static final List<Class<? extends Store.Record>> USED =
            List.of(
                    LeaseRecord.class,
                    PoolRecord.class,
                    EamRecord.class,
                    StaticBindingRecord.class,
                    SubscriberRecord.class);

    private static final class Deletion {
        final DeletionRecord record;

        /** No device is to hold it any more, as far as the BIB says. */
        boolean isOver;

        Deletion(DeletionRecord record, boolean isOver) {
            this.record = record;
            this.isOver = isOver;
        }
    }

    private final Bib bib;
    private final Translators translators;
    private final Journal journal;
    private final int most;
    private final Map<List<Object>, Deletion> deletions = new LinkedHashMap<>();
    private Store store;
    private State state = State.OVER;

    /** What the store has of it; null: nothing. */
    private State stored;

    private boolean writing;
    private boolean confirming;

    /**
     * @param most deletions that are remembered
     */
    public Deletions(Bib bib, Translators translators, Journal journal, int most) {
        this.bib = bib;
        this.translators = translators;
        this.journal = journal;
        this.most = most;
    }

    /** Reads what an earlier run left; to be called before anything is written to the store. */
    public void read(Store from) {
        store = from;
        deletions.clear();
        from.read(DeletionRecord.class, r -> deletions.put(r.key(), new Deletion(r, true)));
        from.read(AdoptionRecord.class, r -> stored = r.state);
        state = stored != null ? stored : isNew(from) ? State.OPEN : State.OVER;
        if (state == State.OPEN) {
            LOG.log(
                    Level.WARNING,
                    "the store is new: bindings that devices hold are taken over as they are read");
        }
        writeState(new ArrayList<>());
    }

    private static boolean isNew(Store store) {
        boolean[] used = new boolean[1];
        for (Class<? extends Store.Record> type : USED) {
            store.read(type, r -> used[0] = true);
        }
        return !used[0];
    }

    /** How many deletions wait for devices. */
    public int size() {
        return deletions.size();
    }

    /** Whether a binding that only a device holds may be one that the store lost. */
    boolean mayBeLost(BibIntent.Outbound o) {
        return (state == State.OPEN || state == State.OVER && store.mayLackBindings())
                && !deletions.containsKey(
                        DeletionRecord.of(
                                        o.instance,
                                        o.protocol,
                                        o.address6High,
                                        o.address6Low,
                                        o.port6,
                                        o.address4,
                                        o.port4,
                                        o.setBits)
                                .key());
    }

    /** Whether a record was deleted, although a store that lost its latest writes has it. */
    public boolean has(BindingRecord b) {
        return deletions.containsKey(record(b).key());
    }

    private static DeletionRecord record(BindingRecord b) {
        return DeletionRecord.of(
                b.instance, b.protocol, b.high, b.low, b.port6, b.address4, b.port4, b.setBits);
    }

    /**
     * A binding is about to be made, perhaps one that was deleted before.
     *
     * @param records grows by what is to be stored with it
     */
    public void made(int slot, List<Store.Record> records) {
        if (!deletions.isEmpty()) {
            Deletion before = deletions.remove(record(slot).key());
            if (before != null) {
                records.add(before.record.removal());
            }
        }
    }

    /**
     * What {@link #made} gave was not stored: a device may hold yet what was deleted.
     *
     * @param records of the write
     */
    public void notMade(List<Store.Record> records) {
        for (Store.Record r : records) {
            if (r instanceof DeletionRecord && r.isRemoval()) {
                DeletionRecord d = (DeletionRecord) r;
                DeletionRecord before =
                        DeletionRecord.of(
                                d.instance,
                                d.protocol,
                                d.high,
                                d.low,
                                d.port6,
                                d.address4,
                                d.port4,
                                d.setBits);
                deletions.put(before.key(), new Deletion(before, true));
            }
        }
    }

    private DeletionRecord record(int slot) {
        return DeletionRecord.of(
                bib.instance(slot),
                bib.protocol(slot),
                bib.high(slot),
                bib.low(slot),
                bib.port6(slot),
                bib.address4(slot),
                bib.port4(slot),
                bib.setBits(slot));
    }

    /**
     * Remembers that a binding that devices hold is about to be deleted.
     *
     * @param records grows by what is to be stored with the deletion
     */
    public void begin(int slot, List<Store.Record> records) {
        remember(record(slot), false, records);
    }

    /** What {@link #begin} remembered was not stored, and the binding stays. */
    public void undo(int slot) {
        deletions.remove(record(slot).key());
    }

    /**
     * Remembers a binding that no device is to hold any more, unless none can.
     *
     * @param records grows by what is to be stored with the deletion
     */
    void end(int slot, List<Store.Record> records) {
        boolean confirmed = translators.areAllReady();
        if (confirmed && deletions.isEmpty()) {
            return;
        }
        DeletionRecord record = record(slot);
        Deletion begun = deletions.get(record.key());
        if (begun != null) {
            begun.isOver = true;
        }
        if (!confirmed) {
            remember(record, true, records);
        }
    }

    /**
     * Remembers a record that is not restored.
     *
     * @param records grows by what is to be stored with the deletion
     */
    public void end(BindingRecord b, List<Store.Record> records) {
        remember(record(b), true, records);
    }

    private void remember(DeletionRecord record, boolean isOver, List<Store.Record> records) {
        if (state == State.REFUSED) {
            return;
        }
        if (deletions.size() >= most && !deletions.containsKey(record.key())) {
            overflow();
            return;
        }
        deletions.put(record.key(), new Deletion(record, isOver));
        records.add(record);
    }

    private void overflow() {
        LOG.log(
                Level.WARNING,
                "more than {0} bindings were deleted while devices were away:"
                        + " no binding is taken over before every device was read",
                most);
        List<Store.Record> records =
                deletions.values().stream()
                        .map(d -> d.record.removal())
                        .collect(Collectors.toCollection(ArrayList::new));
        deletions.clear();
        state = State.REFUSED;
        writeState(records);
    }

    /**
     * Writes records with the state, if the store does not have that, or failed: so it is known
     * when it works again, though there is nothing else to write.
     */
    private void writeState(List<Store.Record> records) {
        State now = state;
        if (now == stored && records.isEmpty() && !journal.fails()) {
            return;
        }
        writing = true;
        records.add(new AdoptionRecord(now));
        journal.write(
                records,
                e -> {
                    writing = false;
                    if (e == null) {
                        stored = now;
                    }
                });
    }

    /** Asks devices to confirm what is over. Called about once a second. */
    public void tick() {
        if (store == null) {
            return;
        }
        if (!writing) {
            writeState(new ArrayList<>());
        }
        List<Deletion> over =
                deletions.values().stream().filter(d -> d.isOver).collect(Collectors.toList());
        if (!confirming && translators.areAllReady() && (state != State.OVER || !over.isEmpty())) {
            confirming = true;
            // Behind all that was sent to them so far.
            translators.spread(List.of(), refusals -> confirmed(over));
        }
    }

    private void confirmed(List<Deletion> over) {
        if (!translators.areAllReady()) {
            confirming = false;
            return;
        }
        if (state == State.OPEN) {
            LOG.log(Level.INFO, "every device was read: no more bindings are taken over");
        }
        state = State.OVER;
        // Unless the binding was made again meanwhile. Until the store has it, what is made again
        // has to take the deletion from there.
        over.removeIf(d -> deletions.get(d.record.key()) != d);
        List<Store.Record> records = new ArrayList<>();
        over.forEach(d -> records.add(d.record.removal()));
        State now = state;
        records.add(new AdoptionRecord(now));
        journal.write(
                records,
                e -> {
                    confirming = false;
                    if (e == null) {
                        stored = now;
                        over.forEach(d -> deletions.remove(d.record.key(), d));
                    }
                });
    }
}
