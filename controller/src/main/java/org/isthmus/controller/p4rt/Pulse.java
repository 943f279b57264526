// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/**
 * Whether a device lives: anything that comes from it is a sign, be it a part of a long answer or a
 * packet. It is asked for one besides, in a call of its own; not by HTTP/2 pings, which servers
 * refuse that often (gRPC's default is one in five minutes). Periods in which this controller had
 * no time to listen do not count.
 *
 * <p>Threading: any thread.
 */
final class Pulse implements ClientInterceptor {
    static final int PERIOD_SECONDS = 5;

    /** Periods without a sign until the device is given up. */
    static final int SILENT_PERIODS = 6;

    private static final long PERIOD_NANOS = PERIOD_SECONDS * 1_000_000_000L;

    private volatile boolean heard;
    private long last;
    private int silent;
    private int listened;

    /**
     * @param nanos the time, of any clock that does not go back
     */
    Pulse(long nanos) {
        last = nanos;
    }

    /**
     * To be called every {@link #PERIOD_SECONDS}.
     *
     * @return false: the device is to be given up
     */
    synchronized boolean beats(long nanos) {
        boolean late = nanos - last > PERIOD_NANOS + PERIOD_NANOS / 2;
        last = nanos;
        if (!late) {
            listened++;
        }
        if (heard) {
            heard = false;
            silent = 0;
        } else if (!late) {
            silent++;
        }
        return silent < SILENT_PERIODS;
    }

    /** Periods until now in which this controller listened. */
    synchronized int listened() {
        return listened;
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
            MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                super.start(new Signs<>(listener), headers);
            }
        };
    }

    private final class Signs<A> extends SimpleForwardingClientCallListener<A> {
        Signs(ClientCall.Listener<A> listener) {
            super(listener);
        }

        @Override
        public void onHeaders(Metadata headers) {
            heard = true;
            super.onHeaders(headers);
        }

        @Override
        public void onMessage(A message) {
            heard = true;
            super.onMessage(message);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            switch (status.getCode()) {
                case UNAVAILABLE:
                case DEADLINE_EXCEEDED:
                case CANCELLED:
                    // May be this side's.
                    break;
                default:
                    heard = true;
            }
            super.onClose(status, trailers);
        }
    }
}
