// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import org.isthmus.core.model.PuntReason;
import org.isthmus.pipeline.PacketIo;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.WriteRequest;
import p4.v1.P4RuntimeOuterClass.WriteResponse;

/**
 * A device that runs our program as far as it says, and acknowledges all without doing it.
 *
 * <p>Threading: one thread, but for {@link #punt}.
 */
class SilentDevice extends P4RuntimeGrpc.P4RuntimeImplBase {
    private final long cookie;
    private volatile StreamObserver<StreamMessageResponse> controller;

    /**
     * @param cookie of the program
     */
    SilentDevice(long cookie) {
        this.cookie = cookie;
    }

    /** Sends a frame up so many times. Any thread, one at a time. */
    void punt(byte[] frame, int times) {
        PacketIn packet =
                PacketIn.newBuilder()
                        .setPayload(ByteString.copyFrom(frame))
                        .addMetadata(metadata(PacketIo.INGRESS_PORT, 1))
                        .addMetadata(metadata(PacketIo.REASON, PacketIo.code(PuntReason.BIB_MISS)))
                        .build();
        StreamMessageResponse message =
                StreamMessageResponse.newBuilder().setPacket(packet).build();
        for (int i = 0; i < times; i++) {
            controller.onNext(message);
        }
    }

    private static PacketMetadata metadata(int id, int value) {
        return PacketMetadata.newBuilder()
                .setMetadataId(id)
                .setValue(ByteString.copyFrom(new byte[] {(byte) value}))
                .build();
    }

    @Override
    public StreamObserver<StreamMessageRequest> streamChannel(
            StreamObserver<StreamMessageResponse> out) {
        controller = out;
        return new StreamObserver<>() {
            @Override
            public void onNext(StreamMessageRequest message) {
                if (message.hasArbitration()) {
                    out.onNext(
                            StreamMessageResponse.newBuilder()
                                    .setArbitration(message.getArbitration())
                                    .build());
                } else if (message.hasPacket()) {
                    packetOut(message.getPacket());
                }
            }

            @Override
            public void onError(Throwable t) {
                // It ends.
            }

            @Override
            public void onCompleted() {
                // It ends.
            }
        };
    }

    /** A packet-out came. */
    void packetOut(PacketOut packet) {}

    @Override
    public void getForwardingPipelineConfig(
            GetForwardingPipelineConfigRequest request,
            StreamObserver<GetForwardingPipelineConfigResponse> out) {
        GetForwardingPipelineConfigResponse.Builder config =
                GetForwardingPipelineConfigResponse.newBuilder();
        config.getConfigBuilder().getCookieBuilder().setCookie(cookie);
        out.onNext(config.build());
        out.onCompleted();
    }

    @Override
    public void write(WriteRequest request, StreamObserver<WriteResponse> out) {
        out.onNext(WriteResponse.getDefaultInstance());
        out.onCompleted();
    }
}
