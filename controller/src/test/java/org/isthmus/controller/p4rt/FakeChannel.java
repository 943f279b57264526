// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;

/** A connection to nobody: a test says what comes of each call. One thread. */
final class FakeChannel extends Channel {
    private final List<Call<?, ?>> calls = new ArrayList<>();

    Call<?, ?> last() {
        return calls.get(calls.size() - 1);
    }

    @Override
    public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
        Call<Q, A> call = new Call<>();
        calls.add(call);
        return call;
    }

    @Override
    public String authority() {
        return "nobody";
    }

    static final class Call<Q, A> extends ClientCall<Q, A> {
        private Listener<A> listener;
        private boolean over;

        /** What the caller hears. */
        @SuppressWarnings("unchecked")
        <T> Listener<T> listener() {
            return (Listener<T>) listener;
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
        public void sendMessage(Q message) {}
    }
}
