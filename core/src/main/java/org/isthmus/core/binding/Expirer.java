// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.Intent;

/**
 * Ends idle bindings (RFC 6146 sections 3.5.1 to 3.5.3). The switches count packets; when a
 * binding's deadline is due, their sum is compared with that of the last read. So a binding lasts
 * at least for its timeout after the last packet, and less than twice as long. Where switches do
 * not count, the {@link Sampler} has to know besides.
 *
 * <p>Outbound packets count (RFC 4787 REQ-6). Inbound ones do not, as anyone may send them to keep
 * a port in use (RFC 6146 section 5.3), but for one state: after a reset, data of either side shows
 * that its receiver did not take it (section 3.5.2.2).
 *
 * <p>Threading: the core's thread.
 */
public final class Expirer {
    /** How long the answer to a probe may take that decides whether a session ends. */
    private static final int PROBE_SECONDS = 3;

    /** Bindings whose counters are being read. */
    private static final class Check {
        final int[] slots;
        final int[] generations;

        /** Of those whose reply side is asked after as well, its place in the answer; or 0. */
        final int[] inbound;

        Check(int[] slots) {
            this.slots = slots;
            this.generations = new int[slots.length];
            this.inbound = new int[slots.length];
        }
    }

    private final Bib bib;
    private final ExtraSessions extra;
    private final Sessions sessions;
    private final Lifetimes lifetimes;
    private final EstablishedRecords records;
    private final Remover remover;
    private final TcpProbes probes;
    private final Sampler sampler;
    private final Translators translators;
    private final StepClock clock;
    private final CounterReads reads;
    private final DueRows due;

    public Expirer(
            Bib bib,
            ExtraSessions extra,
            Sessions sessions,
            Lifetimes lifetimes,
            EstablishedRecords records,
            Remover remover,
            TcpProbes probes,
            Sampler sampler,
            Translators translators,
            StepClock clock) {
        this.bib = bib;
        this.extra = extra;
        this.sessions = sessions;
        this.lifetimes = lifetimes;
        this.records = records;
        this.remover = remover;
        this.probes = probes;
        this.sampler = sampler;
        this.translators = translators;
        this.clock = clock;
        reads = new CounterReads(translators, clock, this::countAnew);
        due = new DueRows(bib.wheel(), clock, this::mayEnd, this::ask);
    }

    /** Reads the counters of bindings whose deadline is due. Called about once a second. */
    public void tick() {
        sampler.tick();
        reads.tick();
        due.next();
    }

    private boolean mayEnd(int slot) {
        if (sessions.first(slot) != Sessions.NONE && !translators.isAnySampled()) {
            // It ends with the last of them.
            lifetimes.restart(slot);
            return false;
        }
        return true;
    }

    /** A translator is gone with what it counted: nobody knows what passed it. */
    private void countAnew() {
        for (int slot = 0; slot < bib.top(); slot++) {
            if (bib.isUsed(slot)) {
                bib.wantsBaseline(slot, true);
            }
        }
    }

    private void ask(int[] slots, Runnable done) {
        Check check = new Check(slots);
        List<Intent> sides = new ArrayList<>(slots.length);
        for (int i = 0; i < slots.length; i++) {
            check.generations[i] = bib.generation(slots[i]);
            sides.add(BindingIntents.outbound(bib, slots[i]));
        }
        for (int i = 0; i < slots.length; i++) {
            if (bib.hasSessions(slots[i]) && lifetimes.isRefreshed(slots[i])) {
                check.inbound[i] = sides.size();
                sides.add(BindingIntents.inbound(bib, slots[i]));
            }
        }
        reads.read(sides, sums -> finish(check, sums, done));
    }

    /**
     * @param sums packets of the forward sides, then of those reply sides that were asked after;
     *     null: not known
     */
    private void finish(Check check, long[] sums, Runnable done) {
        Verdict[] verdicts = new Verdict[check.slots.length];
        IntStream.Builder established = IntStream.builder();
        for (int i = 0; i < check.slots.length; i++) {
            int slot = check.slots[i];
            boolean same =
                    bib.isUsed(slot)
                            && bib.generation(slot) == check.generations[i]
                            && bib.phase(slot) == Phase.LIVE
                            && bib.deadline(slot) == 0;
            if (same && sums == null) {
                bib.wheel().schedule(slot, clock.seconds() + CounterReads.RETRY_SECONDS);
            } else if (same) {
                int in = check.inbound[i] == 0 ? 0 : (int) sums[check.inbound[i]];
                boolean wasEstablished = lifetimes.isEstablished(slot);
                verdicts[i] = judge(slot, (int) sums[i], in);
                if (!wasEstablished && lifetimes.isEstablished(slot)) {
                    established.add(slot);
                }
            }
        }
        records.write(established.build().toArray());
        int[] unknown = select(check.slots, verdicts, Verdict.UNKNOWN);
        if (unknown.length > 0) {
            sampler.sample(unknown);
        }
        int[] found = select(check.slots, verdicts, Verdict.FOUND);
        if (found.length > 0) {
            sampler.end(found);
        }
        int[] ended = select(check.slots, verdicts, Verdict.ENDED);
        if (ended.length > 0) {
            remover.remove(ended, Counter.BINDINGS_EXPIRED, done);
        } else {
            done.run();
        }
    }

