// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.isthmus.target.bmv2.ProgramView;
import org.isthmus.target.fastpath.trace.Flow;
import org.isthmus.target.fastpath.trace.Layout;
import org.isthmus.target.fastpath.trace.Rewrite;
import org.isthmus.target.fastpath.trace.Tracer;
import org.isthmus.target.fastpath.trace.Untraceable;

/**
 * How a flow gets into the kernel: a packet of it is traced, the tracer says of this packet and of
 * a later one what the program made of them, and the kernel, given the packet to try, makes the
 * same. Not thread safe, but for {@link #wants}.
 */
final class Admission {
    /** The kernel's test facility has a page for a frame. */
    private static final int LONGEST_TRIED = 3000;

    private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long TRACES_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Traces in that time. */
    private static final int TRACES = 500;

    final Refusals refusals;
    final Suspects suspects;

    private final Programs kernel;
    private final LongSupplier clock;
    private final PortTable ports;
    private final CachedFlows flows;
    private final Entries entries;
    private final Openings openings;
    private final Contest contest = new Contest();
    private long refilled;
    private int traces;
    private long installed;
    private long evicted;

    /** Whether an entry is free for any flow. */
    private volatile boolean room = true;

    /** Whether entries are kept for flows that have won them. */
    private volatile boolean winners;

    /**
     * @param clock ns of CLOCK_MONOTONIC
     * @param changes how often something has changed that flows depend on
     */
    Admission(
            Programs kernel,
            LongSupplier clock,
            AtomicLong changes,
            PortTable ports,
            CachedFlows flows,
            Openings openings) {
        this.kernel = kernel;
        this.clock = clock;
        this.ports = ports;
        this.flows = flows;
        this.entries = flows.entries;
        this.openings = openings;
        this.refusals = new Refusals(clock);
        this.suspects = new Suspects(changes);
    }

    /**
     * Whether a candidate may become an entry; it need not, even then. Any thread.
     *
     * @param nth {@link Sampler#nth}
     */
    boolean wants(int nth) {
        return room || nth == Sampler.PERIOD || nth > Sampler.PERIOD && winners;
    }

    /** Looks at a packet with what the program has made of it. */
    void take(Candidate c, ProgramView view) {
        Layout layout = Layout.of(c.frame);
        PortTable.Attached in = ports.get(c.port);
        if (layout == null || in == null) {
            return;
        }
        FlowKey key = new FlowKey(KernelEntry.key(in.ifindex, c.frame, layout));
        if (refusals.has(key)) {
            return;
        }
        if (entries.of(key.bytes(), layout.length) != null) {
            return;
        }
        if (!hasRoom() && !contest.hasWon(contender(key, layout))) {
            compete(contender(key, layout), c);
            return;
        }
        CachedFlow trial = flows.trial(key, layout.length);
        if (trial != null) {
            flows.remove(trial);
            if (agrees(key, trial.trial.flow, c)) {
                install(key, trial.trial.flow, c, in);
            }
            return;
        }
        if (!mayTrace()) {
            return;
        }
        try {
            Flow flow = new Tracer(view.program, view.linkage).trace(c.port, c.frame);
            if (ports.get(flow.egressPort) == null) {
                refusals.add(key, "no port of the kernel");
            } else if (agrees(key, flow, c)) {
                flows.addTrial(key, flow, c.port, clock.getAsLong());
            }
        } catch (Untraceable e) {
            refusals.add(key, e.getMessage());
        }
    }

    /** A flow's long packets contend for themselves, and its short ones, as samples count them. */
    private static FlowKey contender(FlowKey key, Layout l) {
        return key.variant(Sampler.isLong(l.length) ? 1 : 0);
    }

    /** Whoever sends many flows must not have the processor for it. */
    private boolean mayTrace() {
        long now = clock.getAsLong();
        if (now - refilled >= TRACES_NANOS) {
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

    private void install(FlowKey key, Flow flow, Candidate c, PortTable.Attached in) {
        PortTable.Attached to = ports.get(flow.egressPort);
        byte[] kernelKey = entries.unused(key.bytes());
        if (to == null || kernelKey == null) {
            return;
        }
        int longer = flow.rewrite.ip.length - (flow.layout.transport - flow.layout.ip);
        // The port drops what is above its MTU where it comes as well.
        int longest = Math.min(in.mtu, to.mtu - longer);
        Layout layout = Layout.of(c.frame);
        if (layout.length > longest) {
            refusals.add(key, "longer than the MTU");
            return;
        }
        // Of a longer one it was compared what the tracer predicts: the kernel tries what that
        // predicts of a part.
        Candidate tried =
                c.frame.length <= LONGEST_TRIED ? c : c.shortened(LONGEST_TRIED, flow.rewrite);
        if (tried == null) {
            refusals.add(key, "longer than what the kernel can try");
            return;
        }
        if (entries.free() == 0) {
            // A winner's is free only when it has been settled.
            return;
        }
        int entry = entries.take();
        contest.forget(contender(key, layout));
        look();
        byte[] treatment = KernelEntry.flow(flow.layout, flow.rewrite, to.ifindex, longest);
        try {
            if (!attempt(entry, flow, treatment, tried)) {
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
        CachedFlow cached = CachedFlow.inKernel(flow, c.port, entry, clock.getAsLong());
        flows.add(cached, flow);
        openings.add(cached);
        installed++;
    }

    /** No packet is treated by an entry any more. */
    void release(int entry) {
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
            flows.remove(least);
            evicted++;
            look();
        }
    }

    /** Whether the kernel makes of a packet what the program has made of it; tags apart. */
    private boolean attempt(int entry, Flow f, byte[] flow, Candidate c) throws IOException {
        byte[] in = Candidate.untagged(c.frame);
        byte[] wanted = Candidate.untagged(c.out);
        byte[] key = KernelEntry.key(0, in, Layout.of(in));
        kernel.fill(entry, key, flow);
        kernel.open(entry);
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
        suspects.add("kernel makes of", f.rewrite);
        return false;
    }

    /** Ends trials and contests that are over, from time to time. */
    void keepHouse(long now) {
        flows.removeTrialsBefore(now - TRIAL_NANOS);
        contest.forgetBefore(now);
        look();
        refusals.forget();
        suspects.judge();
    }

    /** Flows that got into the kernel so far. */
    long installed() {
        return installed;
    }

    /** Flows that had to leave it for busier ones so far. */
    long evicted() {
        return evicted;
    }
}
