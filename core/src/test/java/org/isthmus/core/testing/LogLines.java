// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.testing;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class logs on this thread until it is closed. */
public final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final Thread thread = Thread.currentThread();
    private final List<String> lines = new ArrayList<>();

    /** At any level. */
    public LogLines(Class<?> of) {
        this(of, Level.ALL);
    }

    /**
     * @param from the lowest level
     */
    public LogLines(Class<?> of, Level from) {
        logger = Logger.getLogger(of.getName());
        logger.setLevel(from);
        logger.addHandler(this);
    }

    /** Messages with their parameters, and that they have a stack. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord r) {
        if (Thread.currentThread() == thread) {
            String stack = r.getThrown() == null ? "" : " with the stack of " + r.getThrown();
            lines.add(MessageFormat.format(r.getMessage(), r.getParameters()) + stack);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setLevel(null);
    }
}
