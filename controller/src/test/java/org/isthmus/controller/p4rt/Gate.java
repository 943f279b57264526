// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.PuntReason;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.PacketIo;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * Between a controller and its device. While it is shut, answers to reads and writes wait in it,
 * and streams are not ready for more. Any thread.
 */
final class Gate implements ClientInterceptor {
    private final List<Runnable> waiting = new ArrayList<>();
    private final List<ClientCall.Listener<?>> streams = new ArrayList<>();
    private boolean isShut;
    private int callsUnderWay;
    private int packetsOut;
    private final List<Update> updates = new ArrayList<>();

    synchronized void shut() {
        isShut = true;
    }

    synchronized void open() {
        isShut = false;
        waiting.forEach(Runnable::run);
        waiting.clear();
        streams.forEach(ClientCall.Listener::onReady);
    }

    /** Reads and writes that are not answered. */
    synchronized int callsUnderWay() {
        return callsUnderWay;
    }

    /** What the writes had in them, in order. */
    synchronized List<Update> updates() {
        return List.copyOf(updates);
    }

    /** Packet-outs that were passed on. */
    synchronized int packetsOut() {
        return packetsOut;
    }

    /** Gives every stream a packet-in. */
    @SuppressWarnings("unchecked")
    synchronized void packetIn(int port, PuntReason reason, byte[] frame) {
        StreamMessageResponse message =
                StreamMessageResponse.newBuilder()
                        .setPacket(
                                PacketIn.newBuilder()
                                        .setPayload(ByteString.copyFrom(frame))
                                        .addMetadata(metadata(P4.PacketIn.INGRESS_PORT, port))
                                        .addMetadata(
                                                metadata(
                                                        P4.PacketIn.REASON, PacketIo.code(reason))))
                        .build();
        streams.forEach(s -> ((ClientCall.Listener<StreamMessageResponse>) s).onMessage(message));
    }

    private static PacketMetadata metadata(int id, int value) {
        return PacketMetadata.newBuilder()
                .setMetadataId(id)
                .setValue(ByteString.copyFrom(new byte[] {(byte) value}))
                .build();
    }

    private synchronized void pass(Runnable event) {
        if (isShut) {
            waiting.add(event);
        } else {
            event.run();
        }
    }

    private synchronized boolean isOpen() {
        return !isShut;
    }

    private synchronized void count(int calls, int packets) {
        callsUnderWay += calls;
        packetsOut += packets;
    }

    private synchronized void updates(WriteRequest write) {
        updates.addAll(write.getUpdatesList());
    }

    private synchronized void stream(ClientCall.Listener<?> listener) {
        streams.add(listener);
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
            MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        boolean isStream = method.equals(P4RuntimeGrpc.getStreamChannelMethod());
        boolean waits =
                method.equals(P4RuntimeGrpc.getReadMethod())
                        || method.equals(P4RuntimeGrpc.getWriteMethod());
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<R> listener, Metadata headers) {
                if (waits) {
                    count(1, 0);
                }
                if (isStream) {
                    stream(listener);
                }
                super.start(waits ? new Answers<>(listener) : listener, headers);
            }

            @Override
            public boolean isReady() {
                return (!isStream || isOpen()) && super.isReady();
            }

            @Override
            public void sendMessage(Q message) {
                if (isStream && ((StreamMessageRequest) message).hasPacket()) {
                    count(0, 1);
                }
                if (message instanceof WriteRequest) {
                    updates((WriteRequest) message);
                }
                super.sendMessage(message);
            }
        };
    }

    private final class Answers<R> extends ClientCall.Listener<R> {
        private final ClientCall.Listener<R> listener;

        Answers(ClientCall.Listener<R> listener) {
            this.listener = listener;
        }

        @Override
        public void onHeaders(Metadata headers) {
            pass(() -> listener.onHeaders(headers));
        }

        @Override
        public void onMessage(R message) {
            pass(() -> listener.onMessage(message));
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            pass(
                    () -> {
                        count(-1, 0);
                        listener.onClose(status, trailers);
                    });
        }

        @Override
        public void onReady() {
            listener.onReady();
        }
    }
}
