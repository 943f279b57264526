// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/** A P4Runtime server on a TCP port, for one target. */
public final class P4RuntimeServer implements AutoCloseable {
    /** Bytes; compiled programs go over the wire in one message. */
    private static final int MAX_REQUEST = 128 << 20;

    private static final int CLOSE_SECONDS = 2;

    private final ExecutorService executor;
    private final ScheduledExecutorService timer;
    private final P4RuntimeService service;
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
     * @throws IOException the address cannot be bound
     * @throws RefusedException the program cannot be run
     */
    public P4RuntimeServer(
            Target target,
            long deviceId,
            InetSocketAddress address,
            ServerCredentials credentials,
            ForwardingPipelineConfig config)
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
        listen(address, credentials);
    }

    private P4RuntimeServer(long deviceId, Target target) {
        String name = "p4rt-" + Long.toUnsignedString(deviceId);
        executor = Executors.newCachedThreadPool(threads(name));
        timer = Executors.newSingleThreadScheduledExecutor(threads(name + "-timer"));
        Clock clock = Clock.systemUTC();
        service = new P4RuntimeService(deviceId, target, executor, timer, () -> nanos(clock));
    }

    private void listen(InetSocketAddress address, ServerCredentials credentials)
            throws IOException {
        try {
            server =
                    NettyServerBuilder.forAddress(address, credentials)
                            .addService(service)
                            .executor(executor)
                            .maxInboundMessageSize(MAX_REQUEST)
                            .permitKeepAliveTime(1, TimeUnit.SECONDS)
                            .permitKeepAliveWithoutCalls(true)
                            .build()
                            .start();
        } catch (IOException e) {
            stop();
            throw new IOException("P4Runtime server at " + address + ": " + e.getMessage(), e);
        }
    }

    private void stop() {
        executor.shutdown();
        timer.shutdownNow();
    }

    private static ThreadFactory threads(String name) {
        AtomicInteger count = new AtomicInteger();
        return r -> {
            Thread t = new Thread(r, name + "-" + count.incrementAndGet());
            t.setDaemon(true);
            return t;
        };
    }

    private static long nanos(Clock clock) {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /** The TCP port it listens on. */
    public int port() {
        return server.getPort();
    }

    /** Packets to the controller that were dropped: no primary, or one too slow. */
    public long droppedPacketIns() {
        return service.droppedPacketIns();
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
