// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import java.util.function.IntConsumer;

/** The end of a program that was told to end: in order, or after a minute without. Any thread. */
public final class Ending {
    /** Before systemd kills it, which is after 90 s, and longer than a disk at its work takes. */
    private static final int SECONDS = 60;

    private static final int FAILED = 1;

    private final String program;
    private final long millis;
    private final IntConsumer halt;

    /**
     * To be made while the program runs: at its end the file that it was started from may be
     * another one.
     *
     * @param program its name
     */
    public Ending(String program) {
        this(program, SECONDS * 1000L, Runtime.getRuntime()::halt);
    }

    Ending(String program, long millis, IntConsumer halt) {
        this.program = program;
        this.millis = millis;
        this.halt = halt;
    }

    /**
     * Waits until the thread that closes everything has ended; after a minute it says where that
     * thread is, and ends the process with status 1.
     */
    public void await(Thread closing) {
        try {
            closing.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!closing.isAlive()) {
            return;
        }
        try {
            String late = program + ": did not end in order within " + millis / 1000 + " s";
            Logs.print(LogLevel.ERROR, late);
            // Never comes of a thread whose disk keeps it in a page fault, as it does the halt.
            for (StackTraceElement element : closing.getStackTrace()) {
                Logs.print(LogLevel.ERROR, "\tat " + element);
            }
        } finally {
            halt.accept(FAILED);
        }
    }
}
