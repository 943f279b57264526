// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.Attributes;
import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.bootstrap.Bootstrap;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.isthmus.target.api.FakeTarget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;

/** Over connections of TCP, which hold what is not taken. */
class OpenCallsTest {
    /** More than is taken from the network for a client that asks for nothing. */
    private static final int LONG = 8 << 20;

    private static final int FREE = OpenCalls.FREE;

    private final List<ManagedChannel> channels = new ArrayList<>();
    private final BlockingQueue<Runnable> answered = new LinkedBlockingQueue<>();
    private final BlockingQueue<Status> over = new LinkedBlockingQueue<>();
    private final List<Server> servers = new ArrayList<>();

    private P4RuntimeGrpc.P4RuntimeStub connect(
            BindableService service, Predicate<Object> hasPrimary) throws IOException {
        Server server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                InsecureServerCredentials.create())
                        .addService(service)
                        .directExecutor()
                        .maxInboundMessageSize(P4RuntimeServer.MAX_REQUEST)
                        .addStreamTracerFactory(new Ends())
                        .addStreamTracerFactory(new OpenCalls(hasPrimary, LONG / 4, LONG))
                        .build()
                        .start();
        servers.add(server);
        ManagedChannel channel =
                NettyChannelBuilder.forAddress(
                                "127.0.0.1", server.getPort(), InsecureChannelCredentials.create())
                        .maxInboundMessageSize(2 * LONG)
                        .build();
        channels.add(channel);
        return P4RuntimeGrpc.newStub(channel);
    }

    @AfterEach
    void stop() {
        channels.forEach(ManagedChannel::shutdownNow);
        servers.forEach(Server::shutdownNow);
    }

    private final class Service extends P4RuntimeGrpc.P4RuntimeImplBase {
        @Override
        public void getForwardingPipelineConfig(
                GetForwardingPipelineConfigRequest request,
                StreamObserver<GetForwardingPipelineConfigResponse> answer) {
            GetForwardingPipelineConfigResponse.Builder b =
                    GetForwardingPipelineConfigResponse.newBuilder();
            b.getConfigBuilder().setP4DeviceConfig(ByteString.copyFrom(new byte[LONG]));
            answer.onNext(b.build());
            answer.onCompleted();
            answered.add(OpenCalls.cutOff());
        }
    }

    private final class Ends extends ServerStreamTracer.Factory {
        @Override
        public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
            return new ServerStreamTracer() {
                @Override
                public void streamClosed(Status status) {
                    over.add(status);
                }
            };
        }
    }

    private static <T> T next(BlockingQueue<T> of) throws InterruptedException {
        T next = of.poll(60, TimeUnit.SECONDS);
        assertTrue(next != null, "nothing came");
        return next;
    }

    /** Its status alone would wait behind what was sent before, and keep that in memory. */
    @Test
    void aCallIsCutOffWithWhatIsOnItsWay() throws Exception {
        BlockingQueue<Status> ends = new LinkedBlockingQueue<>();
        connect(new Service(), c -> false)
                .getForwardingPipelineConfig(
                        GetForwardingPipelineConfigRequest.getDefaultInstance(),
                        new Rig.Untaken<>(ends));
        Runnable cutOff = next(answered);
        assertTrue(over.isEmpty());
        cutOff.run();
        assertEquals(Status.Code.DEADLINE_EXCEEDED, next(over).getCode());
    }

    /** It may be of megabytes, and gRPC keeps all of it until the client takes it. */
    @Test
    void configsThatNobodyTakesAreFewAndEnd() throws Exception {
        try (Rig rig = new Rig()) {
            rig.connect(1);
            rig.setPipeline(
                    SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT,
                    Rig.config().toBuilder()
                            .setP4DeviceConfig(ByteString.copyFrom(new byte[LONG]))
                            .build());
            P4RuntimeGrpc.P4RuntimeStub client = connect(rig.service, rig.service::hasPrimary);
            P4RuntimeGrpc.P4RuntimeBlockingStub blocking =
                    P4RuntimeGrpc.newBlockingStub(client.getChannel());
            GetForwardingPipelineConfigRequest get =
                    GetForwardingPipelineConfigRequest.newBuilder().setDeviceId(Rig.DEVICE).build();
            // Calls before there is a connection come in any order.
            blocking.capabilities(CapabilitiesRequest.getDefaultInstance());
            assertEquals(Status.Code.OK, next(over).getCode());
            BlockingQueue<Status> ends = new LinkedBlockingQueue<>();
            for (int i = 0; i < Reads.MAX_OF_CLIENT; i++) {
                client.getForwardingPipelineConfig(get, new Rig.Untaken<>(ends));
            }
            Rig.fails(
                    Status.Code.RESOURCE_EXHAUSTED,
                    () -> blocking.getForwardingPipelineConfig(get));
            assertEquals(Status.Code.RESOURCE_EXHAUSTED, next(over).getCode());
            assertTrue(over.isEmpty());
            rig.timer.fire();
            for (int i = 0; i < Reads.MAX_OF_CLIENT; i++) {
                assertEquals(Status.Code.DEADLINE_EXCEEDED, next(over).getCode());
            }
            assertEquals(
                    LONG,
                    blocking.getForwardingPipelineConfig(get)
                            .getConfig()
                            .getP4DeviceConfig()
                            .size());
            assertEquals(Status.Code.OK, next(over).getCode());
            assertFalse(rig.timer.isSet());
        }
    }

    private static StreamMessageRequest packet(int bytes) {
        return StreamMessageRequest.newBuilder()
                .setPacket(PacketOut.newBuilder().setPayload(ByteString.copyFrom(new byte[bytes])))
                .build();
    }

    private Rig.Controller open(P4RuntimeGrpc.P4RuntimeStub of) {
        Rig.Controller c = new Rig.Controller(-1);
        of.streamChannel(c);
        return c;
    }

    @Test
    void aRequestThatWouldHoldTooMuchIsCutOffUnlessOfAPrimary() throws Exception {
        try (Rig rig = Rig.ready()) {
            P4RuntimeGrpc.P4RuntimeStub client = connect(rig.service, rig.service::hasPrimary);
            Rig.Controller c = open(client);
            c.out.onNext(packet(LONG / 4));
            assertEquals(Code.PERMISSION_DENIED_VALUE, c.next().getError().getCanonicalCode());
            c.out.onNext(packet(LONG));
            assertEquals(Status.Code.DEADLINE_EXCEEDED, next(over).getCode());
            c.end();
            // What was cut off is held no longer, and the connection goes on.
            Rig.Controller again = open(client);
            again.out.onNext(packet(LONG / 4));
            assertEquals(Code.PERMISSION_DENIED_VALUE, again.next().getError().getCanonicalCode());
            again.arbitrate(2);
            assertEquals(Code.OK, again.standing());
            again.out.onNext(packet(LONG));
            assertEquals(Code.INVALID_ARGUMENT_VALUE, again.next().getError().getCanonicalCode());
            assertTrue(over.isEmpty());
        }
    }

    /** Each of them may be complete with the next byte, so that a call alone shows nothing. */
    @Test
    void requestsThatAreNotCompleteAreCutOffWhereTheyHoldTooMuch() throws Exception {
        EventLoopGroup network = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try (P4RuntimeServer server =
                new P4RuntimeServer(
                        new FakeTarget(),
                        Rig.DEVICE,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create())) {
            Channel client =
                    new Bootstrap()
                            .group(network)
                            .channel(NioSocketChannel.class)
                            .handler(
                                    new ChannelInitializer<Channel>() {
                                        @Override
                                        protected void initChannel(Channel channel) {
                                            channel.pipeline()
                                                    .addLast(
                                                            Http2FrameCodecBuilder.forClient()
                                                                    .build(),
                                                            new Http2MultiplexHandler(
                                                                    new Ignored()));
                                        }
                                    })
                            .connect(InetAddress.getLoopbackAddress(), server.port())
                            .sync()
                            .channel();
            CountDownLatch cutOff = new CountDownLatch(1);
            for (int i = 0; i < 2; i++) {
                begin(client, 15 << 20, 10 << 20)
                        .closeFuture()
                        .addListener(closed -> cutOff.countDown());
            }
            assertTrue(cutOff.await(60, TimeUnit.SECONDS));
        } finally {
            network.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** Begins a stream whose first message has so many bytes, and sends the first of them. */
    private static Channel begin(Channel client, int bytes, int sent) throws Exception {
        Channel stream =
                new Http2StreamChannelBootstrap(client).handler(new Ignored()).open().sync().get();
        stream.write(
                new DefaultHttp2HeadersFrame(
                        new DefaultHttp2Headers()
                                .method("POST")
                                .scheme("http")
                                .path("/p4.v1.P4Runtime/StreamChannel")
                                .authority("localhost")
                                .add("content-type", "application/grpc")
                                .add("te", "trailers")));
        ByteBuf first = Unpooled.buffer().writeByte(0).writeInt(bytes).writeZero(sent);
        stream.writeAndFlush(new DefaultHttp2DataFrame(first));
        return stream;
    }

    @ChannelHandler.Sharable
    private static final class Ignored extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext channel, Object message) {
            ReferenceCountUtil.release(message);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext channel, Throwable cause) {}
    }

    @Test
    void requestsOfAllConnectionsHoldSoMuchTogether() {
        OpenCalls calls = new OpenCalls(address("primary")::equals, 10 * FREE, 15 * FREE);
        List<Call> others = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Call call = new Call(calls, "other" + i);
            call.tracer.inboundWireSize(8 * FREE);
            others.add(call);
        }
        assertFalse(others.get(0).isCutOff());
        assertFalse(others.get(1).isCutOff());
        Call primary = new Call(calls, "primary");
        primary.tracer.inboundWireSize(12 * FREE);
        assertFalse(primary.isCutOff());
        Call small = new Call(calls, "small");
        small.tracer.inboundWireSize(FREE);
        assertFalse(small.isCutOff());
        small.tracer.inboundWireSize(1);
        assertTrue(small.isCutOff());
        primary.tracer.inboundMessageRead(0, 12 * FREE, -1);
        small.tracer.streamClosed(Status.CANCELLED);
        // The first has been served, so that the second may be longer.
        others.get(0).tracer.inboundMessageRead(0, 8 * FREE, -1);
        others.get(1).tracer.inboundWireSize(3 * FREE);
        assertFalse(others.get(1).isCutOff());
        others.get(1).tracer.inboundWireSize(1);
        assertTrue(others.get(1).isCutOff());
    }

    /** Its client may keep it open for a minute. */
    @Test
    void aCallOfOneRequestHoldsItUntilItIsOver() {
        OpenCalls calls = new OpenCalls(connection -> false, 10 * FREE, 15 * FREE);
        Call write = new Call(calls, "other", P4RuntimeGrpc.getWriteMethod());
        write.tracer.inboundWireSize(8 * FREE);
        write.tracer.inboundMessageRead(0, 8 * FREE, -1);
        Call another = new Call(calls, "other", P4RuntimeGrpc.getWriteMethod());
        another.tracer.inboundWireSize(4 * FREE + 1);
        assertTrue(another.isCutOff());
        another.tracer.streamClosed(Status.CANCELLED);
        Call compressed = new Call(calls, "other", P4RuntimeGrpc.getWriteMethod());
        compressed.tracer.inboundWireSize(FREE);
        compressed.tracer.inboundMessageRead(0, FREE, -1);
        compressed.tracer.inboundUncompressedSize(4 * FREE + 1);
        assertTrue(compressed.isCutOff());
        compressed.tracer.streamClosed(Status.CANCELLED);
        // The thread that reads it may not know yet.
        compressed.tracer.inboundUncompressedSize(4 * FREE);
        write.tracer.streamClosed(Status.OK);
        Call last = new Call(calls, "other", P4RuntimeGrpc.getWriteMethod());
        last.tracer.inboundWireSize(11 * FREE);
        assertFalse(last.isCutOff());
    }

    private static SocketAddress address(String name) {
        return InetSocketAddress.createUnresolved(name, 1);
    }

    /** A call as gRPC begins it. */
    private static final class Call {
        private final ServerStreamTracer tracer;
        private final Context context;

        Call(OpenCalls calls, String connection) {
            this(calls, connection, P4RuntimeGrpc.getStreamChannelMethod());
        }

        Call(OpenCalls calls, String connection, MethodDescriptor<?, ?> method) {
            tracer = calls.newServerStreamTracer("", new Metadata());
            context = tracer.filterContext(Context.ROOT);
            tracer.serverCallStarted(
                    new ServerStreamTracer.ServerCallInfo<Object, Object>() {
                        @Override
                        @SuppressWarnings({"unchecked", "rawtypes"})
                        public MethodDescriptor<Object, Object> getMethodDescriptor() {
                            return (MethodDescriptor) method;
                        }

                        @Override
                        public Attributes getAttributes() {
                            return Attributes.newBuilder()
                                    .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, address(connection))
                                    .build();
                        }

                        @Override
                        public String getAuthority() {
                            return null;
                        }
                    });
        }

        boolean isCutOff() {
            return context.isCancelled();
        }
    }
}
