// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.pipeline.Entities;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.pipeline.ServerCapabilities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * One connection to a device, from its first message to its end. Becomes the primary controller,
 * sees to it that our program runs, and is then ready.
 *
 * <p>Threading: on the device's executor, but for {@link #send} and {@link #isOrdered}, which are
 * called on any thread.
 */
final class Connection implements StreamChannel.Events {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    /** Periods of {@link Pulse} within which a device is to say who is primary. */
    static final int ARBITRATION_PERIODS = 2;

    /** Periods within which a write is answered. */
    static final int WRITE_PERIODS = 12;

    /** What a connection tells its device; on the device's executor, but packets on any thread. */
    interface Events {
        /**
         * The device has said who is primary.
         *
         * @param other the election id of another controller, in decimal; null: this one or nobody
         */
        void primary(String other);

        /** Primary, program loaded: writes may come. */
        void ready(Connection connection);

        /** Another controller took over; the connection stays and may become ready again. */
        void preempted(Connection connection);

        void ended(Connection connection, String reason);

        void message(StreamMessageResponse message);
    }

    private final DeviceId id;
    private final ManagementAddress address;
    private final Pipeline pipeline;
    private final Elections elections;
    private final Uint128 electionId;
    private final Executor executor;
    private final ScheduledExecutorService timer;
    private final Events events;
    private final ManagedChannel channel;
    private final P4RuntimeCalls calls;
    private final StreamChannel stream;
    private final Channel heard;
    private final Pulse pulse = new Pulse(System.nanoTime());
    private ScheduledFuture<?> liveness;
    private boolean asked;
    private boolean primary;

    /** Counts changes of the primary: what was begun before one goes no further. */
    private int arbitrations;

    private boolean ready;
    private boolean ended;

    /** What the server says of itself. */
    private volatile ServerCapabilities server = ServerCapabilities.NONE;

    /** The last write; done unless it is under way, also after another controller took over. */
    private CompletableFuture<?> lastWrite = CompletableFuture.completedFuture(null);

    /** What {@link #lastWrite} was at the first period in which it waited, and when. */
    private CompletableFuture<?> waiting;

    private int waitingSince;

    private ChangeWriter writer;

    /**
     * @param dropped counts packet-outs that are lost on this side
     */
    Connection(
            DeviceId id,
            ManagementAddress address,
            Pipeline pipeline,
            Elections elections,
            ManagedChannel channel,
            Executor executor,
            Executor pool,
            ScheduledExecutorService timer,
            LongAdder dropped,
            Events events) {
        this.id = id;
        this.address = address;
        this.pipeline = pipeline;
        this.elections = elections;
        this.electionId = elections.next();
        this.executor = executor;
        this.timer = timer;
        this.events = events;
        this.channel = channel;
        this.heard = ClientInterceptors.intercept(channel, pulse);
        this.calls =
                new P4RuntimeCalls(
                        heard, address.deviceId(), this.electionId, executor, pool, timer);
        this.stream = new StreamChannel(this, dropped, executor);
    }

    void start() {
        liveness =
                timer.scheduleAtFixedRate(
                        () -> executor.execute(this::checkLiveness),
                        Pulse.PERIOD_SECONDS,
                        Pulse.PERIOD_SECONDS,
                        TimeUnit.SECONDS);
        stream.open(heard, address.deviceId(), electionId);
    }

    @Override
    public void arbitrated(MasterArbitrationUpdate update) {
        executor.execute(() -> arbitrate(update));
    }

    @Override
    public void message(StreamMessageResponse message) {
        events.message(message);
    }

    @Override
    public void ended(Throwable failure) {
        executor.execute(
                () ->
                        end(
                                failure == null
                                        ? "the device closed the stream"
                                        : CallFailures.reason(failure)));
    }

