// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.isthmus.core.count.Counter;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Protocol;

/**
 * Ends idle bindings (RFC 6146 sections 3.5.1 to 3.5.3). The switches count outbound packets; when
 * a binding's deadline is due, their sum is compared with that of the last read. So a binding lasts
 * at least for its timeout after the last packet, and less than twice as long. Where switches do
 * not count, the {@link Sampler} has to know besides.
 *
 * <p>Threading: the core's thread.
 */
public final class Expirer {
    private static final int CHUNK = 1024;
    private static final int RETRY_SECONDS = 10;
    private static final long PATIENCE_MILLIS = 10_000;

    /** A read of counters under way. */
    private static final class Check {
        final int[] slots;
        final int[] generations;
        final long since;
        boolean over;

        Check(int[] slots, int[] generations, long since) {
            this.slots = slots;
            this.generations = generations;
            this.since = since;
        }
    }

    private final Bib bib;
    private final ExtraSessions extra;
    private final Lifetimes lifetimes;
    private final Remover remover;
    private final Tracker tracker;
    private final Sampler sampler;
    private final Translators translators;
    private final StepClock clock;
    private final List<Check> checks = new ArrayList<>();
    private int[] due = new int[64];
    private int dueSize;

    public Expirer(
            Bib bib,
            ExtraSessions extra,
            Lifetimes lifetimes,
            Remover remover,
            Tracker tracker,
            Sampler sampler,
            Translators translators,
            StepClock clock) {
        this.bib = bib;
        this.extra = extra;
        this.lifetimes = lifetimes;
        this.remover = remover;
        this.tracker = tracker;
        this.sampler = sampler;
        this.translators = translators;
        this.clock = clock;
    }

    /** Reads the counters of bindings whose deadline is due. Called about once a second. */
    public void tick() {
        sampler.tick();
        for (Iterator<Check> i = checks.iterator(); i.hasNext(); ) {
            Check check = i.next();
            if (!check.over && clock.millis() - check.since > PATIENCE_MILLIS) {
                finish(check, null);
            }
            if (check.over) {
                i.remove();
            }
        }
        dueSize = 0;
        bib.wheel().advance(clock.seconds(), this::due);
        for (int from = 0; from < dueSize; from += CHUNK) {
            ask(Arrays.copyOfRange(due, from, Math.min(from + CHUNK, dueSize)));
        }
    }

    private void due(int slot) {
        if (dueSize == due.length) {
            due = Arrays.copyOf(due, dueSize * 2);
        }
        due[dueSize++] = slot;
    }

    private void ask(int[] slots) {
        int[] generations = new int[slots.length];
        List<Intent.Outbound> bindings = new ArrayList<>(slots.length);
        for (int i = 0; i < slots.length; i++) {
            generations[i] = bib.generation(slots[i]);
            bindings.add(BindingIntents.outbound(bib, slots[i]));
        }
        Check check = new Check(slots, generations, clock.millis());
        checks.add(check);
        translators.countOutbound(
                Collections.unmodifiableList(bindings),
                sums -> {
                    if (!check.over) {
                        finish(check, sums);
                    }
                });
    }

    /**
     * @param sums outbound packets of each binding; null: not known
     */
    private void finish(Check check, long[] sums) {
        check.over = true;
        Verdict[] verdicts = new Verdict[check.slots.length];
        for (int i = 0; i < check.slots.length; i++) {
            int slot = check.slots[i];
            boolean same =
                    bib.isUsed(slot)
                            && bib.generation(slot) == check.generations[i]
                            && bib.phase(slot) == Phase.LIVE
                            && bib.deadline(slot) == 0;
            if (same && sums == null) {
                bib.wheel().schedule(slot, clock.seconds() + RETRY_SECONDS);
            } else if (same) {
                verdicts[i] = judge(slot, (int) sums[i]);
            }
        }
        int[] ended = select(check.slots, verdicts, Verdict.ENDED);
        if (ended.length > 0) {
            remover.remove(ended, Counter.BINDINGS_EXPIRED, () -> {});
        }
        int[] unknown = select(check.slots, verdicts, Verdict.UNKNOWN);
        if (unknown.length > 0) {
            sampler.sample(unknown);
        }
        int[] found = select(check.slots, verdicts, Verdict.FOUND);
        if (found.length > 0) {
            sampler.end(found);
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

    private Verdict judge(int slot, int packets) {
        boolean baseline = bib.wantsBaseline(slot);
        boolean moved = packets != bib.packets(slot) && !baseline;
        bib.packets(slot, packets);
        bib.wantsBaseline(slot, false);
        if (!moved && isRefreshed(slot) && !sampler.isIdle(slot)) {
            if (!bib.isSampled(slot)) {
                return Verdict.UNKNOWN;
            }
            lifetimes.restart(slot);
            return Verdict.GOES_ON;
        }
        if (!baseline && !(bib.protocol(slot) == Protocol.TCP ? tcpStays(slot, moved) : moved)) {
            return Verdict.ENDED;
        }
        lifetimes.restart(slot);
        return moved && bib.isSampled(slot) ? Verdict.FOUND : Verdict.GOES_ON;
    }

    /** Whether packets would make any difference. */
    private boolean isRefreshed(int slot) {
        if (bib.protocol(slot) != Protocol.TCP || bib.tcpState(slot).isRefreshed()) {
            return true;
        }
        int s = extra.first(slot);
        while (s != ExtraSessions.NONE && !extra.state(s).isRefreshed()) {
            s = extra.next(s);
        }
        return s != ExtraSessions.NONE;
    }

    private boolean tcpStays(int slot, boolean moved) {
        boolean stays = false;
        TcpState state = bib.tcpState(slot);
        TcpState next = after(state, moved);
        bib.tcpState(slot, next);
        stays |= next != TcpState.CLOSED;
        if (state == TcpState.ESTABLISHED && next == TcpState.TRANS) {
            tracker.probe(slot, bib.peer4(slot), bib.peerPort(slot));
        }
        for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
            state = extra.state(s);
            next = after(state, moved);
            extra.state(s, next);
            stays |= next != TcpState.CLOSED;
            if (state == TcpState.ESTABLISHED && next == TcpState.TRANS) {
                tracker.probe(slot, extra.peer4(s), extra.peerPort(s));
            }
        }
        return stays;
    }

    /**
     * The state after a timeout.
     *
     * @param moved packets were seen since the last read
     */
    private static TcpState after(TcpState state, boolean moved) {
        if (moved && state.isRefreshed()) {
            return state == TcpState.TRANS ? TcpState.ESTABLISHED : state;
        }
        return state == TcpState.ESTABLISHED ? TcpState.TRANS : TcpState.CLOSED;
    }
}
