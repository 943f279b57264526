// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a process has opened, to be closed in the opposite order. Not thread safe. */
public final class Opened implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Opened.class);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    public void add(AutoCloseable opened) {
        open.push(opened);
    }

    /** Those of a kind, the last one first. */
    <T> Stream<T> of(Class<T> kind) {
        return open.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** Closes all, also when one of them fails, which is logged. */
    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                LOG.warn("closing", e);
            }
        }
    }
}
