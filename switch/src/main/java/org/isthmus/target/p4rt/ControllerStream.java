// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.MessageLite;
import com.google.rpc.Code;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import org.isthmus.target.api.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.DigestListAckError;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.PacketOutError;
import p4.v1.P4RuntimeOuterClass.StreamError;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.StreamOtherError;

/** One controller's stream. Any thread may send; nothing here waits for the network. */
final class ControllerStream implements StreamObserver<StreamMessageRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerStream.class);

    /** Bytes on their way to the controller before it counts as slow. */
    private static final int WINDOW = 1 << 20;

    /** Bytes of a message that comes back with what was wrong with it; of a frame, and more. */
    private static final int MAX_RETURNED = 1 << 16;

    /** Arbitration updates that may wait behind the window. */
    private static final int MAX_UNREAD = 256;

    private final P4RuntimeDevice device;
    private final ServerCallStreamObserver<StreamMessageResponse> out;
    private final Object connection = OpenCalls.connection();
    private boolean closed;

    /** Arbitration updates since it was last ready. */
    private int unread;

    ControllerStream(P4RuntimeDevice device, ServerCallStreamObserver<StreamMessageResponse> out) {
        this.device = device;
        this.out = out;
        out.setOnReadyThreshold(WINDOW);
        out.setOnReadyHandler(device::resumePacketIn);
        out.setOnCancelHandler(this::leave);
        device.opened(this);
    }

    @Override
    public void onNext(StreamMessageRequest request) {
        if (isClosed()) {
            return;
        }
        switch (request.getUpdateCase()) {
            case ARBITRATION:
                try {
                    device.arbitrate(this, request.getArbitration());
                } catch (RefusedException e) {
                    leave();
                    end(e);
                }
                break;
            case PACKET:
                if (!queue(request.getPacket())) {
                    packetOut(request.getPacket());
                }
                break;
            case DIGEST_ACK:
                try {
                    device.acknowledge(this, request.getDigestAck());
                } catch (RefusedException e) {
                    DigestListAckError.Builder cause = DigestListAckError.newBuilder();
                    if (isShort(request.getDigestAck())) {
                        cause.setDigestListAck(request.getDigestAck());
                    }
                    report(error(e.code(), e.getMessage()).setDigestListAck(cause));
                }
                break;
            default:
                report(
                        error(Code.UNIMPLEMENTED, "message of an unknown kind")
                                .setOther(StreamOtherError.getDefaultInstance()));
        }
    }

    /**
     * Puts a packet behind Writes that wait, if any do. One that will be refused does not take a
     * place there that the primary's may need.
     */
    private boolean queue(PacketOut packet) {
        return device.late().isUnderWay()
                && device.isPrimary(this)
                && device.late().packet(() -> packetOut(packet));
    }

    private void packetOut(PacketOut packet) {
        StreamError.Builder error;
        try {
            device.packetOut(this, packet);
            return;
        } catch (RefusedException e) {
            error = error(e.code(), e.getMessage());
        } catch (RuntimeException | Error e) {
            // A bug costs this packet, not the stream, which would stay primary without a client.
            LOG.error("packet-out", e);
            error = error(Code.INTERNAL, e.toString());
        }
        PacketOutError.Builder cause = PacketOutError.newBuilder();
        if (isShort(packet)) {
            cause.setPacketOut(packet);
        }
        report(error.setPacketOut(cause));
    }

    /**
     * Whether an error report may bring it back, which may wait for a client that reads nothing.
     */
    private static boolean isShort(MessageLite message) {
        return message.getSerializedSize() <= MAX_RETURNED;
    }

    private static StreamError.Builder error(Code code, String message) {
        return StreamError.newBuilder()
                .setCanonicalCode(code.getNumber())
                .setMessage(message)
                .setSpace(BatchErrors.SPACE);
    }

    /** Error reports are the first to go when the controller does not keep up. */
    private void report(StreamError.Builder error) {
        if (isReady()) {
            send(StreamMessageResponse.newBuilder().setError(error).build());
        }
    }

    @Override
    public void onError(Throwable t) {
        leave();
    }

    @Override
    public void onCompleted() {
        leave();
        synchronized (this) {
            if (!closed) {
                closed = true;
                out.onCompleted();
            }
        }
    }

    private void leave() {
        device.leave(this);
    }

    /** Closes the stream with a status. */
    synchronized void end(RefusedException e) {
        if (!closed) {
            closed = true;
            out.onError(BatchErrors.status(e).asRuntimeException());
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Null: it is not known. */
    Object connection() {
        return connection;
    }

    /** Whether the controller keeps up with what was sent to it. */
    boolean isReady() {
        return out.isReady();
    }

    synchronized void send(StreamMessageResponse message) {
        if (!closed && !out.isCancelled()) {
            out.onNext(message);
        }
    }

    /**
     * Sends what must not be lost. A controller that reads none of it loses its stream. For callers
     * that may take the lock of the device.
     */
    void sendArbitration(StreamMessageResponse message) {
        synchronized (this) {
            unread = isReady() ? 0 : unread + 1;
            if (unread <= MAX_UNREAD) {
                send(message);
                return;
            }
        }
        leave();
        end(Refusals.exhausted(MAX_UNREAD + " arbitration updates were not read"));
    }
}
