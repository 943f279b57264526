// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

/** Frames to and from the card by DMA, through the interfaces nf0 to nf3 of the host. */
public interface Packets {
    /** Gets the frames that come up. */
    @FunctionalInterface
    interface FrameListener {
        /**
         * Must not block. Any thread.
         *
         * @param nf 0 to 3
         * @param buf holds the frame as it came by DMA, until return
         */
        void frame(int nf, byte[] buf, int off, int len);
    }

    /**
     * Gives a frame to the card. Any thread. One for which there is no room is dropped and counted.
     *
     * @param nf 0 to 3
     * @param frame as it goes by DMA; the card's from now on
     */
    void send(int nf, byte[] frame);

    /** Where frames go that come up: one listener, set before the first packet. */
    void onFrame(FrameListener listener);
}
