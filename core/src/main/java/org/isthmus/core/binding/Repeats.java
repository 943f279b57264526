// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.isthmus.core.count.Counters;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Refusal;

/**
 * Writes entries again of bindings whose packets miss although they are set up: those that a
 * translator lost, and those that are sampled.
 *
 * <p>Threading: the core's thread.
 */
public final class Repeats {
    private final Bib bib;
    private final ExtraSessions extra;
    private final Lifetimes lifetimes;
    private final EstablishedRecords records;
    private final Sampler sampler;
    private final BindingSetup setup;
    private final Translators translators;
    private final Ports ports;
    private final Counters counters;

    /** Bindings that were sampled, and are in use. */
    private int[] resumed = new int[64];

    private int size;

    /** Of them, those with a session that is established thereby. */
    private IntStream.Builder established = IntStream.builder();

    /** Their forward sides. */
    private List<Change> outbound = new ArrayList<>();

    public Repeats(
            Bib bib,
            ExtraSessions extra,
            Lifetimes lifetimes,
            EstablishedRecords records,
            Sampler sampler,
            BindingSetup setup,
            Translators translators,
            Ports ports,
            Counters counters) {
        this.bib = bib;
        this.extra = extra;
        this.lifetimes = lifetimes;
        this.records = records;
        this.sampler = sampler;
        this.setup = setup;
        this.translators = translators;
        this.ports = ports;
        this.counters = counters;
    }

    /** Bindings since the last {@link #flush}. */
    int size() {
        return size;
    }

    /**
     * A packet missed although its binding exists: the device gets the entries again, then the
     * packet.
     */
    void repeat(DeviceId device, int slot) {
        counters.add(Counter.PUNTS_REPEATED);
        bib.wheel().cancel(slot);
        bib.phase(slot, Phase.REPEATING);
        int generation = bib.generation(slot);
        translators.send(
                device,
                List.of(Change.set(BindingIntents.inbound(bib, slot))),
                refusals -> repeatOutbound(device, slot, generation, refusals));
    }

    private void repeatOutbound(DeviceId device, int slot, int generation, List<Refusal> inbound) {
        if (!isRepeating(slot, generation)) {
            return;
        }
        if (inbound == null || !inbound.isEmpty()) {
            setup.settle(slot, false);
            return;
        }
        translators.send(
                device,
                List.of(Change.set(BindingIntents.outbound(bib, slot))),
                refusals -> {
                    if (isRepeating(slot, generation)) {
                        setup.settle(slot, refusals != null && refusals.isEmpty());
                    }
                });
    }

    private boolean isRepeating(int slot, int generation) {
        return bib.isUsed(slot)
                && bib.generation(slot) == generation
                && bib.phase(slot) == Phase.REPEATING;
    }

    /**
     * A packet shows that a binding which was sampled is in use.
     *
     * @param isReset whether it is a TCP RST
     */
    void resume(int slot, boolean isReset) {
        bib.wheel().cancel(slot);
        bib.phase(slot, Phase.REPEATING);
        if (bib.hasSessions(slot) && !isReset) {
            boolean wasEstablished = lifetimes.isEstablished(slot);
            bib.isProbed(slot, false);
            bib.tcpState(slot, bib.tcpState(slot).afterData());
            for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
                extra.state(s, extra.state(s).afterData());
            }
            if (!wasEstablished && lifetimes.isEstablished(slot)) {
                established.add(slot);
            }
        }
        if (size == resumed.length) {
            resumed = Arrays.copyOf(resumed, size * 2);
        }
        resumed[size++] = slot;
        outbound.add(sampler.end(slot));
    }

    /** Writes what was resumed since the last call. */
    void flush() {
        if (size == 0) {
            return;
        }
        int[] slots = Arrays.copyOf(resumed, size);
        int[] generations = new int[size];
        for (int i = 0; i < size; i++) {
            generations[i] = bib.generation(slots[i]);
        }
        List<Change> changes = outbound;
        records.write(established.build().toArray());
        size = 0;
        outbound = new ArrayList<>();
        established = IntStream.builder();
        translators.spread(
                Translators.Kind.SAMPLED,
                changes,
                refusals -> {
                    for (Refusal refusal : refusals) {
                        int slot = BindingIntents.slot(bib, ports, refusal.change().intent());
                        if (slot != Bib.NONE && bib.phase(slot) == Phase.REPEATING) {
                            setup.settle(slot, false);
                        }
                    }
                    for (int i = 0; i < slots.length; i++) {
                        if (isRepeating(slots[i], generations[i])) {
                            setup.settle(slots[i], true);
                        }
                    }
                });
    }
}
