// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged, by any thread, until it is closed. */
public final class Logged extends Handler implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    public Logged() {
        Logger.getLogger("").addHandler(this);
    }

    /** Level, message and exception of each record. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord r) {
        lines.add(r.getLevel() + " " + r.getMessage() + " " + r.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        Logger.getLogger("").removeHandler(this);
    }
}
