// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isthmus.target.api.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that receives on any number of ports, of one or more switches, and runs their workers.
 * It looks at all ports for a moment before it sleeps, so that a busy switch makes few system
 * calls.
 */
public final class PortLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PortLoop.class);

    /** Frames of one port before the next one has its turn. */
    private static final int BATCH = 64;

    private static final long SPIN_NANOS = 5_000;
    private static final int INSPECT_MILLIS = 1000;

    /** Rounds with frames until the clock is read, which takes as long as a short one. */
    private static final int ROUNDS = 256;

    /** A port with the worker that takes its frames and the ports that these leave by. */
    private static final class Served implements Port.FrameHandler {
        final Port port;
        private final int number;
        private final Worker worker;
        private final PortSet out;

        Served(Port port, Worker worker, PortSet out) {
            this.port = port;
            this.number = port.number();
            this.worker = worker;
            this.out = out;
        }

        @Override
        public void frame(byte[] buf, int off, int len) {
            worker.accept(number, buf, off, len);
        }

        int serve() {
            int n = port.receive(this, BATCH);
            if (n > 0) {
                worker.flush();
                out.flush();
            } else {
                worker.idle(number);
            }
            return n;
        }
    }

    private final String name;
    private final List<Served> served = new ArrayList<>();
    private Poller poller;
    private Thread thread;
    private volatile boolean closed;

    public PortLoop(String name) {
        this.name = name;
    }

    /**
     * To be called before {@link #start}.
     *
     * @param worker used by this loop alone
     * @param out what the worker sends to; used by this loop alone
     */
    public void add(Port port, Worker worker, PortSet out) {
        served.add(new Served(port, worker, out));
    }

    /** Starts the thread. */
    public void start() throws IOException {
        List<Port> ports = new ArrayList<>();
        served.forEach(s -> ports.add(s.port));
        poller = new Poller(ports);
        thread = new Thread(this::run, name);
        thread.start();
    }

    private void run() {
        Served[] all = served.toArray(new Served[0]);
        long lastFrame = System.nanoTime();
        long inspected = lastFrame;
        int rounds = 0;
        while (!closed) {
            boolean busy = serve(all) > 0;
            if (busy) {
                lastFrame = 0;
                if (++rounds < ROUNDS) {
                    continue;
                }
            }
            rounds = 0;
            long now = System.nanoTime();
            if (now - inspected >= TimeUnit.MILLISECONDS.toNanos(INSPECT_MILLIS)) {
                inspected = now;
                for (Served s : all) {
                    inspect(s.port);
                }
            }
            if (busy) {
                continue;
            }
            if (lastFrame == 0) {
                lastFrame = now;
            }
            if (now - lastFrame < SPIN_NANOS) {
                Thread.onSpinWait();
            } else {
                poller.await(INSPECT_MILLIS);
            }
        }
    }

    /** A bug costs this look, not the thread. */
    static void inspect(Port port) {
        try {
            port.inspect();
        } catch (RuntimeException | Error e) {
            LOG.error("{}", port, e);
        }
    }

    private static int serve(Served[] all) {
        int frames = 0;
        for (Served s : all) {
            try {
                frames += s.serve();
            } catch (RuntimeException | Error e) {
                // A bug in the worker costs this packet, not the switch.
                LOG.error("frame of port {}", s.number, e);
                frames++;
            }
        }
        return frames;
    }

    /** Serves what waits now, in the caller's thread; for loops that were not started. */
    public int serve() {
        return serve(served.toArray(new Served[0]));
    }

    /** Ends the thread. Ports stay open. */
    @Override
    public void close() {
        closed = true;
        if (thread == null) {
            return;
        }
        poller.wake();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        poller.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
