// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.isthmus.mappinglog.LoggedEvent;

/**
 * Where events go, open. What fails once is closed, and another one is opened.
 *
 * <p>Threading: one thread, but for {@link #close}.
 */
interface Sink extends Closeable {
    /**
     * The number of the first event to be sent.
     *
     * @param position number of the first event that is not known to be delivered
     * @param end the number of the event to come
     */
    default long resume(long position, long end) throws IOException {
        return position;
    }

    /**
     * Whether an event is the one in front of what {@link #resume} returned. Numbers do not say so:
     * a log that lost its last events with the power, or was restored, gives theirs again.
     */
    default boolean endsWith(LoggedEvent event) {
        return true;
    }

    /** Sends events; may wait for who takes them. */
    void send(List<LoggedEvent> events) throws IOException;

    /** Bytes sent since it was opened. */
    long sent();

    /**
     * Of the bytes sent, how many are delivered. To be called again and again, also while there is
     * nothing to send.
     *
     * @param now ms of a clock that only runs
     * @throws IOException nothing can be sent any more
     */
    long settled(long now) throws IOException;

    /**
     * Ends in good order: when it returns, everything sent is delivered.
     *
     * @throws IOException that is not known
     */
    void finish() throws IOException;

    /** Any thread: whoever waits in it gets an exception. */
    @Override
    void close();
}
