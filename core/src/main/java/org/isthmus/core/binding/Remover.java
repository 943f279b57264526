// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.Deferred;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.spi.Store;

/**
 * Removes bindings: the forward side from every switch first, so that no packet leaves whose reply
 * would be lost; then the reply side, then the record; then the port is held back for a while.
 *
 * <p>Threading: the core's thread.
 */
public final class Remover {

    /** Some bindings. */
    public static final class Slots {
        private final Bib bib;

        /** Those that can be removed now. */
        private int[] live = new int[64];

        private int size;

        /** There are others, being set up or removed. */
        private boolean more;

        public Slots(Bib bib) {
            this.bib = bib;
        }

        public void add(int slot) {
            if (bib.phase(slot) != Phase.LIVE) {
                more = true;
                return;
            }
            if (size == live.length) {
                live = Arrays.copyOf(live, size * 2);
            }
            live[size++] = slot;
        }
    }

    /** Bindings that are on no switch any more. */
    private static final class Forgotten {
        final int[] slots;
        final Counter why;
        final Runnable done;

        Forgotten(int[] slots, Counter why, Runnable done) {
            this.slots = slots;
            this.why = why;
            this.done = done;
        }
    }

    private final Bib bib;
    private final ExtraSessions extra;
    private final Sessions sessions;
    private final Translators translators;
    private final Journal journal;
    private final Ports ports;
    private final Deletions deletions;
    private final Deferred deferred;
    private final StepClock clock;
    private final Counters counters;
    private IntConsumer removed = slot -> {};

    /** Those that the store did not take: it is asked once more with the next tick. */
    private final List<Forgotten> unforgotten = new ArrayList<>();

    public Remover(
            Bib bib,
            ExtraSessions extra,
            Sessions sessions,
            Translators translators,
            Journal journal,
            Ports ports,
            Deletions deletions,
            Deferred deferred,
            StepClock clock,
            Counters counters) {
        this.bib = bib;
        this.extra = extra;
        this.sessions = sessions;
        this.translators = translators;
        this.journal = journal;
        this.ports = ports;
        this.deletions = deletions;
        this.deferred = deferred;
        this.clock = clock;
        this.counters = counters;
    }

    /** Sets the listener for removed bindings, called while the slot still holds the row. */
    void onRemoved(IntConsumer listener) {
        removed = listener;
    }

    /**
     * Removes the bindings found, again and again, until none is found.
     *
     * @param find must not find a binding again once it was removed
     */
    public void clear(Supplier<Slots> find, Runnable done) {
        Slots slots = find.get();
        if (slots.size > 0) {
            int[] live = Arrays.copyOf(slots.live, slots.size);
            remove(live, Counter.BINDINGS_REMOVED, () -> clear(find, done));
        } else if (slots.more) {
            deferred.add(() -> clear(find, done));
        } else {
            done.run();
        }
    }

    /** Removes bindings that are live. */
    public void remove(int[] slots, Counter why, Runnable done) {
        for (int slot : slots) {
            close(slot);
        }
        removeClosed(slots, why, done);
    }

    /** Marks a binding as being removed; nothing else may change it from here on. */
    void close(int slot) {
        bib.wheel().cancel(slot);
        bib.phase(slot, Phase.CLOSING_OUTBOUND);
    }

    void removeClosed(int[] slots, Counter why, Runnable done) {
        List<Change> outbound = new ArrayList<>(slots.length);
        List<Change> inbound = new ArrayList<>(slots.length);
        for (int slot : slots) {
            outbound.add(Change.remove(BindingIntents.outbound(bib, slot)));
            inbound.add(Change.remove(BindingIntents.inbound(bib, slot)));
            for (int s = sessions.first(slot); s != Sessions.NONE; s = sessions.next(s)) {
                sessions.removals(s, inbound::add);
            }
        }
        translators.spread(
                outbound,
                refusals -> {
                    phase(slots, Phase.CLOSING_INBOUND);
                    translators.spread(
                            inbound,
                            r -> {
                                phase(slots, Phase.FORGETTING);
                                forget(slots, why, done);
                            });
                });
    }

    private void phase(int[] slots, int phase) {
        for (int slot : slots) {
            bib.phase(slot, phase);
        }
    }

    /** Removes bindings that are on no switch. */
    public void forget(int[] slots, Counter why, Runnable done) {
        forget(List.of(new Forgotten(slots, why, done)));
    }

    private void forget(List<Forgotten> all) {
        List<Store.Record> records = new ArrayList<>();
        for (Forgotten each : all) {
            for (int slot : each.slots) {
                if (!bib.isStatic(slot)) {
                    records.add(bib.removal(slot));
                }
                deletions.end(slot, records);
            }
        }
        journal.write(
                records,
                e -> {
                    if (e == null) {
                        all.forEach(this::forgotten);
                        return;
                    }
                    // The port must not serve another binding while the record still names this
                    // one. All of them together: a store may fail for long.
                    if (unforgotten.isEmpty()) {
                        deferred.add(this::forgetAgain);
                    }
                    unforgotten.addAll(all);
                });
    }

    private void forgetAgain() {
        List<Forgotten> all = List.copyOf(unforgotten);
        unforgotten.clear();
        forget(all);
    }

    private void forgotten(Forgotten some) {
        for (int slot : some.slots) {
            free(slot);
        }
        if (some.why == Counter.BINDINGS_EXPIRED || some.why == Counter.BINDINGS_REMOVED) {
            counters.add(some.why, some.slots.length);
        }
        some.done.run();
    }

    private void free(int slot) {
        if (!bib.isStatic(slot)) {
            journal.unbound(
                    bib.protocol(slot),
                    bib.high(slot),
                    bib.low(slot),
                    bib.address4(slot),
                    bib.port4(slot));
        }
        removed.accept(slot);
        extra.remove(slot);
        sessions.removeAll(slot);
        if (bib.isStatic(slot)) {
            ports.releaseStatic(
                    bib.protocol(slot), bib.address4(slot), bib.port4(slot), clock.seconds());
        } else {
            ports.release(
                    bib.protocol(slot),
                    bib.address4(slot),
                    bib.port4(slot),
                    bib.setBits(slot),
                    clock.seconds());
        }
        bib.remove(slot);
    }
}
