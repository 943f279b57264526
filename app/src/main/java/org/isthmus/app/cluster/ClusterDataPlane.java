// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;
import org.onosproject.cluster.NodeId;

/**
 * All switches of the cluster, for the core of the node that decides: each is reached through the
 * node that is its master, by that node's {@link DeviceAgent}.
 *
 * <p>Threading: any thread; nothing waits.
 */
public final class ClusterDataPlane implements DataPlane, AutoCloseable {
    /** Beyond what the core waits for a device. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** A node that says nothing for so long has no devices. */
    private static final long SILENCE_MILLIS = 5_000;

    private final NodeId self;
    private final long epoch;
    private final DataPlane local;
    private final Peers peers;
    private final LongSupplier clock;
    private final Map<String, Node> nodes = new HashMap<>();

    /** Through which node each device that is up is reached; read without the lock. */
    private volatile Map<DeviceId, Node> homes = Map.of();

    /** The apply or read under way for each device. */
    private final Map<DeviceId, CompletableFuture<?>> underWay = new HashMap<>();

    /** Frames for devices that no node has. */
    private final LongAdder homeless = new LongAdder();

    private volatile Listener listener;
    private volatile boolean closed;

    /** A node, as it described itself last. */
    private final class Node {
        final NodeId id;
        final PeerQueue<Message.Frame> frames;

        /** Null: nothing yet, or nothing for too long. */
        Message.Devices said;

        long heardAt;

        /** Frames it lost since it was started, and before. */
        long boot;

        long dropped;
        long droppedBefore;

        Node(NodeId id) {
            this.id = id;
            frames =
                    new PeerQueue<>(
                            f ->
                                    peers.ask(
                                            id,
                                            DataPlaneCodec.FRAMES,
                                            new Message.Frames(epoch, f),
                                            LIMIT));
        }

        void count(Message.Devices message) {
            if (boot != message.boot) {
                boot = message.boot;
                droppedBefore += dropped;
                dropped = 0;
            }
            dropped = Math.max(dropped, message.dropped);
        }

        boolean has(DeviceId device) {
            return said != null && said.up.containsKey(device);
        }
    }

    /**
     * @param epoch of the term
     * @param local the devices this node is master of
     * @param clock ms that never go back
     */
    public ClusterDataPlane(
            NodeId self, long epoch, DataPlane local, Peers peers, LongSupplier clock) {
        this.self = self;
        this.epoch = epoch;
        this.local = local;
        this.peers = peers;
        this.clock = clock;
    }

    @Override
    public void listen(Listener l) {
        listener = l;
    }

    /** The core, or null before it listens. */
    Listener listener() {
        return closed ? null : listener;
    }

    long epoch() {
        return epoch;
    }

    /**
     * A node says which devices it has. A device that two nodes have belongs to the one that got it
     * last: the other has not noticed yet.
     */
    synchronized void heard(Message.Devices said) {
        Node node = nodes.computeIfAbsent(said.node, n -> new Node(NodeId.nodeId(n)));
        node.heardAt = clock.getAsLong();
        Message.Devices before = node.said;
        boolean anew = before == null || before.boot != said.boot;
        if (closed || !anew && before.number >= said.number) {
            return;
        }
        node.said = said;
        node.count(said);
        Map<DeviceId, Node> now = new HashMap<>(homes);
        List<Runnable> news = new ArrayList<>();
        if (before != null) {
            for (DeviceId device : before.up.keySet()) {
                if (!said.up.containsKey(device)) {
                    lost(node, device, now, news);
                }
            }
        }
        said.up.forEach(
                (device, count) -> {
                    if (anew || !count.equals(before.up.get(device))) {
                        if (now.put(device, node) != null) {
                            news.add(() -> down(device));
                        }
                        news.add(() -> listener.deviceUp(device));
                    }
                });
        homes = Map.copyOf(now);
        news.forEach(Runnable::run);
    }

    /** A node no longer has a device; another may have it already. */
    private void lost(Node node, DeviceId device, Map<DeviceId, Node> now, List<Runnable> news) {
        if (now.remove(device, node)) {
            news.add(() -> down(device));
            for (Node other : nodes.values()) {
                if (other != node && other.has(device)) {
                    now.put(device, other);
                    news.add(() -> listener.deviceUp(device));
                    return;
                }
            }
        }
    }

    /** With the lock held. */
    private void down(DeviceId device) {
        CompletableFuture<?> lost = underWay.remove(device);
        if (lost != null) {
            lost.completeExceptionally(notConnected(device));
        }
        listener.deviceDown(device);
    }

    private static IllegalStateException notConnected(DeviceId device) {
        return new IllegalStateException(device + " is not connected");
    }

