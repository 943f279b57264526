// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A connection to nobody: a test says what comes of each call. One thread. */
class FakeChannel extends ManagedChannel {
    private final List<Call<?, ?>> calls = new ArrayList<>();
    private boolean isShutdown;

    Call<?, ?> last() {
        return calls.get(calls.size() - 1);
    }

    /** The last call of a method. */
    Call<?, ?> last(MethodDescriptor<?, ?> method) {
        return calls.stream()
                .filter(call -> call.method.equals(method))
                .reduce((before, call) -> call)
                .orElseThrow();
    }

    boolean isCalled(MethodDescriptor<?, ?> method) {
        return calls.stream().anyMatch(call -> call.method.equals(method));
    }

    @Override
    public ManagedChannel shutdown() {
        isShutdown = true;
        return this;
    }

    @Override
    public ManagedChannel shutdownNow() {
        shutdown();
        List.copyOf(calls).forEach(call -> call.cancel("shut down", null));
        return this;
    }

    @Override
    public boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public boolean isTerminated() {
        return isShutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isShutdown;
    }

    @Override
    public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
        Call<Q, A> call = new Call<>(method);
        calls.add(call);
        return call;
    }

    @Override
    public String authority() {
        return "nobody";
    }

    static final class Call<Q, A> extends ClientCall<Q, A> {
        private final MethodDescriptor<Q, A> method;
        private Listener<A> listener;
        private Q message;
        private boolean over;

        Call(MethodDescriptor<Q, A> method) {
            this.method = method;
        }

        /** What the caller hears. */
        @SuppressWarnings("unchecked")
        <T> Listener<T> listener() {
            return (Listener<T>) listener;
        }

        /** What the caller sent last. */
        Q message() {
            return message;
        }

        boolean isOver() {
            return over;
        }

        @Override
        public void start(Listener<A> listener, Metadata headers) {
            this.listener = listener;
        }

        @Override
        public void request(int messages) {}

        @Override
        public void cancel(String message, Throwable cause) {
            if (!over) {
                over = true;
                listener.onClose(
                        Status.CANCELLED.withDescription(message).withCause(cause), new Metadata());
            }
        }

        @Override
        public void halfClose() {}

        @Override
        public void sendMessage(Q message) {
            this.message = message;
        }
    }
}
