// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.isthmus.logging.Repeated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends calls whose one request is begun and never completed: each holds a call of its connection,
 * and what came of the request. Streams of requests have no such end.
 *
 * <p>A look at those that are open, once a second, instead of a timer for each: most are complete
 * within microseconds, and a timer wakes a thread when it is set.
 *
 * <p>Threading: any thread.
 */
final class UnfinishedRequests implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(UnfinishedRequests.class);

    /** Enough for the largest program over a slow line. */
    static final int LIMIT_SECONDS = 60;

    private enum State {
        WAITING,

        /** The request is whole, or was answered before. */
        OVER,
        LATE
    }

    private final Set<Request> open = ConcurrentHashMap.newKeySet();

    /** Looks until now, one a second. */
    private volatile int looks;

    /**
     * @param timer repeats one task, of microseconds
     */
    UnfinishedRequests(ScheduledExecutorService timer) {
        // One call that cannot be ended must not keep all others open.
        timer.scheduleWithFixedDelay(
                new Repeated(
                        this::look,
                        e -> LOG.error("a call that was late cannot be ended; going on", e)),
                1,
                1,
                TimeUnit.SECONDS);
    }

    /** A request that may not be complete. */
    private final class Request {
        private final ServerCall<?, ?> call;
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        private final int begun = looks;

        Request(ServerCall<?, ?> call) {
            this.call = call;
            open.add(this);
        }

        /** Whether it was complete or answered in time. */
        boolean isOver() {
            state.compareAndSet(State.WAITING, State.OVER);
            open.remove(this);
            return state.get() == State.OVER;
        }

        boolean isLate() {
            return state.get() == State.LATE;
        }

        void end() {
            if (state.compareAndSet(State.WAITING, State.LATE)) {
                open.remove(this);
                call.close(late(call), new Metadata());
            }
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // by the timer's one thread alone
    private void look() {
        int now = ++looks;
        for (Request request : open) {
            // The first look came within the first second.
            if (now - request.begun > LIMIT_SECONDS) {
                request.end();
            }
        }
    }

    /** Requests that are not complete. */
    int open() {
        return open.size();
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (!call.getMethodDescriptor().getType().clientSendsOneMessage()) {
            return next.startCall(call, headers);
        }
        Request request = new Request(call);
        // The timer may end the call on its own thread, so nobody else may at the same time.
        ServerCall.Listener<Q> listener =
                next.startCall(
                        new SimpleForwardingServerCall<>(call) {
                            @Override
                            public void close(Status status, Metadata trailers) {
                                if (request.isOver()) {
                                    super.close(status, trailers);
                                }
                            }
                        },
                        headers);
        return new SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onMessage(Q message) {
                if (!request.isLate()) {
                    super.onMessage(message);
                }
            }

            @Override
            public void onHalfClose() {
                if (request.isOver()) {
                    super.onHalfClose();
                }
            }

            @Override
            public void onCancel() {
                request.isOver();
                super.onCancel();
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
