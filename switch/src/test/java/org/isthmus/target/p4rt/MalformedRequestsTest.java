// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.isthmus.target.Logged;
import org.isthmus.target.api.FakeTarget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/** Bytes that are no message, over TCP as the service gets them. */
class MalformedRequestsTest {
    private P4RuntimeServer server;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        server =
                new P4RuntimeServer(
                        new FakeTarget(),
                        Rig.DEVICE,
                        new InetSocketAddress(loopback, 0),
                        InsecureServerCredentials.create(),
                        Rig.config());
        channel =
                NettyChannelBuilder.forAddress(
                                new InetSocketAddress(loopback, server.port()),
                                InsecureChannelCredentials.create())
                        .build();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        server.close();
    }

    private static final MethodDescriptor.Marshaller<byte[]> BYTES =
            new MethodDescriptor.Marshaller<>() {
                @Override
                public InputStream stream(byte[] value) {
                    return new ByteArrayInputStream(value);
                }

                @Override
                public byte[] parse(InputStream stream) {
                    try {
                        return stream.readAllBytes();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };

    @Test
    void whatIsNoMessageIsTheClientsFaultAndNotLogged() {
        try (Logged logged = new Logged()) {
            for (MethodDescriptor<?, ?> method :
                    P4RuntimeGrpc.getServiceDescriptor().getMethods()) {
                StatusRuntimeException e =
                        assertThrows(
                                StatusRuntimeException.class,
                                () ->
                                        ClientCalls.blockingServerStreamingCall(
                                                        channel,
                                                        method.toBuilder(BYTES, BYTES).build(),
                                                        CallOptions.DEFAULT.withDeadlineAfter(
                                                                30, TimeUnit.SECONDS),
                                                        new byte[] {8, (byte) 0xff})
                                                .next());
                assertEquals(
                        Status.Code.INVALID_ARGUMENT,
                        e.getStatus().getCode(),
                        method.getFullMethodName() + ": " + e.getMessage());
            }
            assertEquals(List.of(), logged.lines());
        }
    }

    /** Parsed, it takes many times its bytes, and its client may take a minute to end it. */
    @Test
    void aRequestIsParsedOnceItsClientHasSaidAll() throws Exception {
        BlockingQueue<Status> ends = new LinkedBlockingQueue<>();
        // gRPC keeps the message of a call that has one until its end.
        ClientCall<byte[], byte[]> call =
                channel.newCall(
                        P4RuntimeGrpc.getWriteMethod().toBuilder(BYTES, BYTES)
                                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                                .build(),
                        CallOptions.DEFAULT.withExecutor(Runnable::run));
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        ends.add(status);
                    }
                },
                new Metadata());
        call.request(1);
        byte[] malformed = new byte[5000];
        malformed[0] = 8;
        Arrays.fill(malformed, 1, 5000, (byte) 0xff);
        call.sendMessage(malformed);
        // Behind it on the same connection.
        assertEquals(
                Status.Code.NOT_FOUND,
                code(P4RuntimeGrpc.getWriteMethod(), new byte[0], "identity"));
        assertNull(ends.poll());
        call.halfClose();
        assertEquals(Status.Code.INVALID_ARGUMENT, ends.take().getCode());
    }

    /** Unknown fields take more than 50 times their bytes, an empty message within another 23. */
    @Test
    void whatWouldFillTheHeapIsRefusedBeforeItIsParsed() {
        byte[] unknown = new byte[3 << 20];
        for (int i = 0; i < unknown.length; i += 2) {
            unknown[i] = 15 << 3;
        }
        byte[] updates = new byte[9 << 20];
        for (int i = 0; i < updates.length; i += 2) {
            updates[i] = WriteRequest.UPDATES_FIELD_NUMBER << 3 | 2;
        }
        MethodDescriptor<?, ?> write = P4RuntimeGrpc.getWriteMethod();
        assertEquals(Status.Code.RESOURCE_EXHAUSTED, code(write, updates, "identity"));
        for (MethodDescriptor<?, ?> method : P4RuntimeGrpc.getServiceDescriptor().getMethods()) {
            for (String compressor : new String[] {"identity", "gzip"}) {
                assertEquals(
                        Status.Code.RESOURCE_EXHAUSTED,
                        code(method, unknown, compressor),
                        method.getFullMethodName() + ", " + compressor);
            }
        }
        // The same bytes in less of them.
        byte[] few = Arrays.copyOf(unknown, RequestParts.FREE);
        assertEquals(Status.Code.NOT_FOUND, code(write, few, "identity"));
        assertEquals(Status.Code.NOT_FOUND, code(write, few, "gzip"));
    }

    /** As long as one may be, of as many messages as a row has. */
    @Test
    void aWriteOfManyRowsIsServed() {
        Update row =
                Update.newBuilder()
                        .setEntity(
                                Rig.entity(
                                        "table_entry { table_id: 33554433"
                                                + " match { field_id: 1 exact { value: '1' } }"
                                                + " match { field_id: 2 exact { value: '2' } }"
                                                + " action { action { action_id: 16777217"
                                                + " params { param_id: 1 value: '3' } } } }"))
                        .build();
        int length = 2 + row.getSerializedSize();
        WriteRequest.Builder b = WriteRequest.newBuilder();
        for (int i = 0; i < (P4RuntimeServer.MAX_REQUEST - 16) / length; i++) {
            b.addUpdates(row);
        }
        assertEquals(
                Status.Code.NOT_FOUND,
                code(P4RuntimeGrpc.getWriteMethod(), b.build().toByteArray(), "identity"));
    }

    private Status.Code code(MethodDescriptor<?, ?> method, byte[] request, String compressor) {
        return assertThrows(
                        StatusRuntimeException.class,
                        () ->
                                ClientCalls.blockingServerStreamingCall(
                                                channel,
                                                method.toBuilder(BYTES, BYTES).build(),
                                                CallOptions.DEFAULT
                                                        .withCompression(compressor)
                                                        .withDeadlineAfter(30, TimeUnit.SECONDS),
                                                request)
                                        .next())
                .getStatus()
                .getCode();
    }

    @Test
    void aStreamThatEndsByAMalformedMessageLeaves() throws Exception {
        BlockingQueue<Status> ends = new LinkedBlockingQueue<>();
        StreamObserver<byte[]> primary =
                ClientCalls.asyncBidiStreamingCall(
                        channel.newCall(
                                P4RuntimeGrpc.getStreamChannelMethod().toBuilder(BYTES, BYTES)
                                        .build(),
                                CallOptions.DEFAULT),
                        new StreamObserver<>() {
                            @Override
                            public void onNext(byte[] value) {}

                            @Override
                            public void onError(Throwable t) {
                                ends.add(Status.fromThrowable(t));
                            }

                            @Override
                            public void onCompleted() {
                                ends.add(Status.OK);
                            }
                        });
        primary.onNext(arbitration(9));
        primary.onNext(new byte[] {8});
        assertEquals(Status.Code.INVALID_ARGUMENT, ends.take().getCode());
        // Its election id would be refused while it is there.
        Rig.Controller next = new Rig.Controller(-1);
        P4RuntimeGrpc.newStub(channel).streamChannel(next);
        next.out.onNext(parsed(arbitration(9)));
        assertEquals(Code.OK, next.standing());
    }

    private static byte[] arbitration(long election) {
        return StreamMessageRequest.newBuilder()
                .setArbitration(
                        MasterArbitrationUpdate.newBuilder()
                                .setDeviceId(Rig.DEVICE)
                                .setElectionId(Uint128.newBuilder().setLow(election)))
                .build()
                .toByteArray();
    }

    private static StreamMessageRequest parsed(byte[] bytes) throws Exception {
        return StreamMessageRequest.parseFrom(ByteString.copyFrom(bytes));
    }
}
