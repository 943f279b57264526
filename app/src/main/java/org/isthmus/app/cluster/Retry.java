// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Does something until it succeeds: again after 1 s, 2 s, 4 s and so on, in the end every minute.
 * Each reason why it fails is reported once.
 *
 * <p>Threading: on the executor, which has one thread.
 */
final class Retry {
    private static final long FIRST_SECONDS = 1;
    private static final long LONGEST_SECONDS = 60;

    /** Reasons that are remembered; behind so many, all are told again. */
    private static final int REASONS = 100;

    private final ScheduledExecutorService executor;
    private final Consumer<RuntimeException> report;
    private final Set<String> reported = new HashSet<>();
    private ScheduledFuture<?> next;

    Retry(ScheduledExecutorService executor, Consumer<RuntimeException> report) {
        this.executor = executor;
        this.report = report;
    }

    /**
     * Tries now. What was tried before and has not succeeded is given up.
     *
     * @param task fails by throwing
     * @param wanted asked after a failure; false: it is given up
     */
    void run(Runnable task, BooleanSupplier wanted) {
        if (next != null) {
            next.cancel(false);
            next = null;
        }
        attempt(task, wanted, FIRST_SECONDS);
    }

    private void attempt(Runnable task, BooleanSupplier wanted, long pause) {
        try {
            task.run();
            reported.clear();
        } catch (RuntimeException e) {
            if (!wanted.getAsBoolean()) {
                return;
            }
            if (reported.size() >= REASONS) {
                reported.clear();
            }
            if (reported.add(e.toString())) {
                report.accept(e);
            }
            long longer = Math.min(2 * pause, LONGEST_SECONDS);
            next = executor.schedule(() -> attempt(task, wanted, longer), pause, TimeUnit.SECONDS);
        }
    }
}