    private void arbitrate(MasterArbitrationUpdate update) {
        com.google.rpc.Status status = update.getStatus();
        boolean won = status.getCode() == Status.Code.OK.value();
        if (ended || won && primary) {
            return;
        }
        primary = won;
        int arbitration = ++arbitrations;
        boolean nobody = status.getCode() == Status.Code.NOT_FOUND.value();
        // The highest one the device has seen.
        String highest = Elections.number(update.getElectionId()).toString();
        events.primary(won || nobody ? null : highest);
        if (nobody) {
            // The next connection has a higher election id, which makes it primary.
            elections.stepOver(update.getElectionId());
            end("no controller is primary, and its highest election id is " + highest);
        } else if (won) {
            // What was written when another controller took over may still be on its way.
            lastWrite.whenComplete((done, failure) -> askCapabilities(arbitration));
        } else {
            LOG.warn(
                    "{}: another controller is primary, with election id {}; ours is {}",
                    id,
                    highest,
                    Elections.number(electionId));
            preempt();
        }
    }

    private void preempt() {
        if (ready) {
            ready = false;
            writer.close(lost("another controller is primary"));
            events.preempted(this);
        }
    }

    private boolean isOver(int arbitration) {
        return ended || arbitration != arbitrations;
    }

    /** A server that does not know the call, or fails, promises nothing. */
    private void askCapabilities(int arbitration) {
        if (isOver(arbitration)) {
            return;
        }
        calls.capabilities()
                .whenComplete(
                        (capabilities, failure) -> {
                            server =
                                    failure == null
                                            ? ServerCapabilities.of(capabilities)
                                            : ServerCapabilities.NONE;
                            checkProgram(arbitration);
                        });
    }

    private void checkProgram(int arbitration) {
        if (isOver(arbitration)) {
            return;
        }
        calls.cookie()
                .whenComplete(
                        (cookie, failure) -> {
                            if (isOver(arbitration)) {
                                return;
                            }
                            if (failure == null && cookie == pipeline.cookie()) {
                                writePrerequisites(arbitration);
                            } else if (failure != null && CallFailures.saysNothing(failure)) {
                                end(
                                        "it does not say what it runs: "
                                                + CallFailures.reason(failure));
                            } else if (failure == null && cookie != 0 && server.reconciles()) {
                                replaceProgram(arbitration);
                            } else if (failure == null && cookie != 0) {
                                loadProgramOver(
                                        arbitration,
                                        "it does not say that it can keep them under another"
                                                + " program");
                            } else {
                                loadProgram(arbitration);
                            }
                        });
    }

    /** It goes on forwarding, with the entries that it has, where these fit our program. */
    private void replaceProgram(int arbitration) {
        LOG.info("{}: loading the program in the place of another", id);
        goOnAfter(
                calls.reconcile(pipeline.config()),
                arbitration,
                failure -> {
                    if (CallFailures.isLost(failure)) {
                        end("it does not answer for the program: " + CallFailures.reason(failure));
                    } else {
                        loadProgramOver(arbitration, CallFailures.reason(failure));
                    }
                });
    }

    /**
     * In the place of another. BMv2 keeps what is in no table when it gets a program, and forgets
     * that it does: a clone session would have a replica for each program so far, and every punt
     * would come as many times. So it goes before; whether it was there does not matter.
     *
     * @param why it cannot keep its entries
     */
    private void loadProgramOver(int arbitration, String why) {
        LOG.warn("{}: its tables are emptied: {}", id, why);
        List<Update> removals = new ArrayList<>();
        for (Entity entity : pipeline.translator().prerequisites()) {
            removals.add(Entities.remove(entity));
        }
        write(removals)
                .whenComplete(
                        (done, failure) -> {
                            if (!isOver(arbitration)) {
                                loadProgram(arbitration);
                            }
                        });
    }

    private void loadProgram(int arbitration) {
        LOG.info("{}: loading the program", id);
        goOnAfter(
                calls.load(pipeline.config()),
                arbitration,
                failure -> end("it does not take the program: " + CallFailures.reason(failure)));
    }

    private void goOnAfter(
            CompletableFuture<?> loading, int arbitration, Consumer<Throwable> failed) {
        loading.whenComplete(
                (done, failure) -> {
                    if (isOver(arbitration)) {
                        return;
                    }
                    if (failure == null) {
                        writePrerequisites(arbitration);
                    } else {
                        failed.accept(failure);
                    }
                });
    }

