// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.app.store.LastTerm;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.spi.Stages;
import org.isthmus.mappinglog.DiskMappingLog;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.service.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mapping log on every node's disk. The node that decides numbers its events and tells them to
 * the others; one that sees a number missing, or a new term, or was just started, asks the leader
 * for all events since shortly before its own last one.
 *
 * <p>Threading: any thread. What reads files, or waits for them, is done on the executor and
 * without the lock that {@link #append} takes.
 */
public final class ReplicatedMappingLog implements MappingLog {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicatedMappingLog.class);
    private static final Duration LIMIT = Duration.ofSeconds(3);
    private static final int PART = 2_000;

    /** Events that wait while earlier ones are asked for; more would be asked for as well. */
    private static final int WAITING = 50_000;

    /** Who heard of a leader so long ago, in seconds, may have missed events without knowing it. */
    private static final int SILENT = 30;

    private final NodeId self;
    private final DiskMappingLog local;
    private final LastTerm last;
    private final Peers peers;
    private final Supplier<NodeId> leader;
    private final Supplier<Set<NodeId>> others;
    private final Executor executor;
    private final Consumer<MappingEvent> news;
    private final Map<NodeId, PeerQueue<Message.Mapping>> batches = new HashMap<>();

    /** The term this node hears of or leads, and the number of the event to come. */
    private long epoch;

    private long number;
    private boolean leads;

    /** It has led the term, and so has all of its events. */
    private boolean led;

    /** Seconds since this node heard of the leader of the term. */
    private int silent;

    /** Events are missing, or may be; those that come meanwhile wait. */
    private boolean behind = true;

    private boolean asking;
    private final List<Message.Mappings> waiting = new ArrayList<>();
    private int waitingEvents;

    /**
     * @param leader the node that was elected, or null; must not wait
     * @param others the nodes of the cluster but this one, as far as they are known
     * @param news told of every event on every node, as it happens; must not wait
     */
    public ReplicatedMappingLog(
            NodeId self,
            DiskMappingLog local,
            LastTerm last,
            Peers peers,
            Supplier<NodeId> leader,
            Supplier<Set<NodeId>> others,
            Executor executor,
            Consumer<MappingEvent> news) {
        this.self = self;
        this.local = local;
        this.last = last;
        this.peers = peers;
        this.leader = leader;
        this.others = others;
        this.executor = executor;
        this.news = news;
    }

    /** Begins to listen to the other nodes. */
    public void start() {
        peers.answer(
                MappingLogCodec.MAPPINGS,
                mappings -> {
                    hear(mappings);
                    return CompletableFuture.completedFuture(null);
                });
        peers.answer(
                MappingLogCodec.SINCE,
                since -> CompletableFuture.supplyAsync(() -> part(since), executor));
    }

    /** To be called every second. */
    public void tick() {
        boolean ask;
        synchronized (this) {
            if (leads) {
                // Whoever missed the last events would not know otherwise.
                tell(new Message.Mapping(number, null));
            } else {
                silent++;
            }
            ask = behind && !leads;
        }
        if (ask) {
            catchUp();
        }
    }

    @Override
    public synchronized void append(MappingEvent event) {
        local.append(event);
        news.accept(event);
        if (leads) {
            tell(new Message.Mapping(number++, event));
        }
    }

    private void tell(Message.Mapping mapping) {
        for (NodeId node : others.get()) {
            batches.computeIfAbsent(node, this::batch).offer(mapping);
        }
    }

    private PeerQueue<Message.Mapping> batch(NodeId node) {
        long term = epoch;
        return new PeerQueue<>(
                list ->
                        peers.ask(
                                node,
                                MappingLogCodec.MAPPINGS,
                                new Message.Mappings(term, list),
                                LIMIT));
    }

    @Override
    public String problem() {
        return local.problem();
    }

    @Override
    public List<String> damage() {
        return local.damage();
    }

    @Override
    public long oldest() {
        return local.oldest();
    }

    @Override
    public long dropped() {
        return local.dropped();
    }

    @Override
    public long waiting() {
        return local.waiting();
    }

    @Override
    public long lost() {
        return local.lost();
    }

    @Override
    public List<MappingEvent> whoHad(int protocol, int address, int port, long epochMillis) {
        return local.whoHad(protocol, address, port, epochMillis);
    }

    @Override
    public MappingEvent whoHas(int protocol, int address, int port) {
        return local.whoHas(protocol, address, port);
    }

    /** This node decides; its events are numbered from here on. */
    public synchronized void lead(long term) {
        batches.clear();
        waiting.clear();
        waitingEvents = 0;
        if (term != epoch) {
            // Where a term begins once more, the other nodes have its events up to this number.
            number = 0;
        }
        epoch = term;
        behind = false;
        leads = true;
        led = true;
    }

    /** This node decides no longer. */
    public synchronized void stepDown() {
        leads = false;
        behind = true;
    }

    private synchronized void hear(Message.Mappings mappings) {
        if (leads || mappings.epoch < epoch) {
            return;
        }
        if (mappings.epoch > epoch) {
            behind = true;
        }
        if (behind) {
            if (waitingEvents + mappings.mappings.size() <= WAITING) {
                waiting.add(mappings);
                waitingEvents += mappings.mappings.size();
            }
            return;
        }
        take(mappings);
    }

    private void take(Message.Mappings mappings) {
        silent = 0;
        for (Message.Mapping mapping : mappings.mappings) {
            if (mapping.number > number) {
                behind = true;
                return;
            }
            if (mapping.number == number && mapping.event != null) {
                local.append(mapping.event);
                news.accept(mapping.event);
                number++;
            }
        }
    }

    private Message.MappingPart part(Message.MappingsSince since) {
        long end;
        long term;
        long next;
        if (local.loses()) {
            throw new IllegalStateException("what is held is not logged yet, behind a loss");
        }
        // The number has to fit the last event; files are read without the lock.
        synchronized (this) {
            end = local.end();
            term = leads ? epoch : 0;
            next = number;
        }
        try {
            DiskMappingLog.Part part = local.since(since.epochMillis, since.cursor, PART, end);
            return new Message.MappingPart(
                    part.events, part.cursor, part.last, term, next, part.held, part.begin);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private void catchUp() {
        NodeId from = leader.get();
        synchronized (this) {
            if (asking || from == null || !others.get().contains(from)) {
                return;
            }
            asking = true;
        }
        executor.execute(
                () -> {
                    try {
                        MissedEvents.Source source = new MissedEvents(local, peers).of(from);
                        while (true) {
                            Message.MappingPart part = source.ask();
                            if (source.begins() && !lost(source)) {
                                return;
                            }
                            List<MappingEvent> events = source.missed();
                            if (part.last) {
                                caughtUp(events, part);
                                return;
                            }
                            events.forEach(local::append);
                            // Not faster than the disk: the queue is for what happens now.
                            local.flush();
                        }
                    } catch (IOException | RuntimeException e) {
                        LOG.debug("{} does not tell what was missed: {}", from, e.toString());
                    } finally {
                        synchronized (this) {
                            asking = false;
                        }
                    }
                });
    }

    /** Returns whether this node still follows. */
    private synchronized boolean lost(MissedEvents.Source source) {
        if (!leads) {
            source.begin(false);
        }
        return !leads;
    }

    private synchronized void caughtUp(List<MappingEvent> events, Message.MappingPart part) {
        if (leads || part.epoch == 0 || part.epoch < epoch) {
            return;
        }
        events.forEach(local::append);
        epoch = part.epoch;
        number = part.number;
        led = false;
        silent = 0;
        behind = false;
        for (Message.Mappings mappings : waiting) {
            if (mappings.epoch == epoch && !behind) {
                take(mappings);
            } else if (mappings.epoch > epoch) {
                behind = true;
            }
        }
        waiting.clear();
        waitingEvents = 0;
    }

    /**
     * Gets what the other nodes have and this one does not, before it leads. Waits for them, each
     * for some seconds at most for a part, and for Atomix. What came behind the last event counts
     * as lost, unless this node heard all of the term that began last, or got it from the node that
     * led it.
     *
     * @param term the one to come
     * @param now epoch ms
     * @param waits whether nothing is to be lost yet
     * @throws NotReadyException it waits for nodes that do not answer; to be tried again
     * @throws IllegalStateException a later term has begun
     * @throws StorageException Atomix does not answer; to be tried again
     */
    public void gather(long term, long now, boolean waits) {
        LastTerm.Begun before = last.get();
        boolean isKnown = knows(before == null ? term - 1 : before.term);
        Set<NodeId> nodes = others.get();
        Map<NodeId, String> silent = new HashMap<>();
        if (before != null && !before.node.equals(self) && !nodes.contains(before.node)) {
            silent.put(
                    before.node,
                    before.node
                            + ", which led last, was not seen by ONOS since this node was started");
        }
        try {
            gather(nodes, isKnown, silent);
        } catch (IOException e) {
            silent.put(self, e.toString());
        }
        if (!isKnown && !isTold(term, before, silent.keySet())) {
            String why = String.join("; ", new TreeSet<>(silent.values()));
            if (waits && !silent.containsKey(self)) {
                throw new NotReadyException(why);
            }
            LOG.error(
                    "the mapping log names nobody of the time {} {}: what came then is not all here"
                            + " ({})",
                    isEmpty()
                            ? "before"
                            : "between " + Instant.ofEpochMilli(local.latest()) + " and",
                    Instant.ofEpochMilli(now),
                    why);
            local.lose(now);
        }
        last.begin(term, self);
    }

    private boolean isEmpty() {
        return local.latest() == Long.MIN_VALUE;
    }

    /** Whether this node has all by what the others told it. */
    private boolean isTold(long term, LastTerm.Begun before, Set<NodeId> silent) {
        if (silent.isEmpty()) {
            return true;
        }
        if (before == null) {
            return term == 1 && isEmpty();
        }
        // An empty log may be that of a disk that was replaced; a silent node knows better.
        return !silent.contains(self) && !silent.contains(before.node) && !isEmpty();
    }

    /**
     * @param silent grows by those that do not answer
     * @throws IOException the log of this node cannot be read
     */
    private void gather(Set<NodeId> nodes, boolean isKnown, Map<NodeId, String> silent)
            throws IOException {
        MissedEvents missed = new MissedEvents(local, peers);
        List<MissedEvents.Source> all = new ArrayList<>();
        nodes.forEach(node -> all.add(missed.of(node)));
        List<MissedEvents.Source> sources = new ArrayList<>(all);
        int unwritten = 0;
        for (MissedEvents.Source s = earliest(sources, silent);
                s != null;
                s = earliest(sources, silent)) {
            if (s.begins()) {
                s.begin(isKnown || sources.stream().anyMatch(o -> !o.begins() && !o.isHeld()));
            }
            MappingEvent event = s.event();
            if (s.take()) {
                local.append(event);
                unwritten++;
            }
            if (unwritten == PART) {
                local.flush();
                unwritten = 0;
            }
        }
        // Of those that have no event.
        all.stream().filter(MissedEvents.Source::begins).forEach(s -> s.begin(isKnown));
    }

    /** Whether this node has all events of a term. */
    private synchronized boolean knows(long term) {
        return epoch >= term && (led || !behind && silent <= SILENT);
    }

    /**
     * The node whose next event is the earliest; null: none has any more. Who has lost what was
     * before comes first, while another's event of the same time says that it has not.
     *
     * @param sources shrinks by those that have no more, or do not answer
     * @param silent grows by those that do not answer
     */
    private static MissedEvents.Source earliest(
            List<MissedEvents.Source> sources, Map<NodeId, String> silent) {
        MissedEvents.Source earliest = null;
        for (MissedEvents.Source s : List.copyOf(sources)) {
            boolean hasNext = false;
            try {
                hasNext = s.hasNext();
            } catch (RuntimeException e) {
                silent.put(
                        s.node,
                        s.node + " does not tell what this node missed: " + Stages.cause(e));
            }
            if (!hasNext) {
                sources.remove(s);
            } else if (earliest == null
                    || s.time() < earliest.time()
                    || s.time() == earliest.time() && s.begins()) {
                earliest = s;
            }
        }
        return earliest;
    }
}
