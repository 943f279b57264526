// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ends calls whose one request is begun and never completed: each holds a call of its connection,
 * and what came of the request. Streams of requests have no such end.
 */
final class UnfinishedRequests implements ServerInterceptor {
    /** Enough for the largest program over a slow line. */
    static final int LIMIT_SECONDS = 60;

    private enum State {
        WAITING,

        /** The request is whole, or was answered before. */
        OVER,
        LATE
    }

    private final ScheduledExecutorService timer;

    UnfinishedRequests(ScheduledExecutorService timer) {
        this.timer = timer;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (!call.getMethodDescriptor().getType().clientSendsOneMessage()) {
            return next.startCall(call, headers);
        }
        AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        // The timer may end the call on its own thread, so nobody else may at the same time.
        ServerCall.Listener<Q> listener =
                next.startCall(
                        new SimpleForwardingServerCall<>(call) {
                            @Override
                            public void close(Status status, Metadata trailers) {
                                state.compareAndSet(State.WAITING, State.OVER);
                                if (state.get() == State.OVER) {
                                    super.close(status, trailers);
                                }
                            }
                        },
                        headers);
        Future<?> limit =
                timer.schedule(
                        () -> {
                            if (state.compareAndSet(State.WAITING, State.LATE)) {
                                call.close(late(call), new Metadata());
                            }
                        },
                        LIMIT_SECONDS,
                        TimeUnit.SECONDS);
        return new SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onMessage(Q message) {
                if (state.get() != State.LATE) {
                    super.onMessage(message);
                }
            }

            @Override
            public void onHalfClose() {
                limit.cancel(false);
                state.compareAndSet(State.WAITING, State.OVER);
                if (state.get() == State.OVER) {
                    super.onHalfClose();
                }
            }

            @Override
            public void onCancel() {
                limit.cancel(false);
                super.onCancel();
            }

            @Override
            public void onComplete() {
                limit.cancel(false);
                super.onComplete();
            }
        };
    }

    private static Status late(ServerCall<?, ?> call) {
        return Status.DEADLINE_EXCEEDED.withDescription(
                "the request of "
                        + call.getMethodDescriptor().getFullMethodName()
                        + " was not complete after "
                        + LIMIT_SECONDS
                        + " s");
    }
}
