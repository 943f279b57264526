// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.bmv2.ProgramView;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;
import org.isthmus.target.bmv2.run.Shortcut;
import org.isthmus.target.fastpath.trace.Flow;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.fastpath.trace.Rewrite;
import org.isthmus.target.fastpath.trace.Tracer;
import org.isthmus.target.fastpath.trace.Untraceable;
import org.isthmus.target.io.Bypass;
import org.isthmus.target.io.PortCounters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flows of one switch that the kernel forwards. A flow gets there when a packet of it was
 * traced, when the tracer said of this packet and of a later one what the program made of them, and
 * when the kernel, given the packet to try, made the same. It leaves when what it depends on
 * changes, or when no packet came for a while.
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

    /** On trial at a time. */
    private static final int TRIALS = 4096;

    /** The kernel's test facility has a page for a frame. */
    private static final int LONGEST_TRIED = 3000;

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long HOUSEKEEPING_MILLIS = 250;

    /** Traces in that time. */
    private static final int TRACES = 500;

    private final Programs kernel;
    private final LongSupplier clock;
    private final BlockingQueue<Candidate> candidates = new ArrayBlockingQueue<>(CANDIDATES);
    private final AtomicLong changes = new AtomicLong();

    /** Held by who waits for the kernel, before the lock of this. */
    private final Object settling = new Object();

    // guarded by this
    private final PortTable ports = new PortTable();
    private final FlowIndex index = new FlowIndex();
    private final Map<FlowKey, CachedFlow> trials = new LinkedHashMap<>();
    private final Refusals refusals;
    private final Suspects suspects = new Suspects(changes);

    private final Entries entries;
    private final Contest contest = new Contest();
    private List<CachedFlow> removed = new ArrayList<>();
    private long refilled;
    private int traces;
    private long installed;
    private long packets;

    private volatile Bmv2Target target;
    private Thread thread;
    private volatile boolean ended;

    /** Whether an entry is free for any flow. */
    private volatile boolean room = true;

    /** Whether entries are kept for flows that have won them. */
    private volatile boolean winners;

    /** Nothing is in the kernel any more. */
    private boolean closed;

    private FastPath(Programs kernel, LongSupplier clock) {
        this.kernel = kernel;
        this.clock = clock;
        this.refusals = new Refusals(clock);
        this.entries = new Entries(kernel);
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
            return new FastPath(new Programs(flows + 1, tcx), clock);
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
                Candidate c = candidates.poll(HOUSEKEEPING_MILLIS, TimeUnit.MILLISECONDS);
                if (c != null) {
                    take(c);
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.error("fast path", e);
            }
            long now = clock.getAsLong();
            if (now - kept >= TimeUnit.MILLISECONDS.toNanos(HOUSEKEEPING_MILLIS)) {
                kept = now;
                keepHouse();
            }
        }
    }

    /** Takes the candidates that wait. */
    void work() {
        for (Candidate c = candidates.poll(); c != null; c = candidates.poll()) {
            take(c);
        }
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
        return (room || nth == Sampler.PERIOD || nth > Sampler.PERIOD && winners)
                && candidates.remainingCapacity() > 0;
    }

    /** A packet with what the program has made of it; lost where too many wait. */
    void offer(Candidate c) {
        candidates.offer(c);
    }

    // ---- Flows come ----

    private synchronized void take(Candidate c) {
        ProgramView view = target == null || closed ? null : target.view();
        Layout layout = Layout.of(c.frame);
        PortTable.Attached in = ports.get(c.port);
        if (layout == null || view == null || in == null) {
            return;
        }
        FlowKey key = new FlowKey(KernelEntry.key(in.ifindex, c.frame, layout));
        if (refusals.has(key)) {
            return;
        }
        if (entries.of(key.bytes(), layout.length) != null) {
            return;
        }
        if (!hasRoom() && !contest.hasWon(key)) {
            compete(key, c);
            return;
        }
        CachedFlow trial = trials.get(key);
        if (trial != null && trial.takes(layout.length)) {
            remove(trial);
            if (agrees(key, trial.trial.flow, c)) {
                install(key, trial.trial.flow, c);
            }
            return;
        }
        if (trial != null) {
            remove(trial);
        }
        if (!mayTrace()) {
            return;
        }
        try {
            Flow flow = new Tracer(view.program, view.linkage).trace(c.port, c.frame);
            if (ports.get(flow.egressPort) == null) {
                refusals.add(key, "no port of the kernel");
            } else if (agrees(key, flow, c)) {
                trial = CachedFlow.onTrial(new Trial(key, flow), c.port, clock.getAsLong());
                trials.put(key, trial);
                index.add(trial, flow.effects.lookups());
                if (trials.size() > TRIALS) {
                    Map.Entry<FlowKey, CachedFlow> eldest = trials.entrySet().iterator().next();
                    remove(eldest.getValue());
                }
            }
        } catch (Untraceable e) {
            refusals.add(key, e.getMessage());
        }
    }

    /** Whoever sends many flows must not have the processor for it. */
    private boolean mayTrace() {
        long now = clock.getAsLong();
        if (now - refilled >= TimeUnit.MILLISECONDS.toNanos(HOUSEKEEPING_MILLIS)) {
            refilled = now;
            traces = 0;
        }
        return traces++ < TRACES;
    }

    /** Whether the tracer predicts what the program has made of a packet. */
    private boolean agrees(FlowKey key, Flow flow, Candidate c) {
        byte[] predicted = flow.rewrite.apply(Layout.of(c.frame), Candidate.id(c.out));
        if (predicted == null) {
            return false;
        }
        if (c.outPort == flow.egressPort && Arrays.equals(predicted, c.out)) {
            return true;
        }
        suspects.add(c.changes, "tracer predicts of", flow.rewrite);
        refusals.add(key, "not as predicted");
        return false;
    }

    private void install(FlowKey key, Flow flow, Candidate c) {
        PortTable.Attached to = ports.get(flow.egressPort);
        byte[] kernelKey = entries.unused(key.bytes());
        if (to == null || kernelKey == null || c.frame.length > LONGEST_TRIED) {
            return;
        }
        int longest = to.mtu - flow.rewrite.ip.length + flow.layout.transport - flow.layout.ip;
        if (Layout.of(c.frame).length > longest) {
            refusals.add(key, "longer than the MTU");
            return;
        }
        if (entries.free() == 0) {
            // A winner's is free only when it has been settled.
            return;
        }
        int entry = entries.take();
        contest.forget(key);
        look();
        byte[] treatment = KernelEntry.flow(flow.layout, flow.rewrite, to.ifindex, longest);
        try {
            if (!attempt(entry, flow, treatment, c)) {
                release(entry);
                refusals.add(key, "the kernel makes something else of it");
                return;
            }
            kernel.fill(entry, kernelKey, treatment);
            kernel.add(entry);
        } catch (IOException e) {
            kernel.remove(entry);
            release(entry);
            refusals.add(key, "the kernel refuses: " + e.getMessage());
            return;
        }
        CachedFlow f = CachedFlow.inKernel(flow, c.port, entry, clock.getAsLong());
        entries.put(f);
        index.add(f, flow.effects.lookups());
        installed++;
    }

    private void release(int entry) {
        entries.release(entry);
        look();
    }

    private void look() {
        room = hasRoom();
        winners = contest.winners() > 0;
    }

    /** Whether an entry is free that is kept for no winner. */
    private boolean hasRoom() {
        return entries.free() > contest.winners();
    }

    /** A flow that finds no entry free takes one of a flow that sends far less. */
    private void compete(FlowKey key, Candidate c) {
        if (c.nth != Sampler.PERIOD) {
            return;
        }
        long nanos = contest.interval(key, clock.getAsLong());
        if (nanos == Contest.UNKNOWN) {
            return;
        }
        CachedFlow least = entries.leastBusy();
        if (least != null && contest.win(key, nanos, least.rate, clock.getAsLong())) {
            remove(least);
            look();
        }
    }

    /** Whether the kernel makes of a packet what the program has made of it; tags apart. */
    private boolean attempt(int entry, Flow f, byte[] flow, Candidate c) throws IOException {
        byte[] in = Candidate.untagged(c.frame);
        byte[] wanted = Candidate.untagged(c.out);
        byte[] key = KernelEntry.key(0, in, Layout.of(in));
        kernel.fill(entry, key, flow);
        kernel.add(entry);
        byte[] made;
        try {
            made = kernel.attempt(in);
        } finally {
            kernel.remove(entry);
        }
        boolean random = f.rewrite.identification == Rewrite.Identification.RANDOM;
        if (made != null && Candidate.sameButId(made, wanted, random)) {
            return true;
        }
        suspects.add(changes.get(), "kernel makes of", f.rewrite);
        return false;
    }

    // ---- Flows go ----

    private void remove(CachedFlow f) {
        if (f.gone) {
            return;
        }
        f.gone = true;
        index.remove(f);
        if (f.trial != null) {
            trials.remove(f.trial.key, f);
            return;
        }
        kernel.remove(f.entry);
        entries.clear(f);
        removed.add(f);
        // The other one is found by way of the first, and packets of a flow are to go one way.
        CachedFlow other = entries.any(kernel.key(f.entry));
        if (other != null) {
            remove(other);
        }
    }

    private synchronized void removeAll(Collection<CachedFlow> gone) {
        gone.forEach(this::remove);
    }

    @Override
    public synchronized void changed(MatchTable table, long[] row) {
        changes.incrementAndGet();
        index.of(table, row).forEach(this::remove);
    }

    @Override
    public synchronized void defaultChanged(MatchTable table) {
        changes.incrementAndGet();
        index.of(table).forEach(this::remove);
    }

    @Override
    public synchronized void changed(Profile profile) {
        changes.incrementAndGet();
        index.of(profile).forEach(this::remove);
    }

    @Override
    public synchronized void replaced() {
        changes.incrementAndGet();
        all().forEach(this::remove);
        refusals.clear();
    }

    private List<CachedFlow> all() {
        List<CachedFlow> all = new ArrayList<>(trials.values());
        entries.forEach(all::add);
        return all;
    }

    @Override
    public synchronized void account() {
        if (closed) {
            return;
        }
        entries.forEach(f -> packets += f.account(kernel, ports));
    }

    @Override
    public synchronized void account(MatchTable table, long[] row) {
        if (!closed) {
            index.of(table, row).stream()
                    .filter(f -> f.trial == null)
                    .forEach(f -> packets += f.account(kernel, ports));
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
            if (removed.isEmpty()) {
                return;
            }
            gone = removed;
            removed = new ArrayList<>();
        }
        try {
            kernel.settle();
        } catch (IOException e) {
            synchronized (this) {
                removed.addAll(gone);
            }
            throw new IllegalStateException("fast path: " + e.getMessage());
        }
        synchronized (this) {
            for (CachedFlow f : gone) {
                packets += f.account(kernel, ports);
                release(f.entry);
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
            entries.turn(f -> inspect(f, now));
            // The eldest are first.
            while (!trials.isEmpty()) {
                CachedFlow eldest = trials.values().iterator().next();
                if (now - eldest.last <= TRIAL_NANOS) {
                    break;
                }
                remove(eldest);
            }
            contest.forgetBefore(now);
            look();
            refusals.forget();
            suspects.judge();
        }
        settle();
    }

    private void inspect(CachedFlow f, long now) {
        if (now - Math.max(f.last, kernel.last(f.entry)) > IDLE_NANOS) {
            remove(f);
        } else if (!kernel.live(f.entry)) {
            remove(f);
            FlowKey key = new FlowKey(KernelEntry.variant(kernel.key(f.entry), 0));
            refusals.add(key, "segments that are not to be counted on");
        } else {
            f.inspect(kernel.packets(f.entry), now);
        }
    }

    // ---- Ports ----

    @Override
    public Attachment attach(int port, int ifindex, int mtu, int socket, PortCounters counters) {
        AutoCloseable attached;
        try {
            attached = kernel.attach(ifindex, socket);
        } catch (IOException e) {
            LOG.warn("port {} takes the ordinary way: {}", port, e.getMessage());
            return () -> {};
        }
        synchronized (this) {
            ports.put(port, new PortTable.Attached(ifindex, mtu, counters));
        }
        return () -> detach(port, attached);
    }

    private void detach(int port, AutoCloseable attached) {
        synchronized (this) {
            removeAll(
                    all().stream()
                            .filter(f -> f.ingressPort == port || f.egressPort == port)
                            .collect(Collectors.toList()));
        }
        try {
            attached.close();
        } catch (Exception e) {
            LOG.warn("port {}: {}", port, e.getMessage());
        }
        settle();
        synchronized (this) {
            ports.remove(port);
        }
    }

    /** What it has done, in words. */
    public synchronized String describe() {
        account();
        return "fast path: "
                + packets
                + " packets of "
                + installed
                + " flows, lost "
                + (closed ? 0 : kernel.packets(CachedFlow.NONE))
                + ", wrong "
                + suspects.wrong()
                + ", refused "
                + refusals;
    }

    /** Whether the kernel forwards the flow of a frame. */
    synchronized boolean forwards(int port, byte[] frame) {
        return ports.get(port) != null && Layout.of(frame) != null && cached(port, frame) != null;
    }

    private CachedFlow cached(int port, byte[] frame) {
        Layout l = Layout.of(frame);
        return entries.of(KernelEntry.key(ports.get(port).ifindex, frame, l), l.length);
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
        return entries.used() - removed.size();
    }

    /** Flows whose tracing or rewriting was not what the pipeline does. */
    synchronized long wrong() {
        return suspects.wrong();
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
            removeAll(all());
        }
        settle();
        synchronized (this) {
            closed = true;
            kernel.close();
        }
    }
}
