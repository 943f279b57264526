// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Writes new bindings to the store, their reply sides to every translator, then their forward
 * sides, each acknowledged before the next, many bindings at a time; then gives the packets back
 * that wait for them. Where {@link Translators#isOrdered}, both sides go together, and the packets
 * right behind them.
 *
 * <p>Threading: the core's thread.
 */
public final class BindingSetup {
    /** Packets that may wait for one binding; one for each of its ports if those are more. */
    public static final int WAITING_PER_BINDING = 16;

    /** Bindings that are set up together. */
    private static final class Batch {
        int[] slots = new int[64];
        int size;
        final List<Change> inbound = new ArrayList<>();
        final List<Change> outbound = new ArrayList<>();

        /** When it got its first binding, as {@link StepClock#readMillis}. */
        long began;

        void add(int slot) {
            if (size == slots.length) {
                slots = Arrays.copyOf(slots, size * 2);
            }
            slots[size++] = slot;
        }
    }

    private final Bib bib;
    private final Lifetimes lifetimes;
    private final Sessions sessions;
    private final SessionSetup sessionSetup;
    private final Remover remover;
    private final Deletions deletions;
    private final Translators translators;
    private final Journal journal;
    private final Ports ports;
    private final Binder.Refuser refuser;
    private final StepClock clock;
    private final Counters counters;
    private final WaitingPackets waiting;
    private WaitingPackets.Misses misses = (device, port, frame) -> {};
    private Batch batch = new Batch();

    public BindingSetup(
            Bib bib,
            Lifetimes lifetimes,
            Sessions sessions,
            SessionSetup sessionSetup,
            Remover remover,
            Deletions deletions,
            Translators translators,
            Journal journal,
            Ports ports,
            Binder.Refuser refuser,
            StepClock clock,
            Counters counters) {
        this.bib = bib;
        this.lifetimes = lifetimes;
        this.sessions = sessions;
        this.sessionSetup = sessionSetup;
        this.remover = remover;
        this.deletions = deletions;
        this.translators = translators;
        this.journal = journal;
        this.ports = ports;
        this.refuser = refuser;
        this.clock = clock;
        this.counters = counters;
        waiting = new WaitingPackets(bib);
        remover.onRemoved(this::again);
    }

    void onGone(WaitingPackets.Misses listener) {
        misses = listener;
    }

    /** A binding that was made in the BIB is written with the next {@link #flush}. */
    void add(int slot) {
        if (batch.size == 0) {
            batch.began = clock.readMillis();
        }
        batch.add(slot);
    }

    /** Bindings since the last {@link #flush}. */
    int size() {
        return batch.size;
    }

    /** A packet waits until a binding is {@link #settle settled}. */
    void await(int slot, DeviceId device, int port, byte[] frame) {
        int most = Math.max(WAITING_PER_BINDING, 1 << bib.setBits(slot));
        if (!waiting.add(slot, device, port, frame, most)) {
            counters.add(Counter.PUNTS_WAITING_DROPPED);
        }
    }

    /** Starts the set-up of the bindings gathered since the last call. */
    void flush() {
        if (batch.size == 0) {
            return;
        }
        Batch b = batch;
        batch = new Batch();
        List<Store.Record> records = new ArrayList<>(b.size + 16);
        for (int i = 0; i < b.size; i++) {
            int slot = b.slots[i];
            BindingRecord record = bib.record(slot);
            records.add(record);
            journal.bound(MappingEvent.Kind.ASSIGNED, record);
            deletions.made(slot, records);
            b.inbound.add(Change.set(BindingIntents.inbound(bib, slot)));
            for (int s = sessions.first(slot); s != Sessions.NONE; s = sessions.next(s)) {
                sessions.sets(s, b.inbound::add);
            }
            b.outbound.add(Change.set(BindingIntents.outbound(bib, slot)));
        }
        journal.writeThenBriefly(records, e -> stored(b, records, e));
    }

    private void stored(Batch b, List<Store.Record> records, Throwable e) {
        if (e != null) {
            deletions.notMade(records);
            // No switch has an entry of it yet.
            int[] slots = Arrays.copyOf(b.slots, b.size);
            for (int slot : slots) {
                refuseWaiting(slot, Counter.REFUSED_STORE);
                bib.phase(slot, Phase.FORGETTING);
            }
            remover.forget(slots, Counter.REFUSED_STORE, () -> {});
            return;
        }
        if (translators.isOrdered()) {
            phase(b, Phase.OUTBOUND);
            List<Change> both = new ArrayList<>(b.inbound.size() + b.outbound.size());
            both.addAll(b.inbound);
            both.addAll(b.outbound);
            translators.spread(both, () -> sent(b), refusals -> outboundDone(b, refusals));
        } else {
            phase(b, Phase.INBOUND);
            translators.spread(b.inbound, refusals -> inboundDone(b, refusals));
        }
    }

    /**
     * The packets go right behind the entries. They are kept until these are answered: of those
     * that are refused, the sender is to hear. One that came before its entries comes up again and
     * waits.
     */
    private void sent(Batch b) {
        for (int i = 0; i < b.size; i++) {
            int slot = b.slots[i];
            // A session has a timer that runs from the answer on.
            for (WaitingPackets.Packet w = bib.isFiltered(slot) ? null : waiting.first(slot);
                    w != null;
                    w = w.next()) {
                translators.submit(w.device, w.frame);
                w.isSent = true;
            }
        }
    }

    private void inboundDone(Batch b, List<Refusal> refusals) {
        withdraw(b, refusals);
        phase(b, Phase.OUTBOUND);
        translators.spread(b.outbound, r -> outboundDone(b, r));
    }

    private void outboundDone(Batch b, List<Refusal> refusals) {
        withdraw(b, refusals);
        counters.add(Counter.BINDINGS_ADDED, b.size);
        counters.setups.add(clock.readMillis() - b.began, b.size);
        for (int i = 0; i < b.size; i++) {
            settle(b.slots[i], true);
        }
    }

    private void phase(Batch b, int phase) {
        for (int i = 0; i < b.size; i++) {
            bib.phase(b.slots[i], phase);
        }
    }

    /** Removes from a batch the bindings that a device had no room for, and from every device. */
    private void withdraw(Batch b, List<Refusal> refusals) {
        if (refusals.isEmpty()) {
            return;
        }
        int[] out = new int[refusals.size()];
        int n = 0;
        for (Refusal refusal : refusals) {
            int slot = BindingIntents.slot(bib, ports, refusal.change().intent());
            if (slot != Bib.NONE && !closing(slot)) {
                out[n++] = slot;
                refuseWaiting(slot, Counter.REFUSED_DEVICE);
                bib.phase(slot, Phase.LIVE);
                remover.close(slot);
            }
        }
        int kept = 0;
        List<Change> outbound = new ArrayList<>(b.outbound);
        b.outbound.clear();
        for (int i = 0; i < b.size; i++) {
            if (!closing(b.slots[i])) {
                b.slots[kept++] = b.slots[i];
                b.outbound.add(outbound.get(i));
            }
        }
        b.size = kept;
        remover.removeClosed(Arrays.copyOf(out, n), Counter.BINDINGS_REMOVED, () -> {});
    }

    private boolean closing(int slot) {
        int phase = bib.phase(slot);
        return phase >= Phase.CLOSING_OUTBOUND && phase <= Phase.FORGETTING;
    }

    /** A binding is on every translator: its packets are sent on and its lifetime starts. */
    public void settle(int slot, boolean send) {
        int counted = 0;
        // Of a SYN a copy comes up, by which the tracker leaves it out.
        boolean copied = bib.hasSessions(slot);
        for (WaitingPackets.Packet w = waiting.take(slot); w != null; w = w.next()) {
            if (w.isSent || send && translators.isAccepting(w.device)) {
                if (!w.isSent) {
                    translators.submit(w.device, w.frame);
                }
                counted += copied || translators.isSampled(w.device) ? 0 : 1;
            } else {
                counters.add(Counter.PUNTS_DEVICE_NOT_READY);
            }
        }
        boolean isNew = bib.phase(slot) == Phase.OUTBOUND;
        bib.phase(slot, Phase.LIVE);
        if (isNew) {
            // The packets that waited must not count as later traffic, nor do copies of them.
            bib.packets(slot, bib.packets(slot) + counted);
        }
        if (!bib.isStatic(slot)) {
            lifetimes.restart(slot);
        }
        if (bib.isFiltered(slot)) {
            sessionSetup.settled(slot, counted);
        }
    }

    /** Handles the packets that waited for a binding that is gone as new misses. */
    private void again(int slot) {
        sessionSetup.gone(slot);
        for (WaitingPackets.Packet w = waiting.take(slot); w != null; w = w.next()) {
            misses.again(w.device, w.port, w.frame);
        }
    }

    private void refuseWaiting(int slot, Counter why) {
        for (WaitingPackets.Packet w = waiting.take(slot); w != null; w = w.next()) {
            counters.add(why);
            refuser.refuse(w.device, w.port, w.frame, false);
        }
    }
}
