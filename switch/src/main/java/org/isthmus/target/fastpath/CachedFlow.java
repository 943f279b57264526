// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import org.isthmus.target.fastpath.trace.Effects.Count;
import org.isthmus.target.fastpath.trace.Flow;
import org.isthmus.target.fastpath.trace.Layout;

/**
 * A flow that was traced: on trial until a second packet was as predicted, then in the kernel.
 * There may be a million, so of what was traced only as much is kept as counters need, and writes,
 * by {@link FlowIndex}. Not thread safe.
 */
final class CachedFlow {
    /** No entry of the kernel. */
    static final int NONE = 0;

    final int ingressPort;
    final int egressPort;

    /** Bytes of IP packets that are treated so. */
    private final int shortest;

    private final int longest;

    /** Bytes by which a frame is longer when it leaves. */
    private final int longer;

    private final Count[] counts;

    private SharedLookup[] lookups;

    /** In each of the lookups. */
    private int[] places;

    /** Null: it is in the kernel. */
    final Trial trial;

    /** {@link #NONE} on trial. */
    final int entry;

    /** What of the entry's counters was passed on. */
    private long packets;

    private long bytes;

    /** When a packet was last seen, ns. */
    long last;

    /** Packets a second between the last two inspections; negative: not known yet. */
    long rate = -1;

    /** When, ns. */
    long inspectedAt;

    private long inspectedPackets;

    /** Whether it was removed. */
    boolean gone;

    private CachedFlow(Flow flow, int ingressPort, Trial trial, int entry, long now) {
        this.ingressPort = ingressPort;
        this.egressPort = flow.egressPort;
        this.shortest = flow.rewrite.shortest;
        this.longest = flow.rewrite.longest;
        int link = flow.rewrite.tag < 0 ? Layout.ETHERNET : Layout.ETHERNET + Layout.TAG;
        this.longer = link + flow.rewrite.ip.length - flow.layout.transport;
        this.counts = flow.effects.counts().toArray(new Count[0]);
        this.trial = trial;
        this.entry = entry;
        this.last = now;
        this.inspectedAt = now;
    }

    static CachedFlow onTrial(Trial trial, int ingressPort, long now) {
        return new CachedFlow(trial.flow, ingressPort, trial, NONE, now);
    }

    static CachedFlow inKernel(Flow flow, int ingressPort, int entry, long now) {
        return new CachedFlow(flow, ingressPort, null, entry, now);
    }

    // ---- For the index ----

    /**
     * @param in which place of each lookup's flows it is
     */
    void depend(SharedLookup[] on, int[] in) {
        lookups = on;
        places = in;
    }

    int lookups() {
        return lookups.length;
    }

    SharedLookup lookup(int i) {
        return lookups[i];
    }

    int place(int i) {
        return places[i];
    }

    /** Its place among a lookup's flows is another one now. */
    void moved(SharedLookup in, int from, int to) {
        for (int i = 0; i < places.length; i++) {
            if (lookups[i] == in && places[i] == from) {
                places[i] = to;
                return;
            }
        }
    }

    /** Whether packets of a length are treated as this flow says. */
    boolean takes(int length) {
        return length >= shortest && length <= longest;
    }

    /**
     * Notes how much it sends.
     *
     * @param all packets so far
     * @return those since the last inspection
     */
    long inspect(long all, long now) {
        long nanos = Math.max(1, now - inspectedAt);
        long more = all - inspectedPackets;
        rate = more * 1_000_000 / Math.max(1, nanos / 1000);
        inspectedPackets = all;
        inspectedAt = now;
        return more;
    }

    /**
     * Counts what the kernel has forwarded since the last call.
     *
     * @return packets
     */
    long account(Programs kernel, PortTable ports) {
        long allPackets = kernel.packets(entry);
        if (allPackets == packets) {
            return 0;
        }
        long allBytes = kernel.bytes(entry);
        long morePackets = allPackets - packets;
        long moreBytes = allBytes - bytes;
        packets = allPackets;
        bytes = allBytes;
        last = kernel.last(entry);
        for (SharedLookup l : lookups) {
            l.tally(morePackets, moreBytes, last);
        }
        for (Count c : counts) {
            c.counter.tally(c.index, morePackets, moreBytes);
        }
        ports.tally(ingressPort, egressPort, morePackets, moreBytes, longer);
        return morePackets;
    }
}
