// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

class UnfinishedRequestsTest {
    private final ManualTimer timer = new ManualTimer();
    private final UnfinishedRequests unfinished = new UnfinishedRequests(timer);
    private Server server;
    private ManagedChannel channel;
    private int served;

    @BeforeEach
    void start() throws Exception {
        String name = InProcessServerBuilder.generateName();
        server =
                InProcessServerBuilder.forName(name)
                        .directExecutor()
                        .addService(new Service())
                        .intercept(unfinished)
                        .build()
                        .start();
        channel = InProcessChannelBuilder.forName(name).directExecutor().build();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        server.shutdownNow();
    }

    private final class Service extends P4RuntimeGrpc.P4RuntimeImplBase {
        @Override
        public void capabilities(
                CapabilitiesRequest request, StreamObserver<CapabilitiesResponse> answer) {
            served++;
            answer.onNext(CapabilitiesResponse.getDefaultInstance());
            answer.onCompleted();
        }

        @Override
        public StreamObserver<StreamMessageRequest> streamChannel(
                StreamObserver<StreamMessageResponse> answer) {
            return new StreamObserver<>() {
                @Override
                public void onNext(StreamMessageRequest message) {
                    served++;
                }

                @Override
                public void onError(Throwable e) {}

                @Override
                public void onCompleted() {
                    answer.onCompleted();
                }
            };
        }
    }

    /** A call of which the request was begun; its status once it is over. */
    private <Q, A> ClientCall<Q, A> begin(MethodDescriptor<Q, A> method, List<Status> over) {
        ClientCall<Q, A> call = channel.newCall(method, CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        over.add(status);
                    }
                },
                new Metadata());
        call.request(2);
        return call;
    }

    private void seconds(int number) {
        for (int i = 0; i < number; i++) {
            timer.firePeriods();
        }
    }

    @Test
    void aRequestThatIsNeverCompletedEndsAtTheLimit() {
        List<Status> over = new ArrayList<>();
        ClientCall<CapabilitiesRequest, CapabilitiesResponse> call =
                begin(P4RuntimeGrpc.getCapabilitiesMethod(), over);
        call.sendMessage(CapabilitiesRequest.getDefaultInstance());
        seconds(UnfinishedRequests.LIMIT_SECONDS);
        assertEquals(List.of(), over);
        seconds(1);
        assertEquals(1, over.size());
        assertEquals(Status.Code.DEADLINE_EXCEEDED, over.get(0).getCode());
        assertEquals(
                "the request of p4.v1.P4Runtime/Capabilities was not complete after 60 s",
                over.get(0).getDescription());
        call.halfClose();
        assertEquals(0, served);
        assertEquals(0, unfinished.open());
    }

    /** As a call would be that somebody else has closed. */
    private static final class Closed extends ServerCall<CapabilitiesRequest, Object> {
        @Override
        public void request(int messages) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(Object answer) {}

        @Override
        public void close(Status status, Metadata trailers) {
            throw new IllegalStateException("closed");
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        @SuppressWarnings("unchecked") // nothing is answered
        public MethodDescriptor<CapabilitiesRequest, Object> getMethodDescriptor() {
            return (MethodDescriptor<CapabilitiesRequest, Object>)
                    (MethodDescriptor<?, ?>) P4RuntimeGrpc.getCapabilitiesMethod();
        }
    }

    @Test
    void aCallThatCannotBeEndedKeepsNoOtherOpen() {
        unfinished.interceptCall(
                new Closed(), new Metadata(), (call, headers) -> new ServerCall.Listener<>() {});
        List<Status> over = new ArrayList<>();
        begin(P4RuntimeGrpc.getCapabilitiesMethod(), over);
        seconds(UnfinishedRequests.LIMIT_SECONDS + 2);
        assertEquals(Status.Code.DEADLINE_EXCEEDED, over.get(0).getCode());
        assertEquals(0, unfinished.open());
    }

    @Test
    void aRequestThatIsGivenUpIsForgotten() {
        List<Status> over = new ArrayList<>();
        ClientCall<CapabilitiesRequest, CapabilitiesResponse> call =
                begin(P4RuntimeGrpc.getCapabilitiesMethod(), over);
        assertEquals(1, unfinished.open());
        call.cancel("given up", null);
        assertEquals(0, unfinished.open());
    }

    @Test
    void aRequestThatIsCompleteHasNoLimit() {
        List<Status> over = new ArrayList<>();
        ClientCall<CapabilitiesRequest, CapabilitiesResponse> call =
                begin(P4RuntimeGrpc.getCapabilitiesMethod(), over);
        call.sendMessage(CapabilitiesRequest.getDefaultInstance());
        assertEquals(1, unfinished.open());
        call.halfClose();
        assertEquals(0, unfinished.open());
        assertFalse(timer.isSet(), "a timer for each call");
        seconds(UnfinishedRequests.LIMIT_SECONDS + 1);
        assertEquals(1, served);
        assertEquals(Status.Code.OK, over.get(0).getCode());
        assertNull(over.get(0).getDescription());
    }

    @Test
    void aStreamOfRequestsHasNoLimit() {
        List<Status> over = new ArrayList<>();
        ClientCall<StreamMessageRequest, StreamMessageResponse> call =
                begin(P4RuntimeGrpc.getStreamChannelMethod(), over);
        call.sendMessage(StreamMessageRequest.getDefaultInstance());
        seconds(UnfinishedRequests.LIMIT_SECONDS + 1);
        assertEquals(List.of(), over);
        call.sendMessage(StreamMessageRequest.getDefaultInstance());
        assertEquals(2, served);
        call.halfClose();
        assertEquals(Status.Code.OK, over.get(0).getCode());
    }
}
