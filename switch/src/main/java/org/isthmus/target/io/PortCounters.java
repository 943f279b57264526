// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.util.concurrent.atomic.LongAdder;

/** What a port received and sent since it was opened. Any thread may read and count. */
public final class PortCounters {
    final LongAdder rxFrames = new LongAdder();
    final LongAdder rxBytes = new LongAdder();
    final LongAdder rxDropped = new LongAdder();
    final LongAdder rxOversize = new LongAdder();
    final LongAdder rxSegmented = new LongAdder();
    final LongAdder txFrames = new LongAdder();
    final LongAdder txBytes = new LongAdder();
    final LongAdder txDropped = new LongAdder();
    final LongAdder txOversize = new LongAdder();

    /** Counts frames that the kernel took past the port's socket. */
    public void tallyReceived(long frames, long bytes) {
        rxFrames.add(frames);
        rxBytes.add(bytes);
    }

    /** Counts frames that the kernel sent for the switch. */
    public void tallySent(long frames, long bytes) {
        txFrames.add(frames);
        txBytes.add(bytes);
    }

    public long rxFrames() {
        return rxFrames.sum();
    }

    public long rxBytes() {
        return rxBytes.sum();
    }

    /** Frames that came while the receive ring or the queue beside it was full. */
    public long rxDropped() {
        return rxDropped.sum();
    }

    /** Frames longer than the interface's MTU that could not be segmented, and were dropped. */
    public long rxOversize() {
        return rxOversize.sum();
    }

    /** Frames that came with segmentation left to offload; their segments are counted as frames. */
    public long rxSegmented() {
        return rxSegmented.sum();
    }

    public long txFrames() {
        return txFrames.sum();
    }

    public long txBytes() {
        return txBytes.sum();
    }

    /** Frames that the interface did not take: its queue was full, or it was down. */
    public long txDropped() {
        return txDropped.sum();
    }

    /** Frames longer than the interface's MTU, which were not sent. */
    public long txOversize() {
        return txOversize.sum();
    }

    @Override
    public String toString() {
        return "rx "
                + rxFrames
                + " frames "
                + rxBytes
                + " bytes, dropped "
                + rxDropped
                + ", oversize "
                + rxOversize
                + ", segmented "
                + rxSegmented
                + "; tx "
                + txFrames
                + " frames "
                + txBytes
                + " bytes, dropped "
                + txDropped
                + ", oversize "
                + txOversize;
    }
}
