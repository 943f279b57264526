// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import org.isthmus.target.fastpath.trace.Effects.Count;
import org.isthmus.target.fastpath.trace.Effects.Lookup;
import org.isthmus.target.fastpath.trace.Flow;

/** A flow that was traced: on trial until a second packet was as predicted, then in the kernel. */
final class CachedFlow {
    /** No entry of the kernel. */
    static final int NONE = 0;

    final Flow flow;
    final int ingressPort;

    final FlowKey flowKey;

    /** With the variant, which is chosen when it gets there. */
    byte[] kernelKey;

    int entry = NONE;

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

    CachedFlow(Flow flow, int ingressPort, FlowKey key, long now) {
        this.flow = flow;
        this.ingressPort = ingressPort;
        this.flowKey = key;
        this.kernelKey = key.bytes();
        this.last = now;
    }

    /** Whether packets of a length are treated as this flow says. */
    boolean takes(int length) {
        return length >= flow.rewrite.shortest && length <= flow.rewrite.longest;
    }

    /**
     * Notes how much it sends.
     *
     * @param all packets so far
     */
    void inspect(long all, long now) {
        long nanos = Math.max(1, now - inspectedAt);
        rate = (all - inspectedPackets) * 1_000_000 / Math.max(1, nanos / 1000);
        inspectedPackets = all;
        inspectedAt = now;
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
        for (Lookup l : flow.effects.lookups()) {
            l.table.tally(l.row, l.hit ? l.key : null, morePackets, moreBytes, last);
        }
        for (Count c : flow.effects.counts()) {
            c.counter.tally(c.index, morePackets, moreBytes);
        }
        int link = flow.rewrite.tag < 0 ? 14 : 18;
        int longer = link + flow.rewrite.ip.length - flow.layout.transport;
        ports.tally(ingressPort, flow.egressPort, morePackets, moreBytes, longer);
        return morePackets;
    }
}
