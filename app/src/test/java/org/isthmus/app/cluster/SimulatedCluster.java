// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.util.concurrent.MoreExecutors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Device;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.export.Exporters;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.onosproject.cluster.NodeId;

/**
 * Nodes with everything of the application but ONOS itself, and switches that hold intents. One
 * thread, and time that is moved. Switches answer late and to their master alone; nodes die, are
 * cut off and return.
 */
final class SimulatedCluster {
    private static final long TERM_MILLIS = 10_000;

    private static final class Event {
        final long at;
        final long order;
        final Runnable action;

        Event(long at, long order, Runnable action) {
            this.at = at;
            this.order = order;
            this.action = action;
        }
    }

    /** From its start until it dies; it starts again as another. */
    final class Node implements DataPlane {
        final NodeId id;
        final DiskMappingLog disk;
        final Member member;
        boolean alive = true;

        /** What comes up from devices goes there. */
        Listener agent;

        private Controller core;
        private LeaderTerm coreTerm;

        Node(NodeId id) {
            this.id = id;
            try {
                disk = new DiskMappingLog(directory.resolve(id.id()), false, false, Retention.ALL);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            SimulatedExecutor.Time plain = time(this::soon);
            SimulatedExecutor.Time atomix = time(task -> later(() -> connected(task)));
            ExecutorService here = MoreExecutors.newDirectExecutorService();
            member =
                    new Member(
                            cluster.seenBy(id, ids),
                            this,
                            disk,
                            new Exporters(disk, TimeSource.system()),
                            new Threads(
                                    new SimulatedExecutor(plain),
                                    new SimulatedExecutor(plain),
                                    new SimulatedExecutor(atomix),
                                    new SimulatedExecutor(atomix),
                                    here,
                                    here),
                            TimeSource.of(() -> now, () -> now),
                            new Random(random.nextLong()),
                            TERM_MILLIS,
                            this::start,
                            () -> soon(this::configure),
                            event -> {});
            member.join();
        }

        private SimulatedExecutor.Time time(Consumer<Runnable> soon) {
            return new SimulatedExecutor.Time() {
                @Override
                public void soon(Runnable action) {
                    soon.accept(action);
                }

                @Override
                public void after(long millis, Runnable action) {
                    at(now + millis, () -> ifAlive(action));
                }

                @Override
                public void pass(long millis) {
                    run(millis);
                }
            };
        }

        boolean isCut() {
            return cluster.isCut(id);
        }

        private void soon(Runnable task) {
            later(() -> ifAlive(task));
        }

        private void ifAlive(Runnable task) {
            if (alive) {
                task.run();
            }
        }

        /** Waits for the cluster, as what asks Atomix does. */
        private void connected(Runnable task) {
            if (alive && isCut()) {
                at(now + 100, () -> connected(task));
            } else {
                ifAlive(task);
            }
        }

        /** The core, while the node leads; or null. */
        Controller core() {
            return coreTerm != null && coreTerm == member.term() ? core : null;
        }

        private void start(Controller made) {
            LeaderTerm term = member.term();
            core = made;
            coreTerm = term;
            made.listen(
                    () -> {
                        if (!alive || member.term() != term) {
                            throw new IllegalStateException("the leader term is over");
                        }
                        run(1);
                    });
        }

        private void configure() {
            member.network(netcfg, json);
        }

        private void die() {
            alive = false;
            disk.close();
            cluster.cut(id, true);
            cluster.forget(id);
        }

        @Override
        public void listen(Listener listener) {
            agent = listener;
        }

        /** Of a switch that takes what this node says, when it comes to that. */
        private <T> CompletableFuture<T> ask(DeviceId device, Supplier<T> question) {
            ClusterSwitch s = switches.get(device);
            CompletableFuture<T> done = new CompletableFuture<>();
            soon(
                    () -> {
                        if (s.master != this) {
                            done.completeExceptionally(new IllegalStateException("no master"));
                        } else {
                            T answer = question.get();
                            soon(() -> done.complete(answer));
                        }
                    });
            return done;
        }

        @Override
        public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
            List<Change> copy = List.copyOf(changes);
            return ask(
                    device,
                    () -> {
                        copy.forEach(switches.get(device)::change);
                        return List.of();
                    });
        }

