// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.app.network.NetworkView;
import org.isthmus.app.store.AcceptedNetcfg;
import org.isthmus.app.store.AtomixStore;
import org.isthmus.app.store.LastTerm;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.export.Exporters;
import org.isthmus.mappinglog.DiskMappingLog;
import org.onosproject.cluster.LeadershipEvent;
import org.onosproject.cluster.LeadershipEventListener;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.service.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The NAT64 on one node of the cluster. It joins: serves the devices the node is master of, keeps
 * copies of stores and mapping log, forwards requests to the leader, and runs for leader. Elected,
 * it begins a {@link LeaderTerm}; when the term is lost, it steps down. It leaves once, and hands
 * over if it leads.
 *
 * <p>Switches and stores stay as they are when a member steps down or leaves.
 *
 * <p>Threading: any thread. The constructor, {@link #join}, {@link #leave} and {@link #accepted}
 * wait for the cluster; nothing else does.
 */
public final class Member implements NetworkView.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Member.class);
    private static final long LEAVE_SECONDS = 10;

    private final Cluster cluster;
    private final DataPlane local;
    private final Exporters exporters;
    private final Threads threads;
    private final TimeSource time;
    private final Random random;
    private final Consumer<Controller> starting;
    private final Runnable refresh;
    private final Consumer<Nat64Event> events;
    private final LeadershipEventListener leadership = this::leadership;
    private final Peers peers;
    private final AtomixStore.Maps maps;
    private final AcceptedNetcfg accepted;
    private final ReplicatedMappingLog log;
    private final DeviceAgent agent;
    private final Leader leader;
    private final Retry beginning;
    private final Retry configuring;
    private final Retry accepting;

    private ScheduledFuture<?> ticks;
    private long termMillis;
    private boolean left;
    private volatile LeaderTerm term;
    private volatile Netcfg netcfg;

    /** Of the configuration as it is read, before a core has it; the same on all nodes. */
    private volatile List<String> readProblems = List.of();

    private volatile Map<String, String> refusedSettings = Map.of();

    /**
     * Opens the maps of the cluster, and waits for that.
     *
     * @param local the devices this node is master of; to be started after {@link #join}, and
     *     closed after {@link #leave}
     * @param disk this node's mapping log; to be closed after {@link #leave}
     * @param exporters of that log; to be closed after {@link #leave}
     * @param random hard to predict
     * @param termMillis see {@link Leader#term}
     * @param starting starts a core: {@code Controller::start}, but for a simulator of time
     * @param refresh makes the view of the network tell this member everything again, for a core
     *     that has just begun; must not wait
     * @param events told what listeners of the NAT64 shall hear, on any thread; must not wait
     */
    public Member(
            Cluster cluster,
            DataPlane local,
            DiskMappingLog disk,
            Exporters exporters,
            Threads threads,
            TimeSource time,
            Random random,
            long termMillis,
            Consumer<Controller> starting,
            Runnable refresh,
            Consumer<Nat64Event> events) {
        this.cluster = cluster;
        this.local = local;
        this.exporters = exporters;
        this.threads = threads;
        this.time = time;
        this.random = random;
        this.termMillis = termMillis;
        this.starting = starting;
        this.refresh = refresh;
        this.events = events;
        beginning =
                new Retry(
                        threads.terms,
                        e -> {
                            if (e instanceof NotReadyException) {
                                LOG.info("a leader term waits: {}", e.getMessage());
                            } else {
                                LOG.error("a leader term cannot begin; trying again", e);
                            }
                        });
        configuring =
                new Retry(
                        threads.terms,
                        e ->
                                LOG.error(
                                        "cannot bring the configuration into force; trying again",
                                        e));
        accepting =
                new Retry(
                        threads.terms,
                        e ->
                                LOG.error(
                                        "the configuration in force cannot be stored for a leader"
                                                + " to come; trying again",
                                        e));
        peers = new Peers(cluster.communication);
        log =
                new ReplicatedMappingLog(
                        cluster.self,
                        disk,
                        new LastTerm(cluster.storage),
                        peers,
                        this::elected,
                        cluster::others,
                        threads.mappings,
                        event -> post(Nat64Event.Type.MAPPING, event));
        agent =
                new DeviceAgent(
                        cluster.self,
                        local,
                        peers,
                        this::elected,
                        new DeviceAgent.Core() {
                            @Override
                            public boolean configured() {
                                return core() != null;
                            }

                            @Override
                            public List<String> problems() {
                                return configurationProblems();
                            }
                        },
                        random.nextLong());
        maps = new AtomixStore.Maps(cluster.storage);
        accepted = new AcceptedNetcfg(cluster.storage);
        leader =
                new Leader(
                        cluster.self,
                        cluster.leadership,
                        cluster.storage,
                        time::millis,
                        termMillis,
                        threads.election,
                        agent::highest,
                        new Leadership());
    }

    /**
     * Serves this node's devices, forwards requests, and runs for leader.
     *
     * @throws IllegalStateException it has left
     */
    public synchronized void join() {
        if (left) {
            throw new IllegalStateException("a member that has left does not join again");
        }
        try {
            log.start();
            agent.start();
            RemoteNat64.serve(peers, this::core, threads.requests);
            cluster.leadership.addListener(leadership);
            leader.start();
            tick();
            threads.ticks.scheduleAtFixedRate(this::second, 1, 1, TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            leave();
            throw e;
        }
    }

    /**
     * Hands over if it leads, and does nothing any more. May be called again, and without {@link
     * #join}. Waits for the cluster for twice {@value #LEAVE_SECONDS} s at most.
     */
    public synchronized void leave() {
        if (left) {
            return;
        }
        left = true;
        cluster.leadership.removeListener(leadership);
        leader.close();
        threads.election.shutdown();
        await(threads.election);
        threads.ticks.shutdownNow();
        await(threads.ticks);
        stepDown();
        agent.close();
        threads.shutdown();
        maps.close();
    }

    private static void await(ExecutorService executor) {
        try {
            if (!executor.awaitTermination(LEAVE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the cluster does not answer; the successor must wait for a term to pass");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The length of a term from the next renewal on: see {@link Leader#term}. */
    public synchronized void termLength(long millis) {
        termMillis = millis;
        leader.term(millis);
        if (ticks != null && !left) {
            tick();
        }
    }

    /** Ticks from now on, as the length of a term is now. */
    private void tick() {
        if (ticks != null) {
            ticks.cancel(false);
        }
        long period = termMillis / Leader.TICKS;
        ticks =
                threads.ticks.scheduleAtFixedRate(
                        leader::tick, period, period, TimeUnit.MILLISECONDS);
    }

    private void second() {
        try {
            agent.tick();
            log.tick();
            LeaderTerm now = term;
            if (now != null) {
                now.tick();
            }
        } catch (RuntimeException e) {
            LOG.error("a tick failed; there will be another", e);
        }
    }

    /** Called by the election. */
    private final class Leadership implements Leader.Listener {
        @Override
        public void lead(long epoch) {
            LeaderTerm next =
                    new LeaderTerm(
                            cluster.self,
                            epoch,
                            leader::leads,
                            maps,
                            log,
                            exporters,
                            local,
                            peers,
                            agent,
                            time,
                            random,
                            threads.store,
                            starting,
                            events);
            term = next;
            threads.terms.execute(() -> beginning.run(() -> begin(next), () -> term == next));
        }

        @Override
        public void stepDown() {
            Member.this.stepDown();
        }
    }

    private void begin(LeaderTerm next) {
        next.begin();
        next.refusedSettings(refusedSettings);
        post(Nat64Event.Type.LEADER_CHANGED, cluster.self);
        // The core has to hear of the configuration, and of all ports that are down.
        refresh.run();
    }

    private void stepDown() {
        LeaderTerm over = term;
        term = null;
        if (over != null) {
            over.close();
        }
    }

    @Override
    public void network(Netcfg read, JsonNode json) {
        readProblems = List.of();
        netcfg = read;
        onTerms(() -> configuring.run(() -> configure(read, json), () -> read == netcfg));
    }

    private void configure(Netcfg read, JsonNode json) {
        LeaderTerm now = term;
        // Of several that came while one was brought into force, the last counts.
        if (now == null || now.ports() == null || read != netcfg) {
            return;
        }
        List<String> problems;
        try {
            problems = now.configure(read);
        } catch (RuntimeException e) {
            if (term == now) {
                throw e;
            }
            // The next term is configured when it begins.
            return;
        }
        if (problems.isEmpty()) {
            post(Nat64Event.Type.CONFIGURED, Nat64Service.APP);
            byte[] text = json.toString().getBytes(StandardCharsets.UTF_8);
            accepting.run(() -> accepted.put(now.epoch(), text), () -> term == now);
        } else {
            problems.forEach(p -> LOG.warn("network configuration: {}", p));
            post(Nat64Event.Type.CONFIGURATION_REFUSED, problems);
            configuring.run(() -> goOn(now, problems), () -> term == now && read == netcfg);
        }
    }

    /** A leader without a configuration goes on with the one that was in force last. */
    private void goOn(LeaderTerm now, List<String> problems) {
        if (now.ports() == null || now.nat64() != null) {
            return;
        }
        byte[] text = accepted.get();
        if (text == null) {
            return;
        }
        try {
            if (now.goOn(Netcfg.parse(text), problems)) {
                LOG.warn("network configuration: the one that was in force last still is");
                post(Nat64Event.Type.CONFIGURED, Nat64Service.APP);
            }
        } catch (NetcfgException e) {
            LOG.warn("the configuration that was in force last has faults: {}", e.problems());
        }
    }

    /**
     * The configuration that came into force last, under whatever leader, as JSON; null: there was
     * none. Waits for the cluster.
     *
     * @throws StorageException it does not answer
     */
    public byte[] accepted() {
        return accepted.get();
    }

    @Override
    public void problems(List<String> problems) {
        readProblems = List.copyOf(problems);
        onTerms(
                () -> {
                    LeaderTerm now = term;
                    if (now != null) {
                        now.refused(problems);
                    }
                    if (now != null && netcfg == null) {
                        configuring.run(
                                () -> goOn(now, problems), () -> term == now && netcfg == null);
                    }
                });
        post(Nat64Event.Type.CONFIGURATION_REFUSED, readProblems);
    }

    /** Settings of this node that were refused, with the reason of each, for whenever it leads. */
    public void refusedSettings(Map<String, String> reasons) {
        refusedSettings = Map.copyOf(reasons);
        onTerms(
                () -> {
                    LeaderTerm now = term;
                    if (now != null) {
                        now.refusedSettings(refusedSettings);
                    }
                });
    }

    @Override
    public void portState(DeviceId device, int port, boolean up) {
        // Behind the configuration it came with.
        onTerms(
                () -> {
                    LeaderTerm now = term;
                    DataPlane.Listener core = now == null ? null : now.ports();
                    if (core != null) {
                        core.portState(device, port, up);
                    }
                });
    }

    private void onTerms(Runnable task) {
        try {
            threads.terms.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("this node has left; it is not told of the network any more");
        }
    }

    private void leadership(LeadershipEvent event) {
        if (event.subject().topic().equals(Leader.TOPIC)
                && event.type() != LeadershipEvent.Type.CANDIDATES_CHANGED
                && event.subject().leaderNodeId() != null) {
            post(Nat64Event.Type.LEADER_CHANGED, event.subject().leaderNodeId());
        }
    }

    private void post(Nat64Event.Type type, Object subject) {
        events.accept(new Nat64Event(type, subject));
    }

    /** The core of this node, or null while it does not lead or has no configuration. */
    private Nat64 core() {
        LeaderTerm now = term;
        return now == null ? null : now.nat64();
    }

    /**
     * The core, or that of the node that leads.
     *
     * @return null while no node leads, or while there is no configuration without faults yet
     */
    public Nat64 nat64() {
        if (term != null) {
            return core();
        }
        NodeId other = agent.readyLeader();
        return other == null ? null : RemoteNat64.of(peers, other);
    }

    /** See {@link Leader#elected}. */
    public NodeId elected() {
        return leader.elected();
    }

    /** What is wrong with the network configuration, one line each; empty: it is in force. */
    public List<String> configurationProblems() {
        if (!readProblems.isEmpty()) {
            return readProblems;
        }
        LeaderTerm now = term;
        return now == null ? agent.problems() : now.problems();
    }

    /** The term for which it leads; null: it does not. */
    LeaderTerm term() {
        return term;
    }

    /** Whether it leads, at this moment. */
    boolean leads() {
        return leader.leads();
    }
}
