// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs tasks one after another, in the order given, on threads of a pool. Any thread. */
final class SerialExecutor implements Executor {
    private static final System.Logger LOG = System.getLogger(SerialExecutor.class.getName());

    private final Executor pool;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    SerialExecutor(Executor pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() == 0) {
            pool.execute(this::drain);
        }
    }

    private void drain() {
        do {
            try {
                tasks.remove().run();
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a task failed", e);
            }
        } while (waiting.decrementAndGet() > 0);
    }
}
