// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.ExtraSessions;
import org.isthmus.core.binding.Seconds;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.SubscriberPorts;
import org.isthmus.core.slowpath.SlowPath;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.spi.Store;

/** What the parts of the core share: its memory and its way out. Everything on the loop. */
final class Brain implements Pools.Listener {
    private static final Logger LOG = System.getLogger(Brain.class.getName());
    private static final int EXTRA_SESSIONS = 64;

    final EventLoop loop;
    final DataPlane dataPlane;
    final Store store;
    final MappingLog mappingLog;
    final Random random;
    final Leases leases;
    final Bib bib;
    final Pools pools;
    final ExtraSessions extra;
    final Devices devices;
    final Reconciler reconciler;
    final Services services;
    final Binder binder;
    final Remover remover;
    final Expirer expirer;
    final Tracker tracker;
    final Fabric fabric;
    final SlowPath slowPath;

    /** Nothing is reconciled before there is a configuration: it would all be removed. */
    boolean configured;

    /** Since the last write that failed, in its words; null: all is well. */
    String storeProblem;

    private final LongSupplier clock;
    private final long[] counts = new long[Count.values().length];
    private final Set<DeviceLink> toFlush = new LinkedHashSet<>();
    private final Set<SubscriberPorts> changedSubscribers = new LinkedHashSet<>();
    private List<MappingEvent> events = new ArrayList<>();
    private List<Runnable> delayed = new ArrayList<>();
    private long nowMillis;

    Brain(
            String name,
            EventLoop loop,
            DataPlane dataPlane,
            Store store,
            MappingLog mappingLog,
            LongSupplier clock,
            Random random) {
        this.loop = loop;
        this.dataPlane = dataPlane;
        this.store = store;
        this.mappingLog = mappingLog;
        this.clock = clock;
        this.random = random;
        this.nowMillis = clock.getAsLong();
        leases = new Leases(this, name);
        bib = new Bib(random.nextLong());
        pools = new Pools(random, this);
        extra = new ExtraSessions(bib, EXTRA_SESSIONS);
        devices = new Devices(this);
        reconciler = new Reconciler(this);
        services = new Services(this);
        binder = new Binder(this);
        remover = new Remover(this);
        expirer = new Expirer(this);
        tracker = new Tracker(this);
        fabric = new Fabric(services::fabricChange);
        slowPath = new SlowPath(fabric, services, dataPlane, services::after);
    }

    /** Epoch ms, the same during a step of the loop. */
    long nowMillis() {
        return nowMillis;
    }

    /** In {@link Seconds}. */
    int now() {
        return Seconds.of(nowMillis);
    }

    void readClock() {
        nowMillis = clock.getAsLong();
    }

    void count(Count what, long by) {
        counts[what.ordinal()] += by;
    }

    long counted(Count what) {
        return counts[what.ordinal()];
    }

    /** Runs something at the next tick, about a second from now. */
    void later(Runnable task) {
        delayed.add(task);
    }

    /** What happens every second. */
    void tick() {
        List<Runnable> due = delayed;
        delayed = new ArrayList<>();
        due.forEach(Runnable::run);
        pools.tick(now());
        leases.tick();
        expirer.tick();
        devices.tick(nowMillis);
        if (hasReports()) {
            write(new ArrayList<>(), e -> {});
        }
    }

    void wantsFlush(DeviceLink link) {
        toFlush.add(link);
    }

    /** Sends what gathered during the step. */
    void flush() {
        while (!toFlush.isEmpty()) {
            List<DeviceLink> links = new ArrayList<>(toFlush);
            toFlush.clear();
            links.forEach(devices::flush);
        }
    }

    @Override
    public void block(SubscriberPorts subscriber, Block block, boolean assigned) {
        changedSubscribers.add(subscriber);
        count(assigned ? Count.BLOCKS_ASSIGNED : Count.BLOCKS_RELEASED, 1);
        events.add(
                new MappingEvent(
                        assigned ? MappingEvent.Kind.ASSIGNED : MappingEvent.Kind.RELEASED,
                        nowMillis,
                        block.protocol(),
                        subscriber.prefix(),
                        Ipv4Address.of(block.address4()),
                        block.firstPort(),
                        block.lastPort()));
    }

    @Override
    public boolean lease(int address4) {
        return leases.take(address4);
    }

    /** Forgets what the pools reported: it is known already. */
    void dropReports() {
        changedSubscribers.clear();
        events.clear();
    }

    boolean hasReports() {
        return !changedSubscribers.isEmpty() || !events.isEmpty() || leases.hasChanges();
    }

    /**
     * Writes records, and what leases and blocks have changed since the last write. A block stands
     * in the mapping log before anything of it is on a switch.
     *
     * @param then gets null, or what the store said
     */
    void write(List<Store.Record> records, Consumer<Throwable> then) {
        List<SubscriberPorts> subscribers = List.copyOf(changedSubscribers);
        subscribers.forEach(s -> records.add(Records.subscriber(s)));
        changedSubscribers.clear();
        leases.changes(records);
        List<MappingEvent> due = events;
        events = new ArrayList<>();
        if (records.isEmpty()) {
            due.forEach(mappingLog::append);
            then.accept(null);
            return;
        }
        CompletionStage<Void> stage = store.write(records);
        stage.whenComplete(
                (nothing, e) ->
                        loop.execute(
                                () -> {
                                    if (e == null) {
                                        storeProblem = null;
                                        due.forEach(mappingLog::append);
                                    } else {
                                        LOG.log(Level.ERROR, "the store failed", e);
                                        storeProblem = e.toString();
                                        // What was not remembered is due with the next write.
                                        changedSubscribers.addAll(subscribers);
                                        events.addAll(0, due);
                                        count(Count.STORE_ERRORS, 1);
                                    }
                                    then.accept(e);
                                }));
    }

    /** How long a binding lives after the last packet, by its protocol and sessions; seconds. */
    int timeout(int slot) {
        InstanceConfig config = services.instance(bib.instance(slot));
        if (bib.protocol(slot) == Protocol.UDP) {
            return (int) config.udpTimeout.getSeconds();
        }
        if (bib.protocol(slot) == Protocol.ICMP) {
            return (int) config.icmpTimeout.getSeconds();
        }
        return (int)
                (isEstablished(slot) ? config.tcpEstablishedTimeout : config.tcpTransitoryTimeout)
                        .getSeconds();
    }

    boolean isEstablished(int slot) {
        boolean established = TcpState.of(bib.state(slot)).isEstablished();
        for (int s = extra.first(slot);
                !established && s != ExtraSessions.NONE;
                s = extra.next(s)) {
            established = extra.state(s).isEstablished();
        }
        return established;
    }

    TcpState state(int slot) {
        return TcpState.of(bib.state(slot));
    }
}
