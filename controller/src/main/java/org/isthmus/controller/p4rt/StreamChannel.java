// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.Channel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
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
 * <p>Threading: any thread; nothing waits.
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
    private final ArrayBlockingQueue<StreamMessageRequest> queue =
            new ArrayBlockingQueue<>(CAPACITY);

    /** Who makes it 1 sends; others count on that. */
    private final AtomicInteger flushes = new AtomicInteger();

    private volatile ClientCallStreamObserver<StreamMessageRequest> stream;
    private volatile boolean closed;

    /**
     * @param dropped counts packets that found no room, or were still here at the end
     */
    StreamChannel(Events events, LongAdder dropped) {
        this.events = events;
        this.dropped = dropped;
    }

    /** Opens the stream and asks to become primary. */
    void open(Channel channel, long deviceId, Uint128 electionId) {
        P4RuntimeGrpc.newStub(channel).streamChannel(new Responses());
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
            requests.setOnReadyHandler(StreamChannel.this::flush);
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

    /** Sends a packet now or as soon as the device takes it; or drops and counts it. */
    void send(PacketOut packet) {
        if (queue.offer(StreamMessageRequest.newBuilder().setPacket(packet).build())) {
            flush();
        } else {
            dropped.increment();
        }
    }

    /** Packets sent from now on are dropped, as are those that wait. */
    void close() {
        closed = true;
        flush();
    }

    /** A stream takes one message at a time; taking one is not sending it. */
    private void flush() {
        if (flushes.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            StreamMessageRequest message;
            while ((closed || stream.isReady()) && (message = queue.poll()) != null) {
                if (closed || !pass(message)) {
                    dropped.increment();
                }
            }
            seen = flushes.addAndGet(-seen);
        } while (seen != 0);
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
