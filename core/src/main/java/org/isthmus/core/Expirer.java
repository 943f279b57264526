// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.ExtraSessions;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Protocol;

/**
 * Ends bindings that carry nothing any more (RFC 6146 sections 3.5.1 to 3.5.3). The switches count
 * outbound packets; when a binding's time is over, their sum tells whether it moved since the last
 * look. So a binding lives at least for its timeout after the last packet, and less than twice.
 */
final class Expirer {
    private static final int CHUNK = 1024;
    private static final int RETRY_SECONDS = 10;
    private static final long PATIENCE_MILLIS = 10_000;

    /** A question to the switches. */
    private static final class Check {
        final int[] slots;
        final int[] lives;
        final long[] sums;
        final long since;
        int waiting = 1;
        boolean failed;
        boolean over;

        Check(int[] slots, int[] lives, long since) {
            this.slots = slots;
            this.lives = lives;
            this.since = since;
            sums = new long[slots.length];
        }
    }

    private final Brain brain;
    private final List<Check> checks = new ArrayList<>();
    private int[] due = new int[64];
    private int dueSize;

    Expirer(Brain brain) {
        this.brain = brain;
    }

    void tick() {
        for (Iterator<Check> i = checks.iterator(); i.hasNext(); ) {
            Check check = i.next();
            if (!check.over && brain.nowMillis() - check.since > PATIENCE_MILLIS) {
                check.failed = true;
                finish(check);
            }
            if (check.over) {
                i.remove();
            }
        }
        dueSize = 0;
        brain.bib.wheel().advance(brain.now(), this::due);
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
        int[] lives = new int[slots.length];
        List<Intent.Outbound> bindings = new ArrayList<>(slots.length);
        for (int i = 0; i < slots.length; i++) {
            lives[i] = brain.bib.life(slots[i]);
            bindings.add(brain.binder.outbound(slots[i]));
        }
        Check check = new Check(slots, lives, brain.nowMillis());
        checks.add(check);
        List<Intent.Outbound> asked = Collections.unmodifiableList(bindings);
        boolean anyone = false;
        for (DeviceLink link : brain.devices.all()) {
            if (link.translator && link.state != State.DOWN) {
                anyone = true;
                check.waiting++;
                brain.dataPlane
                        .packets(link.id, asked)
                        .whenComplete(
                                (counts, e) ->
                                        brain.loop.execute(() -> answered(check, counts, e)));
            }
        }
        // Nobody knows: nothing ends.
        check.failed = !anyone;
        arrived(check);
    }

    private void answered(Check check, long[] counts, Throwable e) {
        if (e != null) {
            check.failed = true;
        } else {
            for (int i = 0; i < counts.length; i++) {
                check.sums[i] += Math.max(counts[i], 0);
            }
        }
        arrived(check);
    }

    private void arrived(Check check) {
        if (--check.waiting == 0 && !check.over) {
            finish(check);
        }
    }

    private void finish(Check check) {
        check.over = true;
        int[] expired = new int[check.slots.length];
        int n = 0;
        for (int i = 0; i < check.slots.length; i++) {
            int slot = check.slots[i];
            boolean same =
                    brain.bib.isUsed(slot)
                            && brain.bib.life(slot) == check.lives[i]
                            && brain.bib.phase(slot) == Phase.LIVE
                            && brain.bib.deadline(slot) == 0;
            if (same && check.failed) {
                brain.bib.wheel().schedule(slot, brain.now() + RETRY_SECONDS);
            } else if (same && !lives(slot, (int) check.sums[i])) {
                expired[n++] = slot;
            }
        }
        if (n > 0) {
            brain.remover.remove(Arrays.copyOf(expired, n), Count.BINDINGS_EXPIRED, () -> {});
        }
    }

    /** Decides over a binding whose time is over; if it lives on, it has a new deadline. */
    private boolean lives(int slot, int packets) {
        Bib bib = brain.bib;
        boolean baseline = bib.wantsBaseline(slot);
        boolean moved = packets != bib.packets(slot) && !baseline;
        bib.packets(slot, packets);
        bib.wantsBaseline(slot, false);
        if (bib.protocol(slot) == Protocol.TCP && !baseline && !tcpLives(slot, moved)) {
            return false;
        }
        if (bib.protocol(slot) != Protocol.TCP && !moved && !baseline) {
            return false;
        }
        bib.wheel().schedule(slot, brain.now() + brain.timeout(slot));
        return true;
    }

    private boolean tcpLives(int slot, boolean moved) {
        Bib bib = brain.bib;
        boolean lives = false;
        TcpState state = brain.state(slot);
        TcpState next = after(state, moved);
        bib.state(slot, next.ordinal());
        lives |= next != TcpState.CLOSED;
        if (state == TcpState.ESTABLISHED && next == TcpState.TRANS) {
            brain.tracker.probe(slot, bib.peer4(slot), bib.peerPort(slot));
        }
        for (int s = brain.extra.first(slot); s != ExtraSessions.NONE; s = brain.extra.next(s)) {
            state = brain.extra.state(s);
            next = after(state, moved);
            brain.extra.state(s, next);
            lives |= next != TcpState.CLOSED;
            if (state == TcpState.ESTABLISHED && next == TcpState.TRANS) {
                brain.tracker.probe(slot, brain.extra.peer4(s), brain.extra.peerPort(s));
            }
        }
        return lives;
    }

    /** What a timeout makes of a state, when packets were seen meanwhile or not. */
    private static TcpState after(TcpState state, boolean moved) {
        if (moved && state.isRefreshed()) {
            return state == TcpState.TRANS ? TcpState.ESTABLISHED : state;
        }
        return state == TcpState.ESTABLISHED ? TcpState.TRANS : TcpState.CLOSED;
    }
}
