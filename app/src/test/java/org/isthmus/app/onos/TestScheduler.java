// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An executor whose time passes when a test says so, on the test's thread. */
public final class TestScheduler extends AbstractExecutorService
        implements ScheduledExecutorService {
    private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>();
    private long now;
    private long sequence;

    private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
        private final long period;
        private final long order = sequence++;
        private long at;

        /**
         * @param period 0: once
         */
        Task(Callable<V> what, long at, long period) {
            super(what);
            this.at = at;
            this.period = period;
        }

        @Override
        public void run() {
            if (!isPeriodic()) {
                super.run();
            } else if (runAndReset()) {
                at += period;
                tasks.add(this);
            }
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - now, TimeUnit.MILLISECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Task<?> o = (Task<?>) other;
            return at != o.at ? Long.compare(at, o.at) : Long.compare(order, o.order);
        }

        @Override
        public boolean isPeriodic() {
            return period > 0;
        }
    }

    public long millis() {
        return now;
    }

    /** Runs what is due, and what that leads to, until nothing more is. */
    public void run() {
        advance(0);
    }

    /** Lets time pass and runs what comes due. */
    public void advance(long millis) {
        long until = now + millis;
        for (Task<?> task = tasks.peek(); task != null && task.at <= until; task = tasks.peek()) {
            tasks.remove();
            now = Math.max(now, task.at);
            task.run();
            rethrow(task);
        }
        now = until;
    }

    private static void rethrow(Task<?> task) {
        try {
            if (task.isDone() && !task.isCancelled()) {
                task.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("a task failed", e);
        }
    }

    @Override
    public void execute(Runnable command) {
        schedule(command, 0, TimeUnit.MILLISECONDS);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return schedule(
                () -> {
                    command.run();
                    return null;
                },
                delay,
                unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        Task<V> task = new Task<>(callable, now + unit.toMillis(delay), 0);
        tasks.add(task);
        return task;
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            Runnable command, long initialDelay, long period, TimeUnit unit) {
        Task<Void> task =
                new Task<>(
                        () -> {
                            command.run();
                            return null;
                        },
                        now + unit.toMillis(initialDelay),
                        unit.toMillis(period));
        tasks.add(task);
        return task;
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable command, long initialDelay, long delay, TimeUnit unit) {
        throw new AssertionError("nothing here is periodic");
    }

    @Override
    public void shutdown() {
        tasks.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
        tasks.clear();
        return Collections.emptyList();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
