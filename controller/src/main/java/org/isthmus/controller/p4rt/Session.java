// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import com.google.protobuf.MessageLite;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Refusal;
import org.isthmus.pipeline.Entities;
import org.isthmus.pipeline.Pipeline;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;
import p4.v1.P4RuntimeOuterClass.WriteResponse;

/**
 * One connection to a device, from the first message to its end; a new connection is a new session.
 * Becomes the primary controller, sees to it that our program runs, and is then ready.
 *
 * <p>Threading: state is touched on the device's own executor alone; {@link #send} on any thread.
 */
final class Session {
    private static final System.Logger LOG = System.getLogger(Session.class.getName());

    /** How often a silent device is asked whether it lives; the answer may take as long. */
    private static final int LIVENESS_SECONDS = 5;

    private static final int WRITE_SECONDS = 60;
    private static final int READ_SECONDS = 300;
    private static final int PIPELINE_SECONDS = 120;

    /** What a session tells its device; on the device's executor, but packets on any thread. */
    interface Events {
        /** Primary, program loaded: writes may come. */
        void ready(Session session);

        /** Another controller took over; the session goes on and may become ready again. */
        void preempted(Session session);

        void ended(Session session, String reason);

        void message(StreamMessageResponse message);
    }

    private final DeviceId id;
    private final ManagementAddress address;
    private final Pipeline pipeline;
    private final Uint128 election;
    private final SerialExecutor executor;
    private final ScheduledExecutorService timer;
    private final Events events;
    private final ManagedChannel channel;
    private final P4RuntimeGrpc.P4RuntimeStub stub;
    private StreamObserver<StreamMessageRequest> stream;
    private ScheduledFuture<?> liveness;
    private boolean answered = true;
    private boolean primary;
    private boolean ready;
    private boolean ended;
    private WriteQueue writes;

    Session(
            DeviceId id,
            ManagementAddress address,
            Pipeline pipeline,
            long election,
            ManagedChannel channel,
            SerialExecutor executor,
            ScheduledExecutorService timer,
            Events events) {
        this.id = id;
        this.address = address;
        this.pipeline = pipeline;
        this.election = Uint128.newBuilder().setLow(election).build();
        this.executor = executor;
        this.timer = timer;
        this.events = events;
        this.channel = channel;
        this.stub = P4RuntimeGrpc.newStub(channel);
    }

