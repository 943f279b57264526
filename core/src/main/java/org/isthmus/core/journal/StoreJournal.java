// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.journal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.isthmus.core.api.StoreFailedException;
import org.isthmus.core.binding.Journal;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.Leases;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.SubscriberPorts;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.spi.Store;

/**
 * Writes records to the store, with the leases and blocks that have changed since the last write. A
 * block is in the mapping log before a binding in it is on a switch.
 *
 * <p>Threading: the core's thread.
 */
public final class StoreJournal implements Journal, Pools.Listener {
    private static final Logger LOG = System.getLogger(StoreJournal.class.getName());

    private final Store store;
    private final MappingLog mappingLog;
    private final Leases leases;
    private final Executor loop;
    private final Executor brief;
    private final StepClock clock;
    private final Counters counters;
    private final Set<SubscriberPorts> changedSubscribers = new LinkedHashSet<>();

    /**
     * Of those that have changed and are not written, who has the prefix now: another one may have
     * had it before.
     */
    private final Map<List<Object>, SubscriberPorts> holders = new HashMap<>();

    private List<MappingEvent> events = new ArrayList<>();

    /**
     * Those of writes that are under way or failed, by the numbers of these, and so in the order in
     * which they happened: they are logged in that, and after them {@link #events}.
     */
    private final NavigableMap<Long, List<MappingEvent>> due = new TreeMap<>();

    private long writes;
    private int underWay;

    /** Whether some of {@link #due} wait for the next write. */
    private boolean failed;

    /** Ports of static bindings that {@link #events} are of, or {@link #due} after a failure. */
    private final Set<List<Object>> fixedDue = new HashSet<>();

    /** Whether each binding is logged, not only its block. */
    private boolean logsBindings;

    /** Message of the last write if it failed; else null. */
    private String problem;

    /**
     * @param loop runs what follows a write
     * @param brief runs it where that takes moments
     */
    public StoreJournal(
            Store store,
            MappingLog mappingLog,
            Leases leases,
            Executor loop,
            Executor brief,
            StepClock clock,
            Counters counters) {
        this.store = store;
        this.mappingLog = mappingLog;
        this.leases = leases;
        this.loop = loop;
        this.brief = brief;
        this.clock = clock;
        this.counters = counters;
    }

    /** The store's message if the last write failed; else null. */
    public String problem() {
        return problem;
    }

    @Override
    public boolean fails() {
        return problem != null;
    }

    /** See {@link Store#warning}. */
    public String warning() {
        return store.warning();
    }

    @Override
    public void block(SubscriberPorts subscriber, Block block, MappingEvent.Kind kind) {
        changedSubscribers.add(subscriber);
        holders.put(key(subscriber), subscriber);
        counters.add(kind.isHeld() ? Counter.BLOCKS_ASSIGNED : Counter.BLOCKS_RELEASED);
        if (kind == MappingEvent.Kind.ADOPTED && isLogged(subscriber, block)) {
            // The store was lost, the log was not.
            return;
        }
        events.add(
                new MappingEvent(
                        kind,
                        clock.epochMillis(),
                        block.protocol(),
                        subscriber.prefix(),
                        Ipv4Address.of(block.address4()),
                        block.firstPort(),
                        block.lastPort()));
    }

    /**
     * A static binding begins or ends: the mapping log says so once the next write is done.
     *
     * @param assigned whether it begins
     */
    public void fixed(StaticBinding b, boolean assigned) {
        Ipv6Prefix host = Ipv6Prefix.of(b.address6.high(), b.address6.low(), 128);
        MappingEvent event =
                new MappingEvent(
                        assigned ? MappingEvent.Kind.ASSIGNED : MappingEvent.Kind.RELEASED,
                        clock.epochMillis(),
                        b.protocol,
                        host,
                        b.address4,
                        b.port4,
                        b.port4);
        boolean isDue = fixedDue.contains(port(event));
        // A controller before this one may have logged it.
        if (!assigned || isDue || !hasLogged(b.protocol, b.address4.bits(), b.port4, host)) {
            events.add(event);
            fixedDue.add(port(event));
        }
    }

