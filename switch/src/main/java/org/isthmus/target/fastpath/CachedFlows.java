// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.fastpath.trace.Flow;

/**
 * The flows that are on trial, and those in the kernel, by what they depend on. Those that left the
 * kernel are kept until no packet can be treated by them, as they may count some. Not thread safe.
 */
final class CachedFlows {
    /** On trial at a time. */
    private static final int TRIALS = 4096;

    final FlowIndex index = new FlowIndex();
    final Entries entries;

    private final Programs kernel;
    private final PortTable ports;

    /** By their variants; the eldest are first. */
    private final Map<FlowKey, CachedFlow> trials = new LinkedHashMap<>();

    private final List<CachedFlow> removed = new ArrayList<>();
    private long packets;

    CachedFlows(Programs kernel, PortTable ports) {
        this.kernel = kernel;
        this.ports = ports;
        this.entries = new Entries(kernel);
    }

    /**
     * The flow on trial that packets of a length are of; or null.
     *
     * @param key of variant 0
     */
    CachedFlow trial(FlowKey key, int length) {
        for (int variant = 0; variant < Entries.VARIANTS; variant++) {
            CachedFlow f = trials.get(key.variant(variant));
            if (f != null && f.takes(length)) {
                return f;
            }
        }
        return null;
    }

    /** A flow is on trial, in the place of the eldest that is if there are too many. */
    void addTrial(FlowKey key, Flow flow, int ingressPort, long now) {
        FlowKey variant = trials.containsKey(key) ? key.variant(1) : key;
        CachedFlow before = trials.get(variant);
        if (before != null) {
            remove(before);
        }
        CachedFlow f = CachedFlow.onTrial(new Trial(variant, flow), ingressPort, now);
        trials.put(variant, f);
        index.add(f, flow.effects.lookups());
        if (trials.size() > TRIALS) {
            remove(trials.values().iterator().next());
        }
    }

    /** A flow is in the kernel. */
    void add(CachedFlow f, Flow flow) {
        entries.put(f);
        index.add(f, flow.effects.lookups());
    }

    /** Takes a flow away, if it is there; its entry is free later, see {@link #removed}. */
    void remove(CachedFlow f) {
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
        // Now, as the next update of the same Write may have another row in the place of one it
        // hit.
        account(f);
        // The other one is found by way of the first, and packets of a flow are to go one way.
        CachedFlow other = entries.any(kernel.key(f.entry));
        if (other != null) {
            remove(other);
        }
    }

    /** Takes away what was put on trial before this, ns. */
    void removeTrialsBefore(long nanos) {
        while (!trials.isEmpty()) {
            CachedFlow eldest = trials.values().iterator().next();
            if (eldest.last - nanos >= 0) {
                return;
            }
            remove(eldest);
        }
    }

    List<CachedFlow> all() {
        List<CachedFlow> all = new ArrayList<>(trials.values());
        entries.forEach(all::add);
        return all;
    }

    /**
     * Those that were removed and whose entries are not free yet, the eldest first: packets may
     * still be treated by them, and count.
     */
    List<CachedFlow> removed() {
        return List.copyOf(removed);
    }

    /** No packet is treated by the first ones of {@link #removed}, so many, any more. */
    void released(int n) {
        removed.subList(0, n).clear();
    }

    /** Counts what the kernel has forwarded of a flow since the last call. */
    void account(CachedFlow f) {
        packets += f.account(kernel, ports);
    }

    /** Packets that were counted so. */
    long packets() {
        return packets;
    }

    /** Flows in the kernel. */
    int size() {
        return entries.used() - removed.size();
    }
}
