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
 * at least for its timeout after the last packet, and less than twice as long.
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
            Translators translators,
            StepClock clock) {
        this.bib = bib;
        this.extra = extra;
        this.lifetimes = lifetimes;
        this.remover = remover;
        this.tracker = tracker;
        this.translators = translators;
        this.clock = clock;
    }

    /** Reads the counters of bindings whose deadline is due. Called about once a second. */
    public void tick() {
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
        int[] expired = new int[check.slots.length];
        int n = 0;
        for (int i = 0; i < check.slots.length; i++) {
            int slot = check.slots[i];
            boolean same =
                    bib.isUsed(slot)
                            && bib.generation(slot) == check.generations[i]
                            && bib.phase(slot) == Phase.LIVE
                            && bib.deadline(slot) == 0;
            if (same && sums == null) {
                bib.wheel().schedule(slot, clock.seconds() + RETRY_SECONDS);
            } else if (same && !stays(slot, (int) sums[i])) {
                expired[n++] = slot;
            }
        }
        if (n > 0) {
            remover.remove(Arrays.copyOf(expired, n), Counter.BINDINGS_EXPIRED, () -> {});
        }
    }

    /** Whether a binding whose deadline is due stays; if so, it has a new deadline. */
    private boolean stays(int slot, int packets) {
        boolean baseline = bib.wantsBaseline(slot);
        boolean moved = packets != bib.packets(slot) && !baseline;
        bib.packets(slot, packets);
        bib.wantsBaseline(slot, false);
        if (bib.protocol(slot) == Protocol.TCP && !baseline && !tcpStays(slot, moved)) {
            return false;
        }
        if (bib.protocol(slot) != Protocol.TCP && !moved && !baseline) {
            return false;
        }
        lifetimes.restart(slot);
        return true;
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
