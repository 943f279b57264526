// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.standin;

import java.util.concurrent.CountDownLatch;

/** What may be wrong with a card, to be switched on and off. Any thread. */
public final class Faults {
    private static final Runnable NO_DELAY = () -> {};

    private int errors;
    private int error;
    private int ignored;
    private String only = "";
    private Runnable bus = NO_DELAY;
    private CountDownLatch answers = new CountDownLatch(0);

    /**
     * The next calls fail, and do nothing.
     *
     * @param calls how many; {@link Integer#MAX_VALUE}: all
     * @param code the error that the library answers
     * @param entryPoints those whose names begin so; empty: all of them
     */
    public synchronized void fail(int calls, int code, String entryPoints) {
        errors = calls;
        error = code;
        only = entryPoints;
    }

    /** The next changes of rows are answered as if they were done, and are not. */
    public synchronized void ignoreWrites(int calls) {
        ignored = calls;
    }

    /** Runs at the beginning of each call: it may take its time. */
    public synchronized void slow(Runnable delay) {
        bus = delay;
    }

    /** No call comes back from now on. */
    public synchronized void stop() {
        answers = new CountDownLatch(1);
    }

    /** All is well, and calls that were held come back. */
    public synchronized void end() {
        errors = 0;
        ignored = 0;
        bus = NO_DELAY;
        answers.countDown();
    }

    /** The error that a call has to answer; 0: none. */
    int begin(String entryPoint) {
        Runnable delay;
        CountDownLatch wait;
        int answer;
        synchronized (this) {
            delay = bus;
            wait = answers;
            answer = 0;
            if (errors > 0 && entryPoint.startsWith(only)) {
                errors -= errors == Integer.MAX_VALUE ? 0 : 1;
                answer = error;
            }
        }
        delay.run();
        try {
            wait.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answer;
    }

    synchronized boolean isIgnored() {
        if (ignored == 0) {
            return false;
        }
        ignored -= ignored == Integer.MAX_VALUE ? 0 : 1;
        return true;
    }
}
