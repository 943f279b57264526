// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

/** Where a {@link Worker} sends frames. */
@FunctionalInterface
public interface PortSink {
    /**
     * Sends one frame. Called by the thread that runs the worker, so it must not block for long.
     *
     * @param port egress port, unsigned; never the drop port, never the CPU port
     * @param buf holds the frame; the worker writes into it again after return, so it must be
     *     copied or written out before
     * @param off first byte of the frame
     * @param len bytes of the frame
     */
    void send(int port, byte[] buf, int off, int len);
}