    /**
     * A block of the store does not fit the configuration: it is the subscriber's no more, and the
     * mapping log says so at once, if it says that it is. What is restored may be others' ports,
     * and that is told after it.
     *
     * @param address4 network order
     */
    public void notRestored(Protocol protocol, int address4, int firstPort, Ipv6Prefix subscriber) {
        MappingEvent held = mappingLog.whoHas(protocol.v4(), address4, firstPort);
        if (held != null && held.subscriber.equals(subscriber)) {
            released(held);
        }
    }

    private void released(MappingEvent held) {
        mappingLog.append(
                new MappingEvent(
                        MappingEvent.Kind.RELEASED,
                        clock.epochMillis(),
                        held.protocol,
                        held.subscriber,
                        held.address,
                        held.firstPort,
                        held.lastPort));
    }

    /** Logs a block that was restored, once the next write is done, if the log has not got it. */
    public void restored(SubscriberPorts subscriber, Block block) {
        if (!isLogged(subscriber, block)) {
            block(subscriber, block, MappingEvent.Kind.ASSIGNED);
        }
    }

    /**
     * Whether the mapping log says that a block is a subscriber's. If it has one of another size
     * there, from before a change of the configuration, it says from now on that he has it no more.
     */
    private boolean isLogged(SubscriberPorts subscriber, Block block) {
        MappingEvent held =
                mappingLog.whoHas(block.protocol().v4(), block.address4(), block.firstPort());
        if (held == null || !isOf(held, subscriber.prefix())) {
            return false;
        }
        boolean isSame = held.firstPort == block.firstPort() && held.lastPort == block.lastPort();
        if (isSame || held.firstPort == held.lastPort) {
            return true;
        }
        released(held);
        return false;
    }

    /** Whether bindings that begin from now on are logged, each. */
    public void logBindings(boolean each) {
        logsBindings = each;
    }

    @Override
    public void bound(MappingEvent.Kind kind, BindingRecord b) {
        // There are no port sets where bindings are logged, but those of an earlier configuration.
        if (!logsBindings
                || b.setBits > 0
                || kind == MappingEvent.Kind.ADOPTED
                        && holds(b.protocol, b.high, b.low, b.address4, b.port4)) {
            return;
        }
        events.add(event(kind, b.protocol, b.high, b.low, b.address4, b.port4));
    }

    @Override
    public void unbound(Protocol protocol, long high, long low, int address4, int port4) {
        // Also of one that began when bindings were logged, and no longer are.
        if (holds(protocol, high, low, address4, port4)) {
            mappingLog.append(
                    event(MappingEvent.Kind.RELEASED, protocol, high, low, address4, port4));
        }
    }

    private MappingEvent event(
            MappingEvent.Kind kind,
            Protocol protocol,
            long high,
            long low,
            int address4,
            int port4) {
        return new MappingEvent(
                kind,
                clock.epochMillis(),
                protocol,
                Ipv6Prefix.of(high, low, 128),
                Ipv4Address.of(address4),
                port4,
                port4);
    }

    /** Whether the mapping log has a port as that of a binding of this host. */
    private boolean holds(Protocol protocol, long high, long low, int address4, int port4) {
        MappingEvent holder = mappingLog.whoHas(protocol.v4(), address4, port4);
        return holder != null
                && holder.firstPort == holder.lastPort
                && holder.subscriber.length() == 128
                && holder.subscriber.high() == high
                && holder.subscriber.low() == low;
    }

    private static List<Object> key(SubscriberPorts s) {
        return List.of(s.instance(), s.prefix());
    }

    private static List<Object> port(MappingEvent e) {
        return List.of(e.protocol, e.address, e.firstPort);
    }

