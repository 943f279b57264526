// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A thread of a simulated node: one task after the other, in order, each an event of the
 * simulation. A task that lets time pass holds back those behind it, and nothing else.
 */
final class SimulatedExecutor extends AbstractExecutorService implements ScheduledExecutorService {
    /** The simulation. */
    interface Time {
        /** Does something a little later, or when the node can; never if it is dead by then. */
        void soon(Runnable action);

        /** Does something so much later. */
        void after(long millis, Runnable action);

        /** Lets time pass. */
        void pass(long millis);
    }

    private static final class Timed extends CompletableFuture<Object>
            implements ScheduledFuture<Object> {
        @Override
        public long getDelay(TimeUnit unit) {
            throw new AssertionError("not asked for");
        }

        @Override
        public int compareTo(Delayed other) {
            throw new AssertionError("not asked for");
        }
    }

    private final Time time;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private boolean busy;
    private boolean shut;

    SimulatedExecutor(Time time) {
        this.time = time;
    }

    @Override
    public void execute(Runnable task) {
        if (shut) {
            throw new RejectedExecutionException("shut down");
        }
        tasks.add(task);
        if (!busy) {
            busy = true;
            time.soon(this::next);
        }
    }

    private void next() {
        Runnable task = tasks.poll();
        try {
            if (task != null) {
                task.run();
            }
        } finally {
            busy = !tasks.isEmpty();
            if (busy) {
                time.soon(this::next);
            }
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return timed(task, unit.toMillis(delay), 0);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            Runnable task, long delay, long period, TimeUnit unit) {
        return timed(task, unit.toMillis(delay), unit.toMillis(period));
    }

    /**
     * @param period 0: once
     */
    private ScheduledFuture<?> timed(Runnable task, long delay, long period) {
        Timed handle = new Timed();
        time.after(delay, () -> due(handle, task, period));
        return handle;
    }

    private void due(Timed handle, Runnable task, long period) {
        if (handle.isCancelled() || shut) {
            return;
        }
        execute(
                () -> {
                    if (!handle.isCancelled()) {
                        task.run();
                    }
                });
        if (period > 0) {
            time.after(period, () -> due(handle, task, period));
        }
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new AssertionError("not asked for");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable task, long initialDelay, long delay, TimeUnit unit) {
        throw new AssertionError("not asked for");
    }

    @Override
    public void shutdown() {
        shut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shut = true;
        List<Runnable> left = List.copyOf(tasks);
        tasks.clear();
        return left;
    }

    @Override
    public boolean isShutdown() {
        return shut;
    }

    @Override
    public boolean isTerminated() {
        return shut && tasks.isEmpty() && !busy;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        for (long left = unit.toMillis(timeout); !isTerminated() && left > 0; left--) {
            time.pass(1);
        }
        return isTerminated();
    }
}
