// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

/**
 * A network port of a switch. Frames are whole Ethernet frames without frame check sequence, VLAN
 * tags and checksums in place. One thread at a time receives; each thread that sends has a
 * transmitter of its own.
 */
public interface Port extends AutoCloseable {

    /** Takes the frames that a port received. */
    @FunctionalInterface
    interface FrameHandler {
        /**
         * @param buf holds the frame, until return
         * @param off first byte of the frame
         * @param len bytes of the frame
         */
        void frame(byte[] buf, int off, int len);
    }

    /** Sends frames in batches. For one thread. */
    interface Transmitter extends AutoCloseable {
        /** Copies the frame; it leaves with the next {@link #flush}, or before. */
        void send(byte[] buf, int off, int len);

        /** Lets what was sent leave. Does not wait: what the port cannot take is dropped. */
        void flush();

        @Override
        void close();
    }

    /** Port number in the data plane, unsigned. */
    int number();

    /** The interface's name. */
    String name();

    /**
     * Hands waiting frames to the handler.
     *
     * @param max no more than so many
     * @return the number of frames taken from the port, dropped ones included
     */
    int receive(FrameHandler handler, int max);

    Transmitter newTransmitter();

    /** Hears of a port that comes up or goes down. */
    @FunctionalInterface
    interface StateListener {
        /** Called by {@link #inspect}, and once at first. */
        void up(boolean up);
    }

    /** One listener, set before frames are received. */
    void onState(StateListener listener);

    /** The descriptor that poll(2) finds readable when frames wait, or -1: none now. */
    int descriptor();

    /** Called by the receiving thread about once a second, and when poll(2) reports an error. */
    void inspect();

    PortCounters counters();

    @Override
    void close();
}