    /** Notices nodes that say nothing; to be called about every second. */
    public synchronized void tick() {
        long now = clock.getAsLong();
        for (Node node : nodes.values()) {
            if (node.said != null && now - node.heardAt > SILENCE_MILLIS && !node.id.equals(self)) {
                Set<DeviceId> had = node.said.up.keySet();
                node.said = null;
                Map<DeviceId, Node> left = new HashMap<>(homes);
                List<Runnable> news = new ArrayList<>();
                had.forEach(device -> lost(node, device, left, news));
                homes = Map.copyOf(left);
                news.forEach(Runnable::run);
            }
        }
    }

    /** Asks for what excludes an apply and a read, or fails because one is under way. */
    private <R> CompletionStage<R> exclusively(
            DeviceId device, Function<Node, CompletionStage<R>> question) {
        CompletableFuture<R> done = new CompletableFuture<>();
        Node node;
        synchronized (this) {
            node = closed ? null : homes.get(device);
            if (node == null) {
                return CompletableFuture.failedFuture(notConnected(device));
            }
            if (underWay.putIfAbsent(device, done) != null) {
                return CompletableFuture.failedFuture(
                        new IllegalStateException(device + ": a write or a reading is under way"));
            }
        }
        CompletionStage<R> answer;
        try {
            answer = question.apply(node);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        answer.whenComplete(
                (value, e) -> {
                    synchronized (this) {
                        underWay.remove(device, done);
                    }
                    if (e == null) {
                        done.complete(value);
                    } else {
                        done.completeExceptionally(e);
                    }
                });
        return done;
    }

    private <Q, R> CompletionStage<R> ask(
            Node node, Supplier<CompletionStage<R>> here, Exchange<Q, R> exchange, Q question) {
        return node.id.equals(self) ? here.get() : peers.ask(node.id, exchange, question, LIMIT);
    }

    private <Q, R> CompletionStage<R> ask(
            DeviceId device,
            Supplier<CompletionStage<R>> here,
            Exchange<Q, R> exchange,
            Q question) {
        Node node = closed ? null : homes.get(device);
        return node == null
                ? CompletableFuture.failedFuture(notConnected(device))
                : ask(node, here, exchange, question);
    }

    @Override
    public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
        return exclusively(
                device,
                node ->
                        ask(
                                node,
                                () -> local.apply(device, changes),
                                DataPlaneCodec.APPLY,
                                new Message.Apply(epoch, device, changes)));
    }

    @Override
    public CompletionStage<List<Intent>> read(DeviceId device) {
        return exclusively(
                device,
                node -> node.id.equals(self) ? local.read(device) : readInParts(node, device));
    }

    private CompletionStage<List<Intent>> readInParts(Node node, DeviceId device) {
        List<Intent> all = new ArrayList<>();
        Function<Message.Part, CompletionStage<List<Intent>>> more =
                new Function<>() {
                    @Override
                    public CompletionStage<List<Intent>> apply(Message.Part part) {
                        all.addAll(part.intents);
                        if (part.reading == 0) {
                            return CompletableFuture.completedFuture(all);
                        }
                        Message.ReadOn on = new Message.ReadOn(epoch, part.reading);
                        return peers.ask(node.id, DataPlaneCodec.READ_ON, on, LIMIT)
                                .thenCompose(this);
                    }
                };
        return peers.ask(node.id, DataPlaneCodec.READ, new Message.Read(epoch, device), LIMIT)
                .thenCompose(more);
    }

    @Override
    public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> sides) {
        return ask(
                device,
                () -> local.packets(device, sides),
                DataPlaneCodec.PACKETS,
                new Message.Packets(epoch, device, List.copyOf(sides)));
    }

    @Override
    public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
        return ask(
                device,
                () -> local.statistics(device),
                DataPlaneCodec.STATISTICS,
                new Message.Statistics(epoch, device));
    }

    @Override
    public void send(DeviceId device, int port, byte[] frame) {
        Node node = closed ? null : homes.get(device);
        if (node == null) {
            homeless.increment();
        } else if (node.id.equals(self)) {
            local.send(device, port, frame);
        } else {
            node.frames.offer(new Message.Frame(device, port, frame));
        }
    }

    @Override
    public void submit(DeviceId device, byte[] frame) {
        Node node = closed ? null : homes.get(device);
        if (node == null) {
            homeless.increment();
        } else if (node.id.equals(self)) {
            local.submit(device, frame);
        } else {
            node.frames.offer(new Message.Frame(device, Message.Frame.SUBMIT, frame));
        }
    }

    /** Of all nodes: as each said last, which it does every second. */
    @Override
    public synchronized long framesDropped() {
        long dropped = homeless.sum();
        for (Node node : nodes.values()) {
            dropped += node.frames.dropped() + node.droppedBefore + node.dropped;
        }
        return dropped;
    }

    /** Nothing more goes to a device, and nothing comes from one. */
    @Override
    public void close() {
        closed = true;
    }
}
