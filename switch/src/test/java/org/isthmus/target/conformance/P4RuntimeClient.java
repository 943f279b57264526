// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/** The primary controller of one switch; blocking. */
public final class P4RuntimeClient implements AutoCloseable {
    public static final long DEVICE_ID = 1;
    private static final Uint128 ELECTION_ID = Uint128.newBuilder().setLow(1).build();

    private final ManagedChannel channel;
    private final P4RuntimeGrpc.P4RuntimeBlockingStub stub;
    private final StreamObserver<StreamMessageRequest> stream;
    private final BlockingQueue<StreamMessageResponse> answers = new LinkedBlockingQueue<>();

    public P4RuntimeClient(ManagedChannel channel) {
        this.channel = channel;
        stub = P4RuntimeGrpc.newBlockingStub(channel).withWaitForReady();
        stream =
                P4RuntimeGrpc.newStub(channel)
                        .withWaitForReady()
                        .streamChannel(
                                new StreamObserver<StreamMessageResponse>() {
                                    @Override
                                    public void onNext(StreamMessageResponse m) {
                                        answers.add(m);
                                    }

                                    @Override
                                    public void onError(Throwable t) {
                                        answers.add(StreamMessageResponse.getDefaultInstance());
                                    }

                                    @Override
                                    public void onCompleted() {}
                                });
        stream.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(DEVICE_ID)
                                        .setElectionId(ELECTION_ID))
                        .build());
        try {
            StreamMessageResponse m = answers.poll(20, TimeUnit.SECONDS);
            if (m == null || !m.hasArbitration() || m.getArbitration().getStatus().getCode() != 0) {
                throw new IllegalStateException("not made primary: " + m);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public void push(P4Info p4info, byte[] json) {
        stub.setForwardingPipelineConfig(
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(DEVICE_ID)
                        .setElectionId(ELECTION_ID)
                        .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                        .setConfig(
                                ForwardingPipelineConfig.newBuilder()
                                        .setP4Info(p4info)
                                        .setP4DeviceConfig(ByteString.copyFrom(json)))
                        .build());
    }

    public void write(List<Update> updates) {
        stub.write(
                WriteRequest.newBuilder()
                        .setDeviceId(DEVICE_ID)
                        .setElectionId(ELECTION_ID)
                        .addAllUpdates(updates)
                        .build());
    }

    public List<Entity> read(Entity wildcard) {
        Iterator<ReadResponse> responses =
                stub.read(
                        ReadRequest.newBuilder()
                                .setDeviceId(DEVICE_ID)
                                .addEntities(wildcard)
                                .build());
        List<Entity> entities = new ArrayList<>();
        responses.forEachRemaining(r -> entities.addAll(r.getEntitiesList()));
        return entities;
    }

    @Override
    public void close() {
        stream.onCompleted();
        channel.shutdownNow();
    }
}
