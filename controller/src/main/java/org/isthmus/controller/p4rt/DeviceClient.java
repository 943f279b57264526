// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.LentThread;
import org.isthmus.pipeline.IntentReader;
import org.isthmus.pipeline.PacketIo;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.pipeline.Translator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

/**
 * One device, over as many connections as it takes.
 *
 * <p>Threading: any thread; none waits.
 */
final class DeviceClient implements Connection.Events {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceClient.class);

    /** Counters asked for in one request, far below a message of 4 MB. */
    private static final int COUNTERS_PER_REQUEST = 1024;

    private final DeviceId id;
    private final ManagementAddress address;
    private final Pipeline pipeline;
    private final Channels channels;
    private final Elections elections;
    private final EventLoop loop;
    private final Executor pool;
    private final ScheduledExecutorService timer;
    private final LongAdder dropped;
    private final DataPlane.Listener listener;
    private final Runnable certified;

    // On the loop.
    private Connection connection;
    private final ReconnectDelay delay;
    private final PortStates ports;
    private boolean closed;

    /** The apply or read under way, which excludes another; null: none. */
    private CompletableFuture<?> underWay;

    /** Null unless packets can be sent. */
    private volatile Connection up;

    /** Why the last connection ended; null: one is up, or there was none. */
    private volatile String lastReason;

    /** Election id of another controller that is primary; null: none is, as far as is known. */
    private volatile String otherPrimary;

    /** Of the last connection; {@link CertificateTime#ALWAYS}: none is known. */
    private volatile CertificateTime certificateTime = CertificateTime.ALWAYS;

    /**
     * @param loop the network thread of its connections, and its own
     * @param pool for what would keep the network thread long
     * @param random spreads attempts to connect
     * @param dropped counts packet-outs that are lost on this side
     * @param certified called once the device has shown what certificate it has; on the loop
     */
    DeviceClient(
            DeviceId id,
            ManagementAddress address,
            Pipeline pipeline,
            Channels channels,
            Elections elections,
            EventLoop loop,
            Executor pool,
            ScheduledExecutorService timer,
            Random random,
            LongAdder dropped,
            DataPlane.Listener listener,
            Runnable certified) {
        this.id = id;
        this.address = address;
        this.pipeline = pipeline;
        this.channels = channels;
        this.elections = elections;
        this.loop = loop;
        this.pool = pool;
        this.timer = timer;
        this.delay = new ReconnectDelay(random);
        this.ports = new PortStates(id, loop, timer, listener);
        this.dropped = dropped;
        this.listener = listener;
        this.certified = certified;
    }

    ManagementAddress address() {
        return address;
    }

    Pipeline pipeline() {
        return pipeline;
    }

    void start() {
        // Packets and answers of the device are what the core decides about.
        loop.execute(() -> LentThread.lend(loop));
        loop.execute(this::connect);
    }

    /** Completes when the listener hears no more of it. */
    CompletableFuture<Void> close() {
        return CompletableFuture.runAsync(
                () -> {
                    closed = true;
                    if (connection != null) {
                        connection.end("closed");
                    }
                    ports.leave();
                },
                loop);
    }

    private void connect() {
        if (closed) {
            return;
        }
        connection =
                new Connection(
                        id,
                        address,
                        pipeline,
                        elections,
                        channels.open(address, loop),
                        loop,
                        pool,
                        timer,
                        dropped,
                        this);
        connection.start();
    }

    @Override
    public void primary(String other) {
        otherPrimary = other;
    }

    String whyDown() {
        return lastReason;
    }

    String otherPrimary() {
        return otherPrimary;
    }

    CertificateTime certificateTime() {
        return certificateTime;
    }

    @Override
    public void ready(Connection c) {
        LOG.info("{}: up at {}", id, address);
        delay.reset();
        lastReason = null;
        up = c;
        certificateTime = c.certificateTime();
        certified.run();
        listener.deviceUp(id);
        ports.ask(c.channel());
    }

    @Override
    public void preempted(Connection c) {
        down("another controller is primary");
    }

    private void down(String reason) {
        if (up != null) {
            up = null;
            if (underWay != null) {
                underWay.completeExceptionally(unavailable(reason));
                underWay = null;
            }
            listener.deviceDown(id);
        }
    }

    @Override
    public void ended(Connection c, String reason) {
        connection = null;
        otherPrimary = null;
        ports.lost();
        // A device that stays away gives the same reason every few seconds.
        if (closed || reason.equals(lastReason)) {
            LOG.debug("{}: down: {}", id, reason);
        } else {
            LOG.warn("{}: down: {}", id, reason);
        }
        lastReason = reason;
        down(reason);
        if (!closed) {
            timer.schedule(() -> loop.execute(this::connect), delay.next(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void message(StreamMessageResponse message) {
        if (message.hasPacket()) {
            PacketIn packet = message.getPacket();
            PuntReason reason = PacketIo.reason(packet);
            if (reason == null) {
                LOG.warn("{}: packet-in without a reason", id);
                return;
            }
            listener.packetIn(id, PacketIo.port(packet), reason, packet.getPayload().toByteArray());
        } else if (message.hasError()) {
            LOG.warn("{}: {}", id, message.getError().getMessage());
        }
    }

    boolean isOrdered() {
        Connection c = up;
        return c != null && c.isOrdered();
    }

    CompletableFuture<List<Refusal>> apply(List<Change> changes) {
        return exclusively((c, done) -> c.apply(changes));
    }

    CompletableFuture<List<Intent>> read() {
        IntentReader reader = pipeline.translator().reader();
        return exclusively(
                (c, done) ->
                        c.read(pipeline.translator().everything(), 1, reader::add)
                                .thenApplyAsync(all -> reader.intents(), pool)
                                .thenComposeAsync(
                                        intents ->
                                                removeUnknown(c, reader.unknown(), done)
                                                        .thenApply(removed -> intents),
                                        loop));
    }

    /**
     * @param reading what found them; when it is over, who knows what they are by now
     */
    private CompletableFuture<?> removeUnknown(
            Connection c, List<Entity> unknown, CompletableFuture<?> reading) {
        if (unknown.isEmpty() || reading.isDone()) {
            return CompletableFuture.completedFuture(null);
        }
        LOG.info("{}: removes {} entries that belong to no intent", id, unknown.size());
        return c.remove(unknown);
    }

    CompletableFuture<long[]> packets(List<? extends Intent> sides) {
        Translator translator = pipeline.translator();
        Map<Object, Integer> index = new HashMap<>(sides.size() * 2);
        List<Entity> wanted = new ArrayList<>(sides.size());
        long[] counts = new long[sides.size()];
        Arrays.fill(counts, -1);
        for (int i = 0; i < sides.size(); i++) {
            index.put(sides.get(i).key(), i);
            wanted.add(translator.counter(sides.get(i)));
        }
        Consumer<Entity> sink =
                entity -> {
                    Integer i = index.get(translator.counted(entity.getDirectCounterEntry()));
                    if (i != null) {
                        counts[i] = entity.getDirectCounterEntry().getData().getPacketCount();
                    }
                };
        return whileConnected(
                c ->
                        c.read(wanted, COUNTERS_PER_REQUEST, sink)
                                .handle((done, failure) -> failure)
                                .thenCompose(
                                        failure -> {
                                            if (failure == null) {
                                                return CompletableFuture.<Void>completedFuture(
                                                        null);
                                            }
                                            Status.Code code =
                                                    Status.fromThrowable(failure).getCode();
                                            if (code == Status.Code.UNAVAILABLE) {
                                                return CompletableFuture.<Void>failedFuture(
                                                        failure);
                                            }
                                            // BMv2 fails the whole request when one of them
                                            // is gone.
                                            return c.read(translator.allCounters(sides), 1, sink);
                                        })
                                .thenApply(done -> counts));
    }

    CompletableFuture<DeviceStatistics> statistics() {
        Translator translator = pipeline.translator();
        Queue<Entity> counted = new ConcurrentLinkedQueue<>();
        return whileConnected(
                c ->
                        c.read(translator.statistics(), 1, counted::add)
                                .thenApply(done -> translator.statistics(counted)));
    }

    void send(PacketOut packet) {
        Connection c = up;
        if (c != null) {
            c.send(packet);
        } else {
            dropped.increment();
        }
    }

    /**
     * Does what excludes an apply and a read, or fails because one is under way.
     *
     * @param action is given the stage that fails as soon as the device is down
     */
    private <T> CompletableFuture<T> exclusively(
            BiFunction<Connection, CompletableFuture<T>, CompletableFuture<T>> action) {
        CompletableFuture<T> done = new CompletableFuture<>();
        loop.execute(
                () -> {
                    if (up == null) {
                        done.completeExceptionally(unavailable("not connected"));
                    } else if (underWay != null) {
                        done.completeExceptionally(
                                new IllegalStateException(
                                        id + ": a write or a reading is under way"));
                    } else {
                        underWay = done;
                        start(() -> action.apply(connection, done))
                                .whenComplete((value, failure) -> over(done, value, failure));
                    }
                });
        return done;
    }

    private static <T> CompletableFuture<T> start(Supplier<CompletableFuture<T>> action) {
        try {
            return action.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private <T> void over(CompletableFuture<T> done, T value, Throwable failure) {
        if (underWay == done) {
            underWay = null;
        }
        complete(done, value, failure);
    }

    private <T> CompletableFuture<T> whileConnected(
            Function<Connection, CompletableFuture<T>> action) {
        CompletableFuture<T> done = new CompletableFuture<>();
        loop.execute(
                () -> {
                    if (up == null) {
                        done.completeExceptionally(unavailable("not connected"));
                    } else {
                        start(() -> action.apply(connection))
                                .whenComplete((value, failure) -> complete(done, value, failure));
                    }
                });
        return done;
    }

    private static <T> void complete(CompletableFuture<T> done, T value, Throwable failure) {
        if (failure == null) {
            done.complete(value);
        } else {
            done.completeExceptionally(failure);
        }
    }

    private StatusRuntimeException unavailable(String reason) {
        return Status.UNAVAILABLE.withDescription(id + ": " + reason).asRuntimeException();
    }
}
