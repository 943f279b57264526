// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.Refusal;

/**
 * Finds out whether a binding is in use on translators that count no packets of bindings. When its
 * lifetime is over, its forward side is taken off these, and off no other; the reply side stays. So
 * the next outbound packet misses there and comes up, which puts the forward side back ({@link
 * Binder#miss}) and restarts the lifetime. A binding of which nothing came up for one more
 * lifetime, in which all of them could be heard, was idle. It lasts at least for its timeout after
 * the last packet and less than twice as long, as where packets are counted; less than three times
 * if other translators counted that packet.
 *
 * <p>Nothing of this is in the store: after a restart every forward side is put back.
 *
 * <p>Threading: the core's thread.
 */
public final class Sampler {
    /** Of bindings in use, each costs a punt: a tenth of what devices may send up by default. */
    static final int PER_SECOND = 512;

    private final Bib bib;
    private final Lifetimes lifetimes;
    private final Translators translators;
    private final StepClock clock;
    private final Counters counters;

    /** How many may be sampled until the next tick. */
    private int left = PER_SECOND;

    /** How many were postponed since the last tick. */
    private int postponed;

    public Sampler(
            Bib bib,
            Lifetimes lifetimes,
            Translators translators,
            StepClock clock,
            Counters counters) {
        this.bib = bib;
        this.lifetimes = lifetimes;
        this.translators = translators;
        this.clock = clock;
        this.counters = counters;
    }

    /** Called about once a second. */
    void tick() {
        left = PER_SECOND;
        postponed = 0;
    }

    /**
     * Whether a binding of which no packets were counted was idle for its lifetime; false: nobody
     * knows, for a translator that does not count has had its forward side meanwhile, or could not
     * be heard.
     */
    boolean isIdle(int slot) {
        int since = translators.unheardUntil();
        boolean heard = since < 0 || clock.seconds() - since >= lifetimes.seconds(slot);
        return heard && (bib.isSampled(slot) || !translators.isAnySampled());
    }

    /** Begins to sample bindings that are live; those beyond the rate are due again later. */
    void sample(int[] slots) {
        int[] now = Arrays.copyOf(slots, Math.min(slots.length, left));
        left -= now.length;
        for (int i = now.length; i < slots.length; i++) {
            bib.wheel().schedule(slots[i], clock.seconds() + 1 + postponed++ / PER_SECOND);
        }
        if (now.length == 0) {
            return;
        }
        int[] generations = new int[now.length];
        List<Change> removals = new ArrayList<>(now.length);
        for (int i = 0; i < now.length; i++) {
            bib.isSampled(now[i], true);
            generations[i] = bib.generation(now[i]);
            lifetimes.restart(now[i]);
            removals.add(Change.remove(BindingIntents.outbound(bib, now[i])));
        }
        counters.add(Counter.BINDINGS_SAMPLED, now.length);
        translators.spread(
                Translators.Kind.SAMPLED,
                removals,
                refusals -> {
                    refusals.forEach(this::refused);
                    for (int i = 0; i < now.length; i++) {
                        if (bib.isUsed(now[i])
                                && bib.generation(now[i]) == generations[i]
                                && bib.phase(now[i]) == Phase.LIVE
                                && bib.isSampled(now[i])) {
                            // A packet before the last answer may not have missed.
                            lifetimes.restart(now[i]);
                        }
                    }
                });
    }

    /** A forward side is still there: nobody would hear of its packets. It is tried again. */
    private void refused(Refusal refusal) {
        BibIntent.Outbound o = (BibIntent.Outbound) refusal.change().intent();
        int slot =
                bib.find(o.instance, o.protocol, o.address6High, o.address6Low, o.port6, o.setBits);
        if (slot != Bib.NONE) {
            bib.isSampled(slot, false);
        }
    }

    /** Ends the sampling of bindings that are in use: other translators counted packets. */
    void end(int[] slots) {
        List<Change> sets = new ArrayList<>(slots.length);
        for (int slot : slots) {
            sets.add(end(slot));
        }
        translators.spread(Translators.Kind.SAMPLED, sets, refusals -> {});
    }

    /** Ends the sampling of one, given the change that it takes. */
    Change end(int slot) {
        bib.isSampled(slot, false);
        counters.add(Counter.BINDINGS_RESUMED);
        return Change.set(BindingIntents.outbound(bib, slot));
    }
}
