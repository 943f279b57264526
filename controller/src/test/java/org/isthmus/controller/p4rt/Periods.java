// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer whose time passes when a test says so. One thread. */
final class Periods extends ScheduledThreadPoolExecutor {
    private final List<Task> repeated = new ArrayList<>();
    private final List<Task> delayed = new ArrayList<>();

    Periods() {
        super(0);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            Runnable task, long first, long period, TimeUnit unit) {
        Task added = new Task(task, unit.toSeconds(period));
        repeated.add(added);
        return added;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        Task added = new Task(task, unit.toSeconds(delay));
        delayed.add(added);
        return added;
    }

    /** A period of everything that is repeated so often and was not cancelled. */
    void pass(long seconds) {
        for (Task task : List.copyOf(repeated)) {
            if (task.seconds == seconds && !task.isCancelled()) {
                task.task.run();
            }
        }
    }

    /** Runs what was to be done once, whenever. */
    void fire() {
        List<Task> due = List.copyOf(delayed);
        delayed.clear();
        due.forEach(task -> task.task.run());
    }

    /** Repeated tasks that were not cancelled. */
    long repeated() {
        return repeated.stream().filter(task -> !task.isCancelled()).count();
    }

    private static final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {
        private final Runnable task;
        private final long seconds;

        Task(Runnable task, long seconds) {
            super(task, null);
            this.task = task;
            this.seconds = seconds;
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
}
