// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** What the data plane of this node did. Any thread. */
final class Counters {
    final LongAdder applies = new LongAdder();
    final LongAdder batches = new LongAdder();
    final LongAdder rules = new LongAdder();
    final LongAdder refusals = new LongAdder();
    final LongAdder timeouts = new LongAdder();
    final LongAdder applyNanos = new LongAdder();
    final LongAdder adopted = new LongAdder();
    final LongAdder forgotten = new LongAdder();
    final LongAdder packetsIn = new LongAdder();
    final LongAdder packetsInDropped = new LongAdder();
    final LongAdder packetsForOthers = new LongAdder();
    final LongAdder packetsOut = new LongAdder();
    final LongAdder packetsOutDropped = new LongAdder();

    /** Frames lost in either direction. */
    long framesDropped() {
        return packetsInDropped.sum() + packetsOutDropped.sum();
    }

    Map<String, Long> all() {
        Map<String, Long> all = new TreeMap<>();
        all.put("applies", applies.sum());
        all.put("apply-batches", batches.sum());
        all.put("apply-rules", rules.sum());
        all.put("apply-refusals", refusals.sum());
        all.put("apply-timeouts", timeouts.sum());
        all.put("apply-microseconds", applyNanos.sum() / 1_000);
        all.put("rules-adopted", adopted.sum());
        all.put("rules-forgotten", forgotten.sum());
        all.put("packets-in", packetsIn.sum());
        all.put("packets-in-dropped", packetsInDropped.sum());
        all.put("packets-in-for-others", packetsForOthers.sum());
        all.put("packets-out", packetsOut.sum());
        all.put("packets-out-dropped", packetsOutDropped.sum());
        return all;
    }
}