    void start() {
        liveness =
                timer.scheduleAtFixedRate(
                        () -> executor.execute(this::askWhetherItLives),
                        LIVENESS_SECONDS,
                        LIVENESS_SECONDS,
                        TimeUnit.SECONDS);
        stream =
                stub.streamChannel(
                        new StreamObserver<StreamMessageResponse>() {
                            @Override
                            public void onNext(StreamMessageResponse message) {
                                if (message.hasArbitration()) {
                                    executor.execute(() -> arbitrated(message.getArbitration()));
                                } else {
                                    events.message(message);
                                }
                            }

                            @Override
                            public void onError(Throwable t) {
                                executor.execute(() -> end(reason(t)));
                            }

                            @Override
                            public void onCompleted() {
                                executor.execute(() -> end("the device closed the stream"));
                            }
                        });
        stream.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(address.deviceId())
                                        .setElectionId(election))
                        .build());
    }

    private void arbitrated(MasterArbitrationUpdate update) {
        boolean won = update.getStatus().getCode() == Status.Code.OK.value();
        if (ended || won == primary && won) {
            return;
        }
        primary = won;
        if (!won && update.getStatus().getCode() == Status.Code.NOT_FOUND.value()) {
            // The next session has a higher election id, which makes it primary.
            end("no controller is primary");
        } else if (won) {
            writes =
                    new WriteQueue(
                            pipeline.translator(),
                            this::write,
                            () -> end("a write failed on its way"));
            loadProgram();
        } else {
            LOG.log(
                    Level.WARNING,
                    id + ": another controller is primary: " + update.getStatus().getMessage());
            preempt();
        }
    }

    private void preempt() {
        if (writes != null) {
            writes.close(lost("another controller is primary"));
        }
        if (ready) {
            ready = false;
            events.preempted(this);
        }
    }

    private void loadProgram() {
        GetForwardingPipelineConfigRequest ask =
                GetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(address.deviceId())
                        .setResponseType(
                                GetForwardingPipelineConfigRequest.ResponseType.COOKIE_ONLY)
                        .build();
        Answer<GetForwardingPipelineConfigResponse> answer = new Answer<>();
        stub.withDeadlineAfter(WRITE_SECONDS, TimeUnit.SECONDS)
                .getForwardingPipelineConfig(ask, answer);
        answer.done.whenCompleteAsync(
                (response, failure) -> {
                    if (failure == null
                            && response.getConfig().getCookie().getCookie() == pipeline.cookie()) {
                        writePrerequisites();
                    } else {
                        push();
                    }
                },
                executor);
    }

    private void push() {
        LOG.log(Level.INFO, id + ": loading the program");
        SetForwardingPipelineConfigRequest config =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(address.deviceId())
                        .setElectionId(election)
                        .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                        .setConfig(pipeline.config())
                        .build();
        Answer<SetForwardingPipelineConfigResponse> answer = new Answer<>();
        stub.withDeadlineAfter(PIPELINE_SECONDS, TimeUnit.SECONDS)
                .setForwardingPipelineConfig(config, answer);
        answer.done.whenCompleteAsync(
                (response, failure) -> {
                    if (failure == null) {
                        writePrerequisites();
                    } else {
                        end("it does not take the program: " + reason(failure));
                    }
                },
                executor);
    }

    /** Inserted, and replaced where they were there; so the answer of the first does not matter. */
    private void writePrerequisites() {
        List<Entity> entities = pipeline.translator().prerequisites(id.hashCode());
        List<Update> insert = new ArrayList<>();
        List<Update> replace = new ArrayList<>();
        for (Entity entity : entities) {
            insert.add(Entities.insert(entity));
            replace.add(Entities.replace(entity));
        }
        write(insert)
                .handle((done, failure) -> failure == null)
                .thenCompose(
                        done ->
                                done
                                        ? CompletableFuture.<Void>completedFuture(null)
                                        : write(replace))
                .whenComplete(
                        (done, failure) -> {
                            if (failure != null) {
                                end("it refuses the clone session: " + reason(failure));
                            } else if (primary && !ended && !ready) {
                                ready = true;
                                events.ready(this);
                            }
                        });
    }

    CompletableFuture<List<Refusal>> apply(List<Change> changes) {
        return ready
                ? writes.add(changes)
                : CompletableFuture.failedFuture(lost("it is not ready"));
    }

    /** Removes what belongs to nobody; whether it worked shows at the next read. */
    CompletableFuture<Void> remove(List<Entity> unknown) {
        List<Update> updates = new ArrayList<>();
        for (Entity entity : unknown) {
            updates.add(Entities.remove(entity));
        }
        return write(updates)
                .exceptionally(
                        failure -> {
                            LOG.log(
                                    Level.WARNING,
                                    id
                                            + ": cannot remove unknown entries: "
                                            + Status.fromThrowable(failure));
                            return null;
                        });
    }

    /** Completes on the device's executor. */
    private CompletableFuture<Void> write(List<Update> updates) {
        Answer<WriteResponse> answer = new Answer<>();
        stub.withDeadlineAfter(WRITE_SECONDS, TimeUnit.SECONDS)
                .write(
                        WriteRequest.newBuilder()
                                .setDeviceId(address.deviceId())
                                .setElectionId(election)
                                .addAllUpdates(updates)
                                .build(),
                        answer);
        CompletableFuture<Void> done = new CompletableFuture<>();
        answer.done.whenCompleteAsync(
                (response, failure) -> {
                    if (failure == null) {
                        done.complete(null);
                    } else {
                        done.completeExceptionally(failure);
                    }
                },
                executor);
        return done;
    }

    /**
     * Reads entities in requests of a bounded size, one after another.
     *
     * @param sink gets them one by one, on one thread at a time
     */
    CompletableFuture<Void> read(List<Entity> wanted, int perRequest, Consumer<Entity> sink) {
        if (!ready) {
            return CompletableFuture.failedFuture(lost("it is not ready"));
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        readFrom(0, wanted, perRequest, sink, done);
        return done;
    }

    private void readFrom(
            int from,
            List<Entity> wanted,
            int perRequest,
            Consumer<Entity> sink,
            CompletableFuture<Void> done) {
        if (from >= wanted.size()) {
            done.complete(null);
            return;
        }
        int to = Math.min(wanted.size(), from + perRequest);
        stub.withDeadlineAfter(READ_SECONDS, TimeUnit.SECONDS)
                .read(
                        ReadRequest.newBuilder()
                                .setDeviceId(address.deviceId())
                                .addAllEntities(wanted.subList(from, to))
                                .build(),
                        new StreamObserver<ReadResponse>() {
                            @Override
                            public void onNext(ReadResponse response) {
                                response.getEntitiesList().forEach(sink);
                            }

                            @Override
                            public void onError(Throwable t) {
                                done.completeExceptionally(t);
                            }

                            @Override
                            public void onCompleted() {
                                readFrom(to, wanted, perRequest, sink, done);
                            }
                        });
    }

    /** Lost in silence unless the session is alive. */
    void send(PacketOut packet) {
        StreamMessageRequest message = StreamMessageRequest.newBuilder().setPacket(packet).build();
        try {
            // A stream takes one message at a time; taking one is not sending it.
            synchronized (stream) {
                stream.onNext(message);
            }
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, id + ": packet-out after the end of the stream");
        }
    }

    private void askWhetherItLives() {
        if (ended) {
            return;
        }
        if (!answered) {
            end("no answer for " + LIVENESS_SECONDS + " s");
            return;
        }
        answered = false;
        Answer<CapabilitiesResponse> answer = new Answer<>();
        stub.withDeadlineAfter(LIVENESS_SECONDS, TimeUnit.SECONDS)
                .capabilities(CapabilitiesRequest.getDefaultInstance(), answer);
        answer.done.whenCompleteAsync(
                (response, failure) -> {
                    Status.Code code =
                            failure == null
                                    ? Status.Code.OK
                                    : Status.fromThrowable(failure).getCode();
                    // Any answer is a sign of life, such as that it has no capabilities to name.
                    answered =
                            code != Status.Code.UNAVAILABLE
                                    && code != Status.Code.DEADLINE_EXCEEDED;
                },
                executor);
    }

    /** Ends the session, from either side. */
    void end(String reason) {
        if (ended) {
            return;
        }
        ended = true;
        ready = false;
        liveness.cancel(false);
        if (writes != null) {
            writes.close(lost(reason));
        }
        channel.shutdownNow();
        events.ended(this, reason);
    }

    /** One line: the status's text alone would have the stack trace of its cause. */
    static String reason(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        StringBuilder text = new StringBuilder(status.getCode().toString());
        if (status.getDescription() != null) {
            text.append(": ").append(status.getDescription());
        }
        if (status.getCause() != null) {
            text.append(": ").append(status.getCause().getMessage());
        }
        return text.toString();
    }

    private StatusRuntimeException lost(String reason) {
        return Status.UNAVAILABLE.withDescription(id + ": " + reason).asRuntimeException();
    }

    /** The one answer to a call. */
    private static final class Answer<T extends MessageLite> implements StreamObserver<T> {
        final CompletableFuture<T> done = new CompletableFuture<>();

        @Override
        public void onNext(T value) {
            done.complete(value);
        }

        @Override
        public void onError(Throwable t) {
            done.completeExceptionally(t);
        }

        @Override
        public void onCompleted() {
            if (!done.isDone()) {
                done.completeExceptionally(
                        Status.INTERNAL.withDescription("no answer").asRuntimeException());
            }
        }
    }
}
