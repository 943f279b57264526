// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.net.Protocol;
import org.isthmus.pipeline.PacketIo;
import org.isthmus.pipeline.Pipeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

/**
 * Sends dummy packets and entries before the controller connects to its devices, so that the JVM
 * has compiled what a set-up runs on a network thread, which is most of what it runs. They go over
 * TCP to a {@link SilentDevice} of this process, which listens on loopback meanwhile. The core, its
 * store and its counters have no part in it, and nothing is left of it but compiled code.
 *
 * <p>Threading: one thread of its own; its methods by any.
 */
public final class Rehearsal {
    /** They take a second of CPU or two. */
    private static final int FLOWS = 3000;

    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final String NAME = "rehearsal";

    /** Flows that are set up together, as under little load and much. */
    private static final int[] BATCHES = {1, 1, 2, 8, 64};

    /** For each answer, on a machine that has no time. */
    private static final int PATIENCE_SECONDS = 10;

    private static final byte[] FRAME = new byte[64];

    private final int flows;
    private final Thread thread;

    public Rehearsal() {
        this(FLOWS);
    }

    /**
     * @param flows that are set up
     */
    Rehearsal(int flows) {
        this.flows = flows;
        thread = daemon(this::run, NAME);
    }

    public void start() {
        thread.start();
    }

    /**
     * Returns when it is over, or the caller is interrupted.
     *
     * @param limitMillis ends it then; 0: not before all flows are set up
     */
    public void await(long limitMillis) {
        try {
            thread.join(limitMillis);
            thread.interrupt();
            thread.join();
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            long start = System.nanoTime();
            int done = rehearse();
            LOG.debug(
                    "rehearsed the set-up of {} flows in {} ms",
                    done,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        } catch (InterruptedException e) {
            // Enough of it.
        } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
            LOG.warn("no rehearsal: the first flows will be set up more slowly", e);
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread t = new Thread(task, name);
        t.setDaemon(true);
        return t;
    }

    /**
     * Sets up flows, in the caller's thread.
     *
     * @return how many
     */
    int rehearse() throws IOException, ExecutionException, InterruptedException, TimeoutException {
        Pipeline pipeline = Pipeline.v1model();
        ThreadFactory networkThread = task -> daemon(task, NAME + "-network");
        EventLoopGroup network =
                new MultiThreadIoEventLoopGroup(1, networkThread, Sockets.handlers());
        ScheduledExecutorService timer =
                Executors.newSingleThreadScheduledExecutor(task -> daemon(task, NAME + "-timer"));
        SilentDevice device = new SilentDevice(pipeline.cookie());
        Server server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .addService(device)
                        .bossEventLoopGroup(network)
                        .workerEventLoopGroup(network)
                        .channelType(Sockets.serverType())
                        .directExecutor()
                        .build()
                        .start();
        Executor loop = network.next();
        Peer peer = new Peer();
        ManagementAddress address =
                ManagementAddress.parse("grpc://127.0.0.1:" + server.getPort() + "?device_id=1");
        Connection connection =
                new Connection(
                        DeviceId.of("device:" + NAME),
                        address,
                        pipeline,
                        Elections.above(0),
                        Channels.tcp(null, null, null).open(address, network.next()),
                        loop,
                        loop,
                        timer,
                        new LongAdder(),
                        peer);
        try {
            loop.execute(connection::start);
            peer.await(1);
            return setUp(connection, device, peer, loop);
        } finally {
            loop.execute(() -> connection.end("rehearsed"));
            server.shutdownNow();
            timer.shutdown();
            Sockets.end(network, 1);
        }
    }

    private int setUp(Connection connection, SilentDevice device, Peer peer, Executor loop)
            throws ExecutionException, InterruptedException, TimeoutException {
        int done = 0;
        for (int batch = 0; done < flows; batch++) {
            int size = Math.min(BATCHES[batch % BATCHES.length], flows - done);
            device.punt(FRAME, size);
            peer.await(size);
            List<Change> changes = changes(done, size);
            CompletableFuture<Void> written = new CompletableFuture<>();
            loop.execute(
                    () ->
                            connection
                                    .apply(changes)
                                    .whenComplete(
                                            (refusals, e) -> {
                                                if (e == null) {
                                                    written.complete(null);
                                                } else {
                                                    written.completeExceptionally(e);
                                                }
                                            }));
            for (int i = 0; i < size; i++) {
                connection.send(PacketIo.submit(FRAME));
            }
            written.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            done += size;
        }
        return done;
    }

    private static List<Change> changes(int first, int count) {
        List<Change> sides = new ArrayList<>();
        for (int port = first + 1; port <= first + count; port++) {
            sides.add(Change.set(new BibIntent.Inbound(Protocol.UDP, 1, port, 2, 3, port)));
        }
        for (int port = first + 1; port <= first + count; port++) {
            sides.add(Change.set(new BibIntent.Outbound(1, Protocol.UDP, 2, 3, port, 1, port)));
        }
        return sides;
    }

    /** Counts what the device says. */
    private static final class Peer implements Connection.Events {
        private final Semaphore heard = new Semaphore(0);

        void await(int messages) throws InterruptedException, TimeoutException {
            if (!heard.tryAcquire(messages, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new TimeoutException("no answer for " + PATIENCE_SECONDS + " s");
            }
        }

        @Override
        public void primary(String other) {}

        @Override
        public void ready(Connection connection) {
            heard.release();
        }

        @Override
        public void preempted(Connection connection) {}

        @Override
        public void ended(Connection connection, String reason) {
            // The end, or the next answer does not come.
        }

        @Override
        public void message(StreamMessageResponse message) {
            if (PacketIo.reason(message.getPacket()) != null
                    && PacketIo.port(message.getPacket()) >= 0
                    && message.getPacket().getPayload().toByteArray().length > 0) {
                heard.release();
            }
        }
    }
}
