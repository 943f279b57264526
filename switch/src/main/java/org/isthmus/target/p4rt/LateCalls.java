// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes that another call keeps waiting, and the packets behind them: done in the order in which
 * they came, by a thread that may wait. So no thread of the network does, and no packet overtakes
 * the Write before it. Any thread may call.
 */
final class LateCalls {
    /** Packets that wait, of at most 1,500 bytes or so each. */
    static final int MAX_PACKETS = 8192;

    private static final Logger LOG = LoggerFactory.getLogger(LateCalls.class);

    private final Executor executor;
    private final Queue<Runnable> calls = new ArrayDeque<>();

    /** Changed under the monitor. */
    private volatile boolean isUnderWay;

    /**
     * @param executor runs what may wait
     */
    LateCalls(Executor executor) {
        this.executor = executor;
    }

    /** Whether some call is not over yet. What comes now is behind it. */
    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Does a Write behind those that are late. */
    synchronized void write(Runnable write) {
        calls.add(write);
        if (!isUnderWay) {
            isUnderWay = true;
            executor.execute(this::run);
        }
    }

    /**
     * Sends a packet behind those that are late.
     *
     * @return false: none is by now, or too many are; the caller sends it
     */
    synchronized boolean packet(Runnable packet) {
        return isUnderWay && calls.size() < MAX_PACKETS && calls.add(packet);
    }

    private void run() {
        for (Runnable call = next(); call != null; call = next()) {
            try {
                call.run();
            } catch (RuntimeException e) {
                LOG.error("a call that was late", e);
            }
        }
    }

    private synchronized Runnable next() {
        Runnable call = calls.poll();
        isUnderWay = call != null;
        return call;
    }
}
