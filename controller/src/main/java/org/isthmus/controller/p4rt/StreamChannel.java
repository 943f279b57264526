// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.isthmus.core.net.CertificateTime;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;

/**
 * P4Runtime's StreamChannel: runs for primary with its first message, and carries packets. Packets
 * go to gRPC as fast as the device takes them, and wait here meanwhile, so many and no more.
 *
 * <p>Threading: on the executor, but for {@link #send}; nothing waits.
 */
final class StreamChannel {
    /** Packet-outs that wait for a device: 12 MB of full frames. */
    static final int CAPACITY = 8192;

    /** What comes from the device; on any thread, one after another. */
    interface Events {
        void arbitrated(MasterArbitrationUpdate update);

        /** A packet-in, a digest, an error. */
        void message(StreamMessageResponse message);

        /**
         * @param failure null: the device closed the stream
         */
        void ended(Throwable failure);
    }

    private final Events events;
    private final LongAdder dropped;
    private final Executor executor;

    /** Packets that were not given to gRPC yet. */
    private final AtomicInteger waiting = new AtomicInteger();

    // On the executor.
    private final Queue<StreamMessageRequest> queue = new ArrayDeque<>();
    private ClientCall<StreamMessageRequest, StreamMessageResponse> call;
    private ClientCallStreamObserver<StreamMessageRequest> stream;
    private boolean closed;

    /** Calls that packets wait for. */
    private int callsToSend;

    /**
     * @param dropped counts packets that found no room, or were still here at the end
     * @param executor the network thread: what it is given before a packet is done before
     */
    StreamChannel(Events events, LongAdder dropped, Executor executor) {
        this.events = events;
        this.dropped = dropped;
        this.executor = executor;
    }

    /** Opens the stream and asks to become primary. */
    void open(Channel channel, long deviceId, Uint128 electionId) {
        call = channel.newCall(P4RuntimeGrpc.getStreamChannelMethod(), CallOptions.DEFAULT);
        ClientCalls.asyncBidiStreamingCall(call, new Responses());
        stream.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(deviceId)
                                        .setElectionId(electionId))
                        .build());
    }

    private final class Responses
            implements ClientResponseObserver<StreamMessageRequest, StreamMessageResponse> {
        @Override
        public void beforeStart(ClientCallStreamObserver<StreamMessageRequest> requests) {
            requests.setOnReadyHandler(() -> executor.execute(StreamChannel.this::flush));
            stream = requests;
        }

        @Override
        public void onNext(StreamMessageResponse message) {
            if (message.hasArbitration()) {
                events.arbitrated(message.getArbitration());
            } else {
                events.message(message);
            }
        }

        @Override
        public void onError(Throwable t) {
            events.ended(t);
        }

        @Override
        public void onCompleted() {
            events.ended(null);
        }
    }

    /** When what the device showed of certificates is valid, once it has answered. */
    CertificateTime certificateTime() {
        SSLSession tls = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        try {
            return CertificateTime.of(tls == null ? List.of() : List.of(tls.getPeerCertificates()));
        } catch (SSLPeerUnverifiedException e) {
            return CertificateTime.ALWAYS;
        }
    }

    /** Sends a packet as soon as the device takes it; or drops and counts it. Any thread. */
    void send(PacketOut packet) {
        if (waiting.incrementAndGet() > CAPACITY) {
            waiting.decrementAndGet();
            dropped.increment();
            return;
        }
        StreamMessageRequest message = StreamMessageRequest.newBuilder().setPacket(packet).build();
        executor.execute(
                () -> {
                    queue.add(message);
                    flush();
                });
    }

    /**
     * Packets sent from now on go behind the call that was made before. What waits for one flush
     * HTTP/2 orders by streams: packets would go with those that were there before the call.
     */
    void goBehindCall() {
        callsToSend++;
        // gRPC's flush is among the executor's tasks by now.
        executor.execute(
                () -> {
                    callsToSend--;
                    flush();
                });
    }

    /** Packets sent from now on are dropped, as are those that wait. */
    void close() {
        closed = true;
        flush();
    }

    private void flush() {
        while (!queue.isEmpty() && (closed || callsToSend == 0 && stream.isReady())) {
            StreamMessageRequest message = queue.remove();
            waiting.decrementAndGet();
            if (closed || !pass(message)) {
                dropped.increment();
            }
        }
    }

    private boolean pass(StreamMessageRequest message) {
        try {
            stream.onNext(message);
            return true;
        } catch (IllegalStateException e) {
            // The call is over, and its end not yet reported.
            return false;
        }
    }
}
