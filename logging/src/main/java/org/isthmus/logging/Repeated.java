// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import java.util.function.Consumer;

/**
 * A task for an executor to repeat, which goes on after it failed: an executor does not repeat one
 * that throws, and tells nobody. Of failures in a row, the first is told.
 *
 * <p>Threading: as the executor repeats it, once at a time.
 */
public final class Repeated implements Runnable {
    private final Runnable task;
    private final Consumer<Throwable> failed;

    /** Whether the last time failed. */
    private boolean failing;

    /**
     * @param failed logs it; must not throw
     */
    public Repeated(Runnable task, Consumer<Throwable> failed) {
        this.task = task;
        this.failed = failed;
    }

    /** Does the task once; never throws. */
    @Override
    public void run() {
        try {
            task.run();
            failing = false;
        } catch (RuntimeException | Error e) {
            if (!failing) {
                failed.accept(e);
            }
            failing = true;
        }
    }
}
