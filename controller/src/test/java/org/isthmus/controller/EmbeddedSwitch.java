// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import io.grpc.InsecureServerCredentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.isthmus.pipeline.P4;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.p4rt.P4RuntimeServer;

/** A switch in this JVM, reached over gRPC on the loopback, with ports in memory. */
final class EmbeddedSwitch implements AutoCloseable {
    private static final int DROP_PORT = 511;
    private static final int SECONDS = 20;

    private final Bmv2Target target;
    private final P4RuntimeServer server;
    private final Worker worker;
    private final Map<Integer, BlockingQueue<byte[]>> out = new ConcurrentHashMap<>();
    private final Map<Integer, PortSink> wires = new ConcurrentHashMap<>();

    /** Frames from other switches: both may send at once, each within its own lock. */
    private final ExecutorService cable =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    new ThreadPoolExecutor.DiscardPolicy());

    EmbeddedSwitch(long deviceId) throws IOException {
        target = new Bmv2Target(P4.CPU_PORT, DROP_PORT, System::nanoTime);
        PortSink sink = this::leave;
        target.setCpuSink(sink);
        worker = target.newWorker(sink);
        server =
                new P4RuntimeServer(
                        target,
                        deviceId,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create());
    }

    String managementAddress(long deviceId) {
        return "grpc://127.0.0.1:" + server.port() + "?device_id=" + deviceId;
    }

    private void leave(int port, byte[] buf, int off, int len) {
        PortSink wire = wires.get(port);
        if (wire != null) {
            wire.send(port, buf, off, len);
        } else {
            queue(port).add(Arrays.copyOfRange(buf, off, off + len));
        }
    }

    private BlockingQueue<byte[]> queue(int port) {
        return out.computeIfAbsent(port, p -> new LinkedBlockingQueue<>());
    }

    /** Lets frames that leave by a port arrive at another switch. */
    void wire(int port, EmbeddedSwitch other, int otherPort) {
        wires.put(
                port,
                (p, buf, off, len) -> {
                    byte[] frame = Arrays.copyOfRange(buf, off, off + len);
                    other.cable.execute(() -> other.arrive(otherPort, frame));
                });
    }

    /** Lets a frame come in by a port. */
    void arrive(int port, byte[] frame) {
        synchronized (worker) {
            worker.process(port, frame, 0, frame.length);
        }
    }

    /** The next frame of a kind that leaves by a port; others are passed over. */
    byte[] await(int port, Predicate<byte[]> kind) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (true) {
            byte[] frame = queue(port).poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (frame == null) {
                throw new AssertionError("no such frame left by port " + port);
            }
            if (kind.test(frame)) {
                return frame;
            }
        }
    }

    @Override
    public void close() {
        cable.shutdownNow();
        server.close();
        target.close();
    }
}
