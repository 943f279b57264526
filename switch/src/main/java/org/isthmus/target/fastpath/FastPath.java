// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.bmv2.ProgramView;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.bmv2.run.Shortcut;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.io.Bypass;
import org.isthmus.target.io.PortCounters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flows of one switch that the kernel forwards. A flow gets there by {@link Admission}. It
 * leaves when what it depends on changes, or when no packet came for a while.
 *
 * <p>Threads: its own takes candidates; all others come by the methods of {@link Shortcut} and
 * {@link Bypass}. One lock, which is held while a candidate is traced and becomes an entry, so that
 * a change finds all entries that were made without it. Under the lock no other is waited for.
 */
public final class FastPath implements Shortcut, Bypass, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FastPath.class);

    /** Unless told otherwise. */
    public static final int FLOWS = (1 << 18) - 1;

    /** What there can be room for. */
    public static final int MOST_FLOWS = 1 << 22;

    private static final int CANDIDATES = 256;

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long HOUSEKEEPING_MILLIS = 250;

    /** More than a ring's frames take, while a port always has some. */
    private static final long OPENING_MILLIS = 10;

    private final Programs kernel;
    private final LongSupplier clock;
    private final BlockingQueue<Candidate> candidates = new ArrayBlockingQueue<>(CANDIDATES);
    private final AtomicLong changes = new AtomicLong();

    private final Openings openings;

    /** Held by who waits for the kernel, before the lock of this. */
    private final Object settling = new Object();

    // guarded by this
    private final PortTable ports = new PortTable();
    private final CachedFlows flows;
    private final Admission admission;
    private long inspected;

    private volatile FastPathNumbers numbers;

    private volatile Bmv2Target target;
    private Thread thread;
    private volatile boolean ended;

    /** Nothing is in the kernel any more. */
    private boolean closed;

    private FastPath(Programs kernel, LongSupplier clock) {
        this.kernel = kernel;
        this.clock = clock;
        this.flows = new CachedFlows(kernel, ports);
        this.openings = new Openings(kernel);
        this.admission = new Admission(kernel, clock, changes, ports, flows, openings);
        publish();
    }

    /**
     * Begins, if the kernel lets it; else says why not.
     *
     * @param clock ns of CLOCK_MONOTONIC
     * @param flows for which there is room, 1 to {@link #MOST_FLOWS}
     * @return null: it is not possible here
     */
    public static FastPath open(LongSupplier clock, int flows) {
        return open(clock, flows, true);
    }

    /**
     * @param tcx false: as on a kernel that has none
     */
    static FastPath open(LongSupplier clock, int flows, boolean tcx) {
        try {
            // Entry 0 is none.
            FastPath opened = new FastPath(new Programs(flows + 1, tcx), clock);
            LOG.info("the kernel forwards established flows, {} at most", flows);
            return opened;
        } catch (IOException | UnsatisfiedLinkError e) {
            LOG.warn(
                    "no fast path in the kernel, all packets take the ordinary way: {}",
                    e.getMessage());
            return null;
        }
    }

    /** Forwards what a target would, which has no program yet. */
    public void serve(Bmv2Target served) {
        target = served;
        served.setShortcut(this);
    }

    /** Starts the thread that takes candidates. Without it, call {@link #work}. */
    public void start() {
        thread = new Thread(this::run, "fast-path");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long kept = clock.getAsLong();
        while (!ended) {
            try {
                long now = clock.getAsLong();
                if (now - kept >= TimeUnit.MILLISECONDS.toNanos(HOUSEKEEPING_MILLIS)) {
                    kept = now;
                    keepHouse();
                }
                long millis = openings.isEmpty() ? HOUSEKEEPING_MILLIS : OPENING_MILLIS;
                Candidate c = candidates.poll(millis, TimeUnit.MILLISECONDS);
                if (c != null) {
                    take(c);
                }
                openLate();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                // The next round comes: without this thread no entry would go any more.
                LOG.error("fast path", e);
            }
        }
    }

    /** Takes the candidates that wait. */
    void work() {
        for (Candidate c = candidates.poll(); c != null; c = candidates.poll()) {
            take(c);
        }
    }

    /** Opens entries whose port has had frames all the while. */
    void openLate() {
        openings.openBefore(clock.getAsLong() - TimeUnit.MILLISECONDS.toNanos(OPENING_MILLIS));
    }

    /** The program has no frame of a port left. */
    void idle(int port) {
        openings.open(port);
    }

    /** A worker that runs packets through the target, and offers some of them. */
    public Worker newWorker(PortSink sink) {
        return new SamplingWorker(this, target::newWorker, sink);
    }

    /** How often something has changed; before a candidate is processed. */
    long changes() {
        return changes.get();
    }

    /**
     * Whether a candidate may become an entry; it need not, even then.
     *
     * @param nth {@link Sampler#nth}
     */
    boolean wants(int nth) {
        return admission.wants(nth) && candidates.remainingCapacity() > 0;
    }

    /** A packet with what the program has made of it; lost where too many wait. */
    void offer(Candidate c) {
        candidates.offer(c);
    }

    private synchronized void take(Candidate c) {
        ProgramView view = target == null || closed ? null : target.view();
        if (view != null) {
            admission.take(c, view);
        }
    }

    // ---- Flows go ----

    @Override
    public synchronized void changed(MatchTable table, long[] row) {
        changes.incrementAndGet();
        flows.index.of(table, row).forEach(flows::remove);
    }

    @Override
    public synchronized void defaultChanged(MatchTable table) {
        changes.incrementAndGet();
        flows.index.of(table).forEach(flows::remove);
    }

    @Override
    public synchronized void changed(Profile profile) {
        changes.incrementAndGet();
        flows.index.of(profile).forEach(flows::remove);
    }

    @Override
    public synchronized void replaced() {
        changes.incrementAndGet();
        flows.all().forEach(flows::remove);
        admission.refusals.clear();
    }

    @Override
    public synchronized void account() {
        if (closed) {
            return;
        }
        flows.entries.forEach(flows::account);
        flows.removed().forEach(flows::account);
    }

    @Override
    public synchronized void account(MatchTable table, long[] row) {
        if (!closed) {
            flows.index.of(table, row).stream()
                    .filter(f -> f.trial == null)
                    .forEach(flows::account);
            // They are not in the index, and may have hit the row a moment ago.
            flows.removed().forEach(flows::account);
        }
    }

    @Override
    public void settle() {
        // Who finds nothing to wait for may have to wait for whom took it.
        synchronized (settling) {
            waitForGrace();
        }
    }

    private void waitForGrace() {
        List<CachedFlow> gone;
        synchronized (this) {
            gone = flows.removed();
            if (gone.isEmpty()) {
                return;
            }
        }
        try {
            kernel.settle();
        } catch (IOException e) {
            throw new IllegalStateException("fast path: " + e.getMessage());
        }
        synchronized (this) {
            flows.released(gone.size());
            for (CachedFlow f : gone) {
                flows.account(f);
                inspected += f.inspect(kernel.packets(f.entry), clock.getAsLong());
                admission.release(f.entry);
            }
        }
    }

    /**
     * Removes what is idle, or that the kernel has given back: of a turn's entries, so that it
     * costs the same however many there are.
     */
    void keepHouse() {
        synchronized (this) {
            long now = clock.getAsLong();
            // Those that are not open then the kernel has given back.
            openings.openAll();
            flows.entries.turn(f -> inspect(f, now));
            admission.keepHouse(now);
            publish();
        }
        settle();
    }

    private void inspect(CachedFlow f, long now) {
        if (now - Math.max(f.last, kernel.last(f.entry)) > IDLE_NANOS) {
            flows.remove(f);
        } else if (!kernel.live(f.entry)) {
            flows.remove(f);
            FlowKey key = new FlowKey(KernelEntry.variant(kernel.key(f.entry), 0));
            admission.refusals.add(key, "segments that are for the program");
        } else {
            inspected += f.inspect(kernel.packets(f.entry), now);
        }
    }

    // ---- Ports ----

    @Override
    public Attachment attach(int port, int ifindex, int mtu, int socket, PortCounters counters) {
        AutoCloseable hook;
        try {
            hook = kernel.attach(ifindex, socket);
        } catch (IOException e) {
            LOG.warn("port {} takes the ordinary way: {}", port, e.getMessage());
            return () -> {};
        }
        return attached(port, new PortTable.Attached(ifindex, mtu, counters), hook);
    }

    /**
     * @param hook of the kernel's programs at the interface
     */
    Attachment attached(int port, PortTable.Attached at, AutoCloseable hook) {
        synchronized (this) {
            ports.put(port, at);
            // Of flows that were to leave by it.
            admission.refusals.clear();
        }
        return () -> detach(port, at, hook);
    }

    private void detach(int port, PortTable.Attached at, AutoCloseable hook) {
        synchronized (this) {
            // Candidates are taken while the hook goes, and flows of this port would be left over.
            ports.leave(at);
            flows.all().stream()
                    .filter(f -> f.ingressPort == port || f.egressPort == port)
                    .forEach(flows::remove);
        }
        try {
            hook.close();
        } catch (Exception e) {
            LOG.warn("port {}: {}", port, e.getMessage());
        }
        settle();
        synchronized (this) {
            ports.remove(port, at);
        }
    }

    private void publish() {
        numbers =
                new FastPathNumbers(
                        flows.size(),
                        flows.entries.capacity(),
                        inspected,
                        kernel.packets(CachedFlow.NONE),
                        admission.installed(),
                        admission.evicted(),
                        admission.refusals.count(),
                        admission.suspects.wrong());
    }

    /** What it has done, as of the last housekeeping. Does not wait. */
    public FastPathNumbers numbers() {
        return numbers;
    }

    /** What it has done, in words. */
    public synchronized String describe() {
        account();
        return "fast path: "
                + flows.packets()
                + " packets of "
                + admission.installed()
                + " flows, lost "
                + (closed ? 0 : kernel.packets(CachedFlow.NONE))
                + ", wrong "
                + admission.suspects.wrong()
                + ", refused "
                + admission.refusals;
    }

    /** Whether the kernel forwards the flow of a frame. */
    synchronized boolean forwards(int port, byte[] frame) {
        return ports.get(port) != null && Layout.of(frame) != null && cached(port, frame) != null;
    }

    private CachedFlow cached(int port, byte[] frame) {
        Layout l = Layout.of(frame);
        return flows.entries.of(KernelEntry.key(ports.get(port).ifindex, frame, l), l.length);
    }

    /** What an entry of the kernel has counted, of a flow that may have left it since. */
    long counted(int entry) {
        return kernel.packets(entry);
    }

    /** The bytes of the packets that are {@link #counted}. */
    long countedBytes(int entry) {
        return kernel.bytes(entry);
    }

    /** The kernel's entry that forwards a frame, which it does. */
    synchronized int entry(int port, byte[] frame) {
        return cached(port, frame).entry;
    }

    /** Flows that the kernel forwards now. */
    synchronized int size() {
        return flows.size();
    }

    /** Flows whose tracing or rewriting was not what the pipeline does. */
    synchronized long wrong() {
        return admission.suspects.wrong();
    }

    @Override
    public void close() {
        if (thread != null) {
            ended = true;
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        synchronized (this) {
            flows.all().forEach(flows::remove);
        }
        settle();
        synchronized (this) {
            closed = true;
            openings.clear();
            kernel.close();
        }
    }
}
