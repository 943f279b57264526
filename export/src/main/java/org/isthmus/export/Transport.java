// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.Closeable;
import java.io.IOException;

/**
 * Takes messages to a collector, open.
 *
 * <p>Threading: one thread, but for {@link #close}.
 */
interface Transport extends Closeable {
    /** Whether each message goes alone, and may get lost alone. */
    boolean isDatagram();

    /** Sends bytes; of a datagram, all of it. May wait for the collector. */
    void send(byte[] bytes, int length) throws IOException;

    /** Bytes sent since it was opened. */
    long sent();

    /** See {@link Sink#settled}. */
    long settled(long now) throws IOException;

    /** See {@link Sink#finish}. */
    void finish() throws IOException;

    /** Any thread: whoever waits in it gets an exception. */
    @Override
    void close();
}
