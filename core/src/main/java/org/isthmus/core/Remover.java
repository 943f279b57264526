// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.model.Change;
import org.isthmus.core.spi.Store;

/**
 * Takes bindings away: the forward side from every switch first, so that nothing leaves whose reply
 * would be lost; then the reply side, then the record; then the port rests.
 */
final class Remover {

    /** Some bindings. */
    static final class Slots {
        /** Those that can be removed now. */
        int[] live = new int[64];

        int size;

        /** There are others, on their way to or from the switches. */
        boolean more;

        void add(Brain brain, int slot) {
            if (brain.bib.phase(slot) != Phase.LIVE) {
                more = true;
                return;
            }
            if (size == live.length) {
                live = Arrays.copyOf(live, size * 2);
            }
            live[size++] = slot;
        }
    }

    private final Brain brain;

    Remover(Brain brain) {
        this.brain = brain;
    }

    /**
     * Removes what is found until nothing is found any more.
     *
     * @param find must not find what it found before and was removed
     */
    void clear(Supplier<Slots> find, Runnable done) {
        Slots slots = find.get();
        if (slots.size > 0) {
            int[] live = Arrays.copyOf(slots.live, slots.size);
            remove(live, Count.BINDINGS_REMOVED, () -> clear(find, done));
        } else if (slots.more) {
            brain.later(() -> clear(find, done));
        } else {
            done.run();
        }
    }

    /** Removes bindings that are live. */
    void remove(int[] slots, Count why, Runnable done) {
        for (int slot : slots) {
            close(slot);
        }
        removeClosed(slots, why, done);
    }

    /** Nothing else happens to a binding from here on. */
    void close(int slot) {
        brain.bib.wheel().cancel(slot);
        brain.bib.phase(slot, Phase.CLOSING_OUTBOUND);
    }

    void removeClosed(int[] slots, Count why, Runnable done) {
        List<Change> outbound = new ArrayList<>(slots.length);
        List<Change> inbound = new ArrayList<>(slots.length);
        for (int slot : slots) {
            outbound.add(Change.remove(brain.binder.outbound(slot)));
            inbound.add(Change.remove(brain.binder.inbound(slot)));
        }
        brain.devices.broadcast(
                outbound,
                refusals -> {
                    brain.count(Count.DEVICE_REFUSALS, refusals.size());
                    phase(slots, Phase.CLOSING_INBOUND);
                    brain.devices.broadcast(
                            inbound,
                            r -> {
                                brain.count(Count.DEVICE_REFUSALS, r.size());
                                phase(slots, Phase.FORGETTING);
                                forget(slots, why, done);
                            });
                });
    }

    private void phase(int[] slots, int phase) {
        for (int slot : slots) {
            brain.bib.phase(slot, phase);
        }
    }

    /** Removes bindings that are on no switch. */
    void forget(int[] slots, Count why, Runnable done) {
        Bib bib = brain.bib;
        List<Store.Record> records = new ArrayList<>(slots.length);
        for (int slot : slots) {
            if (!bib.isStatic(slot)) {
                records.add(Records.noBinding(bib, slot));
            }
        }
        brain.write(
                records,
                e -> {
                    if (e != null) {
                        // The port must not serve another while the record says it serves this.
                        brain.later(() -> forget(slots, why, done));
                        return;
                    }
                    for (int slot : slots) {
                        free(slot);
                    }
                    if (why == Count.BINDINGS_EXPIRED || why == Count.BINDINGS_REMOVED) {
                        brain.count(why, slots.length);
                    }
                    done.run();
                });
    }

    private void free(int slot) {
        Bib bib = brain.bib;
        brain.binder.again(slot);
        brain.extra.remove(slot);
        if (bib.isStatic(slot)) {
            brain.pools.releaseStatic(
                    bib.protocol(slot), bib.address4(slot), bib.port4(slot), brain.now());
        } else {
            brain.pools.release(
                    bib.protocol(slot), bib.address4(slot), bib.port4(slot), brain.now());
        }
        bib.remove(slot);
    }
}
