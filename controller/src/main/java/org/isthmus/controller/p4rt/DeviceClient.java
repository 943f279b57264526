// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.pipeline.IntentReader;
import org.isthmus.pipeline.PacketIo;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.pipeline.Translator;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

/** One device, over as many connections as it takes. Methods on any thread; none waits. */
final class DeviceClient implements Session.Events {
    private static final System.Logger LOG = System.getLogger(DeviceClient.class.getName());

    private static final long BACKOFF_MILLIS_MIN = 100;
    private static final long BACKOFF_MILLIS_MAX = 5_000;

    /** Counters asked for in one request, far below a message of 4 MB. */
    private static final int COUNTERS_PER_REQUEST = 1024;

    private final DeviceId id;
    private final ManagementAddress address;
    private final Pipeline pipeline;
    private final Channels channels;
    private final LongSupplier elections;
    private final Executor pool;
    private final SerialExecutor executor;
    private final ScheduledExecutorService timer;
    private final DataPlane.Listener listener;

    // On the device's executor.
    private Session session;
    private long backoff = BACKOFF_MILLIS_MIN;
    private boolean closed;
    private String lastReason = "";

    /** Null unless packets can be sent. */
    private volatile Session up;

    DeviceClient(
            DeviceId id,
            ManagementAddress address,
            Pipeline pipeline,
            Channels channels,
            LongSupplier elections,
            Executor pool,
            ScheduledExecutorService timer,
            DataPlane.Listener listener) {
        this.id = id;
        this.address = address;
        this.pipeline = pipeline;
        this.channels = channels;
        this.elections = elections;
        this.pool = pool;
        this.executor = new SerialExecutor(pool);
        this.timer = timer;
        this.listener = listener;
    }

    ManagementAddress address() {
        return address;
    }

    Pipeline pipeline() {
        return pipeline;
    }

    void start() {
        executor.execute(this::connect);
    }

    void close() {
        executor.execute(
                () -> {
                    closed = true;
                    if (session != null) {
                        session.end("closed");
                    }
                });
    }

    private void connect() {
        if (closed) {
            return;
        }
        session =
                new Session(
                        id,
                        address,
                        pipeline,
                        elections.getAsLong(),
                        channels.open(address, pool),
                        executor,
                        timer,
                        this);
        session.start();
    }

    @Override
    public void ready(Session s) {
        LOG.log(Level.INFO, id + ": up at " + address);
        backoff = BACKOFF_MILLIS_MIN;
        lastReason = "";
        up = s;
        listener.deviceUp(id);
    }

    @Override
    public void preempted(Session s) {
        up = null;
        listener.deviceDown(id);
    }

    @Override
    public void ended(Session s, String reason) {
        session = null;
        // A device that stays away gives the same reason every few seconds.
        LOG.log(
                closed || reason.equals(lastReason) ? Level.DEBUG : Level.WARNING,
                id + ": down: " + reason);
        lastReason = reason;
        if (up != null) {
            up = null;
            listener.deviceDown(id);
        }
        if (!closed) {
            // Spread, lest all devices of a fabric come at once.
            long delay = backoff / 2 + ThreadLocalRandom.current().nextLong(backoff / 2 + 1);
            backoff = Math.min(backoff * 2, BACKOFF_MILLIS_MAX);
            timer.schedule(() -> executor.execute(this::connect), delay, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void message(StreamMessageResponse message) {
        if (message.hasPacket()) {
            PacketIn packet = message.getPacket();
            PuntReason reason = PacketIo.reason(packet);
            if (reason == null) {
                LOG.log(Level.WARNING, id + ": packet-in without a reason");
                return;
            }
            listener.packetIn(id, PacketIo.port(packet), reason, packet.getPayload().toByteArray());
        } else if (message.hasError()) {
            LOG.log(Level.WARNING, id + ": " + message.getError().getMessage());
        }
    }

    CompletableFuture<List<Refusal>> apply(List<Change> changes) {
        return withSession(s -> s.apply(changes));
    }

    CompletableFuture<List<Intent>> read() {
        IntentReader reader = pipeline.translator().reader();
        return withSession(
                s ->
                        s.read(pipeline.translator().everything(), 1, reader::add)
                                .thenComposeAsync(
                                        all -> {
                                            List<Intent> intents = reader.intents();
                                            if (reader.unknown().isEmpty()) {
                                                return CompletableFuture.completedFuture(intents);
                                            }
                                            LOG.log(
                                                    Level.INFO,
                                                    id
                                                            + ": removes "
                                                            + reader.unknown().size()
                                                            + " entries that belong to nothing");
                                            return s.remove(reader.unknown())
                                                    .thenApply(removed -> intents);
                                        },
                                        executor));
    }

    CompletableFuture<long[]> packets(List<Intent.Outbound> bindings) {
        Translator translator = pipeline.translator();
        Map<Object, Integer> index = new HashMap<>(bindings.size() * 2);
        List<Entity> wanted = new ArrayList<>(bindings.size());
        long[] counts = new long[bindings.size()];
        Arrays.fill(counts, -1);
        for (int i = 0; i < bindings.size(); i++) {
            index.put(bindings.get(i).key(), i);
            wanted.add(translator.counter(bindings.get(i)));
        }
        Consumer<Entity> sink =
                entity -> {
                    Integer i = index.get(translator.counted(entity.getDirectCounterEntry()));
                    if (i != null) {
                        counts[i] = entity.getDirectCounterEntry().getData().getPacketCount();
                    }
                };
        return withSession(
                s ->
                        s.read(wanted, COUNTERS_PER_REQUEST, sink)
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
                                            // BMv2 fails the whole request when one of the bindings
                                            // is gone.
                                            return s.read(
                                                    List.of(translator.allCounters()), 1, sink);
                                        })
                                .thenApply(done -> counts));
    }

    CompletableFuture<DeviceStatistics> statistics() {
        Translator translator = pipeline.translator();
        Queue<Entity> counted = new ConcurrentLinkedQueue<>();
        return withSession(
                s ->
                        s.read(translator.statistics(), 1, counted::add)
                                .thenApply(done -> translator.statistics(counted)));
    }

    void send(PacketOut packet) {
        Session s = up;
        if (s != null) {
            s.send(packet);
        }
    }

    private <T> CompletableFuture<T> withSession(Function<Session, CompletableFuture<T>> action) {
        CompletableFuture<T> done = new CompletableFuture<>();
        executor.execute(
                () -> {
                    CompletableFuture<T> result =
                            session == null
                                    ? CompletableFuture.failedFuture(
                                            Status.UNAVAILABLE
                                                    .withDescription(id + ": not connected")
                                                    .asRuntimeException())
                                    : action.apply(session);
                    result.whenComplete(
                            (value, failure) -> {
                                if (failure == null) {
                                    done.complete(value);
                                } else {
                                    done.completeExceptionally(failure);
                                }
                            });
                });
        return done;
    }
}
