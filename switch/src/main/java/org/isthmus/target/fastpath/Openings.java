// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Entries that are to treat frames when the program has none of their port left, so that no frame
 * overtakes one of its flow that came before. Any thread; nothing is waited for under its lock.
 */
final class Openings {
    private final Programs kernel;

    /** Guarded by this. */
    private final List<CachedFlow> waiting = new ArrayList<>();

    private volatile boolean any;

    Openings(Programs kernel) {
        this.kernel = kernel;
    }

    synchronized void add(CachedFlow f) {
        waiting.add(f);
        any = true;
    }

    /** The program has no frame of a port left. */
    void open(int port) {
        if (any) {
            open(f -> f.ingressPort == port);
        }
    }

    /** A port that always has frames must not keep those that came before this, ns. */
    void openBefore(long nanos) {
        if (any) {
            open(f -> f.last - nanos < 0);
        }
    }

    void openAll() {
        open(f -> true);
    }

    private synchronized void open(Predicate<CachedFlow> which) {
        waiting.removeIf(
                f -> {
                    boolean now = which.test(f);
                    // One that is removed meanwhile no frame finds, open or not.
                    if (now && !f.gone) {
                        kernel.open(f.entry);
                    }
                    return now;
                });
        any = !waiting.isEmpty();
    }

    boolean isEmpty() {
        return !any;
    }

    synchronized void clear() {
        waiting.clear();
        any = false;
    }
}
