// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import java.util.ArrayList;
import java.util.List;

/**
 * Tasks for the next tick, about a second from now.
 *
 * <p>Threading: the core's thread.
 */
public final class Deferred {
    private List<Runnable> tasks = new ArrayList<>();

    public void add(Runnable task) {
        tasks.add(task);
    }

    /**
     * Runs the tasks added so far; tasks they add wait for the next tick, and so do those behind
     * one that fails.
     */
    public void run() {
        List<Runnable> due = tasks;
        tasks = new ArrayList<>();
        int begun = 0;
        try {
            while (begun < due.size()) {
                due.get(begun++).run();
            }
        } finally {
            tasks.addAll(due.subList(begun, due.size()));
        }
    }
}
