// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * What calls hold in the network's memory, which is outside the heap, and how they are cut off.
 * gRPC collects a request of up to 16 MB before anybody sees it; where that memory runs out,
 * connections end, whoever they are of. So a call is cut off with which requests under way would
 * hold too much, but none of a connection with a primary. A call of one request holds it until it
 * is over, since its client may take a minute to say that this was all.
 *
 * <p>Threading: any thread. Nothing here takes a lock that calls share for requests of common
 * length.
 */
final class OpenCalls extends ServerStreamTracer.Factory {
    /** Of one connection without a primary. */
    static final long MAX_OF_CONNECTION = P4RuntimeServer.MAX_REQUEST;

    /** Of all connections. */
    static final long MAX = 4 * MAX_OF_CONNECTION;

    /** Of each request: so many bytes do not count. Enough to become primary, and much more. */
    static final int FREE = 1 << 16;

    private static final Context.Key<Call> CALL = Context.key("open call");

    private final Predicate<Object> hasPrimary;
    private final long maxOfConnection;
    private final long max;
    private final Map<Object, Long> connections = new HashMap<>();
    private long all;

    /**
     * @param hasPrimary whether a connection, as {@link #connection()} has it, has a primary
     */
    OpenCalls(Predicate<Object> hasPrimary) {
        this(hasPrimary, MAX_OF_CONNECTION, MAX);
    }

    OpenCalls(Predicate<Object> hasPrimary, long maxOfConnection, long max) {
        this.hasPrimary = hasPrimary;
        this.maxOfConnection = maxOfConnection;
        this.max = max;
    }

    /** The connection of the call that this thread serves; null: it is not known. */
    static Object connection() {
        Call call = CALL.get();
        return call == null ? null : call.connection;
    }

    /**
     * Cuts off the call that this thread serves, with all that is on its way to the client. A
     * status would wait behind that until the client takes it, and keep it in memory.
     */
    static Runnable cutOff() {
        Call call = CALL.get();
        return call == null ? () -> {} : () -> call.cutOff("what was sent was not taken");
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new Call();
    }

    /** Whether there is room for more bytes of a connection; they are held in any case. */
    private synchronized boolean hold(Object connection, long more) {
        all += more;
        long own = connections.merge(connection, more, Long::sum);
        return own <= maxOfConnection && all <= max;
    }

    private synchronized void release(Object connection, long bytes) {
        all -= bytes;
        connections.computeIfPresent(connection, (c, n) -> n == bytes ? null : n - bytes);
    }

    private final class Call extends ServerStreamTracer {
        private volatile Context.CancellableContext context;
        private volatile Object connection = "unknown";
        private volatile boolean hasOneRequest;

        /** Of the request that is not complete, or not served. */
        private long bytes;

        /** Of a request that is complete, as it is without compression. */
        private long plain;

        /** Of them, those that count. */
        private long held;

        private boolean isClosed;

        @Override
        public Context filterContext(Context of) {
            context = of.withCancellation();
            return context.withValue(CALL, this);
        }

        @Override
        public void serverCallStarted(ServerCallInfo<?, ?> call) {
            hasOneRequest = call.getMethodDescriptor().getType().clientSendsOneMessage();
            Object from = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
            if (from != null) {
                connection = from;
            }
        }

        @Override
        public void inboundWireSize(long more) {
            bytes += more;
            count(bytes);
        }

        @Override
        public void inboundUncompressedSize(long more) {
            if (hasOneRequest) {
                plain += more;
                count(plain);
            }
        }

        /** What is compressed may be read by another thread, also when the stream is closed. */
        private synchronized void count(long now) {
            if (isClosed) {
                return;
            }
            long beyond = now - FREE - held;
            if (beyond > 0) {
                held += beyond;
                if (!hold(connection, beyond) && !hasPrimary.test(connection)) {
                    cutOff("too much of requests that are not served");
                }
            }
        }

        @Override
        public void inboundMessageRead(int number, long wire, long plain) {
            if (!hasOneRequest) {
                over();
            }
        }

        @Override
        public synchronized void streamClosed(Status status) {
            isClosed = true;
            over();
        }

        private synchronized void over() {
            bytes = 0;
            if (held > 0) {
                release(connection, held);
                held = 0;
            }
        }

        void cutOff(String why) {
            // gRPC resets the streams of calls whose time is over, and of no others.
            context.cancel(new TimeoutException(why));
        }
    }
}
