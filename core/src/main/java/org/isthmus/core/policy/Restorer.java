// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.binding.Adopter;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.Deletions;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.count.Counters;
import org.isthmus.core.journal.StoreJournal;
import org.isthmus.core.loop.Deferred;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Counter;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.SubscriberPorts;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.SubscriberRecord;

/**
 * Restores subscribers and bindings from the store, once, as far as they fit the first
 * configuration.
 *
 * <p>Threading: the core's thread.
 */
public final class Restorer {
    private static final Logger LOG = System.getLogger(Restorer.class.getName());

    /** By then the devices are up, so counters can be read. */
    private static final int BASELINE_SECONDS = 60;

    private final Store store;
    private final StoreJournal journal;
    private final Instances instances;
    private final Pools pools;
    private final Bib bib;
    private final Adopter adopter;
    private final Deletions deletions;
    private final Deferred deferred;
    private final StepClock clock;
    private final Counters counters;

    public Restorer(
            Store store,
            StoreJournal journal,
            Instances instances,
            Pools pools,
            Bib bib,
            Adopter adopter,
            Deletions deletions,
            Deferred deferred,
            StepClock clock,
            Counters counters) {
        this.store = store;
        this.journal = journal;
        this.instances = instances;
        this.pools = pools;
        this.bib = bib;
        this.adopter = adopter;
        this.deletions = deletions;
        this.deferred = deferred;
        this.clock = clock;
        this.counters = counters;
    }

    /** Restores blocks and bindings; a binding that was live stays live. */
    void restore() {
        // Counted from the last moment they could have been used.
        Map<Integer, Integer> holds = new HashMap<>();
        instances
                .all()
                .forEach(
                        i ->
                                holds.put(
                                        i.id,
                                        clock.seconds() + (int) i.emptyBlockHold().getSeconds()));
        Map<List<Object>, Store.Record> stale = new HashMap<>();
        List<Runnable> notRestored = new ArrayList<>();
        store.read(
                SubscriberRecord.class,
                s -> {
                    for (SubscriberRecord.PortBlock block : s.blocks) {
                        if (!restore(s, block, holds)) {
                            stale.put(
                                    s.key(), new SubscriberRecord(s.instance, s.prefix, List.of()));
                            notRestored.add(
                                    () ->
                                            journal.notRestored(
                                                    block.protocol,
                                                    block.address4,
                                                    block.firstPort,
                                                    s.prefix));
                        }
                    }
                });
        notRestored.forEach(Runnable::run);
        logAgain();
        List<BindingRecord> unfit = new ArrayList<>();
        store.read(
                BindingRecord.class,
                b -> {
                    if (!deletions.has(b) && restore(b)) {
                        counters.add(Counter.BINDINGS_RESTORED);
                    } else {
                        unfit.add(b);
                        counters.add(Counter.BINDINGS_NOT_RESTORED);
                    }
                });
        forget(stale, unfit);
        LOG.log(Level.INFO, "restored {0} bindings", counters.get(Counter.BINDINGS_RESTORED));
    }

    /**
     * Takes out of the store what is not restored, again if it fails: it would be restored by the
     * next controller, beside what was made in its place.
     *
     * @param stale removals of subscribers, by their keys
     */
    private void forget(Map<List<Object>, Store.Record> stale, List<BindingRecord> unfit) {
        List<Store.Record> records = new ArrayList<>(stale.values());
        unfit.forEach(
                b ->
                        records.add(
                                BindingRecord.removal(
                                        b.instance,
                                        b.protocol,
                                        b.high,
                                        b.low,
                                        b.port6,
                                        b.setBits)));
        // Subscribers of which a part remains are written again after the removals.
        for (int i = 0; !stale.isEmpty() && i < pools.topSubscriber(); i++) {
            SubscriberPorts s = pools.subscriber(i);
            if (s != null && stale.containsKey(s.record().key())) {
                records.add(s.record());
            }
        }
        unfit.forEach(b -> deletions.end(b, records));
        journal.write(
                records,
                e -> {
                    if (e == null) {
                        unfit.forEach(this::unbound);
                    } else {
                        deferred.add(() -> forgetAgain(stale, unfit));
                    }
                });
    }

    private void forgetAgain(Map<List<Object>, Store.Record> stale, List<BindingRecord> unfit) {
        List<BindingRecord> left = new ArrayList<>();
        for (BindingRecord b : unfit) {
            int slot = bib.find(b.instance, b.protocol, b.high, b.low, b.port6, b.setBits);
            if (slot == Bib.NONE || bib.isStatic(slot)) {
                left.add(b);
            } else if (pools.find(b.protocol, b.address4, b.port4) == Bib.NONE) {
                // Its host has another binding by now, whose record takes the place of this one.
                unbound(b);
            }
        }
        forget(stale, left);
    }

    private void unbound(BindingRecord b) {
        journal.unbound(b.protocol, b.high, b.low, b.address4, b.port4);
    }

    /** Whether the block still fits the configuration. */
    private boolean restore(
            SubscriberRecord s, SubscriberRecord.PortBlock block, Map<Integer, Integer> holds) {
        return holds.containsKey(s.instance)
                && instances.get(s.instance).subscriberPrefixLength == s.prefix.length()
                && pools.restore(
                        s.instance,
                        s.prefix.high(),
                        s.prefix.low(),
                        block.protocol,
                        block.address4,
                        block.firstPort,
                        holds.get(s.instance));
    }

    /** Restores a binding; false: it does not fit the configuration. */
    private boolean restore(BindingRecord b) {
        int slot =
                adopter.adopt(
                        b.instance,
                        b.protocol,
                        b.high,
                        b.low,
                        b.port6,
                        b.address4,
                        b.port4,
                        b.setBits,
                        // A clock may have been ahead then.
                        Math.min(b.since, clock.epochSeconds()));
        if (slot == Bib.NONE) {
            return false;
        }
        bib.peer(slot, b.peer4, b.peerPort);
        if (bib.hasSessions(slot) && !b.established) {
            // Only traffic after the restart extends the lifetime, not older counts.
            bib.tcpState(slot, TcpState.TRANS);
            bib.wantsBaseline(slot, true);
            bib.wheel().schedule(slot, clock.seconds() + BASELINE_SECONDS);
        }
        return true;
    }

    /** Logs blocks that the mapping log missed although their bindings reached the store. */
    private void logAgain() {
        journal.dropReports();
        for (int i = 0; i < pools.topSubscriber(); i++) {
            SubscriberPorts s = pools.subscriber(i);
            for (Protocol p : Protocol.values()) {
                for (int j = 0; s != null && j < s.blocks(p); j++) {
                    Block block = s.block(p, j);
                    if (!block.isFixed()) {
                        journal.restored(s, block);
                    }
                }
            }
        }
    }
}
