// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer that fires when the test says so. */
final class ManualTimer extends ScheduledThreadPoolExecutor {
    private final List<Task> due = new ArrayList<>();
    private final List<Task> periods = new ArrayList<>();

    ManualTimer() {
        super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        Task once = new Task(task);
        due.add(once);
        return once;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        throw new IllegalStateException("not used");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable task, long initialDelay, long delay, TimeUnit unit) {
        Task period = new Task(task);
        periods.add(period);
        return period;
    }

    /** A period of all that is repeated and was not cancelled. */
    void firePeriods() {
        periods.removeIf(Task::isCancelled);
        List.copyOf(periods).forEach(p -> p.task.run());
    }

    private static final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {
        private final Runnable task;

        Task(Runnable task) {
            super(task, null);
            this.task = task;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            throw new IllegalStateException("not used");
        }

        @Override
        public int compareTo(Delayed other) {
            throw new IllegalStateException("not used");
        }
    }

    /** Whether something is to be done once, and was not cancelled. */
    boolean isSet() {
        return due.stream().anyMatch(task -> !task.isCancelled());
    }

    void fire() {
        due.removeIf(Task::isCancelled);
        List<Task> tasks = new ArrayList<>(due);
        due.clear();
        tasks.forEach(t -> t.task.run());
    }
}
