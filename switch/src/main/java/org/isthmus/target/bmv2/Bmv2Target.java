// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.isthmus.logging.Repeated;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.run.PortStates;
import org.isthmus.target.bmv2.run.Shortcut;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.config.v1.P4InfoOuterClass.P4Info;

/**
 * Executes BMv2 JSON with the semantics of simple_switch, compiled to byte code.
 *
 * <p>Threading: control methods as {@link Target} says; {@link #newWorker} and the workers by any
 * thread, each worker by one at a time.
 */
public final class Bmv2Target implements Target {
    private static final Logger LOG = LoggerFactory.getLogger(Bmv2Target.class);

    /** How often rows are checked for idleness. */
    private static final long SWEEP_MILLIS = 250;

    /** Rests so many times as long as a sweep took, when there are millions of rows. */
    private static final long SWEEP_REST = 9;

    /** With some 150 bytes each, half a megabyte. */
    private static final int NEAR_ROWS = 4096;

    private final int cpuPort;
    private final int dropPort;
    private final LongSupplier clock;
    private final int nearRows;
    private final long startMicros;
    private final AtomicLong loops = new AtomicLong();
    private final AtomicLong assertions = new AtomicLong();
    private final PortStates ports = new PortStates();
    private final Object cpuLock = new Object();
    private volatile LoadedProgram running;
    private volatile Shortcut shortcut = Shortcut.NONE;
    private volatile PacketInListener packetIn;
    private volatile PortSink cpuSink;
    private Worker cpuWorker;
    private Thread sweeper;
    private volatile boolean closed;

    /**
     * @param cpuPort port of packet-ins and packet-outs
     * @param dropPort egress_spec of packets to drop, 511 in simple_switch
     * @param clock ns, monotonic
     */
    public Bmv2Target(int cpuPort, int dropPort, LongSupplier clock) {
        this(cpuPort, dropPort, clock, NEAR_ROWS);
    }

    /**
     * @param nearRows the rows of a table that the caches near a core hold; with more, the packets
     *     of a batch wait for each other and are looked up together
     */
    public Bmv2Target(int cpuPort, int dropPort, LongSupplier clock, int nearRows) {
        this.cpuPort = cpuPort;
        this.dropPort = dropPort;
        this.clock = clock;
        this.nearRows = nearRows;
        this.startMicros = clock.getAsLong() / 1000;
    }

    @Override
    public Program compile(P4Info p4info, byte[] deviceConfig) throws RefusedException {
        return Bmv2Loader.load(p4info, deviceConfig, clock, dropPort, nearRows, ports);
    }

    @Override
    public void run(Program program) {
        LoadedProgram next = (LoadedProgram) program;
        next.setShortcut(shortcut);
        running = next;
        shortcut.replaced();
        // Some may have changed since it was compiled, and from now on it is told.
        next.portsChanged();
    }

    @Override
    public void settle() {
        shortcut.settle();
    }

    /** What takes packets past the program; set before the first program runs. */
    public void setShortcut(Shortcut s) {
        shortcut = s;
    }

    /** Tells of a port that members of action profiles may watch. Any thread. */
    public void portUp(int port, boolean up) {
        LoadedProgram p = ports.set(port, up) ? running : null;
        if (p != null) {
            p.portsChanged();
        }
    }

    /** What runs, for those who look into it; null: nothing. */
    public ProgramView view() {
        LoadedProgram p = running;
        return p == null ? null : p.view();
    }

    @Override
    public void onPacketIn(PacketInListener listener) {
        packetIn = listener;
    }

    /**
     * A worker that runs frames through the running program. Frames for the CPU port go to the
     * packet-in listener, all others to the sink.
     */
    public Worker newWorker(PortSink sink) {
        return new SimpleSwitch(this, sink);
    }

    /** Where frames go that a packet-out became. Without one they are dropped. */
    public void setCpuSink(PortSink sink) {
        cpuSink = sink;
    }

    @Override
    public void packetOut(byte[] frame) {
        synchronized (cpuLock) {
            if (cpuWorker == null) {
                cpuWorker =
                        newWorker(
                                (port, buf, off, len) -> {
                                    PortSink s = cpuSink;
                                    if (s != null) {
                                        s.send(port, buf, off, len);
                                    }
                                });
            }
            cpuWorker.process(cpuPort, frame, 0, frame.length);
        }
    }

    /**
     * Starts the thread that looks for idle rows, unless it runs.
     *
     * <p>Without it, call {@link #sweep}.
     */
    public synchronized void startSweeper() {
        if (sweeper != null || closed) {
            return;
        }
        Runnable look =
                new Repeated(
                        this::sweep, e -> LOG.error("a look for idle rows failed; going on", e));
        sweeper =
                new Thread(
                        () -> {
                            while (!closed) {
                                long start = System.nanoTime();
                                look.run();
                                long took = (System.nanoTime() - start) / 1_000_000;
                                try {
                                    Thread.sleep(Math.max(SWEEP_MILLIS, SWEEP_REST * took));
                                } catch (InterruptedException e) {
                                    return;
                                }
                            }
                        },
                        "idle-sweeper");
        sweeper.setDaemon(true);
        sweeper.start();
    }

    /** Reports the entries that are idle now to the listeners of their tables. */
    public void sweep() {
        LoadedProgram p = running;
        if (p != null) {
            p.sweep(clock.getAsLong());
        }
    }

    /** Packets that went round more often than a packet may. */
    public long loops() {
        return loops.get();
    }

    /** Packets dropped by an assert or assume that did not hold. */
    public long failedAssertions() {
        return assertions.get();
    }

    void countLoop() {
        loops.incrementAndGet();
    }

    void countAssertion() {
        assertions.incrementAndGet();
    }

    LoadedProgram running() {
        return running;
    }

    int dropPort() {
        return dropPort;
    }

    long nowNanos() {
        return clock.getAsLong();
    }

    long startMicros() {
        return startMicros;
    }

    void send(PortSink sink, int port, byte[] buf, int off, int len) {
        if (port == cpuPort) {
            PacketInListener l = packetIn;
            if (l != null) {
                l.packetIn(Arrays.copyOfRange(buf, off, off + len));
            }
        } else {
            sink.send(port, buf, off, len);
        }
    }

    @Override
    public void close() {
        closed = true;
        Thread t = sweeper;
        if (t != null) {
            t.interrupt();
        }
        running = null;
    }
}
