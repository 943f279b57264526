// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.concurrent.Executor;

/**
 * A thread of a host that the core may run on. What such a thread calls the core for is done by
 * itself once it is through with what it is at, unless another one runs the core by then: that
 * spares waking the core's own thread, and often being woken by it. It never waits for the core,
 * and runs no more than what takes moments.
 *
 * <p>To be lent are threads on which something comes that the core decides about, and that go on
 * with what it decided: those of connections, and that of a store.
 *
 * <p>Threading: each thread sees its own.
 */
public final class LentThread {
    private static final ThreadLocal<LentThread> CURRENT = new ThreadLocal<>();

    private final Executor later;

    /** Whose step this thread runs later; null: nobody's. */
    private Runnable due;

    private LentThread(Executor later) {
        this.later = later;
    }

    /**
     * Lends the current thread, for good.
     *
     * @param later runs a task on this thread, soon and whatever happens; never within the call
     */
    public static void lend(Executor later) {
        CURRENT.set(new LentThread(later));
    }

    /** The current thread if it is lent; else null. */
    public static LentThread current() {
        return CURRENT.get();
    }

    /** Runs a step later, on this thread and once, however often it is asked to until then. */
    public void run(Runnable step) {
        if (due != step) {
            later.execute(
                    () -> {
                        if (due == step) {
                            due = null;
                        }
                        step.run();
                    });
            due = step;
        }
    }
}
