// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.isthmus.logging.ListenFailure;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/**
 * A P4Runtime server on a TCP port, for one target.
 *
 * <p>One thread, the network's, has all connections. It does writes and packet-outs as it reads
 * them, and sends packet-ins: each hand-off to another thread would take longer than they do. What
 * may take long, reads and changes of the pipeline, has threads of its own.
 */
public final class P4RuntimeServer implements AutoCloseable {
    /** Bytes; compiled programs go over the wire in one message. */
    static final int MAX_REQUEST = 16 << 20;

    /** Streams and other calls of one connection at a time; further ones wait at the client. */
    private static final int MAX_CALLS = 32;

    /** Until TLS and HTTP/2 have begun. */
    private static final int HANDSHAKE_SECONDS = 10;

    /** The shortest interval of pings that a client may choose. */
    private static final int PERMITTED_KEEPALIVE_SECONDS = 1;

    /**
     * How a client is noticed that went without a word: a ping, and how long its answer may take.
     */
    private static final int KEEPALIVE_SECONDS = 60;

    private static final int KEEPALIVE_TIMEOUT_SECONDS = 30;

    /** For a connection without calls. */
    private static final int IDLE_MINUTES = 10;

    private static final int CLOSE_SECONDS = 2;

    /** Of its threads, and in the log. */
    private final String name;

    private final EventLoopGroup network;
    private final ExecutorService executor;
    private final ScheduledExecutorService timer;
    private final P4RuntimeService service;
    private final Clients clients = new Clients();
    private Server server;

    /**
     * Starts to listen, without a program.
     *
     * @param credentials plain text or TLS
     * @throws IOException the address cannot be bound
     */
    public P4RuntimeServer(
            Target target, long deviceId, InetSocketAddress address, ServerCredentials credentials)
            throws IOException {
        this(deviceId, target);
        listen(address, credentials);
    }

    /**
     * Makes a program run, then starts to listen.
     *
     * @param config null: none yet
     * @param others further services at the address
     * @throws IOException the address cannot be bound
     * @throws RefusedException the program cannot be run
     */
    public P4RuntimeServer(
            Target target,
            long deviceId,
            InetSocketAddress address,
            ServerCredentials credentials,
            ForwardingPipelineConfig config,
            BindableService... others)
            throws IOException, RefusedException {
        this(deviceId, target);
        try {
            if (config != null) {
                service.install(config);
            }
        } catch (RefusedException e) {
            stop();
            throw e;
        }
        listen(address, credentials, others);
    }

    private P4RuntimeServer(long deviceId, Target target) {
        name = "p4rt-" + Long.toUnsignedString(deviceId);
        network =
                new MultiThreadIoEventLoopGroup(
                        1,
                        threads(name + "-network"),
                        // The JDK's looks for events twice each time another thread wakes it.
                        Epoll.isAvailable()
                                ? EpollIoHandler.newFactory()
                                : NioIoHandler.newFactory());
        executor = Executors.newCachedThreadPool(threads(name));
        ScheduledThreadPoolExecutor one =
                new ScheduledThreadPoolExecutor(1, threads(name + "-timer"));
        one.setRemoveOnCancelPolicy(true);
        timer = one;
        service =
                new P4RuntimeService(
                        deviceId,
                        target,
                        network.next(),
                        executor,
                        timer,
                        P4RuntimeServer::epochNanos);
    }

    private void listen(
            InetSocketAddress address, ServerCredentials credentials, BindableService... others)
            throws IOException {
        ClientFaults.leaveOut();
        NettyServerBuilder builder = NettyServerBuilder.forAddress(address, credentials);
        builder.addService(MalformedRequests.refused(service.bindService()));
        for (BindableService each : others) {
            builder.addService(MalformedRequests.refused(each.bindService()));
        }
        try {
            server =
                    builder.addTransportFilter(clients)
                            .intercept(clients)
                            .intercept(new UnfinishedRequests(timer))
                            .addStreamTracerFactory(new OpenCalls(service::hasPrimary))
                            .bossEventLoopGroup(network)
                            .workerEventLoopGroup(network)
                            .channelFactory(this::channel)
                            .directExecutor()
                            .callExecutor(new CallExecutors())
                            .maxInboundMessageSize(MAX_REQUEST)
                            .maxConcurrentCallsPerConnection(MAX_CALLS)
                            .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
                            .permitKeepAliveTime(PERMITTED_KEEPALIVE_SECONDS, TimeUnit.SECONDS)
                            .permitKeepAliveWithoutCalls(true)
                            .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
                            .keepAliveTimeout(KEEPALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                            .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
                            .build()
                            .start();
        } catch (IOException e) {
            stop();
            throw ListenFailure.of(address, e, "switch", "address");
        }
    }

    private ServerChannel channel() {
        ServerChannel channel =
                Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
        channel.pipeline().addLast(new Handshakes(name, System::nanoTime));
        return channel;
    }

    /** Calls that take the network's thread no longer than a hand-off would stay on it. */
    private final class CallExecutors implements ServerCallExecutorSupplier {
        @Override
        public <Q, A> Executor getExecutor(ServerCall<Q, A> call, Metadata metadata) {
            String method = call.getMethodDescriptor().getFullMethodName();
            return method.equals(P4RuntimeGrpc.getWriteMethod().getFullMethodName())
                            || method.equals(
                                    P4RuntimeGrpc.getStreamChannelMethod().getFullMethodName())
                    ? null
                    : executor;
        }
    }

    private void stop() {
        executor.shutdown();
        timer.shutdownNow();
        network.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    }

    private static ThreadFactory threads(String name) {
        AtomicInteger count = new AtomicInteger();
        return r -> {
            Thread t = new Thread(r, name + "-" + count.incrementAndGet());
            t.setDaemon(true);
            return t;
        };
    }

    /** The wall clock, nanoseconds since 1970. Any thread. */
    public static long epochNanos() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
    }

    /** The TCP port it listens on. */
    public int port() {
        return server.getPort();
    }

    /**
     * Ends the streams of all controllers with UNAVAILABLE, and refuses theirs and all other calls
     * until it is called with null: for a device that listens and does not forward.
     *
     * @param reason what controllers are told; null: all is served
     */
    public void unavailable(String reason) {
        service.unavailable(reason);
    }

    /** Whether a controller is connected, or a program runs. */
    public boolean isInUse() {
        return service.isInUse();
    }

    /** What was done so far. */
    public ServerCounters counters() {
        return service.device().counters();
    }

    /** Whether a program runs. */
    public boolean hasProgram() {
        return service.device().hasProgram();
    }

    /** Connections of clients, whatever these ask for. */
    public int connections() {
        return clients.connections();
    }

    /** Open streams of controllers, primary or not. */
    public int controllers() {
        return service.device().controllers();
    }

    /**
     * The address of each controller that is primary, once for each role that it has. Null: it is
     * not known.
     */
    public List<InetAddress> primaries() {
        List<InetAddress> found = new ArrayList<>();
        for (Object at : service.device().primaries()) {
            found.add(
                    at instanceof InetSocketAddress ? ((InetSocketAddress) at).getAddress() : null);
        }
        return found;
    }

    /** Ends streams and calls, and stops listening. The target stays open. */
    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stop();
    }
}
