// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.common.util.concurrent.MoreExecutors;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes that another call keeps waiting, and the packets behind them: done in the order in which
 * they came, by a thread that may wait. So no thread of the network does, and no packet overtakes
 * the Write before it. Any thread may call.
 */
final class LateCalls {
    /** Calls behind which a packet waits; it overtakes more of them. */
    static final int MAX = 8192;

    private final Executor inOrder;

    /** Those that are not over. */
    private final AtomicInteger calls = new AtomicInteger();

    /**
     * @param executor runs what may wait
     */
    LateCalls(Executor executor) {
        inOrder = MoreExecutors.newSequentialExecutor(executor);
    }

    /** Whether some call is not over yet. What comes now is behind it. */
    boolean isUnderWay() {
        return calls.get() > 0;
    }

    /** Does a call behind those that are late. */
    void add(Runnable call) {
        calls.incrementAndGet();
        inOrder.execute(
                () -> {
                    try {
                        call.run();
                    } finally {
                        calls.decrementAndGet();
                    }
                });
    }

    /**
     * Sends a packet behind those that are late.
     *
     * @return false: none is by now, or too many are; the caller sends it
     */
    boolean packet(Runnable packet) {
        int before = calls.get();
        boolean waits = before > 0 && before < MAX;
        if (waits) {
            add(packet);
        }
        return waits;
    }
}
