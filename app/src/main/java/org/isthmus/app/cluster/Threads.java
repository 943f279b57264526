// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.onlab.util.Tools;

/** What a {@link Member} runs on. The member shuts it down when it leaves. */
public final class Threads {
    /** Requests of other nodes that are worked on at once, and that wait. */
    private static final int REQUESTS = 4;

    private static final int REQUESTS_WAITING = 64;

    /** Ticks, on which nothing may wait but stepping down. */
    final ScheduledExecutorService ticks;

    /** What asks the cluster who leads: one thing after the other. */
    final ExecutorService election;

    /** Begins leader terms and configures them, which takes time: one thing after the other. */
    final ScheduledExecutorService terms;

    /** What a leader term writes to its store. */
    final ExecutorService store;

    /** What reads the mapping log. */
    final ExecutorService mappings;

    /** Requests of other nodes; refuses what finds no room. */
    final ExecutorService requests;

    Threads(
            ScheduledExecutorService ticks,
            ExecutorService election,
            ScheduledExecutorService terms,
            ExecutorService store,
            ExecutorService mappings,
            ExecutorService requests) {
        this.ticks = ticks;
        this.election = election;
        this.terms = terms;
        this.store = store;
        this.mappings = mappings;
        this.requests = requests;
    }

    /** Threads of the JVM; each begins with its first task. */
    public static Threads create() {
        return new Threads(
                scheduled("ticks", 1),
                single("leader"),
                scheduled("term", 1),
                single("store"),
                single("mappings"),
                new ThreadPoolExecutor(
                        REQUESTS,
                        REQUESTS,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(REQUESTS_WAITING),
                        Tools.groupedThreads("isthmus", "request-%d")));
    }

    private static ExecutorService single(String name) {
        return Executors.newSingleThreadExecutor(Tools.groupedThreads("isthmus", name));
    }

    /**
     * Timers of this application.
     *
     * @param name of the threads, behind {@code isthmus/}; with a {@code %d} if there are several
     */
    public static ScheduledExecutorService scheduled(String name, int threads) {
        return Executors.newScheduledThreadPool(threads, Tools.groupedThreads("isthmus", name));
    }

    /** Ends what a member that no longer leads may still have under way. */
    void shutdown() {
        List.of(terms, store, requests, mappings).forEach(ExecutorService::shutdown);
    }
}
