// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

/**
 * Runs packets through the running program to their end: all copies of a packet have been sent or
 * dropped when {@link #process} or {@link #flush} returns. One thread at a time may use a worker;
 * several workers of one target run concurrently. A worker follows the target when another program
 * is made to run.
 */
public interface Worker {
    /**
     * Processes one frame. Without a running program the frame is dropped.
     *
     * @param port ingress port, unsigned
     * @param buf holds the frame; read only, and not after return
     * @param off first byte of the frame
     * @param len bytes of the frame
     */
    void process(int port, byte[] buf, int off, int len);

    /**
     * Takes a frame as {@link #process} does, but may finish it later, in a following call or in
     * {@link #flush} at the latest: a worker can overlap what the packets of a batch wait for.
     * Frames leave in the order in which they were accepted. Those between two calls of {@link
     * #flush} may have one time, that of the first.
     *
     * @param buf holds the frame, until return
     */
    default void accept(int port, byte[] buf, int off, int len) {
        process(port, buf, off, len);
    }

    /** Finishes every frame that was accepted. */
    default void flush() {}

    /**
     * No frame of a port waits: all that came have been processed, and what they became was sent.
     * Often.
     */
    default void idle(int port) {}
}