        @Override
        public CompletionStage<List<Intent>> read(DeviceId device) {
            return ask(device, () -> new ArrayList<>(switches.get(device).held.values()));
        }

        @Override
        public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> bindings) {
            Map<Object, Long> counts = switches.get(device).counts;
            return ask(
                    device,
                    () ->
                            bindings.stream()
                                    .mapToLong(b -> counts.getOrDefault(b.key(), -1L))
                                    .toArray());
        }

        @Override
        public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
            return ask(device, () -> new DeviceStatistics(Map.of(), Map.of(), Map.of()));
        }

        @Override
        public void send(DeviceId device, int port, byte[] frame) {
            // To a host: nobody looks at it.
        }

        @Override
        public long framesDropped() {
            return 0;
        }

        @Override
        public void submit(DeviceId device, byte[] frame) {
            soon(() -> switches.get(device).receive(frame));
        }
    }

    final List<NodeId> ids = List.of(NodeId.nodeId("n1"), NodeId.nodeId("n2"), NodeId.nodeId("n3"));
    final Map<NodeId, Node> nodes = new LinkedHashMap<>();
    final Map<DeviceId, ClusterSwitch> switches = new LinkedHashMap<>();
    final TestCluster cluster = new TestCluster();
    final Random random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    (a, b) ->
                            a.at != b.at
                                    ? Long.compare(a.at, b.at)
                                    : Long.compare(a.order, b.order));
    private final Path directory;
    private final JsonNode json;
    private final Netcfg netcfg;
    private final long seed;
    long now = 1_800_000_000_000L;
    private long order;
    private NodeId elected;

    SimulatedCluster(Path directory, long seed) {
        this.directory = directory;
        this.seed = seed;
        random = new Random(seed);
        StringBuilder devices = new StringBuilder();
        for (int i = 1; i <= 3; i++) {
            DeviceId device = DeviceId.of("device:leaf" + i);
            switches.put(device, new ClusterSwitch(device, seed));
            devices.append(i == 1 ? "" : ",")
                    .append("'" + device + "':{'isthmus':{'mac':'00:aa:00:00:00:0" + i + "',")
                    .append("'translator':true},'basic':{'driver':'isthmus',")
                    .append("'managementAddress':'grpc://127.0.0.1:5000" + i + "?device_id=1',")
                    .append("'pipeconf':'org.isthmus.v1model'}}");
        }
        String text =
                "{'devices':{"
                        + devices
                        + "},'apps':{'org.isthmus':{'nat64':{'instances':[{'name':'main','id':1,"
                        + "'prefix':'2001:db8:64::/96','blockSize':8}],'pools':[{'name':'p',"
                        + "'instance':'main','prefixes':['203.0.113.0/28']}]}}}}";
        try {
            json = new ObjectMapper().readTree(text.replace('\'', '"'));
            netcfg = Netcfg.of(json);
        } catch (IOException | NetcfgException e) {
            throw new IllegalArgumentException(e);
        }
        for (NodeId id : ids) {
            nodes.put(id, new Node(id));
        }
        int i = 0;
        for (Node node : nodes.values()) {
            master(at(i++), node);
        }
        elect(ids.get(0));
    }

    String seed() {
        return ", seed " + seed;
    }

    ClusterSwitch at(int index) {
        return new ArrayList<>(switches.values()).get(index);
    }

    Node node(int index) {
        return nodes.get(ids.get(index));
    }

    private void at(long time, Runnable action) {
        events.add(new Event(time, order++, action));
    }

    private void later(Runnable action) {
        at(now + random.nextInt(6), action);
    }

    /** Lets time pass. */
    void run(long millis) {
        long end = now + millis;
        while (true) {
            while (!events.isEmpty() && events.peek().at <= now) {
                events.poll().action.run();
            }
            int steps = 0;
            for (boolean busy = true; busy; ) {
                busy = false;
                for (Node node : nodes.values()) {
                    Controller core = node.core();
                    busy |= node.alive && core != null && core.step();
                }
                if (++steps > 100_000) {
                    fail("no end in sight" + seed());
                }
            }
            if (now >= end) {
                return;
            }
            long next = events.isEmpty() ? end : Math.max(events.peek().at, now);
            now = Math.min(Math.min(next, end), now + 200);
        }
    }

    void elect(NodeId leader) {
        elected = leader;
        cluster.elect(leader, ids.toArray(new NodeId[0]));
    }

    /** Makes a node master of a switch; who was it before hears of it, if it can. */
    void master(ClusterSwitch s, Node node) {
        Node before = s.master;
        s.master = node;
        if (before != null && before != node && before.alive && !before.isCut()) {
            before.agent.deviceDown(s.id);
        }
        node.agent.deviceUp(s.id);
    }

    /** Stops a node in order. */
    void leave(Node node) {
        node.member.leave();
        kill(node);
    }

    void kill(Node node) {
        node.die();
        without(node);
    }

    void start(NodeId id) {
        cluster.cut(id, false);
        Node node = new Node(id);
        nodes.put(id, node);
        returned(node);
    }

    void cut(Node node) {
        cluster.cut(node.id, true);
        without(node);
    }

    /** It hears that others are masters of its switches now. */
    void heal(Node node) {
        cluster.cut(node.id, false);
        for (ClusterSwitch s : switches.values()) {
            if (s.master != node) {
                node.agent.deviceDown(s.id);
            }
        }
        returned(node);
    }

    private void returned(Node node) {
        for (NodeId other : ids) {
            if (!other.equals(node.id) && !cluster.isCut(other)) {
                cluster.copies.gossip(node.id, other);
            }
        }
        elect(elected);
    }

    /** Others take what a node has that is away. */
    private void without(Node gone) {
        at(
                now + 500 + random.nextInt(3_000),
                () -> {
                    List<Node> others =
                            nodes.values().stream()
                                    .filter(n -> n.alive && !n.isCut())
                                    .collect(Collectors.toList());
                    if (others.isEmpty() || !cluster.isCut(gone.id)) {
                        return;
                    }
                    for (ClusterSwitch s : switches.values()) {
                        if (s.master == gone) {
                            master(s, others.get(random.nextInt(others.size())));
                        }
                    }
                    if (elected.equals(gone.id)) {
                        elect(others.get(random.nextInt(others.size())).id);
                    }
                });
    }

    /** The node that decides. */
    Node decider() {
        List<Node> deciders =
                nodes.values().stream()
                        .filter(n -> n.alive && n.member.leads())
                        .filter(n -> n.member.term() != null && n.member.term().nat64() != null)
                        .collect(Collectors.toList());
        assertEquals(1, deciders.size(), () -> "nodes decide" + seed());
        return deciders.get(0);
    }

    /** Waits until a node decides and has all switches in hand; checks them against each other. */
    Map<String, String> settled() {
        run(45_000);
        Node decider = decider();
        for (Device d : decider.core().devices()) {
            assertEquals(Device.State.READY, d.state, () -> d.id + seed());
        }
        Map<String, String> first = at(0).bindings();
        for (ClusterSwitch s : switches.values()) {
            assertEquals(first, s.bindings(), () -> s.id + " differs" + seed());
            for (Intent i : s.held.values()) {
                if (i instanceof BibIntent.Outbound) {
                    BibIntent.Inbound in = (BibIntent.Inbound) s.reply((BibIntent.Outbound) i);
                    BibIntent.Outbound o = (BibIntent.Outbound) i;
                    assertTrue(
                            in != null
                                    && in.address6High == o.address6High
                                    && in.address6Low == o.address6Low
                                    && in.port6 == o.port6,
                            () -> s.id + ": " + o + " and " + in + seed());
                }
            }
            long replies =
                    s.held.values().stream().filter(i -> i instanceof BibIntent.Inbound).count();
            assertEquals(first.size(), replies, () -> s.id + ": replies" + seed());
        }
        assertEquals(
                first.size(), Set.copyOf(first.values()).size(), () -> "two at one port" + seed());
        assertEquals(
                first.size(),
                decider.core().statistics().gauges.get("bindings"),
                () -> "bindings" + seed());
        for (Node node : nodes.values()) {
            if (node.alive && !node.isCut()) {
                assertTrue(Objects.equals(node.member.elected(), elected), () -> node.id + seed());
            }
        }
        return first;
    }
}
