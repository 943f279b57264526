// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * P4Runtime's calls to one device; all but the stream channel. Each has a deadline, a read one for
 * each message of the answer; a write has none.
 *
 * <p>Threading: any thread; nothing waits. What is returned completes on the executor given, with
 * the device's answer or with the status of the call.
 */
final class P4RuntimeCalls {
    private static final int CALL_SECONDS = 60;

    /** Until the next message; BMv2 sends a whole table as one. */
    static final int READ_SECONDS = 60;

    private static final int PIPELINE_SECONDS = 120;

    private final long deviceId;
    private final Uint128 electionId;
    private final P4RuntimeGrpc.P4RuntimeFutureStub unary;
    private final P4RuntimeGrpc.P4RuntimeStub streaming;
    private final Executor executor;
    private final ScheduledExecutorService timer;

    /**
     * @param executor on which calls complete
     * @param pool takes the answers of reads, which may be long
     * @param electionId of the stream channel over which this controller became primary
     */
    P4RuntimeCalls(
            Channel channel,
            long deviceId,
            Uint128 electionId,
            Executor executor,
            Executor pool,
            ScheduledExecutorService timer) {
        this.deviceId = deviceId;
        this.electionId = electionId;
        this.unary = P4RuntimeGrpc.newFutureStub(channel);
        this.streaming = P4RuntimeGrpc.newStub(channel).withExecutor(pool);
        this.executor = executor;
        this.timer = timer;
    }

    private <T> CompletableFuture<T> onExecutor(ListenableFuture<T> call) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Futures.addCallback(
                call,
                new FutureCallback<T>() {
                    @Override
                    public void onSuccess(T value) {
                        done.complete(value);
                    }

                    @Override
                    public void onFailure(Throwable failure) {
                        done.completeExceptionally(failure);
                    }
                },
                executor);
        return done;
    }

    /** Any answer is a sign of life. */
    CompletableFuture<CapabilitiesResponse> capabilities() {
        return onExecutor(
                unary.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
                        .capabilities(CapabilitiesRequest.getDefaultInstance()));
    }

    /** The cookie of the program that runs; fails when none does. */
    CompletableFuture<Long> cookie() {
        return onExecutor(
                        unary.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
                                .getForwardingPipelineConfig(
                                        GetForwardingPipelineConfigRequest.newBuilder()
                                                .setDeviceId(deviceId)
                                                .setResponseType(
                                                        GetForwardingPipelineConfigRequest
                                                                .ResponseType.COOKIE_ONLY)
                                                .build()))
                .thenApply(answer -> answer.getConfig().getCookie().getCookie());
    }

    /** Loads a program, which empties all tables. */
    CompletableFuture<?> load(ForwardingPipelineConfig config) {
        return set(Action.VERIFY_AND_COMMIT, config);
    }

    /** Loads a program in the place of another one, and keeps all entries, or changes nothing. */
    CompletableFuture<?> reconcile(ForwardingPipelineConfig config) {
        return set(Action.RECONCILE_AND_COMMIT, config);
    }

    private CompletableFuture<?> set(Action action, ForwardingPipelineConfig config) {
        return onExecutor(
                unary.withDeadlineAfter(PIPELINE_SECONDS, TimeUnit.SECONDS)
                        .setForwardingPipelineConfig(
                                SetForwardingPipelineConfigRequest.newBuilder()
                                        .setDeviceId(deviceId)
                                        .setElectionId(electionId)
                                        .setAction(action)
                                        .setConfig(config)
                                        .build()));
    }

    /**
     * Has no deadline: each would be a timer on either side, and a header that HPACK cannot
     * shorten. Who calls it gives the connection up if no answer comes.
     */
    CompletableFuture<?> write(List<Update> updates) {
        return onExecutor(
                unary.write(
                        WriteRequest.newBuilder()
                                .setDeviceId(deviceId)
                                .setElectionId(electionId)
                                .addAllUpdates(updates)
                                .build()));
    }

    /**
     * Reads entities in requests of a bounded size, one after another.
     *
     * @param sink gets them one by one, on one thread at a time
     */
    CompletableFuture<Void> read(List<Entity> wanted, int perRequest, Consumer<Entity> sink) {
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
            executor.execute(() -> done.complete(null));
            return;
        }
        int to = Math.min(wanted.size(), from + perRequest);
        streaming.read(
                ReadRequest.newBuilder()
                        .setDeviceId(deviceId)
                        .addAllEntities(wanted.subList(from, to))
                        .build(),
                new Answer(sink) {
                    @Override
                    void failed(Throwable t) {
                        executor.execute(() -> done.completeExceptionally(t));
                    }

                    @Override
                    void complete() {
                        readFrom(to, wanted, perRequest, sink, done);
                    }
                });
    }

    /** The answer to a read, which is cut off when nothing more comes of it. */
    private abstract class Answer implements ClientResponseObserver<ReadRequest, ReadResponse> {
        private final Consumer<Entity> sink;
        private final ScheduledFuture<?> watch =
                timer.scheduleAtFixedRate(
                        this::check, READ_SECONDS, READ_SECONDS, TimeUnit.SECONDS);
        private volatile ClientCallStreamObserver<ReadRequest> call;
        private volatile boolean progress;

        Answer(Consumer<Entity> sink) {
            this.sink = sink;
        }

        abstract void failed(Throwable t);

        abstract void complete();

        private void check() {
            ClientCallStreamObserver<ReadRequest> running = call;
            if (!progress && running != null) {
                String why = "nothing more of the answer for " + READ_SECONDS + " s";
                running.cancel(why, Status.DEADLINE_EXCEEDED.withDescription(why).asException());
            }
            progress = false;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<ReadRequest> requests) {
            call = requests;
        }

        @Override
        public void onNext(ReadResponse response) {
            progress = true;
            response.getEntitiesList().forEach(sink);
        }

        @Override
        public void onError(Throwable t) {
            watch.cancel(false);
            failed(t);
        }

        @Override
        public void onCompleted() {
            watch.cancel(false);
            complete();
        }
    }
}
