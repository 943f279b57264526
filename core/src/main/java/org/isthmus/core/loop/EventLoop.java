// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.isthmus.core.spi.LentThread;

/**
 * Serializes everything the core does: on a thread of its own once started, or on the single thread
 * that steps it. Tasks run in the order in which they were submitted.
 *
 * <p>Threads that a host {@link LentThread lends} run it as well, one at a time and none beside its
 * own: brief tasks and a little of the work, as long as no other task is next.
 */
public final class EventLoop implements Executor {
    private static final Logger LOG = System.getLogger(EventLoop.class.getName());
    private static final long NAP_NANOS = 50_000_000;
    private static final int TASKS_PER_STEP = 4096;

    /** Steps that a lent thread runs before it has the loop's own woken. */
    private static final int LENT_STEPS = 2;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Work work;
    private final long napNanos;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    /** Held by the thread that runs a step. Only the loop's own waits for it. */
    private final ReentrantLock running = new ReentrantLock();

    private final Runnable lentStep = this::stepOnLentThread;
    private volatile Thread thread;
    private volatile boolean asleep;
    private volatile boolean closed;

    /** Work done beside tasks, such as packets. */
    public interface Work {
        /**
         * Does a bounded part of the work; returns whether there was any.
         *
         * @param briefly it must take no longer than some hundred packets, and leaves out what is
         *     done at its time
         */
        boolean run(boolean briefly);

        /** Whether work is waiting now. Any thread. */
        boolean isPending();
    }

    /** A task that lent threads run as well. */
    private static final class Brief implements Runnable {
        private final Runnable task;

        Brief(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            task.run();
        }
    }

    public EventLoop(Work work) {
        this(work, NAP_NANOS);
    }

    /**
     * @param napNanos longest sleep of its thread, as part of the work is done at its time
     */
    EventLoop(Work work, long napNanos) {
        this.work = work;
        this.napNanos = napNanos;
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
        unpark();
    }

    /**
     * The same for a task that takes no longer than some hundred packets: it may run on a {@link
     * LentThread}, which must not be kept from its own work.
     */
    public void executeBriefly(Runnable task) {
        tasks.add(new Brief(task));
        wake();
    }

    /** Has work done that is no task. Any thread. */
    public void wake() {
        LentThread lent = thread == null ? null : LentThread.current();
        if (lent == null) {
            unpark();
        } else {
            lent.run(lentStep);
        }
    }

    private void unpark() {
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
                    } catch (RuntimeException | Error e) {
                        result.completeExceptionally(e);
                    }
                });
        if (running.isHeldByCurrentThread()) {
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
        return step(false);
    }

    /**
     * @param briefly up to the first task that is not brief
     */
    private boolean step(boolean briefly) {
        boolean busy = false;
        Runnable task;
        // Tasks that make tasks must not starve the work.
        for (int left = TASKS_PER_STEP; left > 0 && (task = tasks.peek()) != null; left--) {
            if (briefly && !(task instanceof Brief)) {
                return busy;
            }
            tasks.poll();
            busy = true;
            guard(task);
        }
        boolean[] worked = new boolean[1];
        guard(() -> worked[0] = work.run(briefly));
        return busy || worked[0];
    }

    /**
     * Steps if nobody else does. Who does looks for more once it is through, so that nothing is
     * left here.
     */
    private void stepOnLentThread() {
        for (int i = 0; i < LENT_STEPS && isPending() && !running.hasQueuedThreads(); i++) {
            if (!running.tryLock()) {
                return;
            }
            try {
                if (!closed) {
                    step(true);
                }
            } finally {
                running.unlock();
            }
        }
        if (isPending()) {
            unpark();
        }
    }

    private boolean isPending() {
        return !tasks.isEmpty() || work.isPending();
    }

    private static void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            // Without its thread a process that lives translates nothing new.
            LOG.log(Level.ERROR, "the core failed at a task and goes on", e);
        }
    }

    private void loop() {
        while (!closed) {
            running.lock();
            boolean busy;
            try {
                busy = step();
            } finally {
                running.unlock();
            }
            if (!busy) {
                asleep = true;
                if (!isPending() && !closed) {
                    LockSupport.parkNanos(napNanos);
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
        // A lent thread may be at a task.
        running.lock();
        running.unlock();
        over.completeExceptionally(new IllegalStateException("the core is closed"));
    }
}
