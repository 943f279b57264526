// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.pipeline.PacketIo;
import org.isthmus.pipeline.Pipeline;
import p4.v1.P4RuntimeOuterClass.PacketOut;

/**
 * Switches over P4Runtime; those that serve gNMI at the same address tell the states of their
 * ports.
 *
 * <p>Threading: any thread; no method waits.
 */
public final class P4RuntimeDataPlane implements DataPlane, AutoCloseable {
    /** How a device is reached and what it runs. Immutable. */
    public static final class Target {
        private final ManagementAddress address;
        private final Pipeline pipeline;

        public Target(ManagementAddress address, Pipeline pipeline) {
            this.address = address;
            this.pipeline = pipeline;
        }

        /** What the core is to know of the program it runs. */
        public Program program() {
            return pipeline.translator().program();
        }
    }

    private static final int CLOSE_SECONDS = 2;

    private final Channels channels;
    private final Elections elections;
    private final Random random;
    private final EventLoopGroup network;
    private final ExecutorService pool;
    private final ScheduledExecutorService timer;
    private final Map<DeviceId, DeviceClient> devices = new ConcurrentHashMap<>();

    /** Of each device that was ever left: done once the listener was told. Guarded by this. */
    private final Map<DeviceId, CompletableFuture<Void>> closing = new HashMap<>();

    private final LongAdder dropped = new LongAdder();
    private volatile Listener listener;
    private volatile Runnable certified = () -> {};

    /**
     * @param random spreads attempts to connect; of any thread
     */
    public P4RuntimeDataPlane(Channels channels, Elections elections, Random random) {
        this(channels, elections, random, network(), pool());
    }

    /**
     * @param network its threads are those of the devices; shut down in the end, when it may drop
     *     what waits
     * @param pool shut down in the end as well
     */
    P4RuntimeDataPlane(
            Channels channels,
            Elections elections,
            Random random,
            EventLoopGroup network,
            ExecutorService pool) {
        this.channels = channels;
        this.elections = elections;
        this.random = random;
        this.network = network;
        this.pool = pool;
        this.timer =
                Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "p4runtime-timer"));
    }

    /** Devices share them. */
    private static EventLoopGroup network() {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory threads =
                task -> daemon(task, "p4runtime-network-" + number.incrementAndGet());
        return new MultiThreadIoEventLoopGroup(
                Runtime.getRuntime().availableProcessors(), threads, Sockets.handlers());
    }

    private static ExecutorService pool() {
        AtomicInteger number = new AtomicInteger();
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        // Once it is shut down nobody needs what the connections still have to say.
        return new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> daemon(task, "p4runtime-" + number.incrementAndGet()),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void listen(Listener listener) {
        this.listener = listener;
    }

    /**
     * Asks to be told when {@link #certificates} may have changed by what a device has shown; on
     * any thread. To be called before {@link #connect}.
     */
    public void onCertificates(Runnable changed) {
        certified = changed;
    }

    /**
     * When the certificates of devices are valid, as each has shown them last; always where it has
     * shown none. It does not wait.
     */
    public Map<DeviceId, CertificateTime> certificates() {
        Map<DeviceId, CertificateTime> all = new HashMap<>();
        devices.forEach((device, client) -> all.put(device, client.certificateTime()));
        return all;
    }

    /**
     * Which devices there are; connects to those that are new, leaves those that are gone, and does
     * both with those that changed. To be called after {@link #listen}.
     */
    public synchronized void connect(Map<DeviceId, Target> targets) {
        Map<DeviceId, DeviceClient> old = new HashMap<>(devices);
        for (Map.Entry<DeviceId, Target> e : targets.entrySet()) {
            DeviceClient client = old.get(e.getKey());
            Target target = e.getValue();
            if (client != null
                    && client.address().equals(target.address)
                    && client.pipeline().cookie() == target.pipeline.cookie()) {
                old.remove(e.getKey());
            } else {
                if (client != null) {
                    old.remove(e.getKey());
                    leave(e.getKey(), client);
                }
                DeviceClient fresh =
                        new DeviceClient(
                                e.getKey(),
                                target.address,
                                target.pipeline,
                                channels,
                                elections,
                                network.next(),
                                pool,
                                timer,
                                random,
                                dropped,
                                listener,
                                () -> certified.run());
                devices.put(e.getKey(), fresh);
                CompletableFuture<Void> before = closing.get(e.getKey());
                if (before == null) {
                    fresh.start();
                } else {
                    before.thenRun(fresh::start);
                }
            }
        }
        for (Map.Entry<DeviceId, DeviceClient> gone : old.entrySet()) {
            devices.remove(gone.getKey());
            leave(gone.getKey(), gone.getValue());
        }
    }

    private void leave(DeviceId device, DeviceClient client) {
        closing.merge(
                device, client.close(), (before, now) -> CompletableFuture.allOf(before, now));
    }

    @Override
    public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
        DeviceClient client = devices.get(device);
        return client == null ? unknown(device) : client.apply(changes);
    }

    @Override
    public boolean isOrdered(DeviceId device) {
        DeviceClient client = devices.get(device);
        return client != null && client.isOrdered();
    }

    @Override
    public CompletionStage<List<Intent>> read(DeviceId device) {
        DeviceClient client = devices.get(device);
        return client == null ? unknown(device) : client.read();
    }

    @Override
    public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> sides) {
        DeviceClient client = devices.get(device);
        return client == null ? unknown(device) : client.packets(sides);
    }

    @Override
    public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
        DeviceClient client = devices.get(device);
        return client == null ? unknown(device) : client.statistics();
    }

    @Override
    public void send(DeviceId device, int port, byte[] frame) {
        send(device, PacketIo.send(port, frame));
    }

    @Override
    public void submit(DeviceId device, byte[] frame) {
        send(device, PacketIo.submit(frame));
    }

    private void send(DeviceId device, PacketOut packet) {
        DeviceClient client = devices.get(device);
        if (client != null) {
            client.send(packet);
        } else {
            dropped.increment();
        }
    }

    @Override
    public String otherPrimary(DeviceId device) {
        DeviceClient client = devices.get(device);
        return client == null ? null : client.otherPrimary();
    }

    @Override
    public String whyDown(DeviceId device) {
        DeviceClient client = devices.get(device);
        return client == null ? null : client.whyDown();
    }

    @Override
    public long framesDropped() {
        return dropped.sum();
    }

    private static <T> CompletionStage<T> unknown(DeviceId device) {
        return CompletableFuture.failedFuture(
                Status.NOT_FOUND.withDescription("no such device: " + device).asRuntimeException());
    }

    /** Leaves all devices as they are. */
    @Override
    public synchronized void close() {
        if (listener != null) {
            connect(Map.of());
        }
        // Not before: a pool that is shut down meanwhile may drop what it was given before, and a
        // device that nobody leaves keeps this controller as its primary.
        CompletableFuture.allOf(closing.values().toArray(new CompletableFuture<?>[0]))
                .whenComplete(
                        (done, failure) -> {
                            timer.shutdown();
                            pool.shutdown();
                            Sockets.end(network, CLOSE_SECONDS);
                        });
    }
}
