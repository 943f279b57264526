// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.spi.DataPlane;
import org.onosproject.cluster.NodeId;

/**
 * The devices this node is master of, for whichever node decides: tells it which there are and what
 * comes up from them, and does to them what it asks. There is one on every node, all the time.
 *
 * <p>It tells the whole every second, so a leader that is new, or missed something, needs no
 * special care.
 *
 * <p>Threading: any thread; nothing waits.
 */
public final class DeviceAgent implements DataPlane.Listener, AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(3);

    /** Made once, lest every frame that nobody wants has a stack trace. */
    private static final CompletableFuture<?> NO_LEADER =
            CompletableFuture.failedFuture(new IllegalStateException("no node leads"));

    /** Intents in a message: 1 MB or so of bindings, 3 MB of EAMs. */
    private static final int PART = 20_000;

    private final NodeId self;
    private final DataPlane local;
    private final Peers peers;
    private final Supplier<NodeId> leader;
    private final Core core;
    private final long boot;
    private final Map<DeviceId, Integer> up = new HashMap<>();
    private final Map<DeviceId, Integer> counts = new HashMap<>();

    /** What is not fetched yet of the last reading of a device; there is one at a time. */
    private final Map<DeviceId, Rest> readings = new HashMap<>();

    private final PeerQueue<Message.Punt> punts;
    private long number;
    private long reading;

    /** The highest term it has heard of. */
    private long highest;

    /** Not null: this node decides. */
    private volatile ClusterDataPlane plane;

    /** Who answered last, if it leads; and what. */
    private volatile NodeId led;

    private volatile Message.LeaderStatus status = new Message.LeaderStatus(0, false, List.of());

    private static final class Rest {
        final long reading;
        final List<Intent> intents;

        Rest(long reading, List<Intent> intents) {
            this.reading = reading;
            this.intents = intents;
        }
    }

    /** How the core of this node is, while there is one. Any thread. */
    public interface Core {
        boolean configured();

        /** What is wrong with the configuration, one line each. */
        List<String> problems();
    }

    /**
     * @param local the devices this node is master of
     * @param leader the node that was elected, or null; must not wait
     * @param boot differs each time this node is started
     */
    public DeviceAgent(
            NodeId self,
            DataPlane local,
            Peers peers,
            Supplier<NodeId> leader,
            Core core,
            long boot) {
        this.self = self;
        this.local = local;
        this.peers = peers;
        this.leader = leader;
        this.core = core;
        this.boot = boot;
        punts =
                new PeerQueue<>(
                        frames -> {
                            NodeId to = leader.get();
                            return to == null || to.equals(self)
                                    ? NO_LEADER
                                    : peers.ask(
                                            to,
                                            DataPlaneCodec.PUNTS,
                                            new Message.Punts(frames),
                                            LIMIT);
                        });
    }

    /** Begins to listen to devices and nodes. */
    public void start() {
        serve(DataPlaneCodec.APPLY, q -> local.apply(q.device, q.changes));
        serve(DataPlaneCodec.READ, q -> local.read(q.device).thenApply(i -> part(q.device, i)));
        serve(DataPlaneCodec.READ_ON, this::readOn);
        serve(DataPlaneCodec.PACKETS, q -> local.packets(q.device, q.sides));
        serve(DataPlaneCodec.STATISTICS, q -> local.statistics(q.device));
        serve(DataPlaneCodec.FRAMES, this::frames);
        peers.answer(DataPlaneCodec.DEVICES, this::devices);
        peers.answer(DataPlaneCodec.PUNTS, this::punts);
        local.listen(this);
    }

    /** Only what the latest term asks is done. */
    private <Q extends Message.Order, R> void serve(
            Exchange<Q, R> exchange, Function<Q, CompletionStage<R>> handler) {
        peers.answer(
                exchange,
                order -> {
                    synchronized (this) {
                        if (order.epoch < highest) {
                            throw new IllegalStateException(
                                    "term " + order.epoch + " is over, " + highest + " is on");
                        }
                        highest = order.epoch;
                    }
                    return handler.apply(order);
                });
    }

    /** The highest term that this node has heard of, whichever node it is of. */
    public synchronized long highest() {
        return highest;
    }

    private synchronized void heardOf(long epoch) {
        highest = Math.max(highest, epoch);
    }

    private synchronized Message.Part part(DeviceId device, List<Intent> intents) {
        if (intents.size() <= PART) {
            readings.remove(device);
            return new Message.Part(intents, 0);
        }
        readings.put(device, new Rest(++reading, intents.subList(PART, intents.size())));
        return new Message.Part(intents.subList(0, PART), reading);
    }

    private synchronized CompletionStage<Message.Part> readOn(Message.ReadOn on) {
        for (Map.Entry<DeviceId, Rest> e : readings.entrySet()) {
            if (e.getValue().reading == on.reading) {
                return CompletableFuture.completedFuture(part(e.getKey(), e.getValue().intents));
            }
        }
        return CompletableFuture.failedFuture(
                new IllegalStateException("this reading is not the last one of its device"));
    }

    private CompletionStage<Void> frames(Message.Frames batch) {
        for (Message.Frame frame : batch.frames) {
            if (frame.port == Message.Frame.SUBMIT) {
                local.submit(frame.device, frame.bytes);
            } else {
                local.send(frame.device, frame.port, frame.bytes);
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    /** As the leader: another node says which devices it has. */
    private CompletionStage<Message.LeaderStatus> devices(Message.Devices said) {
        heardOf(said.epoch);
        ClusterDataPlane to = plane;
        if (to == null) {
            return CompletableFuture.completedFuture(new Message.LeaderStatus(0, false, List.of()));
        }
        to.heard(said);
        return CompletableFuture.completedFuture(
                new Message.LeaderStatus(to.epoch(), core.configured(), core.problems()));
    }

    /** As the leader: another node says what came up. */
    private CompletionStage<Void> punts(Message.Punts batch) {
        ClusterDataPlane to = plane;
        DataPlane.Listener listening = to == null ? null : to.listener();
        if (listening == null) {
            // The node that sent them counts them.
            return CompletableFuture.failedFuture(
                    new IllegalStateException("node " + self + " does not lead"));
        }
        for (Message.Punt p : batch.punts) {
            listening.packetIn(p.device, p.port, p.reason, p.frame);
        }
        return CompletableFuture.completedFuture(null);
    }

    /**
     * This node decides, or no longer.
     *
     * @param leading what its core listens to; null: it decides no longer
     */
    public void lead(ClusterDataPlane leading) {
        if (leading != null) {
            heardOf(leading.epoch());
        }
        plane = leading;
        tell();
    }

    /** To be called every second. */
    public void tick() {
        tell();
    }

    /** The leader, if it is another node, answers, and its core is configured; or null. */
    public NodeId readyLeader() {
        NodeId node = led;
        return node != null && node.equals(leader.get()) && status.configured ? node : null;
    }

    /** What another node that leads says is wrong with the configuration. */
    public List<String> problems() {
        return led == null ? List.of() : status.problems;
    }

    private void tell() {
        Message.Devices message;
        ClusterDataPlane here = plane;
        NodeId to = leader.get();
        synchronized (this) {
            boolean isBehind = to != null && to.equals(led) && status.epoch < highest;
            message =
                    new Message.Devices(
                            self.id(),
                            boot,
                            ++number,
                            new HashMap<>(up),
                            punts.dropped() + local.framesDropped(),
                            isBehind ? highest : 0);
        }
        if (here != null) {
            led = null;
            here.heard(message);
        } else if (to != null && !to.equals(self)) {
            peers.ask(to, DataPlaneCodec.DEVICES, message, LIMIT)
                    .whenComplete(
                            (answer, e) -> {
                                if (e == null && answer.epoch > 0) {
                                    heardOf(answer.epoch);
                                    status = answer;
                                    led = to;
                                } else {
                                    led = null;
                                }
                            });
        }
    }

    @Override
    public void deviceUp(DeviceId device) {
        synchronized (this) {
            up.put(device, counts.merge(device, 1, Integer::sum));
        }
        tell();
    }

    @Override
    public void deviceDown(DeviceId device) {
        synchronized (this) {
            up.remove(device);
            readings.remove(device);
        }
        tell();
    }

    @Override
    public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
        ClusterDataPlane here = plane;
        DataPlane.Listener listening = here == null ? null : here.listener();
        if (listening != null) {
            listening.packetIn(device, port, reason, frame);
        } else {
            punts.offer(new Message.Punt(device, port, reason, frame));
        }
    }

    /** Every node hears of ports by itself: see org.isthmus.app.network. */
    @Override
    public void portState(DeviceId device, int port, boolean isUp) {
        ClusterDataPlane here = plane;
        DataPlane.Listener listening = here == null ? null : here.listener();
        if (listening != null) {
            listening.portState(device, port, isUp);
        }
    }

    /** Answers nothing any more. */
    @Override
    public void close() {
        plane = null;
        peers.close();
    }
}