    /**
     * Whether the mapping log says that a port by itself is a subscriber's, whatever it says of the
     * block around it, which may end before; not where it lost what was held.
     *
     * @param address4 network order
     */
    private boolean hasLogged(Protocol protocol, int address4, int port, Ipv6Prefix subscriber) {
        MappingEvent holder = mappingLog.whoHas(protocol.v4(), address4, port);
        return holder != null && holder.firstPort == holder.lastPort && isOf(holder, subscriber);
    }

    /** Of a port that has a binding, the log may name the host. */
    private static boolean isOf(MappingEvent holder, Ipv6Prefix subscriber) {
        return holder.subscriber.length() >= subscriber.length()
                && subscriber.contains(holder.subscriber.high(), holder.subscriber.low());
    }

    @Override
    public boolean lease(int address4) {
        return leases.take(address4);
    }

    @Override
    public boolean mayLease(int address4) {
        return leases.mayTake(address4);
    }

    /** Drops the changes that the pools reported: the store has them already. */
    public void dropReports() {
        changedSubscribers.clear();
        holders.clear();
        events.clear();
        fixedDue.clear();
    }

    /** Writes the changes that pools and leases reported since the last write. */
    public void tick() {
        if (!changedSubscribers.isEmpty() || !events.isEmpty() || failed || leases.hasChanges()) {
            write(new ArrayList<>(), e -> {});
        }
    }

    @Override
    public void write(List<Store.Record> records, Consumer<Throwable> then) {
        write(records, loop, then);
    }

    @Override
    public void writeThenBriefly(List<Store.Record> records, Consumer<Throwable> then) {
        write(records, brief, then);
    }

    private void write(List<Store.Record> records, Executor after, Consumer<Throwable> then) {
        List<SubscriberPorts> subscribers = List.copyOf(changedSubscribers);
        subscribers.forEach(s -> records.add(s.record()));
        changedSubscribers.clear();
        List<Integer> leased = leases.changes(records);
        long number = ++writes;
        if (!events.isEmpty()) {
            due.put(number, events);
            events = new ArrayList<>();
        }
        failed = false;
        fixedDue.clear();
        if (records.isEmpty()) {
            if (underWay == 0) {
                log(number);
            } else {
                notLogged(number);
            }
            then.accept(null);
            return;
        }
        underWay++;
        store.write(records)
                .whenComplete(
                        (nothing, e) ->
                                after.execute(() -> written(number, subscribers, leased, e, then)));
    }

    private void written(
            long number,
            List<SubscriberPorts> subscribers,
            List<Integer> leased,
            Throwable e,
            Consumer<Throwable> then) {
        underWay--;
        if (e == null) {
            problem = null;
            subscribers.forEach(s -> holders.remove(key(s), s));
            // Also those of a write before that failed: what is logged now may be about its ports.
            log(number);
        } else {
            String why = StoreFailedException.why(e);
            if (problem == null) {
                // Once until it works again: there may be thousands of writes.
                LOG.log(Level.ERROR, "the store fails: {0}", why);
            }
            LOG.log(Level.DEBUG, "the store failed", e);
            problem = why;
            // Blocks, leases and events of the failed write go into the next one.
            subscribers.stream()
                    .filter(s -> holders.getOrDefault(key(s), s) == s)
                    .forEach(changedSubscribers::add);
            leases.notWritten(leased);
            notLogged(number);
            counters.add(Counter.STORE_ERRORS);
        }
        then.accept(e);
    }

    /** Logs the events of all writes up to one. */
    private void log(long number) {
        NavigableMap<Long, List<MappingEvent>> upTo = due.headMap(number, true);
        upTo.values().forEach(all -> all.forEach(mappingLog::append));
        upTo.clear();
    }

    /** Keeps the events of all writes up to one for the next. */
    private void notLogged(long number) {
        for (List<MappingEvent> all : due.headMap(number, true).values()) {
            failed = true;
            all.stream()
                    .filter(event -> event.firstPort == event.lastPort)
                    .forEach(event -> fixedDue.add(port(event)));
        }
    }
}
