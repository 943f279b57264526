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
import org.isthmus.target.Target;

/** A P4Runtime server on a TCP port, for one target. */
public final class P4RuntimeServer implements AutoCloseable {
    /** Bytes; compiled programs go over the wire in one message. */
    private static final int MAX_REQUEST = 128 << 20;

    private static final int CLOSE_SECONDS = 2;

    private final ExecutorService executor;
    private final ScheduledExecutorService timer;
    private final P4RuntimeService service;
    private final Server server;

    /**
     * Starts to listen.
     *
     * @param credentials plain text or TLS
     * @throws IOException the address cannot be bound
     */
    public P4RuntimeServer(
            Target target, long deviceId, InetSocketAddress address, ServerCredentials credentials)
            throws IOException {
        String name = "p4rt-" + Long.toUnsignedString(deviceId);
        executor = Executors.newCachedThreadPool(threads(name));
        timer = Executors.newSingleThreadScheduledExecutor(threads(name + "-timer"));
        Clock clock = Clock.systemUTC();
        service =
                new P4RuntimeService(deviceId, target, executor, timer, () -> nanos(clock));
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
            executor.shutdown();
            timer.shutdown();
            throw e;
        }
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
        executor.shutdown();
        timer.shutdownNow();
    }
}