    /** Inserted, and replaced where they were there; so the answer of the first does not matter. */
    private void writePrerequisites(int arbitration) {
        List<Entity> entities = pipeline.translator().prerequisites();
        List<Update> insert = new ArrayList<>();
        List<Update> replace = new ArrayList<>();
        for (Entity entity : entities) {
            insert.add(Entities.insert(entity));
            replace.add(Entities.replace(entity));
        }
        write(insert)
                .handle((done, failure) -> failure == null)
                .thenCompose(
                        done -> done ? CompletableFuture.completedFuture(null) : write(replace))
                .whenComplete(
                        (done, failure) -> {
                            if (isOver(arbitration)) {
                                return;
                            }
                            if (failure != null) {
                                end(
                                        "it refuses the clone session: "
                                                + CallFailures.reason(failure));
                            } else {
                                ready = true;
                                writer =
                                        new ChangeWriter(
                                                pipeline.translator(),
                                                this::write,
                                                () -> end("a write failed on its way"));
                                events.ready(this);
                            }
                        });
    }

    private CompletableFuture<?> write(List<Update> updates) {
        CompletableFuture<?> write = calls.write(updates);
        lastWrite = write;
        stream.goBehindCall();
        return write;
    }

    /** As {@link ServerCapabilities#ordersWrites}, once it is ready. Any thread. */
    boolean isOrdered() {
        return server.ordersWrites();
    }

    /** For calls of other services of the device; what comes over it is a sign of life. */
    Channel channel() {
        return heard;
    }

    /** As {@link StreamChannel#certificateTime}, once it is ready. */
    CertificateTime certificateTime() {
        return stream.certificateTime();
    }

    /** One at a time. */
    CompletableFuture<List<Refusal>> apply(List<Change> changes) {
        return ready
                ? writer.write(changes)
                : CompletableFuture.failedFuture(lost("it is not ready"));
    }

    /** Removes entities that belong to no intent; whether it worked shows at the next read. */
    CompletableFuture<?> remove(List<Entity> entities) {
        if (!ready) {
            return CompletableFuture.failedFuture(lost("it is not ready"));
        }
        List<Update> updates = new ArrayList<>();
        for (Entity entity : entities) {
            updates.add(Entities.remove(entity));
        }
        return write(updates)
                .handle(
                        (done, failure) -> {
                            if (failure != null) {
                                LOG.warn(
                                        "{}: cannot remove unknown entries: {}",
                                        id,
                                        CallFailures.reason(failure));
                            }
                            return null;
                        });
    }

    /** As {@link P4RuntimeCalls#read}. */
    CompletableFuture<Void> read(List<Entity> wanted, int perRequest, Consumer<Entity> sink) {
        return ready
                ? calls.read(wanted, perRequest, sink)
                : CompletableFuture.failedFuture(lost("it is not ready"));
    }

    /** Any thread. */
    void send(PacketOut packet) {
        stream.send(packet);
    }

    private void checkLiveness() {
        if (ended) {
            return;
        }
        if (!pulse.beats(System.nanoTime())) {
            end("nothing heard for " + Pulse.SILENT_PERIODS * Pulse.PERIOD_SECONDS + " s");
        } else if (arbitrations == 0 && pulse.listened() >= ARBITRATION_PERIODS) {
            // Other calls it may well answer.
            end(
                    "it did not say who is primary for "
                            + ARBITRATION_PERIODS * Pulse.PERIOD_SECONDS
                            + " s");
        } else if (isWriteOverdue()) {
            end("a write was not answered for " + WRITE_PERIODS * Pulse.PERIOD_SECONDS + " s");
        } else if (!asked) {
            asked = true;
            calls.capabilities().whenComplete((done, failure) -> asked = false);
        }
    }

    private boolean isWriteOverdue() {
        if (lastWrite.isDone()) {
            waiting = null;
        } else if (lastWrite != waiting) {
            waiting = lastWrite;
            waitingSince = pulse.listened();
        }
        return waiting != null && pulse.listened() - waitingSince >= WRITE_PERIODS;
    }

    /** Ends the connection, from either side. */
    void end(String reason) {
        if (ended) {
            return;
        }
        ended = true;
        liveness.cancel(false);
        if (ready) {
            ready = false;
            writer.close(lost(reason));
        }
        stream.close();
        channel.shutdownNow();
        events.ended(this, reason);
    }

    private StatusRuntimeException lost(String reason) {
        return Status.UNAVAILABLE.withDescription(id + ": " + reason).asRuntimeException();
    }
}