    private static int[] select(int[] slots, Verdict[] verdicts, Verdict wanted) {
        int[] selected = new int[slots.length];
        int n = 0;
        for (int i = 0; i < slots.length; i++) {
            if (verdicts[i] == wanted) {
                selected[n++] = slots[i];
            }
        }
        return Arrays.copyOf(selected, n);
    }

    /** What becomes of a binding whose deadline is due. */
    private enum Verdict {
        /** It has a new deadline. */
        GOES_ON,
        /** The same, and it need not be sampled any more. */
        FOUND,
        /** It has to be sampled first. */
        UNKNOWN,
        ENDED
    }

    private Verdict judge(int slot, int outbound, int inbound) {
        int packets = bib.countsInbound(slot) ? outbound + inbound : outbound;
        // They are fewer where a translator lost its rows: nobody knows what passed it.
        boolean baseline = bib.wantsBaseline(slot) || packets - bib.packets(slot) < 0;
        boolean moved = packets != bib.packets(slot) && !baseline;
        if (moved) {
            bib.isProbed(slot, false);
        }
        Verdict verdict = judge(slot, moved, baseline, inbound != 0);
        boolean both = isAny(slot, TcpState.TRANS);
        bib.countsInbound(slot, both);
        bib.packets(slot, both ? outbound + inbound : outbound);
        bib.wantsBaseline(slot, false);
        return verdict;
    }

    /**
     * @param moved packets that extend lifetimes were seen since the last read
     * @param baseline what was read is what later packets are compared with
     * @param answered packets came from IPv4 since the row was written
     */
    private Verdict judge(int slot, boolean moved, boolean baseline, boolean answered) {
        boolean opening = baseline && !isAny(slot, TcpState.TRANS);
        if (!moved && !opening && lifetimes.isRefreshed(slot) && !sampler.isIdle(slot)) {
            if (!bib.isSampled(slot)) {
                return Verdict.UNKNOWN;
            }
            lifetimes.restart(slot);
            return Verdict.GOES_ON;
        }
        if (baseline) {
            lifetimes.restart(slot);
            return Verdict.GOES_ON;
        }
        if (!moved && asksOnce(slot)) {
            bib.wheel().schedule(slot, clock.seconds() + PROBE_SECONDS);
            return Verdict.GOES_ON;
        }
        boolean stays = bib.hasSessions(slot) ? tcpStays(slot, moved, answered) : moved;
        if (!stays) {
            return Verdict.ENDED;
        }
        lifetimes.restart(slot);
        return moved && bib.isSampled(slot) ? Verdict.FOUND : Verdict.GOES_ON;
    }

    /**
     * Where nobody counts, data from IPv4 after a reset goes unseen: the host is asked before such
     * a session ends. A host that took the reset does not know it any more.
     */
    private boolean asksOnce(int slot) {
        if (!bib.isSampled(slot) || bib.isProbed(slot) || !isAny(slot, TcpState.TRANS)) {
            return false;
        }
        if (bib.tcpState(slot) == TcpState.TRANS) {
            probe(slot, bib.peer4(slot), bib.peerPort(slot));
        }
        for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
            if (extra.state(s) == TcpState.TRANS) {
                probe(slot, extra.peer4(s), extra.peerPort(s));
            }
        }
        return true;
    }

    private boolean isAny(int slot, TcpState state) {
        boolean any = bib.hasSessions(slot) && bib.tcpState(slot) == state;
        for (int s = extra.first(slot); !any && s != ExtraSessions.NONE; s = extra.next(s)) {
            any = extra.state(s) == state;
        }
        return any;
    }

    private boolean tcpStays(int slot, boolean moved, boolean answered) {
        // One of several may be the one that packets were of.
        boolean others = isAny(slot, TcpState.TRANS) || lifetimes.isEstablished(slot);
        boolean stays = false;
        TcpState state = bib.tcpState(slot);
        TcpState next = after(state, moved, answered, others);
        bib.tcpState(slot, next);
        stays |= next != TcpState.CLOSED;
        if (next == TcpState.TRANS) {
            probe(slot, bib.peer4(slot), bib.peerPort(slot));
        }
        for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
            state = extra.state(s);
            next = after(state, moved, answered, others);
            extra.state(s, next);
            stays |= next != TcpState.CLOSED;
            if (next == TcpState.TRANS) {
                probe(slot, extra.peer4(s), extra.peerPort(s));
            }
        }
        extra.removeClosed(slot);
        return stays;
    }

    private void probe(int slot, int peer4, int peerPort) {
        bib.isProbed(slot, true);
        probes.send(slot, peer4, peerPort);
    }

    /**
     * The state after a timeout. A session that has one SYN alone, and packets of both sides, is
     * one whose other SYN was lost on its way to the controller, as copies may be: it is taken for
     * an established one that was idle, and its host is asked.
     *
     * @param others the binding has sessions whose packets these may have been
     */
    private static TcpState after(TcpState state, boolean moved, boolean answered, boolean others) {
        if (!state.isOpening() || !moved) {
            return state.afterTimeout(moved);
        }
        return others ? state : answered ? TcpState.TRANS : TcpState.CLOSED;
    }
}
