// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Serializes everything the core does: on a thread of its own once started, or on the single thread
 * that steps it. Tasks run in the order in which they were submitted.
 */
public final class EventLoop implements Executor {
    private static final Logger LOG = System.getLogger(EventLoop.class.getName());
    private static final long NAP_NANOS = 50_000_000;
    private static final int TASKS_PER_STEP = 4096;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Work work;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile Thread thread;
    private volatile boolean asleep;
    private volatile boolean closed;

    /** Work done beside tasks, such as packets. */
    public interface Work {
        /** Does a bounded part of the work; returns whether there was any. */
        boolean run();

        /** Whether work is waiting now. Any thread. */
        boolean isPending();
    }

    public EventLoop(Work work) {
        this.work = work;
    }

    /** Starts the thread. */
    public void start(String name) {
        Thread t = new Thread(this::loop, name);
        t.setDaemon(true);
        thread = t;
        t.start();
    }

    /** Runs a task soon; after {@link #close}, never. Any thread. */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        wake();
    }

    /** Wakes the loop for work that is no task. Any thread. */
    public void wake() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Runs a task on the loop and waits until the stage it returned completes. Any thread but the
     * loop's.
     *
     * @param step steps a loop that was not started, and whatever it waits for; called until the
     *     result is there
     */
    public <T> T call(Supplier<CompletableFuture<T>> task, Runnable step) {
        if (closed) {
            throw new IllegalStateException("the core is closed");
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        execute(
                () -> {
                    try {
                        task.get()
                                .whenComplete(
                                        (value, e) -> {
                                            if (e == null) {
                                                result.complete(value);
                                            } else {
                                                result.completeExceptionally(e);
                                            }
                                        });
                    } catch (RuntimeException e) {
                        result.completeExceptionally(e);
                    }
                });
        if (thread == Thread.currentThread()) {
            throw new IllegalStateException("the core waits for itself");
        }
        while (thread == null && !result.isDone()) {
            step.run();
        }
        try {
            CompletableFuture.anyOf(result, over).join();
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException) {
                throw (RuntimeException) e.getCause();
            }
            throw e;
        }
    }

    /** Runs the queued tasks and a part of the work; returns whether there was any. */
    public boolean step() {
        boolean busy = false;
        Runnable task;
        // Tasks that make tasks must not starve the work.
        for (int left = TASKS_PER_STEP; left > 0 && (task = tasks.poll()) != null; left--) {
            busy = true;
            guard(task);
        }
        boolean[] worked = new boolean[1];
        guard(() -> worked[0] = work.run());
        return busy || worked[0];
    }

    private static void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the core failed at a task and goes on", e);
        }
    }

    private void loop() {
        while (!closed) {
            if (!step()) {
                asleep = true;
                if (tasks.isEmpty() && !work.isPending() && !closed) {
                    LockSupport.parkNanos(NAP_NANOS);
                }
                asleep = false;
            }
        }
    }

    /** Stops after the current task; callers that wait for another get an exception. */
    public void close() {
        closed = true;
        Thread t = thread;
        if (t != null && t != Thread.currentThread()) {
            LockSupport.unpark(t);
            boolean interrupted = false;
            while (t.isAlive()) {
                try {
                    t.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        over.completeExceptionally(new IllegalStateException("the core is closed"));
    }
}
