// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Which flows take the entry of another when none is free: those that send more than twice as much,
 * so that of flows that send alike none does. Not thread safe.
 */
final class Contest {
    static final long UNKNOWN = -1;

    private static final int REMEMBERED = 4096;

    /** A winner that does not come for its entry loses it. */
    private static final long WINNER_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** When a flow without an entry had last sent {@link Sampler#PERIOD} packets, ns. */
    private final Map<FlowKey, Long> contenders = new LinkedHashMap<>();

    /** When they won, ns; the eldest first. */
    private final Map<FlowKey, Long> winners = new LinkedHashMap<>();

    /**
     * How long a flow took for its last {@link Sampler#PERIOD} packets, the last of which it has
     * just sent, ns.
     */
    long interval(FlowKey key, long now) {
        Long before = contenders.remove(key);
        contenders.put(key, now);
        if (contenders.size() > REMEMBERED) {
            dropEldest(contenders);
        }
        return before == null ? UNKNOWN : now - before;
    }

    /**
     * Whether a flow may have the entry of another, which is then kept for it.
     *
     * @param nanos {@link #interval}
     * @param rate packets a second of the other
     */
    boolean win(FlowKey key, long nanos, long rate, long now) {
        if (winners.size() >= REMEMBERED
                || Sampler.PERIOD * SECOND / Math.max(1, nanos) <= 2 * rate) {
            return false;
        }
        contenders.remove(key);
        winners.put(key, now);
        return true;
    }

    boolean hasWon(FlowKey key) {
        return winners.containsKey(key);
    }

    /** How many entries are kept. */
    int winners() {
        return winners.size();
    }

    void forget(FlowKey key) {
        winners.remove(key);
    }

    void forgetBefore(long now) {
        while (!winners.isEmpty() && now - winners.values().iterator().next() > WINNER_NANOS) {
            dropEldest(winners);
        }
    }

    private static void dropEldest(Map<FlowKey, Long> from) {
        Iterator<FlowKey> eldest = from.keySet().iterator();
        eldest.next();
        eldest.remove();
    }
}
